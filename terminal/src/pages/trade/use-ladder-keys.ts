import type { KeyboardEvent } from 'react';
import type { Side } from '../../../../sdk/src/index.ts';
import { showAmount, showGain, sumAmounts } from '../../components/amounts.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { profitAt } from './close-profit.ts';
import type { LadderModel } from './ladder-model.ts';
import type { LadderActions } from './use-ladder-actions.ts';

/** Own orders that are being moved from one row to another. Nothing is sent until the move is confirmed. */
export interface LadderMove {
  readonly from: number;
  readonly to: number;
}

interface LadderKeysProps extends LadderModel {
  readonly actions: LadderActions;
  readonly picked: number | null;
  readonly setPicked: (row: number) => void;
  readonly move: LadderMove | null;
  readonly setMove: (move: LadderMove | null) => void;
  readonly onPrice: (price: string, side: Side | null) => void;
  readonly onCentre: () => void;
}

export interface LadderKeys {
  readonly words: string;
  readonly onKey: (event: KeyboardEvent) => void;
}

const SIDES: Readonly<Record<string, Side>> = { b: 'BUY', s: 'SELL' };
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** Handles the keys of the ladder and describes the selected price or the result of the last action. */
export function useLadderKeys(props: LadderKeysProps): LadderKeys {
  const { actions, axis, picked, setPicked, move, setMove, ordersAt, readBook, onPrice, onCentre } = props;
  const [format] = usePriceFormat();
  const priceAt = (row: number): string => axis.prices[row] ?? '';
  const within = (row: number): number => Math.max(0, Math.min(axis.prices.length - 1, row));

  /** The first press selects the best bid or ask. */
  const start = (step: number): number => {
    const { bestBid, bestAsk } = readBook();
    const best = step > 0 ? (bestBid ?? bestAsk) : (bestAsk ?? bestBid);
    return best ?? Math.floor(axis.prices.length / 2);
  };
  const whileMoving = (key: string, from: number, to: number): void => {
    const step = STEPS[key];
    if (step !== undefined) setMove({ from, to: within(to + step) });
    if (key !== 'Enter' && key !== 'Escape') return;
    setMove(null);
    if (key === 'Escape') return;
    actions.move(ordersAt(from), priceAt(to));
    setPicked(to);
  };
  const whileChoosing = (key: string, isShifted: boolean): void => {
    const [side, step] = [SIDES[key.toLowerCase()], STEPS[key]];
    if (step !== undefined) {
      actions.clear();
      setPicked(picked === null ? start(step) : within(picked + step));
    } else if (key === 'Home') onCentre();
    else if (picked === null) return;
    else if (key === 'Enter') onPrice(priceAt(picked), null);
    else if (side !== undefined && isShifted) actions.place(side, priceAt(picked));
    else if (side !== undefined) onPrice(priceAt(picked), side);
    else if (ordersAt(picked).length === 0) return;
    else if (key.toLowerCase() === 'm') setMove({ from: picked, to: picked });
    else if (key.toLowerCase() === 'x') actions.cancel(ordersAt(picked), priceAt(picked));
  };
  const show = (row: number): string => showPrice(priceAt(row), format);
  const qtyAt = (row: number): string => showAmount(sumAmounts(ordersAt(row).map(({ qty }) => qty)));
  const moveWords = (from: number, to: number): string =>
    `Moving ${qtyAt(from)} from ${show(from)} to ${show(to)}: Enter confirms, Esc cancels the move.`;
  return {
    words:
      move === null ? actions.message || selectedWords(props, show, qtyAt) : moveWords(move.from, move.to),
    onKey: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
      if (HANDLED.has(event.key.toLowerCase())) event.preventDefault();
      if (move === null) whileChoosing(event.key, event.shiftKey);
      else whileMoving(event.key, move.from, move.to);
    },
  };
}

const HANDLED = new Set([
  ...Object.keys(STEPS).map((key) => key.toLowerCase()),
  'home',
  'enter',
  'b',
  's',
  'm',
  'x',
  'escape',
]);

/** The selected price with all that the columns of its row show. */
function selectedWords(
  { axis, picked, held, readBook, ordersAt }: LadderKeysProps,
  show: (row: number) => string,
  qtyAt: (row: number) => string,
): string {
  if (picked === null) return '';
  const { bids, asks } = readBook();
  const [bid, ask] = [bids.get(picked)?.qty, asks.get(picked)?.qty];
  return `Selected: ${[
    show(picked),
    ...(bid === undefined ? [] : [`bid ${showAmount(bid)}`]),
    ...(ask === undefined ? [] : [`ask ${showAmount(ask)}`]),
    ...(ordersAt(picked).length === 0 ? [] : [`your orders here: ${qtyAt(picked)}`]),
    ...(held === null ? [] : [`PnL if closed here: ${showGain(profitAt(held, axis.units[picked] ?? 0n))}`]),
  ].join('; ')}.`;
}
