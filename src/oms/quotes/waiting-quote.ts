import { renderDecimal } from '../../domain/model/money.ts';
import { matchedQty, type NewOrder, NO_FLAGS, type Order, sumFilledQty } from '../../domain/model/order.ts';
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
  matchedBefore: order === null ? 0n : sumMatchedQty(order),
  sessionId,
  ack,
  tag: request.tag,
  endReason: isInherited ? null : order?.pendingAction === 'cancel' ? order.cancelReason : 'quote',
});

/** The same quote after another order of the process before: only what that order fills from now on counts. */
export const waitFor = (waiting: WaitingQuote, order: Order): WaitingQuote => ({
  ...waiting,
  filledBefore: sumFilledQty(order),
  matchedBefore: sumMatchedQty(order),
});

/** With voided fills, of the present generation. */
const sumMatchedQty = ({ legs }: Order): bigint => legs.reduce((sum, leg) => sum + matchedQty(leg), 0n);

/**
 * The replacement after the end of its old order. I-Q3: fills of the old order count, also those that were voided since. A fill
 * of before the decision that is voided adds nothing.
 */
export function reduceByEnded(waiting: WaitingQuote, ended: Order): WaitingQuote {
  const filled = sumFilledQty(ended) - waiting.filledBefore;
  const matched = sumMatchedQty(ended) - waiting.matchedBefore;
  const filledSince = [filled, matched, 0n].reduce((most, each) =>
    each > most ? each : most,
  ) as QuoteTerms['qty'];
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
