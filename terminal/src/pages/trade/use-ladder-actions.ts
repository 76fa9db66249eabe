import { useState } from 'react';
import type { Side } from '../../../../sdk/src/index.ts';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import type { Subject } from '../../feed/feed-messages.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import type { Resting } from './open-orders.ts';
import type { Sent } from './use-submission.ts';

/** What keys and the pointer do with orders, and the result of the last of it in words. */
export interface LadderActions {
  readonly message: string;
  readonly clear: () => void;
  readonly place: (side: Side, price: string) => void;
  /** Changes the price of these orders. */
  readonly move: (orders: readonly Resting[], to: string) => void;
  readonly cancel: (orders: readonly Resting[], price: string) => void;
}

/** @param onPlace  sends an order for the ticket's quantity at a price */
export function useLadderActions(
  subject: Subject,
  onPlace: (side: Side, price: string) => Promise<Sent>,
): LadderActions {
  const { client, feed } = useSession();
  const [format] = usePriceFormat();
  const [message, setMessage] = useState('');
  const show = (price: string): string => showPrice(price, format);

  const report = async (doing: string, work: () => Promise<string>): Promise<void> => {
    setMessage(doing);
    setMessage(await work().catch((failure: unknown) => toSentence(asError(failure))));
  };
  /** A price of a book that is not current is not what the user sees at the venue. */
  const isCurrent = (): boolean => {
    const shown = feed.book(subject);
    return feed.state.isLive && shown !== null && shown.kind !== 'unavailable';
  };
  const send = async (side: Side, price: string): Promise<string> => {
    if (!isCurrent()) return 'Not sent: the book is not current.';
    const { order, error } = await onPlace(side, price);
    if (error !== null) return toSentence(error);
    return order === null
      ? 'Not sent: the order before it is still being sent.'
      : `${order.id} is ${order.status}.`;
  };
  return {
    message,
    clear: () => setMessage(''),
    place: (side, price) => void report('Sending …', () => send(side, price)),
    move: (orders, to) =>
      void report('Moving …', async () => {
        for (const { orderId, isFlipped } of oncePerOrder(orders))
          await client.orders.amend(orderId, { price: isFlipped ? flipPrice(to) : to });
        return `Moved to ${show(to)}.`;
      }),
    cancel: (orders, price) =>
      void report('Cancelling …', async () => {
        for (const { orderId } of oncePerOrder(orders)) await client.orders.cancel(orderId);
        return `Cancelled at ${show(price)}.`;
      }),
  };
}

/** A SPLIT order may have several legs at one price, but it is amended or cancelled once. */
const oncePerOrder = (resting: readonly Resting[]): readonly Resting[] => [
  ...new Map(resting.map((each) => [each.orderId, each])).values(),
];
