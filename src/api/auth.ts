export { createAuthenticator } from './auth/authenticator.ts';
export { createRateLimiter } from './auth/ratelimiter.ts';
export { loadUsedSignatures } from './auth/replay.ts';
export type {
  Authenticated,
  Authenticator,
  RateBucket,
  RateDecision,
  RateLimiter,
  SignedRequest,
} from './auth/types.ts';
