import type { VenueClientId } from '../../../domain/model/ids.ts';
import { type Clock, wait } from '../../../ports/environment.ts';
import type { VenueOutcome } from '../../../ports/venue.ts';
import { jsonOf } from '../codec/polymarket-decoder.ts';
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

/** The result of a cancel request. `not_cancelled`: the venue refused to cancel it. */
type CancelResult =
  | 'cancelled'
  | 'not_cancelled'
  | { readonly kind: 'answer'; readonly outcome: VenueOutcome };

const KILL_ATTEMPTS = 4;
const KILL_RETRY_MS = 250;
const EVENT_WAIT_MS = 200;
const EVENT_WAITS = 5;

/** Cancels orders: on request, and to keep an IOC order from resting. */
export class OrderCanceller {
  readonly #deps: CancellationDeps;

  constructor(deps: CancellationDeps) {
    this.#deps = deps;
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
    for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt += 1) {
      if (attempt > 0) await wait(clock, KILL_RETRY_MS);
      const result = await this.#sendCancel(record.terms.id);
      if (
        result === 'cancelled' &&
        (await this.#readFinalFills(record)) &&
        (await queries.waitForFills(record, tradeIds))
      ) {
        orders.close(record, clock.now(), null);
      } else if (result === 'not_cancelled') await this.#queryAgain(record, tradeIds);
      if (record.isClosed && !record.hasMissingFills) return { kind: 'report', report: record.toReport() };
    }
    return { kind: 'unknown', why: 'the cancel of its remainder is not proven' };
  }

  async #cancelKnown(record: TrackedOrder): Promise<VenueOutcome> {
    const { orders, clock } = this.#deps;
    const { id, venueInstrumentId } = record.terms;
    const result = await this.#sendCancel(id);
    if (typeof result === 'object') return result.outcome;
    if (result === 'not_cancelled') return this.#resolveNotCancelled(id as VenueClientId, venueInstrumentId);
    if (!(await this.#readFinalFills(record)))
      return { kind: 'unknown', why: 'cancelled, but its fills are not complete yet' };
    orders.close(record, clock.now(), record.terms.kill === null ? 'requested' : null);
    return { kind: 'report', report: record.toReport() };
  }

  async #cancelUnknown(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const result = await this.#sendCancel(id);
    return typeof result === 'object' ? result.outcome : this.#resolveNotCancelled(id, venueInstrumentId);
  }

  /** The venue's "can't be found, already cancelled or matched" proves nothing: it has sent it for a live order. */
  async #resolveNotCancelled(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const found = await this.#deps.queries.queryOrder(id, venueInstrumentId);
    if (found.kind === 'failed') return { kind: 'unknown', why: found.why };
    if (found.kind === 'absent') {
      return { kind: 'refused', code: 'unknown_order', message: 'the venue does not know the order' };
    }
    if (found.report.status === 'OPEN')
      return { kind: 'unknown', why: 'not cancelled: the venue still shows it as open' };
    return { kind: 'report', report: found.report };
  }

  async #sendCancel(id: string): Promise<CancelResult> {
    const answer = await this.#deps.client.cancel(id);
    if (answer.kind === 'unsent') return { kind: 'answer', outcome: answer };
    if (answer.kind === 'lost') return { kind: 'answer', outcome: { kind: 'unknown', why: answer.why } };
    const parsed = answer.status === 200 ? parseCancel(jsonOf(answer.body), id) : null;
    if (parsed !== null) return parsed.isCancelled ? 'cancelled' : 'not_cancelled';
    const verdict = classifyAnswer(answer.status, answer.body);
    if (verdict.kind !== 'refused') {
      return { kind: 'answer', outcome: { kind: 'unknown', why: `cancel: HTTP ${answer.status}` } };
    }
    return { kind: 'answer', outcome: verdict };
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
