import type { Route, RouteResult } from './route.ts';

/**
 * False for a call that placed an order: the journal already has the order with its key. Also false for
 * calls that were rate limited, so that a flood cannot fill the disk, and while nothing can be journaled.
 */
export function isForAudit(route: Route, result: RouteResult): boolean {
  if (route.isAudited === false) return false;
  if (!result.ok) return !UNRECORDED.has(result.error.code);
  return result.value.isRecorded !== true;
}

const UNRECORDED: ReadonlySet<string> = new Set([
  'rate_limited',
  'shutting_down',
  'journal_unavailable',
  'not_owner',
  'overloaded',
]);
