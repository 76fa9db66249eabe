import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/config.ts';
import { type ApiKey, type Caller, isKeyUsable, toCallerAddress } from '../../domain/access/access.ts';
import { parseBase64 } from '../../domain/access/public-key.ts';
import {
  handshakeToSign,
  parseQuery,
  parseSigningTimestamp,
  renderSortedQuery,
  stringToSign,
  toFormEncoding,
} from '../../domain/access/request-signing.ts';
import type { KeyId } from '../../domain/model/ids.ts';
import {
  err,
  ok,
  type Rejection,
  type Result,
  rejection,
  staleTimestamp,
} from '../../domain/model/result.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { TradingService } from '../../oms/trading-service.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Credentials, readAuthHeaders, readAuthQuery } from './auth-headers.ts';
import { RateLimitBuckets } from './auth-rate-limiter.ts';
import type { Authenticated, Authenticator, SignedRequest } from './auth-types.ts';
import { ClockRollbackPolicy } from './clock-rollback-policy.ts';
import type { UsedSignatures } from './replay-protection.ts';
import { loadVerifier, type SignatureCheck, type Verifier } from './signature-verifier.ts';

export interface AuthenticatorDeps {
  readonly trading: Pick<TradingService, 'key'>;
  readonly clock: Clock;
  readonly config: Pick<Config, 'auth' | 'rate' | 'profile'>;
  readonly used: UsedSignatures; // from `loadUsedSignatures`
  readonly verifier?: Verifier; // the fastest of this machine when left out
}

/**
 * The one judge of who sent a request.
 *
 * Checks in this order: headers present and key known, active, unexpired (`unauthorized`), timestamp
 * (`stale_timestamp`), signature (`signature`), reuse (`replay`). Each refusal spends the address's
 * bucket of failures; once that is empty, failures read `rate_limited`. A request that is properly
 * signed always passes, so nobody can lock out a caller who shares their address. What only makes things
 * safer passes also while our clock, set back, tells nothing of its age.
 *
 * Source: contract, Signature.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  return new SignatureAuthenticator(deps);
}

const ADDRESSES_MAX = 10_000;
const SIGNATURE_BYTES = 64;
const EMPTY_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NO_WAIT = Promise.resolve();

const UNSIGNED = rejection('unauthorized', 'key id, timestamp and signature are each required, once');
const BAD_KEY = rejection('unauthorized', 'the key is unknown, revoked or expired');

/** What is prepared once for a key: its check, and the caller it stands for. */
interface KnownKey {
  readonly check: SignatureCheck;
  readonly caller: Caller;
}

/** A claim with what it must have signed, as a function of the query's spelling. */
interface Signed {
  readonly claim: Credentials | 'none' | 'broken';
  readonly sortedQuery: string;
  readonly isSingleUse: boolean;
  readonly allowsStaleTimestamp: boolean;
  toSign(query: string, timestamp: string): string;
}

/** A signature that fits and may be used once. */
interface Use {
  readonly signature: string; // canonical base64: one name for both alphabets
  readonly at: TimestampMs;
  readonly isTimestampFresh: boolean;
  readonly allowsStaleTimestamp: boolean;
}

class SignatureAuthenticator implements Authenticator {
  readonly #deps: AuthenticatorDeps;
  readonly #verifier: Verifier;
  readonly #readHeaders: ReturnType<typeof readAuthHeaders>;
  readonly #failures: RateLimitBuckets;
  readonly #safer: ClockRollbackPolicy;
  // Keys are immutable records: a changed key is a new object and is prepared anew.
  readonly #known = new WeakMap<ApiKey, KnownKey>();

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps;
    this.#verifier = deps.verifier ?? loadVerifier();
    this.#readHeaders = readAuthHeaders(deps.config.auth.headerPrefixes);
    this.#failures = new RateLimitBuckets(deps.clock, ADDRESSES_MAX);
    const { previousRunsUntil } = deps.used;
    this.#safer = new ClockRollbackPolicy({
      clock: deps.clock,
      windowMs: deps.config.auth.windowMs,
      previousRunsUntil,
    });
  }

  hasUsableKey(headers: IncomingHttpHeaders): boolean {
    return this.#usableKey(this.#readHeaders(headers)) !== null;
  }

  authenticate(request: SignedRequest): Result<Authenticated, Rejection> {
    return this.#counted(request, this.#check(this.#signedByHeaders(request, request.isMutating)));
  }

  authenticateHandshake(request: SignedRequest): Result<Authenticated, Rejection> {
    const byHeaders = this.#signedByHeaders(request, true);
    const signed = byHeaders.claim === 'none' ? signedByQuery(request) : byHeaders;
    return this.#counted(request, this.#check(signed));
  }

  #signedByHeaders(request: SignedRequest, isSingleUse: boolean): Signed {
    const { method, path, body, allowsStaleTimestamp } = request;
    return {
      claim: this.#readHeaders(request.headers),
      sortedQuery: renderSortedQuery(parseQuery(request.query)),
      isSingleUse,
      allowsStaleTimestamp,
      toSign: (query, timestamp) => stringToSign(method, path, query, timestamp, bodyHash(body)),
    };
  }

  #check(signed: Signed): Result<Authenticated, Rejection> {
    const { claim } = signed;
    if (claim === 'none' || claim === 'broken') return err(UNSIGNED);
    const key = this.#usableKey(claim);
    if (key === null) return err(BAD_KEY);
    const now = this.#deps.clock.now();
    this.#safer.watchClock();
    const at = parseSigningTimestamp(claim.timestamp);
    const isTimestampFresh = at !== null && this.#isTimestampFresh(at, now, signed);
    if (at === null || !(isTimestampFresh || (signed.allowsStaleTimestamp && this.#safer.canAccept(at))))
      return err(staleTimestamp(now));
    const signature = parseBase64(claim.signature, SIGNATURE_BYTES);
    const known = this.#prepared(key);
    if (signature === null || !fits(known.check, signature, signed, claim)) {
      return err(this.#wrongSignature(signed, claim));
    }
    const { caller } = known;
    if (!signed.isSingleUse) return ok({ caller, isTimestampFresh, durable: NO_WAIT });
    const use = {
      signature: signature.toString('base64'),
      at,
      isTimestampFresh,
      allowsStaleTimestamp: signed.allowsStaleTimestamp,
    };
    const durable = this.#useOnce(caller.keyId, use);
    return durable.ok ? ok({ caller, isTimestampFresh, durable: durable.value }) : durable;
  }

  #usableKey(claim: Signed['claim']): ApiKey | null {
    if (claim === 'none' || claim === 'broken') return null;
    const key = this.#deps.trading.key(claim.keyId);
    return key !== null && isKeyUsable(key, this.#deps.clock.now()) ? key : null;
  }

  #isTimestampFresh(at: TimestampMs, now: TimestampMs, { isSingleUse }: Signed): boolean {
    const { config, used } = this.#deps;
    return Math.abs(at - now) <= config.auth.windowMs && !(isSingleUse && at <= used.evictedUntil);
  }

  #useOnce(
    keyId: KeyId,
    { signature, at, isTimestampFresh, allowsStaleTimestamp }: Use,
  ): Result<Promise<void>, Rejection> {
    const { used } = this.#deps;
    if (used.has(signature) || (allowsStaleTimestamp && this.#safer.isPossiblyUsed(keyId, signature, at)))
      return err(rejection('replay', 'this signature was already used; sign again'));
    const durable = used.remember(signature, isTimestampFresh ? undefined : at);
    if (durable === null)
      return err(rateLimited('too many signatures to remember', 'signatures', used.msUntilSpace()));
    if (allowsStaleTimestamp) this.#safer.remember(keyId, signature, at);
    // Whoever awaits it still sees a failed disk; a caller who is refused before that needs no crash.
    durable.catch(() => {});
    return ok(durable);
  }

  #prepared(key: ApiKey): KnownKey {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { keyId, accountId, permissions, subaccounts } = key;
    const check = this.#verifier(Buffer.from(key.publicKey, 'base64'));
    const prepared = { check, caller: { keyId, accountId, permissions, subaccounts } };
    this.#known.set(key, prepared);
    return prepared;
  }

  /** In the sandbox an integrator sees what should have been signed; a live service tells nothing. */
  #wrongSignature(signed: Signed, claim: Credentials): Rejection {
    const message = 'the signature does not fit this request';
    if (this.#deps.config.profile !== 'sandbox') return rejection('signature', message);
    const expected = Buffer.from(signed.toSign(signed.sortedQuery, claim.timestamp), 'latin1');
    return rejection('signature', message, { string_to_sign: expected.toString('utf8') });
  }

  #counted(
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
  const { claim, signedPairs } = readAuthQuery(parseQuery(request.query));
  return {
    claim,
    sortedQuery: renderSortedQuery(signedPairs),
    isSingleUse: true,
    allowsStaleTimestamp: false,
    toSign: (query, timestamp) => handshakeToSign(request.path, query, timestamp),
  };
}

/** Tries the percent-encoded spelling, and the form-encoded one where it differs. */
function fits(check: SignatureCheck, signature: Buffer, signed: Signed, claim: Credentials): boolean {
  // Byte strings: latin1 turns each character back into the byte that was sent.
  const signs = (query: string) =>
    check(Buffer.from(signed.toSign(query, claim.timestamp), 'latin1'), signature);
  if (signs(signed.sortedQuery)) return true;
  const form = toFormEncoding(signed.sortedQuery);
  return form !== signed.sortedQuery && signs(form);
}

const bodyHash = (body: Uint8Array): string =>
  body.length === 0 ? EMPTY_BODY_HASH : hash('sha256', body, 'hex');

const rateLimited = (message: string, bucket: string, retryAfterMs: number): Rejection =>
  rejection('rate_limited', message, { bucket, retry_after_ms: retryAfterMs });
