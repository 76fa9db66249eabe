import type { Route, RouteResult } from './route.ts';

/**
 * False for a call that placed an order: the journal already has the order with its key. Also false for
 * calls that were rate limited or rejected at shutdown, so that a flood cannot fill the disk.
 */
export function isForAudit(route: Route, result: RouteResult): boolean {
  if (route.isAudited === false) return false;
  if (!result.ok) return !UNRECORDED.has(result.error.code);
  return result.value.isRecorded !== true;
}

const UNRECORDED: ReadonlySet<string> = new Set(['rate_limited', 'shutting_down', 'overloaded']);
