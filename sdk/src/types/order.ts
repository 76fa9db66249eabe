/** Orders, their legs and fills, and the results of a batch or a cancel-all. */
import type { Decimal, Instant, OrderType, Outcome, RoutingMode, Side, Tif, VenueName } from './common.ts';

export type LiveStatus = 'PENDING_SUBMISSION' | 'OPEN' | 'PARTIAL';
export type TerminalStatus = 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
export type OrderStatus = LiveStatus | TerminalStatus;

/** Why an order ended in its status. */
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
  | 'fill_voided'
  | 'post_only_cross'
  | 'reduce_only'
  | 'market_paused'
  | 'guard'
  | 'disconnect'
  | 'quote'
  | 'mmp'
  | 'self_trade'
  | 'complex_order'
  | 'sibling_filled'
  | 'unsettled_holding'
  | 'key_ended'
  | 'no_book'
  | 'id_in_use'
  | 'insufficient_balance'
  | 'allowance_missing'
  | 'notional_below_min'
  | 'qty_below_min'
  | 'qty_off_lot'
  | 'price_out_of_range'
  | 'price_off_tick'
  | 'tif_unsupported'
  | 'expiry_too_soon'
  | 'invalid_order'
  | 'unknown_instrument'
  | 'rate_limited'
  | 'venue_paused'
  | (string & {});

export interface Routing {
  mode: RoutingMode;
  venues?: VenueName[];
}

/**
 * What is sent to a venue where YES and NO are separate tokens: a sale of tokens that are held, or a purchase, of either
 * outcome. Null at a venue that nets both outcomes.
 */
export interface SentAs {
  side: Side;
  outcome: Outcome;
  price: Decimal | null;
}

/**
 * The child of an order at one venue; `venue_order_id` is null before the venue acknowledged it. `venue_code`
 * and `venue_message` are the venue's reason for refusing or closing it, or its answer to a request whose
 * outcome is unknown.
 */
export interface Leg {
  leg: number;
  venue: VenueName;
  instrument_id: number;
  /** In terms of the instrument: the other one of the order at an inverted member of the asset. */
  outcome: Outcome;
  venue_order_id: string | null;
  status: OrderStatus;
  price: Decimal | null;
  qty: Decimal;
  filled_qty: Decimal;
  avg_fill_price: Decimal | null;
  sent_as: SentAs | null;
  reason: OrderReason | null;
  venue_code: string | null;
  venue_message: string | null;
}

/** An order. `price` is null for MARKET; `instrument_id` and `venue` are null for SPLIT. */
export interface Order {
  id: string;
  client_order_id: string | null;
  subaccount_id: string;
  status: OrderStatus;
  instrument_id: number | null;
  generic_asset_id: number | null;
  venue: VenueName | null;
  side: Side;
  outcome: Outcome;
  type: OrderType;
  tif: Tif;
  expires_at: Instant | null;
  price: Decimal | null;
  qty: Decimal;
  filled_qty: Decimal;
  remaining_qty: Decimal;
  avg_fill_price: Decimal | null;
  /** Null: the fee of a fill is unknown. */
  fees: Decimal | null;
  routing: Routing;
  /** The order never takes liquidity. */
  post_only: boolean;
  /** The order only reduces a position. */
  reduce_only: boolean;
  /** The quantity to which a reduce-only order was lowered; null if it was not lowered. */
  capped_qty: Decimal | null;
  /** The session of the trade socket that placed it; null for HTTP. */
  session_id: string | null;
  /** The complex order that placed it; null for an order of a caller. */
  parent_id: string | null;
  /** The caller's group of the order, such as a strategy. */
  tag: string | null;
  legs: Leg[];
  pending_action: 'cancel' | 'amend' | null;
  reason: OrderReason | null;
  /** The venue's reason for refusing or closing the order; null if it gave none. */
  venue_code: string | null;
  venue_message: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** A batch item that became an order. */
export interface BatchOrder extends Order {
  index: number;
}

/** A batch item rejected before an order existed; `id: null` distinguishes it from an order. */
export interface BatchRefusal {
  index: number;
  id: null;
  client_order_id: string | null;
  status: 'REJECTED';
  error: string;
  message: string;
  details: Record<string, unknown> | null;
}

export type BatchEntry = BatchOrder | BatchRefusal;

/** The result of a cancel-all. `pending_order_ids` are cancelled as soon as their venue acknowledges them. */
export interface CancelSummary {
  subaccount_id: string | null;
  cancelled: number;
  cancelled_order_ids: string[];
  pending_order_ids: string[];
  cancelled_complex_order_ids: string[];
  failed: { id: string; error: string; message: string }[];
}

/** A confirmed execution, the source of realized PnL. `order_id` is null for a settlement and for what was adopted. */
export interface Fill {
  id: string;
  order_id: string | null;
  client_order_id: string | null;
  /** That of its order. */
  tag: string | null;
  subaccount_id: string;
  instrument_id: number;
  venue: VenueName;
  venue_trade_id: string;
  side: Side;
  outcome: Outcome;
  price: Decimal;
  qty: Decimal;
  sent_as: SentAs | null;
  /** Null: unknown. */
  fee: Decimal | null;
  liquidity: 'MAKER' | 'TAKER' | 'SETTLEMENT' | 'ADOPTED';
  realized_pnl: Decimal;
  timestamp: number;
  /** `PENDING`: the venue could still reverse it. `VOID`: it was reversed. */
  settlement: 'PENDING' | 'FINAL' | 'VOID';
  /** The fill that this record reverses, so that all records add up. */
  voids: string | null;
  /** Of a settlement: the amount paid per YES contract; the average price for VOID. Null for a trade. */
  settlement_price: Decimal | null;
}
