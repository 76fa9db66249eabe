/** The account of a key, and the state of the service. */
import type { Decimal, Instant, Permission } from './common.ts';

/** The account and the key's permissions in it. */
export interface Account {
  account_id: string;
  key_id: string;
  permissions: Permission[];
  subaccounts: string[];
  expires_at: Instant | null;
  /** Set for the key of an automated agent. */
  agent: AgentKey | null;
  /** The limits of the key alone; null without any. */
  limits: TimedLimits | null;
  server_time: number;
}

/** A limit (`max` null: none) and what counts towards it; `used` is null without a limit. */
export interface TimedLimitUsage<Value> {
  max: Value | null;
  used: Value | null;
  left: Value | null;
}

/** The limits by the UTC day and by the last 60 seconds. */
export interface TimedLimits {
  day_cost_max: TimedLimitUsage<Decimal>;
  /** `used` is negative after a gain. */
  day_loss_max: TimedLimitUsage<Decimal>;
  orders_per_minute_max: TimedLimitUsage<number>;
}

/** The policy of an agent key, with what it has used of it. Amounts are decimal text; null: no limit. */
export interface AgentKey {
  simulated_only: boolean;
  order_cost_max: string | null;
  day_cost_max: string | null;
  day_loss_max: string | null;
  orders_per_hour: number | null;
  venues: string[] | null;
  categories: string[] | null;
  generic_asset_ids: number[] | null;
  approval_above: string | null;
  /** Fills of the UTC day, and what live orders may still spend. */
  day_cost: string;
  /** Realized in the UTC day; negative: a gain. */
  day_loss: string;
  orders_last_hour: number;
}

export interface Subaccount {
  subaccount_id: string;
  name: string;
  status: 'ACTIVE' | (string & {});
  kill_switch_active: boolean;
}

export interface ServerTime {
  timestamp: number;
  /** Under profile replay: the time of the recording. */
  market_time?: number;
}

/** `status` is `fail` if the service answers 503. */
export interface Health {
  status: 'ok' | 'fail' | (string & {});
  version: string;
  uptime_s: number;
  /** `standby`: another node owns the journal. */
  role?: 'owner' | 'standby';
  /** Whether orders here can be real. */
  profile: 'sandbox' | 'live' | 'shadow' | 'replay';
  checks: Record<string, string>;
}
