import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../domain/access/access.ts';
import type { KeyId } from '../../domain/model/ids.ts';
import type { Rejection, Result } from '../../domain/model/result.ts';

/** A request as it came off the wire: what a signature covers, and where it came from. */
export interface SignedRequest {
  readonly method: string; // upper case
  readonly path: string; // as sent, without query
  readonly query: string; // raw, without '?'; '' if none
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array; // exact bytes, empty if none
  readonly address: string; // the peer's, for counting failures
  readonly isMutating: boolean; // state-changing: its signature may be used once
  readonly allowsStaleTimestamp: boolean; // may only ever make things safer: passes also when our clock was set back
}

export interface Authenticated {
  readonly caller: Caller;
  /** False: it was never used before, but when it was signed is not known. Only what makes things safer comes so. */
  readonly isTimestampFresh: boolean;
  /** Resolves when a used signature is on disk; already resolved for reads. */
  readonly durable: Promise<void>;
}

/** Decides who sent a request. Both verdicts are synchronous and refuse with one shape for every reason. */
export interface Authenticator {
  /** Whether the headers name a usable key. Without one the request is refused, whatever its body. */
  hasUsableKey(headers: IncomingHttpHeaders): boolean;
  /** Refuses `unauthorized`, `stale_timestamp`, `signature`, `replay`, in this order, or `rate_limited`. */
  authenticate(request: SignedRequest): Result<Authenticated, Rejection>;
  /** A WebSocket handshake: the three headers, or `key_id`, `ts` and `sig` in the query. */
  authenticateHandshake(request: SignedRequest): Result<Authenticated, Rejection>;
}

export type RateBucket = 'read' | 'write' | 'risk';

/** What a bucket says to one request, with the numbers that its headers carry. */
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
