import type {
  Book,
  FeeSchedule,
  InstrumentId,
  NewOrder,
  Notional,
  OrderReason,
  Outcome,
  Price,
  PriceGrid,
  Qty,
  RoutingMode,
  TimeInForce,
  TokenSide,
  VenueName,
} from '#contract';

/** The order to route. Side, outcome and price are in terms of the generic asset. */
export interface RouteRequest extends Pick<NewOrder, 'side' | 'outcome' | 'type' | 'tif' | 'price' | 'qty'> {
  readonly mode: Exclude<RoutingMode, 'DIRECT'>;
  readonly postOnly?: boolean;
  readonly reduceOnly?: boolean; // no member gets more than it holds
}

/** Why a member is currently unusable. */
export const UNUSABLE_REASONS = [
  'venue_not_requested', // the order's `routing.venues` leaves it out
  'venue_disabled',
  'venue_unhealthy',
  'market_not_open',
  'book_unusable', // missing, stale, gapped or crossed
  'insufficient_balance', // the cash at the venue cannot pay for its leg
  'fees_unknown', // only in older ledgers
  'post_only_unsupported', // the order is post-only, and the venue cannot guarantee that
] as const;
export type UnusableReason = (typeof UNUSABLE_REASONS)[number];

/** One member of the asset with its terms and book. Candidates are passed in configured venue order. */
export interface RouteCandidate extends PriceGrid {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly inverted: boolean; // the asset's YES is this instrument's NO
  readonly book: Book | null; // YES terms of this instrument; null only when unusable
  readonly bookAgeMs: number | null;
  readonly unusable: UnusableReason | null;
  /** What the order can close there: a SELL sells it, a BUY covers it. Only what exceeds it opens a position. */
  readonly held: Qty;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly closeQtyMin: Qty; // minimum of a leg that only closes what is held: `qtyMin`, or less
  readonly buyNotionalMin: Notional | null; // minimum notional of a BUY that trades immediately; null: none
  readonly holdsTokens: boolean; // a SELL may be sent as a BUY of the other outcome, with that minimum
  readonly fees: FeeSchedule; // an estimate where the venue's schedule is unknown
  readonly tifs: readonly TimeInForce[];
}

/** A leg to place. It has the order's side, and its price rounded to the venue's tick. */
export interface PlannedLeg {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly outcome: Outcome; // the instrument's: opposite of the order's on an inverted member
  readonly tokenSide: TokenSide;
  readonly price: Price | null; // never worse than the order's limit; null for MARKET
  readonly qty: Qty; // whole lots, at least the venue's minimum
}

/** Why a usable member gets no leg. */
export const DROP_REASONS = [
  'tif_unsupported',
  'price_out_of_range', // the venue has no valid price within the limit
  'qty_step',
  'qty_below_min',
  'notional_below_min',
  'nothing_to_reduce', // the order is reduce-only, and can close nothing there, or not the whole quantity
  'not_chosen',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** State of one member at the time of the decision. */
export interface CandidateSnapshot {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly bookSequence: number | null;
  readonly bookAgeMs: number | null;
  readonly bestPrice: Price | null; // executable, in terms of the order's outcome; null when there is none
  readonly dropped: UnusableReason | DropReason | null; // null: it has a leg
}

/** Expected cost of a leg: the taken part at book prices, the resting part at its limit. */
export interface LegEstimate {
  readonly instrumentId: InstrumentId;
  readonly takes: Qty; // filled immediately by the book
  readonly takesNotional: Notional;
  readonly rests: Qty;
  readonly fee: Notional; // taker fee plus maker fee of the resting part, rounded as by the venue
  readonly cost: Notional; // fee included; negative for a SELL
}

/** The basis of the plan, stored with the order for its receipt. */
export interface RoutingDecision {
  readonly mode: RouteRequest['mode'];
  readonly candidates: readonly CandidateSnapshot[];
  readonly legs: readonly LegEstimate[] | null; // null in records older than this field
  readonly isLeast: boolean | null; // proven minimal cost; null in older records
}

/** Quantity without a leg, and the order's reason once its legs are closed. */
export interface Shortfall {
  readonly qty: Qty;
  readonly reason: Extract<OrderReason, 'fok_unfilled' | 'no_liquidity' | 'ioc_remainder'>;
}

/** Legs and shortfall sum to the order's quantity. Without legs the order is CANCELLED and not sent. */
export interface Plan {
  readonly legs: readonly PlannedLeg[];
  readonly shortfall: Shortfall | null;
  readonly decision: RoutingDecision;
}

/** True for an order whose unfilled part rests at the venue. */
export const isResting = ({ type, tif }: Pick<RouteRequest, 'type' | 'tif'>): boolean =>
  type === 'LIMIT' && (tif === 'GTC' || tif === 'GTD');
