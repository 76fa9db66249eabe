/** The account of a key, and the state of the service. */
import type { Instant, Permission } from './common.ts';

/** The account and the key's permissions in it. */
export interface Account {
  account_id: string;
  key_id: string;
  permissions: Permission[];
  subaccounts: string[];
  expires_at: Instant | null;
  server_time: number;
}

export interface Subaccount {
  subaccount_id: string;
  name: string;
  status: 'ACTIVE' | (string & {});
  kill_switch_active: boolean;
}

export interface ServerTime {
  timestamp: number;
}

/** `status` is `fail` if the service answers 503. */
export interface Health {
  status: 'ok' | 'fail' | (string & {});
  version: string;
  uptime_s: number;
  /** `standby`: another node owns the journal. */
  role?: 'owner' | 'standby';
  /** Whether orders here can be real. */
  profile: 'sandbox' | 'live';
  checks: Record<string, string>;
}
