import { type KeyboardEvent, useState } from 'react';
import type { Instrument, Outcome, Side } from '../../../../sdk/src/index.ts';
import { showAmount, sumAmounts } from '../../components/amounts.ts';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { stepPrice } from '../../components/ticks.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { findNeighbour, type LadderRow } from './dom-rows.ts';
import type { Resting } from './open-orders.ts';
import type { Sent } from './use-submission.ts';

interface LadderKeysProps {
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly rows: { readonly current: readonly LadderRow[] };
  readonly picked: string | null; // a price and not a row index, because rows move
  readonly setPicked: (price: string) => void;
  readonly resting: readonly Resting[];
  readonly onPrice: (price: string, side: Side | null) => void;
  readonly onPlace: (side: Side, price: string) => Promise<Sent>;
}

/** Orders being moved to another price. Nothing is sent until the move is confirmed. */
interface Move {
  readonly orders: readonly Resting[];
  readonly to: string;
}

export interface LadderKeys {
  readonly aim: string | null; // the target price of a move in progress
  readonly words: string;
  readonly onKey: (event: KeyboardEvent) => void;
}

const SIDES: Readonly<Record<string, Side>> = { b: 'BUY', s: 'SELL' };

/** Handles the keys of the ladder and describes the result of the last action. */
export function useLadderKeys(props: LadderKeysProps): LadderKeys {
  const { market, outcome, rows, picked, setPicked, resting, onPrice, onPlace } = props;
  const { client } = useSession();
  const [format] = usePriceFormat();
  const [move, setMove] = useState<Move | null>(null);
  const [message, setMessage] = useState('');
  const price = (text: string): string => showPrice(text, format);
  const mine = resting.filter((each) => each.price === picked);

  const report = async (doing: string, work: Promise<string>): Promise<void> => {
    setMessage(doing);
    setMessage(await work.catch((failure: unknown) => toSentence(asError(failure))));
  };
  const put = async ({ orders, to }: Move): Promise<string> => {
    for (const { orderId, isFlipped } of oncePerOrder(orders))
      await client.orders.amend(orderId, { price: isFlipped ? flipPrice(to) : to });
    setPicked(to);
    return `Moved to ${price(to)}.`;
  };
  const cancel = async (): Promise<string> => {
    for (const { orderId } of oncePerOrder(mine)) await client.orders.cancel(orderId);
    return `Cancelled at ${price(picked ?? '')}.`;
  };
  const place = async (side: Side, at: string): Promise<string> => {
    const { order, error } = await onPlace(side, at);
    if (error !== null) return toSentence(error);
    return order === null ? '' : `${order.id} is ${order.status}.`;
  };

  const whileMoving = (key: string, from: Move): void => {
    if (key === 'Escape') setMove(null);
    else if (key === 'Enter') {
      setMove(null);
      void report('Moving …', put(from));
    } else if (key === 'ArrowUp' || key === 'ArrowDown')
      setMove({ ...from, to: stepPrice(market, from.to, outcome, key === 'ArrowUp' ? 1 : -1) });
  };
  const whileChoosing = (key: string, isShifted: boolean): void => {
    const side = SIDES[key.toLowerCase()];
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      setMessage('');
      const next = findNeighbour(rows.current, picked, key === 'ArrowUp' ? -1 : 1);
      if (next !== null) setPicked(next);
    } else if (picked === null) return;
    else if (key === 'Enter') onPrice(picked, null);
    else if (side !== undefined && isShifted) void report('Sending …', place(side, picked));
    else if (side !== undefined) onPrice(picked, side);
    else if (mine.length === 0) return;
    else if (key.toLowerCase() === 'm') setMove({ orders: mine, to: picked });
    else if (key.toLowerCase() === 'x') void report('Cancelling …', cancel());
  };
  return {
    aim: move?.to ?? null,
    words: move === null ? message || chosenWords(picked, mine, price) : moveWords(move, price),
    onKey: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
      if (HANDLED.has(event.key.toLowerCase())) event.preventDefault();
      if (move === null) whileChoosing(event.key, event.shiftKey);
      else whileMoving(event.key, move);
    },
  };
}

const HANDLED = new Set(['arrowup', 'arrowdown', 'enter', 'b', 's', 'm', 'x', 'escape']);

/** A SPLIT order may have several legs at one price, but it is amended or cancelled once. */
const oncePerOrder = (resting: readonly Resting[]): readonly Resting[] => [
  ...new Map(resting.map((each) => [each.orderId, each])).values(),
];

function chosenWords(
  picked: string | null,
  mine: readonly Resting[],
  price: (text: string) => string,
): string {
  if (picked === null) return '';
  const own =
    mine.length === 0 ? '' : `; your orders here: ${showAmount(sumAmounts(mine.map(({ qty }) => qty)))}`;
  return `Selected: ${price(picked)}${own}.`;
}

const moveWords = ({ orders, to }: Move, price: (text: string) => string): string =>
  `Moving ${showAmount(sumAmounts(orders.map(({ qty }) => qty)))} from ${price(orders[0]?.price ?? '')} to ${price(to)}: Enter confirms, Esc cancels the move.`;
