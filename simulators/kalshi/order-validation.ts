import { isOnGrid } from '../shared/price-steps.ts';
import type { BookSide, Order } from './exchange-records.ts';
import { type Rejection, reject } from './kalshi-router.ts';
import type { Amendment, OrderRequest } from './order-request.ts';
import type { Market } from './sim-market.ts';

/** Whether an order's own terms make sense in its market; money and names are asked elsewhere. */
export function validateOrder(request: OrderRequest, market: Market, now: number): Rejection | null {
  if (market.book.state !== 'OPEN') return reject(400, 'MARKET_NOT_ACTIVE');
  if (!isOnGrid(market.grid, request.price)) return reject(400, 'invalid_price');
  const isIoc = request.tif === 'immediate_or_cancel';
  if (request.reduceOnly && !isIoc) return invalid('reduce_only can only be used with IoC orders');
  if (request.expiresAt !== null) {
    if (isIoc) return invalid('Cannot specify both IoC and expiration timestamp');
    if (request.tif === 'fill_or_kill') return invalid('Cannot specify both FoK and expiration timestamp');
    if (request.expiresAt <= now) return invalid('expiration timestamp is in the past');
  }
  if (!request.postOnly) return null;
  if (request.tif !== 'good_till_canceled') return invalid('post only orders must be able to rest');
  return crosses(request.side, request.price, market) ? invalid('post only cross') : null;
}

/** Whether a resting order can become what is asked. */
export function validateAmendment(order: Order, amendment: Amendment, market: Market): Rejection | null {
  if (market.book.state !== 'OPEN') return reject(400, 'MARKET_NOT_ACTIVE');
  if (amendment.ticker !== order.ticker || amendment.side !== order.side) {
    return invalid('ticker and side must be those of the order');
  }
  if (!isOnGrid(market.grid, amendment.price)) return reject(400, 'invalid_price');
  return amendment.qty <= order.filledQty ? invalid('count is not above what is filled') : null;
}

const invalid = (details: string): Rejection => reject(400, 'invalid_order', details);

function crosses(side: BookSide, price: bigint, { book }: Market): boolean {
  const facing = book.best(side === 'bid' ? 'SELL' : 'BUY')?.price;
  return facing !== undefined && (side === 'bid' ? facing <= price : facing >= price);
}
