/** Restrictions that an order request may set. Records older than a flag have its value of `NO_FLAGS`. */
export interface OrderFlags {
  /** Never takes liquidity: an order that would trade at once is rejected. */
  readonly postOnly: boolean;
}

export const NO_FLAGS: OrderFlags = { postOnly: false };
