import { Buffer } from 'node:buffer';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { type Caller, checkPermission, isKeyUsable } from '../../domain/access/access.ts';
import { parseQuery } from '../../domain/access/request-signing.ts';
import type { KeyId } from '../../domain/model/ids.ts';
import { err, notFound, ok, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { TradingService } from '../../oms/trading-service.ts';
import type { Clock } from '../../ports/environment.ts';
import type { RateLimiter } from '../auth/auth-rate-limiter.ts';
import type { Authenticator, SignedRequest } from '../auth/authenticator.ts';
import { ConnectionLimiter } from '../connection-limiter.ts';
import { toHttpError } from '../http/http-errors.ts';
import type { SessionStarter, Stream } from './stream-connection.ts';

interface HandshakeDeps {
  readonly trading: Pick<TradingService, 'key'>;
  readonly auth: Authenticator;
  readonly rates: RateLimiter;
  readonly clock: Clock;
  readonly limits: Config['ws'];
  readonly streams: ReadonlyMap<string, Stream>; // by path
}

/** An accepted handshake: the caller, the stream, and the function that starts the session. */
export interface AdmittedHandshake {
  readonly caller: Caller;
  readonly stream: Stream;
  readonly opening: SessionStarter;
}

/** Checks handshakes like any request: signature, path, rate, permission, then the subscription in the query. */
export class HandshakeHandler {
  readonly #deps: HandshakeDeps;
  readonly #connectionLimiter: ConnectionLimiter<KeyId>;

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
    this.#connectionLimiter = new ConnectionLimiter(deps.limits.maxConnectionsPerKey);
  }

  /** @param onSocketClosed  registers the function that frees the connection slot when the socket closes */
  async admit(
    request: IncomingMessage,
    onSocketClosed: (free: () => void) => void,
  ): Promise<Result<AdmittedHandshake, Rejection>> {
    const signed = toSignedRequest(request);
    const checked = this.#check(signed);
    if (!checked.ok) return checked;
    const { caller, stream, durable } = checked.value;
    const free = this.#connectionLimiter.take(caller.keyId);
    if (free === null) return err(tooManyConnections(this.#deps.limits.maxConnectionsPerKey));
    onSocketClosed(free);
    await durable;
    const admitted = await stream.admit(caller, parseQuery(signed.query));
    if (!admitted.ok) return admitted;
    // The key may have been revoked during the wait, when there was no connection to close yet.
    return this.#isKeyUsable(caller) ? ok({ caller, stream, opening: admitted.value }) : err(KEY_ENDED);
  }

  /** All checks that are synchronous. */
  #check(
    signed: SignedRequest,
  ): Result<{ caller: Caller; stream: Stream; durable: Promise<void> }, Rejection> {
    if (!signed.path.startsWith('/v1/')) return err(notFound('path'));
    const authenticated = this.#deps.auth.authenticateHandshake(signed);
    if (!authenticated.ok) return authenticated;
    const { caller, durable } = authenticated.value;
    const stream = this.#deps.streams.get(signed.path);
    if (stream === undefined) return err(notFound('path'));
    const rate = this.#deps.rates.take(caller.keyId, 'read', 1);
    if (!rate.allowed) return err(tooFast(rate.retryAfterMs));
    const lacking = checkPermission(caller, 'read');
    return lacking === null ? ok({ caller, stream, durable }) : err(lacking);
  }

  #isKeyUsable({ keyId }: Caller): boolean {
    const key = this.#deps.trading.key(keyId);
    return key !== null && isKeyUsable(key, this.#deps.clock.now());
  }
}

const NO_BODY = Buffer.alloc(0);
const RETRY_CONNECT_MS = 1_000;
const KEY_ENDED = rejection('unauthorized', 'the key is unknown, revoked or expired');

const tooFast = (retryAfterMs: number): Rejection =>
  rejection('rate_limited', 'too many requests', { bucket: 'read', retry_after_ms: retryAfterMs });

const tooManyConnections = (max: number): Rejection =>
  rejection('rate_limited', `at most ${max} stream connections for one key`, {
    bucket: 'connections',
    max,
    retry_after_ms: RETRY_CONNECT_MS,
  });

function toSignedRequest(request: IncomingMessage): SignedRequest {
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body: NO_BODY,
    address: request.socket.remoteAddress ?? '',
    isMutating: true,
    allowsStaleTimestamp: false,
  };
}

/** Rejects a handshake with a normal HTTP error response and closes the socket. */
export function rejectHandshake(
  socket: Duplex,
  refusal: Rejection,
  requestId: string,
  now: TimestampMs,
): void {
  const { status, headers, body } = toHttpError(refusal, requestId);
  const json = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(json)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'x-server-time': String(now),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
  socket.end(text, () => socket.destroy());
}
