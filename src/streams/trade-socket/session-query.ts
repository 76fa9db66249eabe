import {
  type Caller,
  err,
  type FieldIssue,
  invalidFields,
  mapResult,
  ok,
  parseOneOf,
  type QueryPair,
  type Rejection,
  type Result,
  SESSION_SCOPES,
  type SessionId,
} from '#contract';
import type { AccessService } from '#orders';
import type { SessionQuery } from './session-registry.ts';

export const ON_DISCONNECT = ['NONE', ...SESSION_SCOPES] as const;
export const GRACE_MS_MAX = 30_000;
export const GRACE_MS_DEFAULT = 1_000;

const SIGNING: ReadonlySet<string> = new Set(['key_id', 'ts', 'sig']);
const PARAMETERS: ReadonlySet<string> = new Set(['subaccount_id', 'on_disconnect', 'grace_ms', 'session']);
const parseOnDisconnect = parseOneOf(ON_DISCONNECT);

/** Reads the query of a handshake. Rejects with `validation`, and as `checkSubaccount`. */
export function readSessionQuery(
  caller: Caller,
  query: readonly QueryPair[],
  trading: { readonly access: Pick<AccessService, 'checkSubaccount'> },
): Result<SessionQuery, Rejection> {
  const pairs = query.filter(({ key }) => !SIGNING.has(key));
  const given = new Map(pairs.map(({ key, value }) => [key, value]));
  const issues: FieldIssue[] = pairs
    .filter(({ key }) => !PARAMETERS.has(key))
    .map(({ key }) => ({ field: key, issue: 'is not a parameter of this stream' }));
  if (given.size < pairs.length) issues.push({ field: 'query', issue: 'has a parameter more than once' });
  const [scopeText, session = null] = [given.get('on_disconnect'), given.get('session')];
  const onDisconnect = scopeText === undefined ? null : parseOnDisconnect(scopeText);
  if (scopeText !== undefined && onDisconnect === null)
    issues.push({ field: 'on_disconnect', issue: `must be one of ${ON_DISCONNECT.join(', ')}` });
  const graceMs = readGrace(given.get('grace_ms'));
  if (graceMs === null)
    issues.push({ field: 'grace_ms', issue: `must be an integer from 0 to ${GRACE_MS_MAX}` });
  if (issues.length > 0 || graceMs === null) return err(invalidFields(issues));
  const terms = { onDisconnect, graceMs, session: session as SessionId | null };
  const subaccount = given.get('subaccount_id');
  if (subaccount === undefined) return ok({ ...terms, subaccountId: null });
  return mapResult(trading.access.checkSubaccount(caller, subaccount), (subaccountId) => ({
    ...terms,
    subaccountId,
  }));
}

function readGrace(text: string | undefined): number | null {
  if (text === undefined) return GRACE_MS_DEFAULT;
  return /^\d{1,5}$/.test(text) && Number(text) <= GRACE_MS_MAX ? Number(text) : null;
}
