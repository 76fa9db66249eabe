/** The records of the contract, §3, as TypeScript types written for the tests. */
export type Side = 'BUY' | 'SELL';
export type Outcome = 'YES' | 'NO';
export type OrderStatus =
  | 'PENDING_SUBMISSION'
  | 'OPEN'
  | 'PARTIAL'
  | 'FILLED'
  | 'CANCELLED'
  | 'REJECTED'
  | 'EXPIRED';

export interface Instrument {
  readonly instrument_id: number;
  readonly venue: string;
  readonly venue_instrument_id: string;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly event_id: string | null;
  readonly series: string | null;
  readonly status: 'UNOPENED' | 'OPEN' | 'PAUSED' | 'CLOSED' | 'SETTLED';
  readonly generic_asset_id: number | null;
  readonly price_tick: string;
  readonly min_price: string;
  readonly max_price: string;
  readonly qty_step: string;
  readonly min_qty: string;
  readonly open_time: string | null;
  readonly close_time: string | null;
  readonly result: 'YES' | 'NO' | 'VOID' | 'FRACTION' | null;
  readonly settlement_price: string | null;
}

export interface Level {
  readonly price: string;
  readonly qty: string;
  readonly breakdown?: readonly { venue: string; instrument_id: number; qty: string }[];
}

export interface Book {
  readonly instrument_id?: number;
  readonly generic_asset_id?: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timestamp: number;
  readonly sequence: number;
}

export interface Print {
  readonly id: number;
  readonly instrument_id: number;
  readonly venue: string;
  readonly price: string;
  readonly qty: string;
  readonly side: Side;
  readonly timestamp: number;
}

export interface Asset {
  readonly generic_asset_id: number;
  readonly title: string;
  readonly category: string;
  readonly status: string;
  readonly venues: readonly string[];
  readonly members: readonly {
    readonly venue: string;
    readonly instrument_id: number;
    readonly ticker: string;
    readonly inverted: boolean;
  }[];
  readonly safety: { readonly level: string } | null;
}

export interface Leg {
  readonly leg: number;
  readonly venue: string;
  readonly instrument_id: number;
  readonly venue_order_id: string | null;
  readonly status: OrderStatus;
  readonly price: string | null;
  readonly qty: string;
  readonly filled_qty: string;
  readonly avg_fill_price: string | null;
  readonly outcome: Outcome;
  readonly sent_as: { readonly side: Side; readonly outcome: Outcome; readonly price: string | null } | null;
  readonly reason: string | null;
  readonly venue_code: string | null;
  readonly venue_message: string | null;
}

export interface Order {
  readonly id: string;
  readonly client_order_id: string | null;
  readonly subaccount_id: string;
  readonly status: OrderStatus;
  readonly instrument_id: number | null;
  readonly generic_asset_id: number | null;
  readonly venue: string | null;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: 'LIMIT' | 'MARKET';
  readonly tif: 'GTC' | 'IOC' | 'FOK' | 'GTD';
  readonly expires_at: string | null;
  readonly price: string | null;
  readonly qty: string;
  readonly filled_qty: string;
  readonly remaining_qty: string;
  readonly avg_fill_price: string | null;
  readonly fees: string;
  readonly routing: { readonly mode: 'DIRECT' | 'BEST_PRICE' | 'SPLIT' };
  readonly session_id: string | null;
  readonly legs: readonly Leg[];
  readonly pending_action: 'cancel' | 'amend' | null;
  readonly reason: string | null;
  readonly venue_code: string | null;
  readonly venue_message: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface BatchEntry extends Omit<Order, 'id'> {
  readonly index: number;
  readonly id: string | null;
  readonly error?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>> | null;
}

export interface Fill {
  readonly id: string;
  readonly order_id: string | null;
  readonly client_order_id: string | null;
  readonly subaccount_id: string;
  readonly instrument_id: number;
  readonly venue: string;
  readonly venue_trade_id: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly liquidity: 'MAKER' | 'TAKER' | 'SETTLEMENT';
  readonly realized_pnl: string;
  readonly timestamp: number;
  readonly settlement: 'PENDING' | 'FINAL' | 'VOID';
  readonly tag: string | null;
  readonly voids: string | null;
  readonly settlement_price: string | null;
}

export interface Position {
  readonly instrument_id: number;
  readonly side: Side;
  readonly qty: string;
  readonly avg_price: string;
  readonly unrealized_pnl: string;
  readonly subaccount_id: string;
  readonly venue: string;
  readonly outcome: Outcome;
  readonly mark_price: string;
  readonly realized_pnl: string;
  readonly updated_at: string;
}

export interface Balance {
  readonly venue: string;
  readonly currency: string;
  readonly total: string | null;
  readonly available: string | null;
  readonly reserved: string;
  readonly scope: 'VENUE_ACCOUNT' | 'SUBACCOUNT';
  readonly as_of: string | null;
  readonly stale: boolean;
}

export interface PnlValues {
  readonly realized_pnl: string;
  readonly unrealized_pnl: string;
  readonly fees: string;
  readonly equity: string;
}

export interface PnlPoint extends PnlValues {
  readonly t: number;
}

export interface PnlShare extends PnlValues {
  readonly group: string;
}

export interface Limits {
  readonly subaccount_id: string | null;
  readonly max_order_qty: string | null;
  readonly max_position_qty: string | null;
  readonly max_open_orders: number | null;
  readonly day_cost_max: string | null;
  readonly day_loss_max: string | null;
  readonly orders_per_minute_max: number | null;
  readonly updated_at: string | null;
}

export interface RiskState {
  readonly subaccount_id: string;
  readonly breached: boolean;
  readonly breaches: readonly { limit: string; scope: string; max: string; value: string }[];
  readonly kill_switch_active: boolean;
  readonly open_orders: number;
  readonly position_qty: string;
  readonly usage: readonly {
    readonly scope: string;
    readonly max_position_qty: {
      readonly max: string | null;
      readonly used: string;
      readonly left: string | null;
    };
    readonly max_open_orders: {
      readonly max: number | null;
      readonly used: number;
      readonly left: number | null;
    };
    readonly day_cost_max: DayAmountUsage;
    readonly day_loss_max: DayAmountUsage;
    readonly orders_per_minute_max: {
      readonly max: number | null;
      readonly used: number | null;
      readonly left: number | null;
    };
  }[];
}

interface DayAmountUsage {
  readonly max: string | null;
  readonly used: string | null;
  readonly left: string | null;
}

export interface KillSwitch {
  readonly enabled: boolean;
  readonly kill_switch_active: boolean;
  readonly subaccounts: readonly string[];
  readonly updated_at: string;
  readonly paused_complex_orders: readonly string[];
}

export interface CancelSummary {
  readonly subaccount_id: string | null;
  readonly cancelled: number;
  readonly cancelled_order_ids: readonly string[];
  readonly pending_order_ids: readonly string[];
  readonly cancelled_complex_order_ids: readonly string[];
  readonly failed: readonly { readonly id: string; readonly error: string; readonly message: string }[];
}

export interface ApiError {
  readonly error: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly request_id: string;
}
