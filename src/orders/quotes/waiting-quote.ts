import { matchedQty, type NewOrder, NO_FLAGS, type Order, renderDecimal, sumFilledQty } from '#contract';
import { type QuoteTerms, reduceByFills } from '#domain';
import type { FilledBefore, QuoteSlot, WaitingQuote } from './quote-slots.ts';
import type { QuoteApplication } from './quote-types.ts';

/** @param holders  the live orders of the side, that of the slot first */
export const toWaiting = (
  terms: QuoteTerms,
  holders: readonly Order[],
  { isInherited }: QuoteSlot,
  { caller, request, sessionId, ack }: QuoteApplication,
): WaitingQuote => ({
  caller,
  terms,
  before: new Map(holders.map((order) => [order.id, sumFilled(order)])),
  sessionId,
  ack,
  tag: request.tag,
  endReason: isInherited ? null : holders[0]?.pendingAction === 'cancel' ? holders[0].cancelReason : 'quote',
});

/** True for the terms of the order that the side places next: such a call changes nothing. */
export const isAwaited = ({ waiting }: QuoteSlot, terms: QuoteTerms | null): boolean =>
  terms !== null && waiting?.terms.price === terms.price && waiting.terms.qty === terms.qty;

/** What an order has filled in its present generation. */
const sumFilled = (order: Order): FilledBefore => ({
  filled: sumFilledQty(order),
  matched: order.legs.reduce((sum, leg) => sum + matchedQty(leg), 0n),
});

const NOTHING: FilledBefore = { filled: 0n, matched: 0n };

/**
 * The replacement after the end of an old order. I-Q3: fills of the old order count, also those that were voided since. A fill
 * of before the decision that is voided adds nothing.
 */
export function reduceByEnded(waiting: WaitingQuote, ended: Order): WaitingQuote {
  const [before, now] = [waiting.before.get(ended.id) ?? NOTHING, sumFilled(ended)];
  const filledSince = [now.filled - before.filled, now.matched - before.matched, 0n].reduce((most, each) =>
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
