import type { LRUCache } from 'lru-cache';
import { createLruCache, describeExternalOrder, type Notional, type Qty, type TimestampMs } from '#contract';
import type { Clock, VenueAnomaly, VenueCloseReason, VenueListener } from '#ports';
import { findOutcome, type Listing, type OwnFill } from '../codec/polymarket-mapping.ts';
import type { WireOrder } from '../codec/polymarket-messages.ts';
import { DUST, type OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';
import type { TokenBalances } from './token-balances.ts';

export interface OrdersDeps {
  readonly clock: Clock;
  readonly ordersKept: number;
  readonly balances: Pick<TokenBalances, 'refresh'>;
  readonly listener: Pick<VenueListener, 'onReport' | 'onAnomaly'>;
}

const PARKED_MAX = 2_000;
const MICRO = 1_000_000n;

/** The account's orders known to this process: all live ones, and the most recently closed ones. */
export class OrderRegistry {
  readonly #deps: OrdersDeps;
  readonly #live = new Map<string, TrackedOrder>();
  readonly #ended: LRUCache<string, TrackedOrder>;
  /** Purchases that may keep cash, by id: the live ones, and those that ended until their trades are on the chain. */
  readonly #purchases = new Map<string, TrackedOrder>();
  /** Fills of orders without a record: a trade may arrive before any other message about its order. */
  readonly #parkedFills = createLruCache<string, readonly OwnFill[]>(PARKED_MAX);
  readonly #external = createLruCache<string, true>(PARKED_MAX);
  #changes = 0;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
    this.#ended = createLruCache(deps.ordersKept);
  }

  get changeCount(): number {
    return this.#changes;
  }

  find(id: string): TrackedOrder | null {
    // A purchase that still keeps cash is needed for the end of its trades, however many orders have ended since.
    return this.#live.get(id) ?? this.#ended.get(id) ?? this.#purchases.get(id) ?? null;
  }

  liveOrders(): readonly TrackedOrder[] {
    return [...this.#live.values()];
  }

  /** All records, closed ones included. */
  allOrders(): readonly TrackedOrder[] {
    return [...this.#live.values(), ...this.#ended.values()];
  }

  /** What the venue keeps of the wallet's balance for purchases that we know. */
  get cashKept(): Notional {
    const nowMs = this.#deps.clock.monotonicMs();
    let sum = 0n;
    for (const [id, record] of this.#purchases) {
      const cashKept = record.computeCashKept(nowMs);
      if (record.isClosed && cashKept === 0n) this.#purchases.delete(id);
      else sum += cashKept;
    }
    return sum as Notional;
  }

  /** Adds a record for an order about to be sent or shown by the venue, with the fills received for it so far. */
  add(terms: OrderTerms, at: TimestampMs): TrackedOrder {
    const record = new TrackedOrder(terms, at);
    const known = this.find(terms.id);
    if (known !== null) record.copyFills(known);
    const parked = this.#parkedFills.get(terms.id) ?? [];
    this.#parkedFills.delete(terms.id);
    for (const { fill, payment } of parked) record.applyFill(fill, payment, this.#deps.clock.monotonicMs());
    this.recordChange(record);
    return record;
  }

  /** Adds a record for an order that this process did not send. Null if its token is not of this market. */
  addFromVenue(wire: WireOrder, listing: Listing): TrackedOrder | null {
    const outcome = findOutcome(listing, wire.tokenId);
    if (outcome === null) return null;
    const { id, tokenId, side, price, qty, kill, expirationMs } = wire;
    const { venueInstrumentId } = listing.instrument;
    // The venue expires an order a minute before its stated expiration.
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
      kill,
      isQtyKnown: true,
    };
    return this.add(terms, (wire.atMs ?? this.#deps.clock.now()) as TimestampMs);
  }

  /** Removes a record whose order was refused or never sent. */
  remove(record: TrackedOrder): void {
    this.#live.delete(record.terms.id);
    this.#purchases.delete(record.terms.id);
  }

  /** Applies an order message of the venue to its record. */
  applyVenueOrder(record: TrackedOrder, shown: WireOrder, now: TimestampMs): void {
    const wire = this.#normalizeUnits(record, shown);
    const at = (shown.atMs ?? now) as TimestampMs;
    record.isAcknowledged = true;
    record.show(wire);
    record.raiseMatchedQty(wire.matched);
    if (wire.status === 'live' || wire.status === 'delayed') record.confirmOpen();
    if (wire.status === 'matched') this.#applyMatched(record, wire, at);
    if (wire.status === 'cancelled') this.close(record, at, null);
    if (wire.status === 'resolved') record.close('CANCELLED', 'market_closed', at);
    if (wire.status === 'invalid') record.close('CANCELLED', 'venue_rule', at);
    this.recordChange(record);
  }

  /** Closes a record that the venue has closed, with the most likely reason. */
  close(record: TrackedOrder, at: TimestampMs, reason: VenueCloseReason | null): void {
    const { kill, expiresAt, qty } = record.terms;
    const isWhole = record.filledQty > 0n && qty - record.filledQty <= DUST;
    if (kill === 'whole' && isWhole) record.close('FILLED', null, at);
    else if (kill !== null)
      record.close('CANCELLED', kill === 'whole' ? 'fok_unfilled' : 'ioc_remainder', at);
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
        const result = record.applyFill(own.fill, own.payment, this.#deps.clock.monotonicMs());
        if (record.terms.side === 'BUY') this.#purchases.set(own.orderId, record); // may keep cash again
        if (result === 'new') changed.add(record);
        if (result === 'new' && own.fill.settlement === 'FINAL')
          this.#deps.balances.refresh(own.fill.side === 'BUY' ? own.tokenId : null);
        if (result === 'reversed')
          this.#reportAnomaly('settlement_reversed', `trade ${own.fill.venueTradeId} of ${own.orderId}`);
      }
    }
    for (const record of changed) this.recordChange(record);
    return [...changed];
  }

  /** Fills received for an order without a record. */
  parkedFills(orderId: string): readonly OwnFill[] {
    return this.#parkedFills.get(orderId) ?? [];
  }

  /** Publishes the order's update, unless a pending request will return it. */
  publish(record: TrackedOrder): void {
    if (record.hasPendingRequest) return;
    this.#deps.listener.onReport(record.takeUpdate());
  }

  /** Reports, once, an order of our account that this installation did not send. */
  reportExternalOrder(id: string): void {
    if (this.#external.has(id)) return;
    this.#external.set(id, true);
    this.#reportAnomaly('external_order', describeExternalOrder(id));
  }

  isExternal(id: string): boolean {
    return this.#external.has(id);
  }

  /** Must be called after each change of a record. */
  recordChange(record: TrackedOrder): void {
    this.#changes += 1;
    record.lastChange = this.#changes;
    const { id, side } = record.terms;
    if (side === 'BUY') this.#purchases.set(id, record);
    if (record.isClosed && !record.hasMissingFills) {
      this.#live.delete(id);
      this.#ended.set(id, record);
    } else {
      this.#ended.delete(id);
      this.#live.set(id, record);
    }
  }

  /**
   * The venue calls an order matched that was filled, and also one that ended after a part was filled, such as by a cancel. Its
   * size may be short of the signed one by dust.
   *
   * Source  nautechsystems/nautilus_trader#4787 (2026-08), #3728 (2026-03: 99.997714 of 100)
   */
  #applyMatched(record: TrackedOrder, { matched, isEvent }: WireOrder, at: TimestampMs): void {
    const { kill, qty } = record.terms;
    if (kill === 'part' || kill === 'cancel') return this.close(record, at, null);
    const isShort = matched > 0n && qty - matched > DUST;
    if (isShort && kill === null) {
      if (!isEvent)
        record.presumeClosed('CANCELLED', record.isCancelRequested ? 'requested' : 'venue_rule', at);
      return;
    }
    if (matched === 0n || isShort) record.raiseMatchedQty(qty);
    record.close('FILLED', null, at);
  }

  /**
   * Sizes are decimal text; the venue has sent millionths before. We detect them by the size we sent, or, for an order
   * that we learned in millionths after a restart, by the first decimal size.
   */
  #normalizeUnits(record: TrackedOrder, wire: WireOrder): WireOrder {
    if (record.terms.qty === wire.qty * MICRO) record.rescale(MICRO);
    if (wire.qty !== record.terms.qty * MICRO) return wire;
    this.#reportAnomaly('unknown_shape', `order ${wire.id} has sizes in millionths`);
    return { ...wire, qty: record.terms.qty, matched: (wire.matched / MICRO) as Qty };
  }

  #park(own: OwnFill): void {
    const others = this.parkedFills(own.orderId).filter(
      ({ fill }) => fill.venueTradeId !== own.fill.venueTradeId,
    );
    this.#parkedFills.set(own.orderId, [...others, own]);
  }

  #reportAnomaly(kind: VenueAnomaly['kind'], detail: string): void {
    this.#deps.listener.onAnomaly({ kind, detail });
  }
}
