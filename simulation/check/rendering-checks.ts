import { type AccountId, type ScopeKey, type SubaccountId, scopeKey } from '../../src/contract/model/ids.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

const CANONICAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;
/** Decimals that the service computes. The caller's own decimals are repeated as written. */
const COMPUTED = [
  'filled_qty',
  'remaining_qty',
  'avg_fill_price',
  'fees',
  'fee',
  'realized_pnl',
  'unrealized_pnl',
];
const COMPUTED_FOR_POSITIONS = ['avg_price', 'mark_price', 'position_qty'];
const NAMES: ReadonlySet<string> = new Set([...COMPUTED, ...COMPUTED_FOR_POSITIONS]);

/**
 * I-27: each rendered decimal is canonical: no trailing zeros, no bare point, no exponent, no negative zero.
 */
export function checkDecimals(record: unknown, monitor: InvariantMonitor): void {
  if (typeof record !== 'object' || record === null) return;
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'object') checkDecimals(value, monitor);
    else if (NAMES.has(name)) {
      const isCanonical = typeof value === 'string' && CANONICAL.test(value) && value !== '-0';
      monitor.expect(isCanonical, 'I-27', () => `${name} is printed as ${String(value)}`);
    }
  }
}

/** The scopes whose kill switch covers a subaccount: its own and its account's. */
export const getKillScopes = (accountId: AccountId, subaccountId: unknown): readonly ScopeKey[] => [
  scopeKey(accountId, null),
  scopeKey(accountId, String(subaccountId) as SubaccountId),
];
