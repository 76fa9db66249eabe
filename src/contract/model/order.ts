import type {
  AccountId,
  ClientOrderId,
  FillId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  OrderTag,
  SubaccountId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from './ids.ts';
import type { Notional, Price, Qty } from './money.ts';
import type { OrderFlags } from './order-flags.ts';
import type { OrderReason } from './order-reasons.ts';
import type { TimestampMs } from './time.ts';

export type { OrderReason, UnsentReason } from './order-reasons.ts';

export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];
export const OUTCOMES = ['YES', 'NO'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ORDER_TYPES = ['LIMIT', 'MARKET'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export const ROUTING_MODES = ['DIRECT', 'BEST_PRICE', 'SPLIT'] as const;
export type RoutingMode = (typeof ROUTING_MODES)[number];

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

export interface Routing {
  readonly mode: RoutingMode;
  readonly venues: readonly VenueName[] | null; // a restriction of BEST_PRICE and SPLIT; null means all
}

/** A parsed order request with defaults filled in. `…Text` fields keep the caller's decimals for responses. */
export interface NewOrder extends OrderFlags {
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId | null; // set exactly for DIRECT
  readonly genericAssetId: GenericAssetId | null; // set exactly for BEST_PRICE and SPLIT
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly expiresAt: TimestampMs | null;
  readonly price: Price | null; // in terms of `outcome`; null for MARKET
  readonly priceText: string | null;
  readonly qty: Qty;
  readonly qtyText: string;
  readonly routing: Routing;
  readonly clientOrderId: ClientOrderId | null;
}

/**
 * What is done with tokens at a venue where YES and NO are separate holdings. If it differs from the side of the order, the
 * leg is sent in the other outcome at one minus its price. Null at a venue that nets both outcomes, and in older records.
 */
export type TokenSide = Side | null;

/** A child order at one venue. Prices are in terms of the leg's outcome, which equal those of the order. */
export interface Leg {
  readonly leg: number; // 1, 2, …
  readonly generation: number; // from 1; each cancel/replace increments it
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly outcome: Outcome; // the instrument's; opposite of the order's outcome on an inverted member
  readonly tokenSide: TokenSide;
  readonly clientId: VenueClientId; // journaled before the send
  readonly venueOrderId: VenueOrderId | null;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly venueCode: string | null; // code and message of the venue when it refused or closed the leg
  readonly venueMessage: string | null;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly filledQty: Qty;
  readonly filledNotional: Notional; // Σ price × qty of its fills
  readonly atVenue: AtVenue | null; // null: equal to `qty` and `filledQty`
  readonly arrival: LegArrival | null; // null: no usable book, or a record older than this field
}

/** The market in the moment of acceptance, in terms of the leg's outcome. */
export interface LegArrival {
  readonly bid: Price | null; // best
  readonly ask: Price | null;
  readonly takes: Qty; // what the book offered within the limit
  readonly takesNotional: Notional; // Σ price × quantity of that, without fees
}

/**
 * Ordered and matched quantity of a leg's current generation at its venue. They differ from the leg's own
 * quantities once an earlier generation was filled in part or a fill was voided: a voided quantity is not
 * put back into the book.
 */
export interface AtVenue {
  readonly qty: Qty;
  readonly takenQty: Qty; // matched, including voided fills; never decreases
}

/** The amendable fields; null leaves a field unchanged. */
export interface AmendChange {
  readonly price: Price | null;
  readonly priceText: string | null;
  readonly qty: Qty | null; // the new total
  readonly qtyText: string | null;
  readonly tif: 'GTC' | 'GTD' | null;
  readonly expiresAt: TimestampMs | null;
  readonly legs: readonly LegTarget[]; // new terms of each live leg that changes
}

/** The new terms of one leg. A `qty` equal to the filled quantity cancels the remainder. */
export interface LegTarget {
  readonly leg: number;
  readonly price: Price | null;
  readonly qty: Qty;
}

export const PENDING_ACTIONS = ['cancel', 'amend'] as const;
export type PendingAction = (typeof PENDING_ACTIONS)[number];

/** One generation of a leg at its venue. Each cancel/replace starts another. */
export interface LegRef {
  readonly leg: number;
  readonly generation: number;
  readonly clientId: VenueClientId;
}

/** The leg while it has this generation; undefined once another one has replaced it. */
export const findLeg = (
  { legs }: Pick<Order, 'legs'>,
  { clientId }: Pick<LegRef, 'clientId'>,
): Leg | undefined => legs.find((leg) => leg.clientId === clientId);

/** An order and its legs. Immutable: each change creates a new value. */
export interface Order extends NewOrder {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly keyId: KeyId; // API key of the request, for the audit
  readonly fingerprint: string; // normalised request, to detect idempotent repeats
  readonly status: OrderStatus;
  readonly legs: readonly Leg[];
  readonly fees: Notional | null; // null: a fill has an unknown fee
  readonly loosestPrice: Price | null; // least strict limit it ever had, since a fill may precede an amend
  readonly pendingAction: PendingAction | null;
  readonly pendingAmend: AmendChange | null; // requested, and not yet confirmed by the venue
  readonly cancelReason: OrderReason | null; // set when a cancel was requested
  readonly reason: OrderReason | null;
  readonly createdAt: TimestampMs;
  readonly updatedAt: TimestampMs;
  readonly answer: Order | null; // the order as first returned to its caller (with `answer` null)
}

/**
 * What a fill is: `SETTLEMENT` closes a position in a resolved market, and `ADOPTED` takes over contracts that the venue's
 * account held without one of our orders. Both have no order.
 */
export const LIQUIDITIES = ['MAKER', 'TAKER', 'SETTLEMENT', 'ADOPTED'] as const;
export type Liquidity = (typeof LIQUIDITIES)[number];

/**
 * `PENDING`: matched, but the venue may still void it. `FINAL`: settled. `VOID`: a PENDING fill that the venue
 * cancelled afterwards.
 */
export const FILL_SETTLEMENTS = ['PENDING', 'FINAL', 'VOID'] as const;
export type FillSettlement = (typeof FILL_SETTLEMENTS)[number];

/** A confirmed execution. Positions and realized PnL are computed from fills only. */
export interface Fill {
  readonly id: FillId;
  readonly orderId: OrderId | null; // null for a settlement and for what was adopted
  readonly leg: number | null;
  readonly generation: number; // of the leg; 1 unless a replacement filled
  readonly clientOrderId: ClientOrderId | null;
  readonly tag: OrderTag | null; // of its order
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueTradeId: string;
  readonly side: Side;
  readonly outcome: Outcome; // the instrument's
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional | null; // null: unknown
  readonly liquidity: Liquidity;
  readonly realizedPnl: Notional; // without the fee
  readonly timestamp: TimestampMs;
  readonly settlement: FillSettlement;
  readonly voids: FillId | null; // set on a compensating fill: the voided fill
  readonly tokenSide: TokenSide; // of its leg
}

const LIVE: ReadonlySet<OrderStatus> = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** Quantity that the current generation has not matched at its venue, whether the leg is live or not. */
export function remainingQty({ qty, filledQty, atVenue }: Leg): Qty {
  const rest = atVenue === null ? qty - filledQty : atVenue.qty - atVenue.takenQty;
  return (rest > 0n ? rest : 0n) as Qty;
}

/** True while a quantity increase is pending: the venue may fill the larger quantity before it confirms. */
export const isQtyIncreasePending = ({ pendingAmend }: Order, { leg, qty }: Leg): boolean =>
  pendingAmend?.legs.some((target) => target.leg === leg && target.qty > qty) ?? false;

/** Matched quantity of the current generation, including voided fills. */
export const matchedQty = ({ filledQty, atVenue }: Leg): Qty => atVenue?.takenQty ?? filledQty;

export const isLive = (status: OrderStatus): boolean => LIVE.has(status);
/** True for BUY YES and SELL NO: both increase the position in YES terms. */
export const isYesBuy = (side: Side, outcome: Outcome): boolean => (side === 'BUY') === (outcome === 'YES');
export const oppositeOutcome = (outcome: Outcome): Outcome => (outcome === 'YES' ? 'NO' : 'YES');
export const sumFilledQty = (order: Order): Qty =>
  order.legs.reduce((sum, leg) => (sum + leg.filledQty) as Qty, 0n as Qty);
export const sumFilledNotional = (order: Order): Notional =>
  order.legs.reduce((sum, leg) => (sum + leg.filledNotional) as Notional, 0n as Notional);
