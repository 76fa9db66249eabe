import { createLruCache, type VenueClientId } from '#contract';
import { type Clock, type VenueListener, type VenueQuery, wait } from '#ports';
import { parseText, toFields } from '../codec/polymarket-decoder.ts';
import { type Listing, toOwnFills } from '../codec/polymarket-mapping.ts';
import {
  parseOrder,
  parseTrade,
  type WireMaker,
  type WireOrder,
  type WireTrade,
} from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import type { Wallet } from '../signing/wallet.ts';
import type { TrackedOrder } from './polymarket-order-tracker.ts';
import type { OrderRegistry } from './polymarket-orders.ts';

/** A market read by one of its tokens. */
export interface FetchedListing {
  readonly listing: Listing | null; // null: not found
  readonly isComplete: boolean; // false: a read failed, so a market that was not found may exist
}

/** The markets of orders and trades. */
export interface Listings {
  find(conditionId: string): Listing | null;
  byToken(tokenId: string): Listing | null;
  /** Fetches a market that the catalogue does not have, among open and closed ones. */
  fetch(what: { readonly tokenId: string }): Promise<FetchedListing>;
  /** Fetches a market again soon, because its terms seem to have changed. */
  recheck(conditionId: string): void;
}

export interface OrderQueriesDeps {
  readonly client: PolymarketClient;
  readonly wallet: Pick<Wallet, 'maker'>;
  readonly orders: OrderRegistry;
  /** Whether another key of the wallet, whose orders are known too, placed the order. */
  readonly isOfOtherKey: (order: Pick<WireMaker, 'orderId' | 'owner'>) => boolean;
  /** Why a complete list of the key may lack its orders; null if it has them. */
  readonly findBlindness: () => string | null;
  readonly listings: Listings;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

type FetchedOrder =
  | { readonly kind: 'shown'; readonly wire: WireOrder }
  | { readonly kind: 'not_open' } // the venue only serves open orders reliably; this proves nothing else
  | { readonly kind: 'failed'; readonly why: string };

/** The orders of the trades that were read, or why not all trades could be read. */
export type TradesResult =
  | {
      readonly kind: 'all';
      readonly orderIds: ReadonlySet<string>;
      readonly changed: ReadonlySet<TrackedOrder>;
      readonly unowned: readonly string[]; // trades of our account of which no order is known to be ours
      /** Orders in trades of markets that the venue does not list: whose they are, and what they filled, is not known. */
      readonly unlisted: ReadonlySet<string>;
    }
  | { readonly kind: 'failed'; readonly why: string };

export type TradesQuery = Partial<Record<'id' | 'market' | 'after', string>>;

/** A trade or an order may appear this much later than it happened; also covers clock differences. */
export const OVERLAP_MS = 120_000;
/** An acknowledged order that is twice not found open, this far apart, is closed. */
const MISSED_MS = 10_000;
const DELAY_MARGIN_MS = 5_000;
const TRADE_POLL_MS = 250;
const TRADE_POLLS = 24;
/** Reads of a trade whose event has no makers; later the poll of open orders finds it. */
const EVENT_READS = 4;
const EVENT_READ_MS = 1_000;
const REPORTED_MAX = 1_000;
const ORDER_ID = /^0x[0-9a-f]{64}$/;

export const isOrderId = (text: string): boolean => ORDER_ID.test(text);

/** Queries the venue for orders and trades, and applies the answers to the order records. */
export class OrderQueries {
  readonly #deps: OrderQueriesDeps;
  readonly #reported = createLruCache<string, true>(REPORTED_MAX);

  constructor(deps: OrderQueriesDeps) {
    this.#deps = deps;
  }

  /**
   * Queries one order: the order itself and the trades of its market. `absent` only if both were read completely
   * and neither contains it.
   */
  async queryOrder(id: VenueClientId, venueInstrumentId: string): Promise<VenueQuery> {
    if (!isOrderId(id)) return { kind: 'absent' };
    const fetched = await this.fetchOrder(id);
    if (fetched.kind === 'failed') return fetched;
    const record =
      fetched.kind === 'shown' ? await this.applyVenueOrder(fetched.wire) : this.#deps.orders.find(id);
    const trades = await this.fetchTrades(
      record === null ? this.#toMarketFilter(venueInstrumentId) : this.toTradesQuery(record),
    );
    if (trades.kind === 'failed') return trades;
    if (trades.unlisted.has(id))
      return { kind: 'failed', why: `the venue does not list the market of ${id}` };
    if (fetched.kind === 'not_open') return this.#resolveNotOpen(id, record, trades.unowned);
    if (record === null) return { kind: 'failed', why: `order ${id} is of a market that we do not know` };
    if (fetched.wire.status === 'delayed') return { kind: 'failed', why: 'delayed by the venue' };
    if (record.terms.kill !== null && !record.isClosed) {
      return { kind: 'failed', why: 'must not rest, and is not closed yet' };
    }
    return { kind: 'found', report: record.toReport() };
  }

  /** The venue's own record of an order. */
  async fetchOrder(id: string): Promise<FetchedOrder> {
    const answer = await this.#deps.client.readPrivate(`/data/order/${id}`);
    if (answer.kind === 'failed') return answer;
    if (answer.status === 404 || (answer.status === 200 && isEmptyAnswer(answer.value, answer.body))) {
      return { kind: 'not_open' };
    }
    if (answer.status !== 200) return { kind: 'failed', why: `HTTP ${answer.status}` };
    const wire = parseOrder(answer.value);
    if (!wire.ok) return { kind: 'failed', why: this.#reportUnknownShape(wire.error) };
    if (wire.value.id !== id) return { kind: 'failed', why: `requested ${id}, received ${wire.value.id}` };
    return { kind: 'shown', wire: wire.value };
  }

  /** Applies an order message of the venue to its record, creating the record if needed. */
  async applyVenueOrder(wire: WireOrder): Promise<TrackedOrder | null> {
    const { orders, clock } = this.#deps;
    const { listing } = await this.findListing(wire.tokenId);
    const known = orders.find(wire.id);
    const isWhole = known?.terms.isQtyKnown ?? false;
    const record = isWhole || listing === null ? known : orders.addFromVenue(wire, listing);
    if (record !== null) orders.applyVenueOrder(record, wire, clock.now());
    return record;
  }

  /** The market of a token, without a request. */
  findListed(tokenId: string): Listing | null {
    return this.#deps.listings.byToken(tokenId);
  }

  /** The market of a token: a known one, or as it is read now. */
  async findListing(tokenId: string): Promise<FetchedListing> {
    const { listings } = this.#deps;
    const listing = listings.byToken(tokenId);
    return listing === null ? listings.fetch({ tokenId }) : { listing, isComplete: true };
  }

  /** Whether an entry that cannot be decoded names an order and a wallet, and both are not ours. */
  isForeignEntry(entry: unknown): boolean {
    const { id, owner, maker_address } = toFields(entry) ?? {};
    const [orderId, makerAddress] = [parseText(id), parseText(maker_address)];
    if (orderId === null || makerAddress === null) return false;
    return !this.isOwn({ orderId, makerAddress, owner: parseText(owner) ?? '' });
  }

  /** Fetches all pages of our trades and applies them. */
  async fetchTrades(query: TradesQuery): Promise<TradesResult> {
    const list = await this.#deps.client.listPrivate('/data/trades', query);
    if (list.kind === 'failed') return list;
    const orderIds = new Set<string>();
    const changed = new Set<TrackedOrder>();
    const unowned: string[] = [];
    const unlisted = new Set<string>();
    for (const item of list.items) {
      const applied = await this.applyTrade(item);
      if (applied.kind === 'failed') return applied;
      for (const id of applied.orderIds) orderIds.add(id);
      for (const record of applied.changed) changed.add(record);
      unowned.push(...applied.unowned);
      for (const id of applied.unlisted) unlisted.add(id);
    }
    return { kind: 'all', orderIds, changed, unowned, unlisted };
  }

  /** The query for all trades that an order can have. */
  toTradesQuery({ terms, sentAt }: TrackedOrder): TradesQuery {
    const filter = this.#toMarketFilter(terms.venueInstrumentId);
    return sentAt === null ? filter : { ...filter, after: toAfterParam(sentAt) };
  }

  /**
   * Condition ids of Protocol V2 have 31 bytes or a zero byte more, and the venue does not document which of them
   * its filter matches. A filter that matches nothing would look like proof that an order did not trade.
   */
  #toMarketFilter(market: string): TradesQuery {
    return this.#deps.listings.find(market)?.protocol === 'v2' ? {} : { market };
  }

  /** Applies one trade of an event. One without its makers, or with empty amounts, is read as a record instead. */
  async applyTradeEvent(event: unknown): Promise<TradesResult> {
    const trade = parseTrade(event);
    if (!trade.ok || isComplete(trade.value)) return this.applyTrade(event);
    const query = { id: trade.value.id };
    let recorded = await this.fetchTrades(query);
    for (let read = 1; read < EVENT_READS && !hasOrders(recorded); read += 1) {
      await wait(this.#deps.clock, EVENT_READ_MS);
      recorded = await this.fetchTrades(query);
    }
    return recorded;
  }

  /** Applies one trade of a query or an event. */
  async applyTrade(item: unknown): Promise<TradesResult> {
    const { orders, listings } = this.#deps;
    const trade = parseTrade(item);
    if (!trade.ok) return { kind: 'failed', why: this.#reportUnknownShape(trade.error) };
    const { tokenId } = trade.value;
    // No await for a known market, so that trades are applied in the order of arrival.
    const known = listings.byToken(tokenId);
    const { listing, isComplete: isRead } =
      known === null ? await listings.fetch({ tokenId }) : { listing: known, isComplete: true };
    if (listing === null) return this.#applyUnlisted(trade.value, isRead);
    const isOwn = (maker: WireMaker): boolean => this.isOwn(maker);
    const fills = toOwnFills({ ...trade.value, isTaker: this.#isTaker(trade.value) }, isOwn, listing);
    if (fills === null)
      return {
        kind: 'failed',
        why: this.#reportUnknownShape(`our trade ${trade.value.id} has an empty amount`),
      };
    const unowned = fills.length === 0 ? [this.#reportUnowned(trade.value)] : [];
    if (fills.length > 0 && listing.instrument.fees === null) this.#reportUnknownFee(listing);
    const changed = new Set(orders.applyFills(fills));
    const orderIds = new Set(fills.map(({ orderId }) => orderId));
    return { kind: 'all', orderIds, changed, unowned, unlisted: new Set() };
  }

  /**
   * A trade in a market that the venue does not list, such as one of a kind that we do not know. Orders are sent for listed
   * markets only, so it is of another program, unless the market has disappeared since: then our order stays in doubt.
   */
  #applyUnlisted({ id, takerOrderId, makers }: WireTrade, isRead: boolean): TradesResult {
    const unlisted = new Set([takerOrderId, ...makers.map(({ orderId }) => orderId)]);
    const isOurs = [...unlisted].some((orderId) => this.#deps.orders.find(orderId) !== null);
    if (!isRead || isOurs) return { kind: 'failed', why: `trade ${id} belongs to an unknown market` };
    this.#reportOnce(`trade ${id} is in a market that the venue does not list`);
    return { kind: 'all', orderIds: new Set(), changed: new Set(), unowned: [], unlisted };
  }

  /**
   * Whether an order is of this key: by its hash, which it signed, then by the API key, then by the wallet that pays, unless
   * another key of the wallet placed it. The wallet counts because the orders of an API key that was replaced keep that one.
   */
  isOwn({ orderId, owner, makerAddress }: Pick<WireMaker, 'orderId' | 'owner' | 'makerAddress'>): boolean {
    const { orders, wallet, client, isOfOtherKey } = this.#deps;
    if (orders.find(orderId) !== null) return true;
    if (owner !== '' && owner === client.credentials?.apiKey) return true;
    if (isOfOtherKey({ orderId, owner })) return false;
    return makerAddress?.toLowerCase() === wallet.maker.toLowerCase();
  }

  /** A message without our role is ours nevertheless: we were the taker if its order or none of its makers is ours. */
  #isTaker({ isTaker, takerOrderId, makers }: WireTrade): boolean {
    if (isTaker !== null) return isTaker;
    return this.#deps.orders.find(takerOrderId) !== null || !makers.some((maker) => this.isOwn(maker));
  }

  /**
   * Waits until the record has these trades and as much filled as the venue reports: a trade may appear
   * shortly after its match.
   *
   * @returns false if they did not appear in time
   */
  async waitForFills(record: TrackedOrder, tradeIds: readonly string[]): Promise<boolean> {
    for (let poll = 0; poll < TRADE_POLLS; poll += 1) {
      const missing = tradeIds.filter((id) => !record.hasTrade(id));
      if (missing.length === 0 && !record.hasMissingFills) return true;
      if (poll > 0) await wait(this.#deps.clock, TRADE_POLL_MS);
      const queries = missing.length > 0 ? missing.map((id) => ({ id })) : [this.toTradesQuery(record)];
      for (const query of queries) await this.fetchTrades(query);
    }
    return false;
  }

  /** The state of an order that the venue does not show as open, after reading all trades of its market. */
  #resolveNotOpen(id: VenueClientId, known: TrackedOrder | null, unowned: readonly string[]): VenueQuery {
    const record = known ?? this.createFromTrades(id);
    if (record !== null && record.isClosed && !record.hasMissingFills)
      return { kind: 'found', report: record.toReport() };
    const why = this.#deps.findBlindness();
    if (why !== null) return { kind: 'failed', why };
    const [trade] = unowned;
    if (trade !== undefined) return { kind: 'failed', why: `trade ${trade} may be of this order` };
    if (record === null) return { kind: 'absent' };
    const nowMs = this.#deps.clock.monotonicMs();
    const delayedUntilMs = (record.sentAtMs ?? 0) + this.#venueDelayMs(record);
    if (nowMs < delayedUntilMs) return { kind: 'failed', why: 'the venue may still be delaying it' };
    if (!record.isSeenAtVenue) return { kind: 'absent' };
    record.firstMissedAtMs ??= nowMs;
    if (nowMs - record.firstMissedAtMs < MISSED_MS)
      return { kind: 'failed', why: 'not open, but not yet proven to be closed' };
    this.#presumeClosed(record);
    return { kind: 'found', report: record.toReport() };
  }

  /** Sports markets delay a marketable order for seconds before they match it. */
  #venueDelayMs({ terms }: TrackedOrder): number {
    const delaySeconds = this.#deps.listings.find(terms.venueInstrumentId)?.delaySeconds ?? 0;
    return delaySeconds === 0 ? 0 : delaySeconds * 1000 + DELAY_MARGIN_MS;
  }

  #presumeClosed(record: TrackedOrder): void {
    const { orders, listings, clock } = this.#deps;
    const { expiresAt, venueInstrumentId } = record.terms;
    const now = clock.now();
    const status = listings.find(venueInstrumentId)?.instrument.status;
    if (expiresAt !== null && now >= expiresAt) record.presumeClosed('EXPIRED', 'expired', now);
    else if (record.isCancelRequested) record.presumeClosed('CANCELLED', 'requested', now);
    else if (status === 'CLOSED' || status === 'SETTLED')
      record.presumeClosed('CANCELLED', 'market_closed', now);
    else record.presumeClosed('CANCELLED', 'venue_rule', now);
    orders.recordChange(record);
  }

  /**
   * Creates a record for an order of a previous process that the venue no longer serves, from its received fills
   * only; null if there are none. Its quantity is unknown, so fills never close it.
   */
  createFromTrades(id: string): TrackedOrder | null {
    const { orders, listings } = this.#deps;
    const [first, ...rest] = orders.parkedFills(id);
    const listing = first === undefined ? null : listings.byToken(first.tokenId);
    if (first === undefined || listing === null) return null;
    const qty = [first, ...rest].reduce((sum, { fill }) => sum + fill.qty, 0n) as typeof first.fill.qty;
    const { side, outcome, at } = first.fill;
    const { tokenId } = first;
    const { venueInstrumentId } = listing.instrument;
    const unknownFields = {
      price: null,
      expiresAt: null,
      kill: null,
      isMarket: false,
      isQtyKnown: false,
    } as const;
    const record = orders.add({ id, venueInstrumentId, tokenId, side, outcome, qty, ...unknownFields }, at);
    record.isAcknowledged = true; // it traded at the venue
    return record;
  }

  #reportUnowned({ id }: WireTrade): string {
    const detail = `trade ${id} is of our account, and none of its makers is ours`;
    this.#deps.listener.onAnomaly({ kind: 'unknown_fill', detail });
    return id;
  }

  /** Each reconciliation reads the same trades again. */
  #reportOnce(detail: string): void {
    if (this.#reported.has(detail)) return;
    this.#reported.set(detail, true);
    this.#deps.listener.onAnomaly({ kind: 'unknown_fill', detail });
  }

  #reportUnknownFee({ instrument: { venueInstrumentId } }: Listing): void {
    const detail = `the fee schedule of market ${venueInstrumentId} is not understood, so fills have no fee`;
    this.#deps.listener.onAnomaly({ kind: 'unknown_fee', detail });
  }

  #reportUnknownShape(why: string): string {
    this.#deps.listener.onAnomaly({ kind: 'unknown_shape', detail: why });
    return why;
  }
}

/** A trade lacks the prices paid without its makers, and what was filled without an amount. */
const isComplete = ({ price, qty, makers }: WireTrade): boolean =>
  makers.length > 0 && [{ price, qty }, ...makers].every((part) => part.price !== null && part.qty !== null);

const hasOrders = (result: TradesResult): boolean => result.kind === 'all' && result.orderIds.size > 0;

/** The `after` parameter (Unix seconds) for reading everything since `ms`, with an overlap for late entries. */
export const toAfterParam = (ms: number): string => String(Math.floor((ms - OVERLAP_MS) / 1000));

/** The venue answers for closed and unknown orders with several kinds of empty body. */
function isEmptyAnswer(value: unknown, body: string): boolean {
  if (body.trim() === '' || value === null || value === '') return true;
  const fields = toFields(value);
  return fields !== null && Object.keys(fields).length === 0;
}
