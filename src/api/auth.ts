export type {
  Authenticated,
  Authenticator,
  RateBucket,
  RateDecision,
  RateLimiter,
  SignedRequest,
} from './auth/types.ts';
