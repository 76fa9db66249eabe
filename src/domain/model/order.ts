import type {
  AccountId,
  ClientOrderId,
  FillId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  SubaccountId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from './ids.ts';
import type { Notional, Price, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

export type Side = 'BUY' | 'SELL';
export type Outcome = 'YES' | 'NO';
export type OrderType = 'LIMIT' | 'MARKET';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';
export type RoutingMode = 'DIRECT' | 'BEST_PRICE' | 'SPLIT';

export const ORDER_STATUSES = [
  'PENDING_SUBMISSION',
  'OPEN',
  'PARTIAL',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export type OrderReason =
  | 'user_cancel'
  | 'cancel_all'
  | 'risk_cancel_all'
  | 'ioc_remainder'
  | 'fok_unfilled'
  | 'no_liquidity'
  | 'expired'
  | 'market_closed'
  | 'venue_rejected'
  | 'venue_cancelled'
  | 'venue_unavailable'
  | 'kill_switch'
  | 'replace_interrupted'
  | 'fill_voided';

export interface Routing {
  readonly mode: RoutingMode;
  readonly venues: readonly VenueName[] | null; // a restriction of BEST_PRICE and SPLIT; null means all
}

/** What a caller asks, parsed and with its defaults filled in. Decimals keep the caller's spelling for the echo. */
export interface NewOrder {
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId | null; // set exactly for DIRECT
  readonly genericAssetId: GenericAssetId | null; // set exactly for BEST_PRICE and SPLIT
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly expiresAt: TimestampMs | null;
  readonly price: Price | null; // own terms; null for MARKET
  readonly priceText: string | null;
  readonly qty: Qty;
  readonly qtyText: string;
  readonly routing: Routing;
  readonly clientOrderId: ClientOrderId | null;
}

/** One child of an order at one venue. Prices in the order's own terms; see `outcome` for inverted members. */
export interface Leg {
  readonly leg: number; // 1, 2, …
  readonly generation: number; // grows with each cancel-and-replace of this leg
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly outcome: Outcome; // the instrument's own; opposite of the order's on an inverted member
  readonly clientId: VenueClientId; // our name for it at the venue, journaled before the send
  readonly venueOrderId: VenueOrderId | null;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly filledQty: Qty;
  readonly filledNotional: Notional; // Σ price × qty of its fills, own terms
  readonly atVenue: AtVenue | null; // null: asked for `qty`, matched `filledQty`
}

/**
 * What the present generation of a leg was sent for and has matched there. It stands apart from the leg's
 * own sums once earlier generations have filled a part, or a fill has been voided: what is voided does
 * not rest again.
 */
export interface AtVenue {
  readonly qty: Qty;
  readonly takenQty: Qty; // matched, voided fills included; never falls
}

/** The amendable fields, as asked; null leaves a field as it is. */
export interface AmendChange {
  readonly price: Price | null;
  readonly priceText: string | null;
  readonly qty: Qty | null; // the new total
  readonly qtyText: string | null;
  readonly tif: 'GTC' | 'GTD' | null;
  readonly expiresAt: TimestampMs | null;
  readonly legs: readonly LegTarget[]; // what each live leg concerned is to become
}

/** A leg as an amend wants it. A target `qty` equal to what is filled means: cancel the rest. */
export interface LegTarget {
  readonly leg: number;
  readonly price: Price | null;
  readonly qty: Qty;
}

export type PendingAction = 'cancel' | 'amend';

/** One life of a leg at its venue: each replacement begins another. */
export interface LegRef {
  readonly leg: number;
  readonly generation: number;
  readonly clientId: VenueClientId;
}

/** An order and its legs. Immutable: a change is a new value. */
export interface Order extends NewOrder {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly keyId: KeyId; // who asked, for the audit
  readonly fingerprint: string; // of the normalised request, for idempotency
  readonly status: OrderStatus;
  readonly legs: readonly Leg[];
  readonly fees: Notional;
  readonly loosestPrice: Price | null; // the least favourable limit it ever had: a fill may be older than an amend
  readonly pendingAction: PendingAction | null;
  readonly pendingAmend: AmendChange | null; // what a venue has been asked to change
  readonly cancelReason: OrderReason | null; // why we asked the venue to cancel, once we did
  readonly reason: OrderReason | null;
  readonly createdAt: TimestampMs;
  readonly updatedAt: TimestampMs;
  readonly answer: Order | null; // the order as first answered to its caller (its own `answer` is null)
}

export type Liquidity = 'MAKER' | 'TAKER' | 'SETTLEMENT';

/**
 * `PENDING`: matched, and could still be undone by the venue. `FINAL`: stands. `VOID`: never happened; sent
 * for a fill that was told as PENDING.
 */
export type FillSettlement = 'PENDING' | 'FINAL' | 'VOID';

/** A confirmed execution: the one source of positions and realized PnL. */
export interface Fill {
  readonly id: FillId;
  readonly orderId: OrderId | null; // null for a settlement
  readonly leg: number | null;
  readonly generation: number; // of the leg; 1 unless a replacement filled
  readonly clientOrderId: ClientOrderId | null;
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueTradeId: string;
  readonly side: Side;
  readonly outcome: Outcome; // the instrument's own
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional;
  readonly liquidity: Liquidity;
  readonly realizedPnl: Notional; // without the fee
  readonly timestamp: TimestampMs;
  readonly settlement: FillSettlement;
  readonly voids: FillId | null; // set on the record that takes a voided fill back
}

const LIVE: ReadonlySet<OrderStatus> = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** What the present generation could still match at its venue, whether the leg lives or not. */
export function remainingQty({ qty, filledQty, atVenue }: Leg): Qty {
  const rest = atVenue === null ? qty - filledQty : atVenue.qty - atVenue.takenQty;
  return (rest > 0n ? rest : 0n) as Qty;
}

/** A larger total is asked of the leg's venue: it may work it before we are told. */
export const isQtyIncreasePending = ({ pendingAmend }: Order, { leg, qty }: Leg): boolean =>
  pendingAmend?.legs.some((target) => target.leg === leg && target.qty > qty) ?? false;

/** What the present generation has matched, voided fills included. */
export const matchedQty = ({ filledQty, atVenue }: Leg): Qty => atVenue?.takenQty ?? filledQty;

export const isLive = (status: OrderStatus): boolean => LIVE.has(status);
export const oppositeOutcome = (outcome: Outcome): Outcome => (outcome === 'YES' ? 'NO' : 'YES');
export const sumFilledQty = (order: Order): Qty =>
  order.legs.reduce((sum, leg) => (sum + leg.filledQty) as Qty, 0n as Qty);
export const sumFilledNotional = (order: Order): Notional =>
  order.legs.reduce((sum, leg) => (sum + leg.filledNotional) as Notional, 0n as Notional);
