import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import type { Caller } from '../../core/access/access.ts';
import { parseQuery } from '../../core/access/canonical.ts';
import { checkPermission, isUsable } from '../../core/access/permissions.ts';
import type { KeyId } from '../../core/kernel/ids.ts';
import { notFound, type Refusal, refusal } from '../../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../../core/kernel/result.ts';
import type { Trading } from '../../engine/trading.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Authenticator, RateLimiter, SignedRequest } from '../auth/types.ts';
import { Places } from '../places.ts';
import type { Opening, Stream } from './stream.ts';

export interface HandshakeDeps {
  readonly trading: Pick<Trading, 'key'>;
  readonly auth: Authenticator;
  readonly rates: RateLimiter;
  readonly clock: Clock;
  readonly limits: Config['ws'];
  readonly streams: ReadonlyMap<string, Stream>; // by path
}

/** A handshake that has passed: who connects to what, and how its session starts. */
export interface Admitted {
  readonly caller: Caller;
  readonly stream: Stream;
  readonly opening: Opening;
}

/** Judges handshakes as any request is judged: signature, path, rate, permission, then what is asked for. */
export class Handshakes {
  readonly #deps: HandshakeDeps;
  readonly #places: Places<KeyId>;

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
    this.#places = new Places(deps.limits.maxConnectionsPerKey);
  }

  /** @param onSocketClosed  is given what to do when the socket is gone: its place becomes free */
  async admit(
    request: IncomingMessage,
    onSocketClosed: (free: () => void) => void,
  ): Promise<Result<Admitted, Refusal>> {
    const signed = signedRequestOf(request);
    const checked = this.#check(signed);
    if (!checked.ok) return checked;
    const { caller, stream, durable } = checked.value;
    const free = this.#places.take(caller.keyId);
    if (free === null) return refuse(tooManyConnections(this.#deps.limits.maxConnectionsPerKey));
    onSocketClosed(free);
    await durable;
    const admitted = await stream.admit(caller, parseQuery(signed.query));
    if (!admitted.ok) return admitted;
    // The key may have ended while we waited, before there was a connection to close.
    return this.#isKeyUsable(caller) ? ok({ caller, stream, opening: admitted.value }) : refuse(KEY_ENDED);
  }

  /** Everything that is known without waiting. */
  #check(signed: SignedRequest): Result<{ caller: Caller; stream: Stream; durable: Promise<void> }, Refusal> {
    if (!signed.path.startsWith('/v1/')) return refuse(notFound('path'));
    const authenticated = this.#deps.auth.authenticateHandshake(signed);
    if (!authenticated.ok) return authenticated;
    const { caller, durable } = authenticated.value;
    const stream = this.#deps.streams.get(signed.path);
    if (stream === undefined) return refuse(notFound('path'));
    const rate = this.#deps.rates.take(caller.keyId, 'read', 1);
    if (!rate.allowed) return refuse(tooFast(rate.retryAfterMs));
    const lacking = checkPermission(caller, 'read');
    return lacking === null ? ok({ caller, stream, durable }) : refuse(lacking);
  }

  #isKeyUsable({ keyId }: Caller): boolean {
    const key = this.#deps.trading.key(keyId);
    return key !== null && isUsable(key, this.#deps.clock.now());
  }
}

const NO_BODY = Buffer.alloc(0);
const RETRY_CONNECT_MS = 1_000;
const KEY_ENDED = refusal('unauthorized', 'the key is unknown, revoked or expired');

const tooFast = (retryAfterMs: number): Refusal =>
  refusal('rate_limited', 'too many requests', { bucket: 'read', retry_after_ms: retryAfterMs });

const tooManyConnections = (max: number): Refusal =>
  refusal('rate_limited', `at most ${max} stream connections for one key`, {
    bucket: 'connections',
    max,
    retry_after_ms: RETRY_CONNECT_MS,
  });

function signedRequestOf(request: IncomingMessage): SignedRequest {
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
    makesSafer: false,
  };
}
