import type { Decimal, Order } from '../../../../sdk/src/index.ts';

/** The quantity that an order may fill in total: below `qty` once a reduce-only order was lowered. */
export const effectiveQty = ({ qty, capped_qty }: Pick<Order, 'qty' | 'capped_qty'>): Decimal =>
  capped_qty ?? qty;
