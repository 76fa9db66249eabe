/** Positions, limits and the kill switch. */
import type { Decimal, Instant, Side, VenueName } from './common.ts';
import type { AgentKey, TimedLimits } from './service.ts';

/**
 * The net holding of one instrument in YES contracts: `SELL`, 10, `avg_price` 0.6 is short 10 YES at 0.6, which is long
 * 10 NO at 0.4.
 */
export interface Position {
  instrument_id: number;
  side: Side;
  qty: Decimal;
  avg_price: Decimal;
  unrealized_pnl: Decimal;
  subaccount_id: string;
  venue: VenueName;
  outcome: 'YES';
  mark_price: Decimal;
  realized_pnl: Decimal;
  updated_at: Instant;
  /** The caller's fair value and the PnL at that price; absent without a valid one. */
  fair_price?: Decimal;
  unrealized_at_fair?: Decimal;
}

export type OperationKind = 'MERGE' | 'SPLIT' | 'REDEEM';
export type OperationStatus = 'REQUESTED' | 'SENDING' | 'SENT' | 'CONFIRMED' | 'FAILED';

/** A merge, split or redemption of tokens. The balance changes once it is CONFIRMED; positions and PnL never. */
export interface PositionOperation {
  id: string;
  kind: OperationKind;
  status: OperationStatus;
  /** Set when FAILED: nothing was changed, and nothing will be. */
  failure:
    | 'expired'
    | 'key_ended'
    | 'not_sent'
    | 'venue_refused'
    | 'failed_on_chain'
    | 'never_executed'
    | null;
  subaccount_id: string;
  instrument_id: number;
  venue: VenueName;
  /** Pairs of YES and NO; null for REDEEM. */
  qty: Decimal | null;
  /** Cash that MERGE and REDEEM pay, or that SPLIT takes. */
  amount: Decimal;
  automatic: boolean;
  idempotency_key: string | null;
  venue_operation_id: string | null;
  transaction_hash: string | null;
  venue_message: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  ended_at: Instant | null;
  updated_at: Instant;
}

/** What an operation would do now. Nothing is reserved. */
export interface OperationPreview {
  kind: OperationKind;
  subaccount_id: string;
  instrument_id: number;
  venue: VenueName;
  qty: Decimal | null;
  /** Pairs that can be merged now; null for the other kinds. */
  max_qty: Decimal | null;
  amount: Decimal;
  /** Of all subaccounts: a redemption takes all tokens of the market. */
  account_amount: Decimal;
}

/** The caller's estimate of contract values, in YES terms. */
export interface FairValues {
  subaccount_id: string;
  values: { instrument_id: number; price: Decimal; valid_until: Instant }[];
}

/** The cash at one venue. `total` and `available` are null where cash does not limit orders, as on Demo. */
export interface Balance {
  venue: VenueName;
  currency: string;
  total: Decimal | null;
  available: Decimal | null;
  /** Only where the venue divides its cash: one pool, such as `shard 3`, pays for the markets of that pool only. */
  pools?: { name: string; available: Decimal }[];
  /** The most that the live orders of this subaccount can need, fees included. */
  reserved: Decimal;
  /** Only where the venue holds tokens: what pairs of YES and NO pay when they are merged. */
  locked_in_pairs?: Decimal;
  /** Only where the venue holds tokens: what tokens of settled markets pay when they are redeemed. */
  redeemable?: Decimal;
  /** VENUE_ACCOUNT: `total` and `available` are one shared amount for all subaccounts. */
  scope: 'VENUE_ACCOUNT' | 'SUBACCOUNT';
  as_of: Instant | null;
  stale: boolean;
}

/** null means no limit. */
export interface LimitValues {
  max_order_qty: Decimal | null;
  max_position_qty: Decimal | null;
  max_open_orders: number | null;
  /** What fills of the UTC day have cost, and what open orders may still cost. */
  day_cost_max: Decimal | null;
  /** What was lost in the UTC day, and what open orders may still lose. */
  day_loss_max: Decimal | null;
  orders_per_minute_max: number | null;
}

/** `subaccount_id` null is the account level; `updated_at` is null before the first change. */
export interface RiskLimits extends LimitValues {
  subaccount_id: string | null;
  updated_at: Instant | null;
}

export interface RiskBreach {
  limit: keyof LimitValues;
  scope: 'subaccount' | 'account';
  max: Decimal;
  value: Decimal;
}

/** A limit (`max` null: none) and the used amount, counted as in the order check. */
export interface LimitUsage<Value> {
  max: Value | null;
  used: Value;
  left: Value | null;
}

/** The limits of one level; those of the account cover all of its subaccounts. */
export interface RiskUsage extends TimedLimits {
  scope: 'subaccount' | 'account';
  max_position_qty: LimitUsage<Decimal>;
  max_open_orders: LimitUsage<number>;
}

export interface RiskState {
  subaccount_id: string;
  breached: boolean;
  breaches: RiskBreach[];
  kill_switch_active: boolean;
  open_orders: number;
  position_qty: Decimal;
  limits: LimitValues;
  account_limits: LimitValues;
  usage: RiskUsage[];
  timestamp: number;
}

export interface KillSwitchResult {
  enabled: boolean;
  kill_switch_active: boolean;
  subaccounts: string[];
  /** Complex orders that place nothing while the switch is on. */
  paused_complex_orders: string[];
  updated_at: Instant;
}

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/** An order of an agent key that waits for a person, or was decided on in the last day. */
export interface Approval {
  id: string;
  status: ApprovalStatus;
  /** The key of the agent. */
  key_id: string;
  subaccount_id: string;
  client_order_id: string;
  /** The request of the agent. */
  order: Record<string, unknown>;
  cost: Decimal;
  created_at: Instant;
  expires_at: Instant;
  decided_at: Instant | null;
  /** The key that decided; null before, and when it expired. */
  decided_by: string | null;
  order_id: string | null;
  /** The policy of the key of the agent with what it has used; null when the key is gone. */
  agent: AgentKey | null;
}

/** A guard that cancels orders unless it is renewed before `deadline_at`. */
export interface Guard {
  subaccount_id: string | null;
  armed: boolean;
  timeout_ms: number;
  scope: 'KEY' | 'SUBACCOUNT';
  block_after: boolean;
  deadline_at: Instant | null;
  /** After a crash it fires at this time at the latest, or at the next start. */
  fires_latest_at: Instant | null;
  fired_count: number;
  last_fired_at: Instant | null;
  /** It has fired, and new orders are refused with `guard_fired` until it is set again. */
  blocked: boolean;
  /** What each venue cancels when the service is down; `cancels_in_ms` only with `HEARTBEAT`. */
  venues: { venue: VenueName; dead_service: string; cancels_in_ms?: number; note: string }[];
}

/** The token buckets of the key, and the requests that the service may still send to each venue. */
export interface RateLimits {
  buckets: { bucket: string; left: number; burst: number; per_second: number }[];
  venues: {
    venue: VenueName;
    budgets: { name: string; left: number; burst: number; per_second: number; for_cancels: boolean }[];
    /** New orders that the venue takes now, and the share of this key; null without a limit. */
    orders: {
      active_keys: number;
      left: number;
      share_left: number;
      share_burst: number;
      share_per_second: number;
      used_1m: number;
    } | null;
  }[];
  /** Open WebSocket connections of the key, and how many it may have. */
  streams: { open: number; max: number };
  orders_1h: number;
  fills_1h: number;
  order_to_fill_1h: Decimal | null;
}
