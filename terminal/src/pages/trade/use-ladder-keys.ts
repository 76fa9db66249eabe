import { type KeyboardEvent, useState } from 'react';
import type { Instrument, Outcome, Side } from '../../../../sdk/src/index.ts';
import { showAmount, sumOf } from '../../components/amounts.ts';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { asError, refusalWords } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { stepPrice } from '../../components/ticks.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type LadderRow, neighbourOf } from './dom-rows.ts';
import type { Resting } from './open-orders.ts';
import type { Sent } from './use-ticket.ts';

interface LadderKeysProps {
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly rows: { readonly current: readonly LadderRow[] };
  readonly picked: string | null; // a price and not a row: rows move under the hand
  readonly setPicked: (price: string) => void;
  readonly resting: readonly Resting[];
  readonly onPrice: (price: string, side: Side | null) => void;
  readonly onPlace: (side: Side, price: string) => Promise<Sent>;
}

/** Orders that are being carried to another price; nothing is sent before they are put down. */
interface Move {
  readonly orders: readonly Resting[];
  readonly to: string;
}

export interface LadderKeys {
  readonly aim: string | null; // where a move would end now
  readonly words: string;
  readonly onKey: (event: KeyboardEvent) => void;
}

const SIDES: Readonly<Record<string, Side>> = { b: 'BUY', s: 'SELL' };

/** What the keys of the ladder do, and in words what they did. */
export function useLadderKeys(props: LadderKeysProps): LadderKeys {
  const { market, outcome, rows, picked, setPicked, resting, onPrice, onPlace } = props;
  const { client } = useSession();
  const [format] = usePriceFormat();
  const [move, setMove] = useState<Move | null>(null);
  const [told, setTold] = useState('');
  const price = (text: string): string => showPrice(text, format);
  const mine = resting.filter((each) => each.price === picked);

  const tell = async (doing: string, work: Promise<string>): Promise<void> => {
    setTold(doing);
    setTold(await work.catch((failure: unknown) => wordsOf(asError(failure))));
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
    if (error !== null) return wordsOf(error);
    return order === null ? '' : `${order.id} is ${order.status}.`;
  };

  const whileMoving = (key: string, from: Move): void => {
    if (key === 'Escape') setMove(null);
    else if (key === 'Enter') {
      setMove(null);
      void tell('Moving …', put(from));
    } else if (key === 'ArrowUp' || key === 'ArrowDown')
      setMove({ ...from, to: stepPrice(market, from.to, outcome, key === 'ArrowUp' ? 1 : -1) });
  };
  const whileChoosing = (key: string, isShifted: boolean): void => {
    const side = SIDES[key.toLowerCase()];
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      setTold('');
      const next = neighbourOf(rows.current, picked, key === 'ArrowUp' ? -1 : 1);
      if (next !== null) setPicked(next);
    } else if (picked === null) return;
    else if (key === 'Enter') onPrice(picked, null);
    else if (side !== undefined && isShifted) void tell('Sending …', place(side, picked));
    else if (side !== undefined) onPrice(picked, side);
    else if (mine.length === 0) return;
    else if (key.toLowerCase() === 'm') setMove({ orders: mine, to: picked });
    else if (key.toLowerCase() === 'x') void tell('Cancelling …', cancel());
  };
  return {
    aim: move?.to ?? null,
    words: move === null ? told || chosenWords(picked, mine, price) : moveWords(move, price),
    onKey: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
      if (HANDLED.has(event.key.toLowerCase())) event.preventDefault();
      if (move === null) whileChoosing(event.key, event.shiftKey);
      else whileMoving(event.key, move);
    },
  };
}

const HANDLED = new Set(['arrowup', 'arrowdown', 'enter', 'b', 's', 'm', 'x', 'escape']);

const wordsOf = (error: Error): string => `${refusalWords(error).title}: ${error.message}`;

/** A SPLIT may rest in several rows of one price and is one order all the same. */
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
    mine.length === 0 ? '' : `; ${showAmount(sumOf(mine.map(({ qty }) => qty)))} of yours rest here`;
  return `Chosen: ${price(picked)}${own}.`;
}

const moveWords = ({ orders, to }: Move, price: (text: string) => string): string =>
  `Moving ${showAmount(sumOf(orders.map(({ qty }) => qty)))} from ${price(orders[0]?.price ?? '')} to ${price(to)}: Enter moves, Esc leaves.`;
