import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';
import {
  type ApiKey,
  type Caller,
  err,
  handshakeToSign,
  isKeyUsable,
  type KeyId,
  ok,
  parseBase64,
  parseQuery,
  parseSigningTimestamp,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
  renderSortedQuery,
  staleTimestamp,
  stringToSign,
  type TimestampMs,
  toCallerAddress,
  toFormEncoding,
} from '#contract';
import type { AccessService } from '#orders';
import type { Clock } from '#ports';
import { RateLimitBuckets } from './auth-rate-limiter.ts';
import { ClockRollbackPolicy } from './clock-rollback-policy.ts';
import type { UsedSignatures } from './replay-protection.ts';
import { type SignatureJob, SignatureQueue } from './signature-queue.ts';
import { loadVerifier, type Verifier } from './signature-verifier.ts';

/** A request as received: the parts that the signature covers, and the peer's address. */
export interface SignedRequest {
  readonly method: string; // upper case
  readonly path: string; // as sent, without query
  readonly query: string; // raw, without '?'; '' if none
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array; // exact bytes, empty if none
  readonly address: string; // of the peer, for counting failures
  readonly isMutating: boolean; // state-changing: its signature may be used once
  readonly reducesRisk: boolean; // a cancel or the kill switch: its signature is stored when others are not any more
  readonly allowsStaleTimestamp: boolean; // only reduces risk: accepted even after the server clock was set back
}

export interface Authenticated {
  readonly caller: Caller;
  /** False: the signature is unused, but its age is unknown. Only calls that reduce risk are accepted like this. */
  readonly isTimestampFresh: boolean;
  /**
   * Marks the signature as used. Must be called after the rate and permission checks and before the request has any
   * effect: a request that was rejected by them stores nothing, and one that has an effect is a replay when it is
   * sent again. The promise resolves when the signature is on disk, at once for reads.
   *
   * Rejects with `replay` when it was used meanwhile, and with `rate_limited` when too many signatures are stored.
   *
   * docs/decisions/signatures.md
   */
  readonly useSignature: () => Result<Promise<void>, Rejection>;
}

/** Splits a request target as sent, because the signature covers its exact path and query. */
export function splitTarget(target: string): Pick<SignedRequest, 'path' | 'query'> {
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Authenticates requests. Both checks return the same error shape for every reason. */
export interface Authenticator {
  /** True when the headers name a usable key. Without one the request is rejected, whatever its body. */
  hasUsableKey(headers: IncomingHttpHeaders): boolean;
  /** Rejects with `unauthorized`, `stale_timestamp`, `signature`, `replay`, in this order, or `rate_limited`. */
  authenticate(request: SignedRequest): Promise<Result<Authenticated, Rejection>>;
  /** Synchronous. Authenticates a WebSocket handshake: three headers, or `key_id`, `ts` and `sig` in the query. */
  authenticateHandshake(request: SignedRequest): Result<Authenticated, Rejection>;
  /** Ends the thread that checks signatures. */
  close(): Promise<void>;
}

export interface AuthenticatorDeps {
  readonly trading: { readonly access: Pick<AccessService, 'key'> };
  readonly clock: Clock;
  readonly config: Pick<Config, 'auth' | 'rate' | 'profile'>;
  readonly used: UsedSignatures; // from `loadUsedSignatures`
  readonly verifier?: Verifier; // default: the fastest on this machine
}

/**
 * Authenticates all requests.
 *
 * Checks in this order: headers present and key known, active, unexpired (`unauthorized`), timestamp
 * (`stale_timestamp`), signature (`signature`), reuse (`replay`). Each failure takes a token from the failure
 * bucket of the address; once that is empty, failures return `rate_limited`. A correctly signed request
 * always passes, so a client cannot lock out another client at the same address. Calls that only reduce
 * risk also pass while the server clock is set back and the age of their timestamp is unknown.
 *
 * Source: contract, Signature.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  return new SignatureAuthenticator(deps);
}

const ADDRESSES_MAX = 10_000;
const SIGNATURE_BYTES = 64;
const EMPTY_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NOTHING_TO_STORE: Result<Promise<void>, Rejection> = ok(Promise.resolve());
const useNothing = (): Result<Promise<void>, Rejection> => NOTHING_TO_STORE;

const REPLAY = rejection(
  'replay',
  'this signature was already used; sign the request again with the current time and send it once',
);
const BAD_KEY = rejection('unauthorized', 'the key is unknown, revoked or expired');

/** Prepared once for each key. */
interface KnownKey {
  readonly publicKey: Buffer;
  readonly caller: Caller;
}

/** A request of a usable key with a timestamp in the window, whose signature is to be checked. */
interface Checkable {
  readonly known: KnownKey;
  readonly credentials: Credentials;
  readonly signature: Buffer;
  readonly at: TimestampMs;
  readonly isTimestampFresh: boolean;
}

/** Credentials with the text they must have signed, which depends on the encoding of the query. */
interface Signed {
  readonly credentials: Credentials | 'none' | 'broken';
  readonly sortedQuery: string;
  readonly isSingleUse: boolean;
  readonly allowsStaleTimestamp: boolean;
  readonly reducesRisk: boolean;
  toSign(query: string, timestamp: string): string;
}

/** A valid signature that may be used once. */
interface Use {
  readonly signature: string; // canonical base64: the same text for both alphabets
  readonly at: TimestampMs;
  readonly isTimestampFresh: boolean;
  readonly allowsStaleTimestamp: boolean;
  readonly reducesRisk: boolean;
}

class SignatureAuthenticator implements Authenticator {
  readonly #deps: AuthenticatorDeps;
  readonly #queue: SignatureQueue;
  readonly #readHeaders: ReturnType<typeof readAuthHeaders>;
  readonly #unsigned: Rejection;
  readonly #failures: RateLimitBuckets;
  readonly #rollback: ClockRollbackPolicy;
  // Keys are immutable records: a changed key is a new object and is prepared again.
  readonly #known = new WeakMap<ApiKey, KnownKey>();

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps;
    this.#queue = new SignatureQueue(deps.verifier ?? loadVerifier());
    this.#readHeaders = readAuthHeaders(deps.config.auth.headerPrefixes);
    this.#unsigned = missingHeaders(deps.config.auth.headerPrefixes);
    this.#failures = new RateLimitBuckets(deps.clock, ADDRESSES_MAX);
    const { previousRunsUntil } = deps.used;
    this.#rollback = new ClockRollbackPolicy({
      clock: deps.clock,
      windowMs: deps.config.auth.windowMs,
      previousRunsUntil,
    });
  }

  hasUsableKey(headers: IncomingHttpHeaders): boolean {
    return this.#usableKey(this.#readHeaders(headers)) !== null;
  }

  async authenticate(request: SignedRequest): Promise<Result<Authenticated, Rejection>> {
    const signed = this.#signedByHeaders(request, request.isMutating);
    const checkable = this.#prepare(signed);
    if (!checkable.ok) return this.#countFailure(request, checkable);
    // Orders of others must not make a cancel wait.
    const check = (query: string): boolean | Promise<boolean> => {
      const job = toJob(signed, checkable.value, query);
      return signed.reducesRisk ? this.#queue.checkAtOnce(job) : this.#queue.check(job);
    };
    const form = toFormEncoding(signed.sortedQuery);
    const isValid = (await check(signed.sortedQuery)) || (form !== signed.sortedQuery && (await check(form)));
    return this.#countFailure(request, this.#conclude(signed, isValid));
  }

  authenticateHandshake(request: SignedRequest): Result<Authenticated, Rejection> {
    const byHeaders = this.#signedByHeaders(request, true);
    const signed = byHeaders.credentials === 'none' ? signedByQuery(request) : byHeaders;
    const checkable = this.#prepare(signed);
    if (!checkable.ok) return this.#countFailure(request, checkable);
    const check = (query: string) => this.#queue.checkAtOnce(toJob(signed, checkable.value, query));
    const form = toFormEncoding(signed.sortedQuery);
    const isValid = check(signed.sortedQuery) || (form !== signed.sortedQuery && check(form));
    return this.#countFailure(request, this.#conclude(signed, isValid));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  #signedByHeaders(request: SignedRequest, isSingleUse: boolean): Signed {
    const { method, path, body, allowsStaleTimestamp, reducesRisk } = request;
    return {
      credentials: this.#readHeaders(request.headers),
      sortedQuery: renderSortedQuery(parseQuery(request.query)),
      isSingleUse,
      allowsStaleTimestamp,
      reducesRisk,
      toSign: (query, timestamp) => stringToSign(method, path, query, timestamp, hashBody(body)),
    };
  }

  /** The checks before the signature. */
  #prepare(signed: Signed): Result<Checkable, Rejection> {
    const { credentials } = signed;
    if (credentials === 'none' || credentials === 'broken') return err(this.#unsigned);
    const key = this.#usableKey(credentials);
    if (key === null) return err(BAD_KEY);
    const now = this.#deps.clock.now();
    this.#rollback.watchClock();
    const at = parseSigningTimestamp(credentials.timestamp);
    const isTimestampFresh = at !== null && this.#isTimestampFresh(at, now, signed);
    if (at === null || !(isTimestampFresh || (signed.allowsStaleTimestamp && this.#rollback.canAccept(at))))
      return err(
        at === null ? staleTimestamp(now, describeTimestamp(credentials.timestamp)) : staleTimestamp(now),
      );
    const signature = parseBase64(credentials.signature, SIGNATURE_BYTES);
    if (signature === null) return err(this.#wrongSignature(signed, credentials));
    return ok({ known: this.#prepareKey(key), credentials, signature, at, isTimestampFresh });
  }

  /** The checks after the signature, and those before it again: the key may have ended while another thread checked it. */
  #conclude(signed: Signed, isValid: boolean): Result<Authenticated, Rejection> {
    const checked = this.#prepare(signed);
    if (!checked.ok) return checked;
    const { known, credentials, signature, at, isTimestampFresh } = checked.value;
    if (!isValid) return err(this.#wrongSignature(signed, credentials));
    const { caller } = known;
    if (!signed.isSingleUse) return ok({ caller, isTimestampFresh, useSignature: useNothing });
    const { allowsStaleTimestamp, reducesRisk } = signed;
    const text = signature.toString('base64');
    const use = { signature: text, at, isTimestampFresh, allowsStaleTimestamp, reducesRisk };
    if (this.#isUsed(caller.keyId, use)) return err(REPLAY);
    return ok({ caller, isTimestampFresh, useSignature: () => this.#useOnce(caller.keyId, use) });
  }

  #usableKey(credentials: Signed['credentials']): ApiKey | null {
    if (credentials === 'none' || credentials === 'broken') return null;
    const key = this.#deps.trading.access.key(credentials.keyId);
    return key !== null && isKeyUsable(key, this.#deps.clock.now()) ? key : null;
  }

  #isTimestampFresh(at: TimestampMs, now: TimestampMs, { isSingleUse }: Signed): boolean {
    const { config, used } = this.#deps;
    return Math.abs(at - now) <= config.auth.windowMs && !(isSingleUse && at <= used.evictedUntil);
  }

  #isUsed(keyId: KeyId, { signature, at, allowsStaleTimestamp }: Use): boolean {
    const { used } = this.#deps;
    return (
      used.has(signature) || (allowsStaleTimestamp && this.#rollback.isPossiblyUsed(keyId, signature, at))
    );
  }

  /** Checks again: the same request may have arrived twice, and both copies may have been authenticated. */
  #useOnce(keyId: KeyId, use: Use): Result<Promise<void>, Rejection> {
    if (this.#isUsed(keyId, use)) return err(REPLAY);
    const { signature, at, isTimestampFresh, allowsStaleTimestamp, reducesRisk } = use;
    const { used } = this.#deps;
    const durable = used.remember(signature, { keyId, reducesRisk, at: isTimestampFresh ? null : at });
    if (durable === null)
      return err(rateLimited('too many signatures are stored', 'signatures', used.msUntilSpace()));
    if (allowsStaleTimestamp) this.#rollback.remember(keyId, signature, at);
    // The caller that awaits `durable` still sees a disk failure. A rejected request never awaits it.
    durable.catch(() => {});
    return ok(durable);
  }

  #prepareKey(key: ApiKey): KnownKey {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { keyId, accountId, permissions, subaccounts } = key;
    const publicKey = Buffer.from(key.publicKey, 'base64');
    const prepared = { publicKey, caller: { keyId, accountId, permissions, subaccounts } };
    this.#known.set(key, prepared);
    return prepared;
  }

  /** The sandbox returns the text that should have been signed; a live service returns no hint. */
  #wrongSignature(signed: Signed, credentials: Credentials): Rejection {
    const message = 'the signature does not match this request';
    if (this.#deps.config.profile === 'live') return rejection('signature', message);
    const expected = Buffer.from(signed.toSign(signed.sortedQuery, credentials.timestamp), 'latin1');
    return rejection('signature', message, { string_to_sign: expected.toString('utf8') });
  }

  #countFailure(
    request: SignedRequest,
    result: Result<Authenticated, Rejection>,
  ): Result<Authenticated, Rejection> {
    if (result.ok) return result;
    const taken = this.#failures.take(toCallerAddress(request.address), this.#deps.config.rate.failedAuth, 1);
    return taken.allowed
      ? result
      : err(rateLimited('too many failed authentications', 'failed_auth', taken.retryAfterMs));
  }
}

function signedByQuery(request: SignedRequest): Signed {
  const { credentials, signedPairs } = readAuthQuery(parseQuery(request.query));
  return {
    credentials,
    sortedQuery: renderSortedQuery(signedPairs),
    isSingleUse: true,
    allowsStaleTimestamp: false,
    reducesRisk: false,
    toSign: (query, timestamp) => handshakeToSign(request.path, query, timestamp),
  };
}

/** @param query  percent-encoded, or form-encoded, which is tried second where it differs */
const toJob = (
  signed: Signed,
  { known, signature, credentials }: Checkable,
  query: string,
): SignatureJob => ({
  publicKey: known.publicKey,
  signature,
  text: signed.toSign(query, credentials.timestamp),
});

const hashBody = (body: Uint8Array): string =>
  body.length === 0 ? EMPTY_BODY_HASH : hash('sha256', body, 'hex');

const rateLimited = (message: string, bucket: string, retryAfterMs: number): Rejection =>
  rejection('rate_limited', message, { bucket, retry_after_ms: retryAfterMs });

/** The signing fields of a request as sent, not yet verified. */
interface Credentials {
  readonly keyId: string;
  readonly timestamp: string; // the digits as sent
  readonly signature: string; // base64 as sent
}

function missingHeaders(prefixes: readonly string[]): Rejection {
  const names = prefixes.map((prefix) => SIGNING_HEADERS.map((name) => `${prefix}${name}`).join(', '));
  return rejection('unauthorized', `the headers ${names.join('; or ')} are each required, once`);
}

type AuthHeaderReader = (headers: IncomingHttpHeaders) => Credentials | 'none' | 'broken';

/**
 * Reads the three signing headers under the first accepted prefix that the request uses.
 *
 * @param prefixes  accepted before `Key-Id`, `Timestamp` and `Signature`, case-insensitive: `X-`
 * @returns         `none` without any signing header, `broken` when one is missing, empty or repeated
 */
function readAuthHeaders(prefixes: readonly string[]): AuthHeaderReader {
  const names = prefixes.map(namesUnder);
  return (headers) => {
    for (const name of names) {
      const keyId = headers[name.keyId];
      const timestamp = headers[name.timestamp];
      const signature = headers[name.signature];
      if (keyId !== undefined || timestamp !== undefined || signature !== undefined) {
        return toCredentials(keyId, timestamp, signature);
      }
    }
    return 'none';
  };
}

interface QueryCredentials {
  readonly credentials: Credentials | 'none' | 'broken';
  readonly signedPairs: readonly QueryPair[]; // the query without the three signing parameters
}

/** Reads `key_id`, `ts` and `sig` from a handshake's query, for clients that cannot set headers. */
function readAuthQuery(pairs: readonly QueryPair[]): QueryCredentials {
  const signing = pairs.filter(({ key }) => SIGNING_PARAMETERS.has(key));
  const signedPairs = pairs.filter(({ key }) => !SIGNING_PARAMETERS.has(key));
  if (signing.length === 0) return { credentials: 'none', signedPairs };
  if (signing.length !== SIGNING_PARAMETERS.size) return { credentials: 'broken', signedPairs };
  const value = (key: string) => signing.find((pair) => pair.key === key)?.value;
  // An unescaped '+' is decoded as a space. Base64 has no spaces, so each one is turned back into '+'.
  const credentials = toCredentials(value('key_id'), value('ts'), value('sig')?.replaceAll(' ', '+'));
  return { credentials, signedPairs };
}

const SIGNING_HEADERS = ['Key-Id', 'Timestamp', 'Signature'];
const SIGNING_PARAMETERS: ReadonlySet<string> = new Set(['key_id', 'ts', 'sig']);

function namesUnder(prefix: string): Record<'keyId' | 'timestamp' | 'signature', string> {
  const under = (name: string) => `${prefix}${name}`.toLowerCase();
  return { keyId: under('Key-Id'), timestamp: under('Timestamp'), signature: under('Signature') };
}

type HeaderValue = string | string[] | undefined;

function toCredentials(
  keyId: HeaderValue,
  timestamp: HeaderValue,
  signature: HeaderValue,
): Credentials | 'broken' {
  if (!isSingle(keyId) || !isSingle(timestamp) || !isSingle(signature)) return 'broken';
  return { keyId, timestamp, signature };
}

/** Node joins repeated headers with a comma, and none of the three values can contain one. */
const isSingle = (value: HeaderValue): value is string =>
  typeof value === 'string' && value !== '' && !value.includes(',');

/** Why a timestamp that is not whole digits is refused. */
const describeTimestamp = (text: string): string =>
  /^\d+\.\d*$/.test(text)
    ? 'the timestamp has a fraction: it must be whole Unix milliseconds'
    : 'the timestamp must be whole Unix milliseconds, in digits';
