/** Previews and receipts: the expected and the actual result of an order. */
import type { Decimal, Instant, Outcome, RoutingMode, VenueName } from './common.ts';
import type { Order, SentAs } from './order.ts';

/** A member of the asset as considered by routing; `dropped` is the reason why it has no leg. */
export interface RouteCandidate {
  venue: VenueName;
  instrument_id: number;
  book_sequence: number | null;
  book_age_ms: number | null;
  best_price: Decimal | null;
  dropped: string | null;
}

/**
 * The expected result of a leg: `takes_qty` immediately at `avg_price`, the rest rests at its limit; `cost`
 * includes the fee.
 */
export interface LegExpectation {
  takes_qty: Decimal;
  rests_qty: Decimal;
  avg_price: Decimal | null;
  fee: Decimal;
  cost: Decimal;
}

/** A limit (null: none) now, and with the order. */
export interface RiskRoom<Value> {
  max: Value | null;
  value: Value;
  after: Value;
}

/** An own order at another venue, for the same asset, whose price crosses: if both fill, both sides are paid for. */
export interface OrderWarning {
  code: 'crosses_own_order' | (string & {});
  order_id: string;
}

/** The expected result of an order that is sent now. */
export interface OrderPreview {
  mode: RoutingMode;
  legs: {
    leg: number;
    venue: VenueName;
    instrument_id: number;
    outcome: Outcome;
    price: Decimal | null;
    qty: Decimal;
    sent_as: SentAs | null;
    expected: LegExpectation | null;
  }[];
  unroutable: string | null;
  unrouted_qty: Decimal;
  /** What exceeds the holdings of the subaccount in the asset, and opens a position. */
  opens_qty: Decimal;
  candidates: RouteCandidate[];
  /**
   * True: proven that no other split of the immediately taken quantity costs less. Null: there was no choice.
   */
  least_cost: boolean | null;
  totals: { cost: Decimal; fees: Decimal; max_loss: Decimal; payout: Decimal } | null;
  risk: {
    scope: 'subaccount' | 'account';
    max_order_qty: RiskRoom<Decimal>;
    max_position_qty: RiskRoom<Decimal>;
    max_open_orders: RiskRoom<number>;
  }[];
  warnings: OrderWarning[];
}

/** The routing decision of an order and its history. */
export interface OrderReceipt {
  order: Order;
  decision: {
    mode: RoutingMode;
    candidates: RouteCandidate[];
    legs: { leg: number; venue: VenueName; instrument_id: number; expected: LegExpectation }[] | null;
    least_cost: boolean | null;
  } | null;
  cost: {
    expected: { cost: Decimal; fees: Decimal } | null;
    realised: { cost: Decimal | null; fees: Decimal | null };
  };
  /** What the fills cost beyond the market at acceptance, without fees; negative: less. Null: no reference is stored. */
  slippage: {
    mid: Decimal | null;
    mid_fills: number;
    expected: Decimal | null;
    expected_fills: number;
    legs: { leg: number; mid_price: Decimal | null; expected_avg_price: Decimal | null }[];
  };
  /** Milliseconds since acceptance; null: not yet, or unknown. */
  latency_ms: {
    sent: number | null;
    acknowledged: number | null;
    first_fill: number | null;
    done: number | null;
  };
  events: {
    seq: number;
    at: Instant;
    cause: string;
    type: string;
    leg: number | null;
    detail: Record<string, unknown>;
  }[];
  events_truncated: boolean;
  warnings: OrderWarning[];
  /** From the header `traceparent` of its request; null: none, or lost by a restart. */
  trace_id: string | null;
}
