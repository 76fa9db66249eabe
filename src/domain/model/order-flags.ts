import type { TimestampMs } from './time.ts';

/** Restrictions that an order request may set. Records older than a flag have its value of `NO_FLAGS`. */
export interface OrderFlags {
  /** Never takes liquidity: an order that would trade at once is rejected. */
  readonly postOnly: boolean;
  /** The request is void when it is decided, or its first send to a venue begins, later than this. */
  readonly validUntil: TimestampMs | null;
}

export const NO_FLAGS: OrderFlags = { postOnly: false, validUntil: null };
