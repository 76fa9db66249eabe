import { LRUCache } from 'lru-cache';
import type { Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { VenueAnomaly, VenueCloseReason, VenueListener } from '../../../ports/venue.ts';
import { findOutcome, type Listing, type OwnFill } from '../codec/polymarket-mapping.ts';
import type { WireOrder } from '../codec/polymarket-messages.ts';
import type { Balances } from './balances.ts';
import { type OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';

export interface OrdersDeps {
  readonly clock: Clock;
  readonly ordersKept: number;
  readonly balances: Pick<Balances, 'trackSale' | 'release' | 'onFinalTrade'>;
  readonly listener: Pick<VenueListener, 'onReport' | 'onAnomaly'>;
}

const PARKED_MAX = 2_000;
const MICRO = 1_000_000n;

/** The orders of ours that this process knows: those that live, and the last ones that ended. */
export class OrderRegistry {
  readonly #deps: OrdersDeps;
  readonly #live = new Map<string, TrackedOrder>();
  readonly #ended: LRUCache<string, TrackedOrder>;
  /** Fills whose order we have not met yet: a trade may come before anything else about it. */
  readonly #parked = new LRUCache<string, readonly OwnFill[]>({ max: PARKED_MAX });
  readonly #strangers = new LRUCache<string, true>({ max: PARKED_MAX });
  #changes = 0;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
    this.#ended = new LRUCache({ max: deps.ordersKept });
  }

  get changeCount(): number {
    return this.#changes;
  }

  find(id: string): TrackedOrder | null {
    return this.#live.get(id) ?? this.#ended.get(id) ?? null;
  }

  liveOrders(): readonly TrackedOrder[] {
    return [...this.#live.values()];
  }

  /** Every record kept, ended ones too. */
  allOrders(): readonly TrackedOrder[] {
    return [...this.#live.values(), ...this.#ended.values()];
  }

  /** Takes up an order of ours: one about to be sent, or one that the venue showed. Fills seen of it are its own. */
  add(terms: OrderTerms, at: TimestampMs): TrackedOrder {
    const record = new TrackedOrder(terms, at);
    for (const fill of this.find(terms.id)?.fills ?? []) record.applyFill(fill);
    const parked = this.#parked.get(terms.id) ?? [];
    this.#parked.delete(terms.id);
    for (const { fill } of parked) record.applyFill(fill);
    this.#deps.balances.trackSale(record);
    this.recordChange(record);
    return record;
  }

  /** A record for an order that we did not send in this life, as the venue shows it. */
  addFromVenue(wire: WireOrder, listing: Listing): TrackedOrder | null {
    const outcome = findOutcome(listing, wire.tokenId);
    if (outcome === null) return null;
    const { id, tokenId, side, price, qty, isKilled, expirationMs } = wire;
    const { venueInstrumentId } = listing.instrument;
    // The venue ends it a minute before the time that was stated.
    const expiresAt = expirationMs === null ? null : ((expirationMs - 60_000) as TimestampMs);
    const terms = {
      id,
      venueInstrumentId,
      tokenId,
      side,
      outcome,
      isMarket: false,
      price,
      qty,
      expiresAt,
      kill: isKilled ? ('venue' as const) : null,
      isQtyKnown: true,
    };
    return this.add(terms, (wire.atMs ?? this.#deps.clock.now()) as TimestampMs);
  }

  /** It was refused or never left: no order of ours by that name. */
  remove(record: TrackedOrder): void {
    this.#live.delete(record.terms.id);
    this.#deps.balances.release(record);
  }

  /** Folds what the venue shows of an order into its record. */
  applyVenueOrder(record: TrackedOrder, shown: WireOrder, now: TimestampMs): void {
    const wire = this.#inOurUnits(record, shown);
    const at = (shown.atMs ?? now) as TimestampMs;
    record.isAcknowledged = true;
    record.raiseMatchedQty(wire.matched);
    if (wire.status === 'live' || wire.status === 'delayed') record.confirmOpen();
    if (wire.status === 'matched') this.#matched(record, at);
    if (wire.status === 'cancelled') this.close(record, at, null);
    if (wire.status === 'resolved') record.close('CANCELLED', 'market_closed', at);
    if (wire.status === 'invalid') record.close('CANCELLED', 'venue_rule', at);
    this.recordChange(record);
  }

  /** Ends a record that the venue has closed, with the reason that fits best. */
  close(record: TrackedOrder, at: TimestampMs, reason: VenueCloseReason | null): void {
    const { kill, expiresAt } = record.terms;
    if (kill !== null) record.close('CANCELLED', 'ioc_remainder', at);
    else if (reason !== null) record.close('CANCELLED', reason, at);
    else if (expiresAt !== null && at >= expiresAt - 1_000) record.close('EXPIRED', 'expired', at);
    else record.close('CANCELLED', record.isCancelRequested ? 'requested' : 'venue_rule', at);
    this.recordChange(record);
  }

  /** Applies fills to their orders. Returns the records they changed; fills of unknown orders are parked. */
  applyFills(fills: readonly OwnFill[]): readonly TrackedOrder[] {
    const changed = new Set<TrackedOrder>();
    for (const own of fills) {
      const record = this.find(own.orderId);
      if (record === null) this.#park(own);
      else {
        const taken = record.applyFill(own.fill);
        if (taken === 'new') changed.add(record);
        if (taken === 'new' && own.fill.settlement === 'FINAL') this.#deps.balances.onFinalTrade();
        if (taken === 'reversed')
          this.#alarm('settlement_reversed', `trade ${own.fill.venueTradeId} of ${own.orderId}`);
      }
    }
    for (const record of changed) this.recordChange(record);
    return [...changed];
  }

  /** Fills seen of an order that has no record. */
  parkedFills(orderId: string): readonly OwnFill[] {
    return this.#parked.get(orderId) ?? [];
  }

  /** Tells what is known, unless a request under way will answer with it. */
  publish(record: TrackedOrder): void {
    if (record.hasPendingRequest) return;
    this.#deps.listener.onReport(record.takeUpdate());
  }

  /** An order under our key that we neither sent nor found at the start: said once. */
  reportExternalOrder(id: string): void {
    if (this.#strangers.has(id)) return;
    this.#strangers.set(id, true);
    this.#alarm('external_order', `order ${id} is under our key and none of ours`);
  }

  isExternal(id: string): boolean {
    return this.#strangers.has(id);
  }

  /** A record was changed by whoever holds it. */
  recordChange(record: TrackedOrder): void {
    this.#changes += 1;
    record.lastChange = this.#changes;
    const { id } = record.terms;
    if (record.isClosed && !record.hasMissingFills) {
      this.#live.delete(id);
      this.#ended.set(id, record);
    } else {
      this.#ended.delete(id);
      this.#live.set(id, record);
    }
  }

  #matched(record: TrackedOrder, at: TimestampMs): void {
    // Of an order that must not rest, `matched` says only that it is over.
    if (record.terms.kill !== null) return this.close(record, at, null);
    record.raiseMatchedQty(record.terms.qty);
    record.close('FILLED', null, at);
  }

  /** Sizes are decimal text, and were once whole millionths: recognised by the size that we sent. */
  #inOurUnits(record: TrackedOrder, wire: WireOrder): WireOrder {
    if (wire.qty !== record.terms.qty * MICRO) return wire;
    this.#alarm('unknown_shape', `order ${wire.id} is told in millionths`);
    return { ...wire, qty: record.terms.qty, matched: (wire.matched / MICRO) as Qty };
  }

  #park(own: OwnFill): void {
    const others = this.parkedFills(own.orderId).filter(
      ({ fill }) => fill.venueTradeId !== own.fill.venueTradeId,
    );
    this.#parked.set(own.orderId, [...others, own]);
  }

  #alarm(kind: VenueAnomaly['kind'], detail: string): void {
    this.#deps.listener.onAnomaly({ kind, detail });
  }
}
