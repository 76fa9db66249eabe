import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { err, type KeyId, ok, parseTraceparent, type Rejection, type Result, rejection } from '#contract';
import { getClientAddress } from '#edge';
import { createRequestTrace, type RequestTrace, STOPPING, toJournalRejection } from '#orders';
import type { RateBucket } from './auth/auth-rate-limiter.ts';
import { type Authenticated, type SignedRequest, splitTarget } from './auth/authenticator.ts';
import { isForAudit } from './call-audit-rules.ts';
import { toHttpError } from './http-errors.ts';
import { checkMediaType, EMPTY_BODY, readBody, readIdempotencyKey } from './request-body.ts';
import type { HttpDeps, Route, RouteResponse, RouteResult } from './route.ts';
import { checkRouteAccess } from './route-access.ts';
import { parseJson } from './strict-json.ts';

/** A request being processed, with the headers that its response carries in every case. */
export interface RequestContext {
  readonly deps: HttpDeps;
  readonly request: FastifyRequest;
  readonly name: string; // of the route, for metrics and the log
  readonly startedMs: number;
  readonly headers: Record<string, string>;
}

/** Set when the service is stopping: further requests on open connections are rejected. */
export interface ServerState {
  isStopping: boolean;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Processes one request from arrival to response. Every response is sent here, so each one has the server time, and is
 * measured.
 *
 * A defect returns 500 with the request id only; the log has the details.
 */
export function serve(
  deps: HttpDeps,
  state: ServerState,
  name: string,
  run: (context: RequestContext) => Promise<RouteResult>,
): Handler {
  return async (request, reply) => {
    const context = { deps, request, name, startedMs: deps.clock.monotonicMs(), headers: {} };
    const result = state.isStopping ? err(STOPPING) : await guarded(context, run);
    return sendResponse(context, reply, result.ok ? result.value : toErrorResponse(result.error, request.id));
  };
}

/** The codes of a service that cannot write its journal now. Their connections are closed, so that callers connect again. */
const STOPPED: ReadonlySet<string> = new Set(['shutting_down', 'journal_unavailable', 'not_owner']);
const DEFECT = rejection(
  'internal',
  'the service failed to process the request; quote the request id when you report it',
);

async function guarded(
  context: RequestContext,
  run: (context: RequestContext) => Promise<RouteResult>,
): Promise<RouteResult> {
  try {
    return await run(context);
  } catch (error) {
    const notStored = toJournalRejection(error);
    if (notStored !== null) return err(notStored);
    logDefect(context, error);
    return err(DEFECT);
  }
}

function toErrorResponse(why: Rejection, requestId: string): RouteResponse {
  const { status, headers, body } = toHttpError(why, requestId);
  // The connection cannot be reused after an oversize body, or while the server stops.
  const isLast = why.code === 'payload_too_large' || STOPPED.has(why.code);
  return {
    status,
    headers: isLast ? { ...headers, connection: 'close' } : headers,
    content: JSON.stringify(body),
  };
}

function sendResponse(
  context: RequestContext,
  reply: FastifyReply,
  { status = 200, headers, content }: RouteResponse,
): FastifyReply {
  const { deps, request, name, startedMs } = context;
  reply.code(status).headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-server-time': String(deps.clock.now()),
    ...(deps.replay !== null && { 'x-market-time': String(deps.replay.status().marketTime) }),
    ...context.headers,
    ...headers,
  });
  const labels = { method: request.method, route: name, status: String(status) };
  deps.metrics.observe('http_request_ms', deps.clock.monotonicMs() - startedMs, labels);
  return reply.send(typeof content === 'string' ? content : toReadable(context, content));
}

/** A failure after the first bytes can only end the response early: the JSON array remains unterminated. */
function toReadable(context: RequestContext, content: AsyncIterable<string>): Readable {
  const stream = Readable.from(content, { highWaterMark: 1 });
  return stream.on('error', (error) => logDefect(context, error));
}

function logDefect({ deps, request, name }: RequestContext, error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { id: requestId, method } = request;
  const traceId = parseTraceparent(request.raw.headers['traceparent'])?.traceId;
  const trace = traceId === undefined ? {} : { traceId };
  deps.log.error('a request failed', { requestId, ...trace, method, route: name, error: what });
}

/**
 * Runs the checks of a signed request, then its handler: size → signature → rate → permission → body → query. From
 * the permission on the signature is used.
 *
 * Source: contract, Orders, Acceptance; faults, Bad input, order of checks.
 */
export async function handleSigned(route: Route, context: RequestContext): Promise<RouteResult> {
  const signed = await authenticate(context, route);
  if (!signed.ok) return signed;
  const admitted = admit(route, context, signed.value);
  if (!admitted.ok) return admitted;
  if (context.deps.replay !== null) await context.deps.replay.settled();
  const result = await handle(route, context, signed.value, admitted.value.body);
  if (!route.isMutating) return result;
  // The signature must be on disk before the response is sent, or it could be replayed after a crash.
  const notDurable = await context.deps.trading.calls.whenDurable(admitted.value.durable);
  if (notDurable !== null) return err(notDurable);
  if (isForAudit(route, result)) await recordCall(context, signed.value, result);
  return result;
}

/**
 * Rejects a path or method that does not exist. Only a valid signature gets that reason; any other request
 * gets the same 401 as on an existing path.
 */
export async function rejectSigned(why: Rejection, context: RequestContext): Promise<RouteResult> {
  const { method } = context.request;
  const signed = await authenticate(context, { isMutating: method !== 'GET' && method !== 'HEAD' });
  if (!signed.ok) return signed;
  return err(spend(context, signed.value.caller.keyId, 'read', 1) ?? why);
}

/** An authenticated request with the bytes of its body. */
interface Signed extends Authenticated {
  readonly bytes: Uint8Array;
}

type SigningRules = Pick<Route, 'isMutating' | 'allowsStaleTimestamp' | 'reducesRisk'>;

async function authenticate(
  { deps, request }: RequestContext,
  { isMutating, allowsStaleTimestamp, reducesRisk }: SigningRules,
): Promise<Result<Signed, Rejection>> {
  const bytes = await readBytes(deps, request);
  if (!bytes.ok) return bytes;
  const signed: SignedRequest = {
    method: request.method,
    ...splitTarget(request.originalUrl),
    headers: request.raw.headers,
    body: bytes.value,
    address: getClientAddress(request.raw),
    isMutating,
    allowsStaleTimestamp: allowsStaleTimestamp === true,
    reducesRisk: reducesRisk === true,
  };
  const authenticated = await deps.auth.authenticate(signed);
  return authenticated.ok ? ok({ ...authenticated.value, bytes: bytes.value }) : authenticated;
}

/**
 * Reads the body also of a GET, because the signature covers it. Without a usable key the request will be
 * rejected, so its body is discarded and takes no memory.
 */
const readBytes = async (
  { auth, config }: HttpDeps,
  { raw }: FastifyRequest,
): Promise<Result<Uint8Array, Rejection>> =>
  hasBody(raw) ? readBody(raw, config.http.bodyBytesMax, auth.hasUsableKey(raw.headers)) : NO_BYTES;

/** True when the request announces a body, whatever its method. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A request that passed all checks before its content. */
interface Admitted {
  readonly body: Result<unknown, Rejection> | null; // null: not parsed yet
  readonly durable: Promise<void>; // resolves when its signature is on disk
}

/** Checks rate and permission, then uses the signature, so that a rejected request neither stores nor executes. */
function admit(
  route: Route,
  context: RequestContext,
  { caller, bytes, useSignature }: Signed,
): Result<Admitted, Rejection> {
  const { deps, request } = context;
  // The cost of a batch depends on its items, so its body is parsed first. An invalid body costs one token.
  const priced = route.computeTokens === undefined ? null : parseJsonBody(request, bytes);
  const tokens = priced?.ok === true ? (route.computeTokens?.(priced.value, deps, caller) ?? 1) : 1;
  const tooFast = spend(context, caller.keyId, route.bucket, tokens);
  if (tooFast !== null) return err(tooFast);
  const forbidden = checkRouteAccess(route, caller, deps.trading);
  if (forbidden !== null) {
    if (route.isMutating && route.isAudited !== false)
      deps.trading.calls.countForbidden(caller, route.method, route.path);
    return err(forbidden);
  }
  const durable = useSignature();
  return durable.ok ? ok({ body: priced, durable: durable.value }) : durable;
}

async function handle(
  route: Route,
  context: RequestContext,
  { caller, isTimestampFresh, bytes }: Signed,
  priced: Admitted['body'],
): Promise<RouteResult> {
  const { deps, request } = context;
  const body = priced ?? (route.method === 'GET' ? NO_FIELDS : parseJsonBody(request, bytes));
  if (!body.ok) return body;
  const idempotencyKey = route.takesIdempotencyKey === true ? readIdempotencyKey(request.raw) : NO_KEY;
  if (!idempotencyKey.ok) return idempotencyKey;
  const query = route.readQuery(splitTarget(request.originalUrl).query);
  if (!query.ok) return query;
  return route.handle({
    deps,
    caller,
    isTimestampFresh,
    params: request.params as Readonly<Record<string, string>>,
    query: query.value,
    body: body.value,
    idempotencyKey: idempotencyKey.value,
    trace: findTrace(context),
  });
}

function findTrace({ deps, request, startedMs }: RequestContext): RequestTrace | null {
  const { random, config } = deps;
  const named = parseTraceparent(request.raw.headers['traceparent']);
  return createRequestTrace(named, startedMs, { random, isExported: config.telemetry.otlpUrl !== '' });
}

const NO_FIELDS: Result<unknown, Rejection> = ok({});
const NO_KEY: Result<string | null, Rejection> = ok(null);
const NO_BYTES: Result<Uint8Array, Rejection> = ok(EMPTY_BODY);

function parseJsonBody({ raw }: FastifyRequest, bytes: Uint8Array): Result<unknown, Rejection> {
  const wrongType = bytes.length === 0 ? null : checkMediaType(raw);
  return wrongType === null ? parseJson(bytes) : err(wrongType);
}

/** Takes tokens from a bucket and sets the rate limit headers. Null when there were enough tokens. */
function spend(
  { deps, headers }: RequestContext,
  keyId: KeyId,
  bucket: RateBucket,
  tokens: number,
): Rejection | null {
  const decision = deps.rates.take(keyId, bucket, tokens);
  headers['ratelimit-policy'] = `"${bucket}";q=${decision.limit};w=${decision.windowSeconds}`;
  headers['ratelimit'] = `"${bucket}";r=${decision.remaining};t=${decision.resetSeconds}`;
  if (decision.allowed) return null;
  return rejection('rate_limited', 'too many requests', { bucket, retry_after_ms: decision.retryAfterMs });
}

const recordCall = (
  { deps, request }: RequestContext,
  { caller, bytes }: Signed,
  result: RouteResult,
): Promise<void> =>
  deps.trading.calls.record(caller, {
    method: request.method,
    target: request.originalUrl,
    bodySha256: hash('sha256', bytes, 'hex'),
    requestId: request.id,
    error: result.ok ? null : result.error.code,
  });
