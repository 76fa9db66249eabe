import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../domain/access/access.ts';
import type { KeyId } from '../../domain/model/ids.ts';
import type { Rejection, Result } from '../../domain/model/result.ts';

/** A request as received: the parts that the signature covers, and the peer's address. */
export interface SignedRequest {
  readonly method: string; // upper case
  readonly path: string; // as sent, without query
  readonly query: string; // raw, without '?'; '' if none
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array; // exact bytes, empty if none
  readonly address: string; // of the peer, for counting failures
  readonly isMutating: boolean; // state-changing: its signature may be used once
  readonly allowsStaleTimestamp: boolean; // only reduces risk: accepted even after the server clock was set back
}

export interface Authenticated {
  readonly caller: Caller;
  /** False: the signature is unused, but its age is unknown. Only calls that reduce risk are accepted like this. */
  readonly isTimestampFresh: boolean;
  /** Resolves when a used signature is on disk; already resolved for reads. */
  readonly durable: Promise<void>;
}

/** Authenticates requests. Both checks are synchronous and return the same error shape for every reason. */
export interface Authenticator {
  /** True when the headers name a usable key. Without one the request is rejected, whatever its body. */
  hasUsableKey(headers: IncomingHttpHeaders): boolean;
  /** Rejects with `unauthorized`, `stale_timestamp`, `signature`, `replay`, in this order, or `rate_limited`. */
  authenticate(request: SignedRequest): Result<Authenticated, Rejection>;
  /** Authenticates a WebSocket handshake: three headers, or `key_id`, `ts` and `sig` in the query. */
  authenticateHandshake(request: SignedRequest): Result<Authenticated, Rejection>;
}

export type RateBucket = 'read' | 'write' | 'risk';

/** The decision of a bucket on one request, with the numbers for the rate limit headers. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number; // the burst
  readonly remaining: number; // whole tokens left
  readonly resetSeconds: number; // until full, rounded up
  readonly windowSeconds: number; // from empty to full, rounded up
  readonly retryAfterMs: number; // 0 when allowed
}

export interface RateLimiter {
  take(keyId: KeyId, bucket: RateBucket, tokens: number): RateDecision;
}
