import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { checkPermission } from '../../domain/access/access.ts';
import type { AnsweredCall } from '../../domain/events/event-schema.ts';
import type { KeyId } from '../../domain/model/ids.ts';
import { err, ok, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import { JournalFailedError } from '../../ports/journal.ts';
import type { RateBucket, RateDecision } from '../auth/auth-rate-limiter.ts';
import type { Authenticated } from '../auth/authenticator.ts';
import type { HttpDeps } from './dependencies.ts';
import { checkMediaType, EMPTY_BODY, hasBody, readBody, readIdempotencyKey } from './request-body.ts';
import type { RequestContext } from './request-context.ts';
import type { Route, RouteResponse } from './route.ts';
import { parseJson } from './strict-json.ts';

type Outcome = Result<RouteResponse, Rejection>;

/**
 * Runs the checks of a signed request, then its handler: size → signature → rate → permission → body → query.
 *
 * Source: contract, Orders, Acceptance; faults, Bad input, order of checks.
 */
export async function handleSigned(deps: HttpDeps, route: Route, context: RequestContext): Promise<Outcome> {
  const { request } = context;
  const bytes = await bytesOf(deps, request);
  if (!bytes.ok) return bytes;
  const authenticated = authenticate(deps, request, bytes.value, route);
  if (!authenticated.ok) return authenticated;
  const result = await handle(deps, route, context, authenticated.value, bytes.value);
  if (!route.isMutating) return result;
  // The signature must be on disk before the response is sent, or it could be replayed after a crash.
  const isNoted = await isDurable(authenticated.value);
  if (!isNoted) return err(STORAGE_FAILED);
  if (isForAudit(route, result))
    await deps.trading.recordCall(authenticated.value.caller, callOf(request, bytes.value, result));
  return result;
}

/**
 * False for a call that placed an order: the journal already has the order with its key. Also false for
 * calls that were rate limited or rejected at shutdown, so that a flood cannot fill the disk.
 */
function isForAudit(route: Route, result: Outcome): boolean {
  if (route.isAudited === false) return false;
  if (!result.ok) return result.error.code !== 'rate_limited' && result.error.code !== 'shutting_down';
  return result.value.isRecorded !== true;
}

const callOf = (
  { method, originalUrl, id }: FastifyRequest,
  bytes: Uint8Array,
  result: Outcome,
): AnsweredCall => ({
  method,
  target: originalUrl,
  bodySha256: hash('sha256', bytes, 'hex'),
  requestId: id,
  error: result.ok ? null : result.error.code,
});

/**
 * Rejects a path or method that does not exist. Only a valid signature gets that reason; any other request
 * gets the same 401 as on an existing path.
 */
export async function rejectSigned(
  deps: HttpDeps,
  why: Rejection,
  context: RequestContext,
): Promise<Outcome> {
  const { request } = context;
  const bytes = await bytesOf(deps, request);
  if (!bytes.ok) return bytes;
  const isMutating = request.method !== 'GET' && request.method !== 'HEAD';
  const authenticated = authenticate(deps, request, bytes.value, { isMutating });
  if (!authenticated.ok) return authenticated;
  if (!(await isDurable(authenticated.value))) return err(STORAGE_FAILED);
  return err(spend(deps, context, authenticated.value.caller.keyId, 'read', 1) ?? why);
}

const STORAGE_FAILED = rejection(
  'shutting_down',
  'storage has failed: the service accepts no requests until it is restarted',
);

/** Waits until the used signature is on disk; false when the disk has failed. */
async function isDurable({ durable }: Authenticated): Promise<boolean> {
  try {
    await durable;
    return true;
  } catch (error) {
    if (!(error instanceof JournalFailedError)) throw error;
    return false;
  }
}

async function handle(
  deps: HttpDeps,
  route: Route,
  context: RequestContext,
  { caller, isTimestampFresh }: Authenticated,
  bytes: Uint8Array,
): Promise<Outcome> {
  const { request } = context;
  // The cost of a batch depends on its items, so its body is parsed first. An invalid body costs one token.
  const priced = route.computeTokens === undefined ? null : jsonOf(request, bytes);
  const tokens = priced?.ok === true ? (route.computeTokens?.(priced.value, deps) ?? 1) : 1;
  const barred =
    spend(deps, context, caller.keyId, route.bucket, tokens) ?? checkPermission(caller, route.permission);
  if (barred !== null) return err(barred);
  const body = priced ?? (route.method === 'GET' ? NO_FIELDS : jsonOf(request, bytes));
  if (!body.ok) return body;
  const idempotencyKey = route.takesIdempotencyKey === true ? readIdempotencyKey(request.raw) : NO_KEY;
  if (!idempotencyKey.ok) return idempotencyKey;
  const query = route.readQuery(queryOf(request));
  if (!query.ok) return query;
  return route.handle({
    deps,
    caller,
    isTimestampFresh,
    params: request.params as Readonly<Record<string, string>>,
    query: query.value,
    body: body.value,
    idempotencyKey: idempotencyKey.value,
  });
}

const NO_FIELDS: Result<unknown, Rejection> = ok({});
const NO_KEY: Result<string | null, Rejection> = ok(null);
const NO_BYTES: Result<Uint8Array, Rejection> = ok(EMPTY_BODY);

/**
 * Reads the body also of a GET, because the signature covers it. Without a usable key the request will be
 * rejected, so its body is discarded and takes no memory.
 */
const bytesOf = async (
  { auth, config }: HttpDeps,
  { raw }: FastifyRequest,
): Promise<Result<Uint8Array, Rejection>> =>
  hasBody(raw) ? readBody(raw, config.http.bodyBytesMax, auth.hasUsableKey(raw.headers)) : NO_BYTES;

function jsonOf({ raw }: FastifyRequest, bytes: Uint8Array): Result<unknown, Rejection> {
  const wrongType = bytes.length === 0 ? null : checkMediaType(raw);
  return wrongType === null ? parseJson(bytes) : err(wrongType);
}

function authenticate(
  { auth }: HttpDeps,
  request: FastifyRequest,
  body: Uint8Array,
  {
    isMutating,
    allowsStaleTimestamp = false,
  }: { readonly isMutating: boolean; readonly allowsStaleTimestamp?: boolean },
): Result<Authenticated, Rejection> {
  const { headers, rawHeaders, socket } = request.raw;
  return auth.authenticate({
    method: request.method,
    path: getPath(request),
    query: queryOf(request),
    headers,
    rawHeaders,
    body,
    address: socket.remoteAddress ?? '',
    isMutating,
    allowsStaleTimestamp,
  });
}

/** Takes tokens from a bucket and sets the rate limit headers. Null when there were enough tokens. */
function spend(
  { rates }: HttpDeps,
  { headers }: RequestContext,
  keyId: KeyId,
  bucket: RateBucket,
  tokens: number,
): Rejection | null {
  const decision = rates.take(keyId, bucket, tokens);
  Object.assign(headers, rateHeadersOf(bucket, decision));
  if (decision.allowed) return null;
  return rejection('rate_limited', 'too many requests', { bucket, retry_after_ms: decision.retryAfterMs });
}

const rateHeadersOf = (bucket: RateBucket, decision: RateDecision): Record<string, string> => ({
  'ratelimit-policy': `"${bucket}";q=${decision.limit};w=${decision.windowSeconds}`,
  ratelimit: `"${bucket}";r=${decision.remaining};t=${decision.resetSeconds}`,
});

/** The path exactly as sent, because the signature covers it. */
export function getPath({ originalUrl }: FastifyRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}

function queryOf({ originalUrl }: FastifyRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? '' : originalUrl.slice(mark + 1);
}
