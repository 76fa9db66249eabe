import { renderDecimal } from '../../domain/model/money.ts';
import { type NewOrder, NO_FLAGS, type Order, sumFilledQty } from '../../domain/model/order.ts';
import { type QuoteTerms, reduceByFills } from '../../domain/quotes/quote-step.ts';
import type { QuoteSlot, WaitingQuote } from './quote-slots.ts';
import type { QuoteApplication } from './quote-types.ts';

export const toWaiting = (
  terms: QuoteTerms,
  order: Order | null,
  { isInherited }: QuoteSlot,
  { caller, request, sessionId, ack }: QuoteApplication,
): WaitingQuote => ({
  caller,
  terms,
  filledBefore: order === null ? 0n : sumFilledQty(order),
  sessionId,
  ack,
  tag: request.tag,
  endReason: isInherited ? null : order?.pendingAction === 'cancel' ? order.cancelReason : 'quote',
});

/** The replacement after the end of its old order. I-Q3: fills of the old order count. */
export function reduceByEnded(waiting: WaitingQuote, ended: Order): WaitingQuote {
  const filledSince = (sumFilledQty(ended) - waiting.filledBefore) as QuoteTerms['qty'];
  const { price, qty } = waiting.terms;
  return { ...waiting, terms: { price, qty: reduceByFills(qty, filledSince) } };
}

/**
 * True when the order ended by the cancel that its replacement waits for. Any later one, such as a cancel of all orders,
 * has withdrawn the replacement, and any other end ends the quote.
 */
export const isFollowed = ({ status, cancelReason, reason }: Order, { endReason }: WaitingQuote): boolean =>
  endReason === null ||
  status === 'FILLED' ||
  (status === 'CANCELLED' && cancelReason === endReason && reason === endReason);

/** A bid buys YES, an ask sells YES. */
export function toNewOrder(
  { subaccountId, instrumentId, side }: QuoteSlot,
  { terms: { price, qty }, sessionId, tag }: WaitingQuote,
): NewOrder {
  return {
    ...NO_FLAGS,
    subaccountId,
    instrumentId,
    genericAssetId: null,
    side: side === 'bid' ? 'BUY' : 'SELL',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    expiresAt: null,
    price,
    priceText: renderDecimal(price),
    qty,
    qtyText: renderDecimal(qty),
    routing: { mode: 'DIRECT', venues: null },
    clientOrderId: null,
    postOnly: true,
    sessionId,
    tag,
  };
}
