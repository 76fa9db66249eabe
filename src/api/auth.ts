export { createAuthenticator } from './auth/authenticator.ts';
export { createRateLimiter } from './auth/ratelimiter.ts';
export { loadUsedSignatures } from './auth/replay.ts';
