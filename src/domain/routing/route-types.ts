import type { Book } from '../model/book.ts';
import type { FeeSchedule } from '../model/fee-schedule.ts';
import type { InstrumentId, VenueName } from '../model/ids.ts';
import type { Notional, Price, Qty } from '../model/money.ts';
import type { NewOrder, OrderReason, Outcome, RoutingMode, TimeInForce } from '../model/order.ts';
import type { PriceGrid } from '../model/price-grid.ts';

/** What is to be routed. Side, outcome and price are the asset's. */
export interface RouteRequest extends Pick<NewOrder, 'side' | 'outcome' | 'type' | 'tif' | 'price' | 'qty'> {
  readonly mode: Exclude<RoutingMode, 'DIRECT'>;
}

/** Why a member cannot be traded on at all just now. */
export type UnusableReason =
  | 'venue_not_requested' // the order's `routing.venues` leaves it out
  | 'venue_disabled'
  | 'venue_unhealthy'
  | 'market_not_open'
  | 'book_unusable' // missing, stale, gapped or crossed
  | 'fees_unknown'; // what it costs there cannot be told

/** One member of the asset with its terms and its book. Callers give them in configured venue order. */
export interface RouteCandidate extends PriceGrid {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly inverted: boolean; // the asset's YES is this instrument's NO
  readonly book: Book | null; // YES terms of this instrument; null only when unusable
  readonly bookAgeMs: number | null;
  readonly unusable: UnusableReason | null;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly buyNotionalMin: Notional | null; // the venue refuses a BUY of less that trades at once; null: takes any
  readonly mirrorsSales: boolean; // a SELL may be worked there as a BUY of the other outcome, under that minimum
  readonly fees: FeeSchedule | null; // null: not known
  readonly tifs: readonly TimeInForce[];
}

/** A child to place. Side is the order's; price stays the order's but for the venue's tick. */
export interface PlannedLeg {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly outcome: Outcome; // the instrument's own: opposite of the order's on an inverted member
  readonly price: Price | null; // never worse than the order's limit; null for MARKET
  readonly qty: Qty; // whole lots, at least the venue's minimum
}

/** Why a usable member takes no part. */
export type DropReason =
  | 'tif_unsupported'
  | 'price_out_of_range' // no price of the venue is as good as the limit
  | 'qty_step'
  | 'qty_below_min'
  | 'notional_below_min'
  | 'not_chosen';

/** One member as the decision saw it. */
export interface CandidateSnapshot {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly bookSequence: number | null;
  readonly bookAgeMs: number | null;
  readonly bestPrice: Price | null; // executable, in the order's own terms; null when there is none
  readonly dropped: UnusableReason | DropReason | null; // null: it carries a leg
}

/** What a leg was expected to come to. What it takes is priced by the book, what rests by its limit. */
export interface LegEstimate {
  readonly instrumentId: InstrumentId;
  readonly takes: Qty; // filled at once by the book as seen
  readonly takesNotional: Notional;
  readonly rests: Qty;
  readonly fee: Notional; // taker's and, of what rests, maker's, with the venue's rounding of the whole
  readonly cost: Notional; // fee included; negative for a SELL
}

/** What the plan rested on, kept with the order as its receipt. */
export interface RoutingDecision {
  readonly mode: RouteRequest['mode'];
  readonly candidates: readonly CandidateSnapshot[];
  readonly legs: readonly LegEstimate[] | null; // null in records older than this field
  readonly isLeast: boolean | null; // proven: no other division takes as much for less; null: nothing to choose, or older
}

/** Quantity that no leg carries, and the reason the order ends with when its legs are over. */
export interface Shortfall {
  readonly qty: Qty;
  readonly reason: Extract<OrderReason, 'fok_unfilled' | 'no_liquidity' | 'ioc_remainder'>;
}

/** Legs whose sum with the shortfall is the order's quantity. No legs: the order is CANCELLED unsent. */
export interface Plan {
  readonly legs: readonly PlannedLeg[];
  readonly shortfall: Shortfall | null;
  readonly decision: RoutingDecision;
}

/** True for an order that keeps its unfilled part at the venue. */
export const isResting = ({ type, tif }: Pick<RouteRequest, 'type' | 'tif'>): boolean =>
  type === 'LIMIT' && (tif === 'GTC' || tif === 'GTD');
