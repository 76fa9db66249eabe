/** Complex orders: parents that place ordinary orders. */
import type { Decimal, Instant, Outcome, Side } from './common.ts';
import type { OrderPreview } from './plan.ts';

export type ComplexOrderType =
  | 'STOP'
  | 'ICEBERG'
  | 'TP_SL'
  | 'TRAILING_STOP'
  | 'TWAP'
  | 'OCO'
  | 'PEG'
  | 'POV'
  | 'HEDGED_PAIR'
  | 'SMART_ROUTE'
  | (string & {});
export type ComplexOrderStatus =
  | 'WAITING'
  | 'WORKING'
  | 'PAUSED'
  | 'CANCELLING'
  | 'FILLED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REJECTED';

/** The book that a complex order watches at the moment of the response; null without a live book. */
export interface ComplexOrderState {
  watched_price: Decimal | null;
  book_age_ms: number | null;
  trigger_price: Decimal | null;
  moves: number;
  next_at: Instant | null;
  /** `max_moves` is reached: the child stays where it is. */
  capped: boolean;
  /** What may be filled beyond `qty` because the request allows it. */
  overfill_qty_max: Decimal;
  /** What is filled beyond `qty`; of a TP_SL, beyond what its entry has filled. */
  overfilled_qty: Decimal;
}

/** One leg of a pair. */
export interface HedgeLeg {
  instrument_id: number;
  side: Side;
  outcome: Outcome;
  /** Bought less sold back. */
  filled_qty: Decimal;
  live_qty: Decimal;
  /** Of holding one contract, without fees. */
  avg_cost: Decimal | null;
  fees: Decimal;
}

/** The two legs of a pair, and its edge: what the complete sets pay at least, less their cost. */
export interface HedgeState {
  unhedged_qty: Decimal;
  unhedged_since: Instant | null;
  legs: HedgeLeg[];
  edge_promised: Decimal;
  edge_got: Decimal;
  lost_to: { fees: Decimal; slip: Decimal; delay: Decimal };
}

/** A complex order. Its children are ordinary orders with its id as `parent_id`. */
export interface ComplexOrder {
  id: string;
  type: ComplexOrderType;
  idempotency_key: string | null;
  subaccount_id: string;
  status: ComplexOrderStatus;
  reason: string | null;
  instrument_id: number | null;
  generic_asset_id: number | null;
  side: Side | null;
  outcome: Outcome | null;
  qty: Decimal;
  filled_qty: Decimal;
  /** Possibly live at a venue: also the quantity of a child in doubt or being cancelled. */
  live_qty: Decimal;
  remaining_qty: Decimal;
  /** TP_SL: what its entry has filled and nothing protects. */
  unprotected_qty: Decimal;
  avg_fill_price: Decimal | null;
  /** Null once the fee of a fill is not known. */
  fees: Decimal | null;
  price: Decimal | null;
  tif: 'GTC' | 'GTD';
  expires_at: Instant | null;
  post_only: boolean;
  reduce_only: boolean;
  /** Its children have it too. */
  tag: string | null;
  /** `venues`: the only ones to which a SMART_ROUTE may go. */
  routing: { mode: 'DIRECT' | 'BEST_PRICE'; venues?: string[] };
  params: Record<string, unknown>;
  state: ComplexOrderState;
  /** HEDGED_PAIR only. */
  hedge: HedgeState | null;
  /** The newest hundred. */
  child_order_ids: string[];
  paused_by: string | null;
  paused_at: Instant | null;
  /** Only `resume` continues: the trigger was crossed under the kill switch, or the pause before it needed one. */
  needs_resume: boolean;
  triggered_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** What a complex order would do if it were submitted now. */
export interface ComplexOrderPreview {
  would_trigger_now: boolean;
  watched_price: Decimal | null;
  first_child: OrderPreview;
  /** Null: not bounded by the terms. */
  children_max: number | null;
  max_cost: Decimal;
  max_loss: Decimal;
  reserved: Decimal;
  warnings: string[];
  /** HEDGED_PAIR: what the present books offer within its terms, and its result at worst. */
  hedge: HedgePreview | null;
  /** Of a bracket. */
  entry: OrderPreview | null;
  /** TP_SL: its sides. A `price` of null: an IOC order that follows the touch. */
  exits: ExitPreview[];
}

export interface ExitPreview {
  kind: 'TAKE_PROFIT' | 'STOP_LOSS';
  trigger_price: Decimal | null;
  price: Decimal | null;
  qty: Decimal;
}

export interface HedgePreview {
  kind: string;
  settlement_risk: 'NONE' | 'LOW' | 'HIGH' | 'BLOCK';
  differences: string[];
  qty: Decimal;
  edge_total: Decimal;
  worst_case_total: Decimal;
}

/** One journaled decision with the book that it saw. */
export interface ComplexOrderDecision {
  seq: number;
  at: Instant;
  decision: string;
  status: ComplexOrderStatus | null;
  child_order_id: string | null;
  book: {
    sequence: number;
    age_ms: number;
    bid: Decimal | null;
    ask: Decimal | null;
    watched_price: Decimal | null;
  } | null;
  detail: string | null;
  by: string;
}

export interface ComplexOrderReceipt {
  complex_order: ComplexOrder;
  decisions: ComplexOrderDecision[];
  truncated: boolean;
}

/** The result of a cancel-all. Pending ones wait for their venues to confirm the end of their children. */
export interface ComplexOrderCancelSummary {
  subaccount_id: string | null;
  cancelled: number;
  cancelled_complex_order_ids: string[];
  pending_complex_order_ids: string[];
  failed: { id: string; error: string; message: string }[];
}
