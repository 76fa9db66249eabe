import type { Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Restrictions that an order request may set. Records older than a flag have its value of `NO_FLAGS`. */
export interface OrderFlags {
  /** Never takes liquidity: an order that would trade at once is rejected. */
  readonly postOnly: boolean;
  /** The request is void when it is decided, or its first send to a venue begins, later than this. */
  readonly validUntil: TimestampMs | null;
  /** Only reduces the position: its quantity stays within what can still be reduced (I-35). */
  readonly reduceOnly: boolean;
  /** The quantity to which a reduce-only order was lowered; null while it has the requested quantity. */
  readonly cappedQty: Qty | null;
  /** Cancelled when a market of the order pauses. */
  readonly cancelOnPause: boolean;
}

export const NO_FLAGS: OrderFlags = {
  postOnly: false,
  validUntil: null,
  reduceOnly: false,
  cappedQty: null,
  cancelOnPause: false,
};
