import { type Caller, checkPermission, type Rejection, refuseAgent } from '#contract';
import type { AccessService } from '#orders';
import type { Route } from './route.ts';

/**
 * Refuses a caller whose key may not call the route, whatever the request contains. An agent key may call a route only if
 * the route says so: one that says nothing is closed to agents.
 *
 * Refuses  `forbidden` (the permission) and `agent_policy` with the rule of the route, or `calls`
 */
export function checkRouteAccess(
  { agents = 'calls', permission, method, path }: Pick<Route, 'agents' | 'permission' | 'method' | 'path'>,
  caller: Caller,
  trading: { readonly access: Pick<AccessService, 'key'> },
): Rejection | null {
  const lacking = checkPermission(caller, permission);
  if (lacking !== null) return lacking;
  if (agents === true || (trading.access.key(caller.keyId)?.agent ?? null) === null) return null;
  return refuseAgent(agents, `an agent key may not call ${method} ${path}`, null, null);
}
