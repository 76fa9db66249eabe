import { Backoff, type VenueClientId } from '#contract';
import { type Clock, type UnknownOutcome, type VenueOutcome, wait } from '#ports';
import { CancelBatcher } from '#venues/shared';
import { parseWireJson } from '../codec/polymarket-decoder.ts';
import { parseCancel } from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { classifyAnswer } from '../http/polymarket-refusals.ts';
import { isOrderId, type OrderQueries } from './polymarket-order-queries.ts';
import type { TrackedOrder } from './polymarket-order-tracker.ts';
import type { OrderRegistry } from './polymarket-orders.ts';

export interface CancellationDeps {
  readonly client: PolymarketClient;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly clock: Clock;
}

/** The result of a cancel. `not_cancelled`: the venue refused to cancel it, in these words. */
type CancelResult =
  | 'cancelled'
  | 'cancelled_in_batch'
  | { readonly kind: 'not_cancelled'; readonly why: string | null }
  | { readonly kind: 'answer'; readonly outcome: VenueOutcome };

type FailedCancel = Extract<CancelResult, object>;

const KILL_ATTEMPTS = 4;
const KILL_RETRY_MS = 250;
const EVENT_WAIT_MS = 200;
const EVENT_WAITS = 5;
const BATCH_EVENT_WAITS = { firstMs: 10, maxMs: 200 };
const BATCH_EVENT_MS_MAX = 1_000;
/** Answers to a batch that say nothing about its orders, but about the batch or the endpoint. */
const BATCH_REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 413]);

/**
 * Cancels orders: on request, and to keep an IOC order from resting. Cancels that wait for the rate limit at the same
 * time share a request, which names each order and has an answer for each. The venue's cancel-all is never used: it
 * cancels the orders of all subaccounts of its key.
 *
 * Source  docs/decisions/order-lifecycle.md
 */
export class OrderCanceller {
  readonly #deps: CancellationDeps;
  readonly #batcher: CancelBatcher<string, CancelResult>;

  constructor(deps: CancellationDeps) {
    const { client } = deps;
    this.#deps = deps;
    this.#batcher = new CancelBatcher<string, CancelResult>({
      getSizeMax: () => client.cancelsMax,
      reserve: (count) => client.reserveCancels(count),
      send: (ids) => this.#send(ids),
      unsent: UNSENT,
    });
  }

  /** Safe to repeat. Refuses `unknown_order`, and with the venue's code while it accepts no cancels. */
  async cancel(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const { orders } = this.#deps;
    if (!isOrderId(id)) return { kind: 'refused', code: 'unknown_order', message: 'no order with this id' };
    const record = orders.find(id);
    if (record === null) return this.#cancelUnknown(id, venueInstrumentId);
    if (record.isClosed && !record.hasMissingFills) return { kind: 'report', report: record.toReport() };
    const wasBusy = record.hasPendingRequest;
    record.hasPendingRequest = true;
    record.isCancelRequested = true;
    try {
      return await this.#cancelKnown(record);
    } finally {
      record.hasPendingRequest = wasBusy;
    }
  }

  /**
   * Cancels the remainder of an order that must not rest, and returns the result of place and cancel together, so
   * the order is never reported as open.
   */
  async cancelRemainder(record: TrackedOrder, tradeIds: readonly string[]): Promise<VenueOutcome> {
    const { queries, orders, clock } = this.#deps;
    let said: UnknownOutcome['venueAnswer'];
    for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt += 1) {
      if (attempt > 0) await wait(clock, KILL_RETRY_MS);
      const result = await this.#batcher.add(record.terms.id);
      if (
        isCancelled(result) &&
        (await this.#readFinalFills(record)) &&
        (await queries.waitForFills(record, tradeIds))
      ) {
        orders.close(record, clock.now(), null);
      } else if (typeof result === 'object') {
        said = toVenueAnswer(result) ?? said;
        if (result.kind === 'not_cancelled') await this.#queryAgain(record, tradeIds);
      }
      if (record.isClosed && !record.hasMissingFills) return { kind: 'report', report: record.toReport() };
    }
    const why = 'the cancel of its remainder is not proven';
    return { kind: 'unknown', why, ...(said && { venueAnswer: said }) };
  }

  async #cancelKnown(record: TrackedOrder): Promise<VenueOutcome> {
    const { orders, clock } = this.#deps;
    const { id, venueInstrumentId } = record.terms;
    const result = await this.#batcher.add(id);
    if (typeof result === 'object')
      return this.#resolveNotCancelled(id as VenueClientId, venueInstrumentId, result);
    const isFinal = result === 'cancelled_in_batch' && (await this.#waitForEvent(record));
    if (!isFinal && !(await this.#readFinalFills(record)))
      return { kind: 'unknown', why: 'cancelled, but its fills are not complete yet' };
    orders.close(record, clock.now(), record.terms.kill === null ? 'requested' : null);
    return { kind: 'report', report: record.toReport() };
  }

  /** Cancels an order that another program placed. Returns why that is not proven, or null. */
  async cancelExternal(id: string): Promise<string | null> {
    const result = await this.#batcher.add(id);
    if (typeof result !== 'object') return null;
    if (result.kind === 'not_cancelled') return result.why ?? 'the venue did not cancel it';
    const { outcome } = result;
    if (outcome.kind === 'report') return null;
    return outcome.kind === 'refused' ? outcome.message : outcome.why;
  }

  async #cancelUnknown(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const result = await this.#batcher.add(id);
    const failure: FailedCancel = typeof result === 'object' ? result : { kind: 'not_cancelled', why: null };
    return this.#resolveNotCancelled(id, venueInstrumentId, failure);
  }

  /** The venue's "can't be found, already cancelled or matched" proves nothing: it has sent it for a live order. */
  async #resolveNotCancelled(
    id: VenueClientId,
    venueInstrumentId: string,
    failure: FailedCancel,
  ): Promise<VenueOutcome> {
    if (failure.kind === 'answer') return failure.outcome;
    const found = await this.#deps.queries.queryOrder(id, venueInstrumentId);
    if (found.kind === 'failed') return { kind: 'unknown', why: found.why };
    if (found.kind === 'absent') {
      return { kind: 'refused', code: 'unknown_order', message: 'the venue does not know the order' };
    }
    if (found.report.status === 'OPEN')
      return toUnknownOutcome('not cancelled: the venue still shows it as open', toVenueAnswer(failure));
    return { kind: 'report', report: found.report };
  }

  /** Sends one request. An order that its answer does not name is in doubt. */
  async #send(ids: readonly string[]): Promise<readonly CancelResult[] | 'batch_refused'> {
    const answer = await this.#deps.client.cancel(ids);
    if (answer.kind === 'unsent') return ids.map(() => ({ kind: 'answer', outcome: answer }));
    if (answer.kind === 'lost') return ids.map(() => toFailed(toUnknownOutcome(answer.why)));
    if (ids.length > 1 && BATCH_REFUSALS.has(answer.status)) return 'batch_refused';
    const body = answer.status === 200 ? parseWireJson(answer.body) : null;
    return ids.map((id) => {
      const parsed = body === null ? null : parseCancel(body, id);
      if (parsed === null) return toFailedResult(answer.status, answer.body);
      if (!parsed.isCancelled) return { kind: 'not_cancelled', why: parsed.why };
      return ids.length === 1 ? 'cancelled' : 'cancelled_in_batch';
    });
  }

  /**
   * Waits for the event that closes an order cancelled in a batch. It has the final filled quantity, so that a
   * cancel-all needs no read for each order.
   *
   * @returns false if it did not arrive in time, or fills are missing
   */
  async #waitForEvent(record: TrackedOrder): Promise<boolean> {
    const { clock } = this.#deps;
    const untilMs = clock.monotonicMs() + BATCH_EVENT_MS_MAX;
    const backoff = new Backoff(BATCH_EVENT_WAITS);
    while (!record.isClosed && clock.monotonicMs() < untilMs) await wait(clock, backoff.next());
    return record.isClosed && !record.hasMissingFills;
  }

  /**
   * Reads the final filled quantity of a cancelled order: from the order if the venue still serves it, else from
   * the cancellation event, else from its trades.
   *
   * @returns false if it could not be read, or its fills are not available yet
   */
  async #readFinalFills(record: TrackedOrder): Promise<boolean> {
    const { queries, clock } = this.#deps;
    const fetched = await queries.fetchOrder(record.terms.id);
    if (fetched.kind === 'failed') return false;
    if (fetched.kind === 'shown') await queries.applyVenueOrder(fetched.wire);
    for (let waits = 0; fetched.kind === 'not_open' && !record.isClosed && waits < EVENT_WAITS; waits += 1) {
      await wait(clock, EVENT_WAIT_MS);
    }
    const trades = await queries.fetchTrades(queries.toTradesQuery(record));
    return trades.kind === 'all' && (await queries.waitForFills(record, []));
  }

  async #queryAgain(record: TrackedOrder, tradeIds: readonly string[]): Promise<void> {
    const { queries } = this.#deps;
    await queries.waitForFills(record, tradeIds);
    await queries.queryOrder(record.terms.id as VenueClientId, record.terms.venueInstrumentId);
  }
}

const UNSENT: CancelResult = {
  kind: 'answer',
  outcome: { kind: 'unsent', why: 'own cancel rate limit reached, or no credentials' },
};

const isCancelled = (result: CancelResult): boolean =>
  result === 'cancelled' || result === 'cancelled_in_batch';

const toFailed = (outcome: VenueOutcome): CancelResult => ({ kind: 'answer', outcome });

const toUnknownOutcome = (why: string, venueAnswer?: UnknownOutcome['venueAnswer']): UnknownOutcome => ({
  kind: 'unknown',
  why,
  ...(venueAnswer && { venueAnswer }),
});

/** What the venue said instead of cancelling. */
function toVenueAnswer(failure: FailedCancel): UnknownOutcome['venueAnswer'] {
  if (failure.kind === 'not_cancelled')
    return failure.why === null ? undefined : { venueMessage: failure.why };
  const { outcome } = failure;
  if (outcome.kind === 'refused') return { venueCode: outcome.code, venueMessage: outcome.message };
  return outcome.kind === 'unknown' ? outcome.venueAnswer : undefined;
}

function toFailedResult(status: number, body: string): CancelResult {
  const verdict = classifyAnswer(status, body);
  if (verdict.kind === 'refused') return toFailed(verdict);
  const venueAnswer = verdict.kind === 'unknown' ? verdict.venueAnswer : undefined;
  return toFailed(toUnknownOutcome(`cancel: HTTP ${status}`, venueAnswer));
}
