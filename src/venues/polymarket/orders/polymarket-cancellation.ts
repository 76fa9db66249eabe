import type { VenueClientId } from '../../../domain/model/ids.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { VenueOutcome } from '../../../ports/venue.ts';
import { jsonOf } from '../codec/polymarket-decoder.ts';
import { parseCancel } from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { wait } from '../http/polymarket-rate-limiter.ts';
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

/** What a request for an order's end brought. `standing`: the venue did not end it. */
type Ended = 'ended' | 'standing' | { readonly kind: 'answer'; readonly outcome: VenueOutcome };

const KILL_ATTEMPTS = 4;
const KILL_RETRY_MS = 250;
const EVENT_WAIT_MS = 200;
const EVENT_WAITS = 5;

/** Ends orders: cancels that were asked for, and those that keep an IOC from resting. */
export class OrderCanceller {
  readonly #deps: CancellationDeps;

  constructor(deps: CancellationDeps) {
    this.#deps = deps;
  }

  /** Safe to repeat. Refuses `unknown_order`, and the states in which the venue takes no cancels. */
  async cancel(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const { orders } = this.#deps;
    if (!isOrderId(id)) return { kind: 'refused', code: 'unknown_order', message: 'no order of that name' };
    const record = orders.find(id);
    if (record === null) return this.#cancelUnmet(id, venueInstrumentId);
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
   * Cancels an order that was sent only to take what it could, and reports once what came of both: an order
   * that must not rest is never told as open.
   */
  async cancelRemainder(record: TrackedOrder, tradeIds: readonly string[]): Promise<VenueOutcome> {
    const { queries, orders, clock } = this.#deps;
    for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt += 1) {
      if (attempt > 0) await wait(clock, KILL_RETRY_MS);
      const ended = await this.#ask(record.terms.id);
      if (
        ended === 'ended' &&
        (await this.#lastCount(record)) &&
        (await queries.waitForFills(record, tradeIds))
      ) {
        orders.close(record, clock.now(), null);
      } else if (ended === 'standing') await this.#lookAgain(record, tradeIds);
      if (record.isClosed && !record.hasMissingFills) return { kind: 'report', report: record.toReport() };
    }
    return { kind: 'unknown', why: 'its remainder is not proven to be cancelled' };
  }

  async #cancelKnown(record: TrackedOrder): Promise<VenueOutcome> {
    const { orders, clock } = this.#deps;
    const { id, venueInstrumentId } = record.terms;
    const ended = await this.#ask(id);
    if (typeof ended === 'object') return ended.outcome;
    if (ended === 'standing') return this.#standing(id as VenueClientId, venueInstrumentId);
    if (!(await this.#lastCount(record)))
      return { kind: 'unknown', why: 'cancelled, and its fills are not proven' };
    orders.close(record, clock.now(), record.terms.kill === null ? 'requested' : null);
    return { kind: 'report', report: record.toReport() };
  }

  async #cancelUnmet(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const ended = await this.#ask(id);
    return typeof ended === 'object' ? ended.outcome : this.#standing(id, venueInstrumentId);
  }

  /** "Can't be found, already cancelled or matched" may be any of the three, and was once said of a live order. */
  async #standing(id: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    const found = await this.#deps.queries.queryOrder(id, venueInstrumentId);
    if (found.kind === 'failed') return { kind: 'unknown', why: found.why };
    if (found.kind === 'absent') {
      return { kind: 'refused', code: 'unknown_order', message: 'the venue knows no such order' };
    }
    if (found.report.status === 'OPEN')
      return { kind: 'unknown', why: 'not cancelled: the venue still shows it' };
    return { kind: 'report', report: found.report };
  }

  async #ask(id: string): Promise<Ended> {
    const answer = await this.#deps.client.cancel(id);
    if (answer.kind === 'unsent') return { kind: 'answer', outcome: answer };
    if (answer.kind === 'lost') return { kind: 'answer', outcome: { kind: 'unknown', why: answer.why } };
    const told = answer.status === 200 ? parseCancel(jsonOf(answer.body), id) : null;
    if (told !== null) return told.isCancelled ? 'ended' : 'standing';
    const verdict = classifyAnswer(answer.status, answer.body);
    if (verdict.kind !== 'refused') {
      return { kind: 'answer', outcome: { kind: 'unknown', why: `cancel: HTTP ${answer.status}` } };
    }
    return { kind: 'answer', outcome: verdict };
  }

  /**
   * How much of a cancelled order was filled at the very end: from its own record where the venue still
   * serves that, else from the cancellation's event, else from all its trades.
   *
   * @returns false while that could not be read, or its fills are not shown yet
   */
  async #lastCount(record: TrackedOrder): Promise<boolean> {
    const { queries, clock } = this.#deps;
    const look = await queries.fetchOrder(record.terms.id);
    if (look.kind === 'failed') return false;
    if (look.kind === 'shown') await queries.applyVenueOrder(look.wire);
    for (let waits = 0; look.kind === 'not_open' && !record.isClosed && waits < EVENT_WAITS; waits += 1) {
      await wait(clock, EVENT_WAIT_MS);
    }
    const trades = await queries.fetchTrades(queries.toTradesQuery(record));
    return trades.kind === 'all' && (await queries.waitForFills(record, []));
  }

  async #lookAgain(record: TrackedOrder, tradeIds: readonly string[]): Promise<void> {
    const { queries } = this.#deps;
    await queries.waitForFills(record, tradeIds);
    await queries.queryOrder(record.terms.id as VenueClientId, record.terms.venueInstrumentId);
  }
}
