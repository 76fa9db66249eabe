import type { KeyboardEvent } from 'react';
import type { Side } from '../../../../sdk/src/index.ts';
import { showAmount, showGain, sumAmounts } from '../../components/amounts.ts';
import { BOOK_ACTIONS, type BookAction, toBinding } from '../../components/hotkeys.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useBindings } from '../../components/use-keys.ts';
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

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** Handles the keys of the ladder and describes the selected price or the result of the last action. */
export function useLadderKeys(props: LadderKeysProps): LadderKeys {
  const { actions, axis, picked, setPicked, move, setMove, ordersAt, readBook, onPrice, onCentre } = props;
  const [format] = usePriceFormat();
  const { bindings } = useBindings();
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
  const whileChoosing = (key: string, action: BookAction | null): void => {
    const step = STEPS[key];
    if (step !== undefined) {
      actions.clear();
      setPicked(picked === null ? start(step) : within(picked + step));
    } else if (action === 'book.centre') onCentre();
    else if (picked === null) return;
    else if (key === 'Enter') onPrice(priceAt(picked), null);
    else if (action === 'book.send-buy') actions.place('BUY', priceAt(picked));
    else if (action === 'book.send-sell') actions.place('SELL', priceAt(picked));
    else if (action === 'book.buy') onPrice(priceAt(picked), 'BUY');
    else if (action === 'book.sell') onPrice(priceAt(picked), 'SELL');
    else if (ordersAt(picked).length === 0) return;
    else if (action === 'book.move') setMove({ from: picked, to: picked });
    else if (action === 'book.cancel') actions.cancel(ordersAt(picked), priceAt(picked));
  };
  const show = (row: number): string => showPrice(priceAt(row), format);
  const qtyAt = (row: number): string => showAmount(sumAmounts(ordersAt(row).map(({ qty }) => qty)));
  const moveWords = (from: number, to: number): string =>
    `Moving ${qtyAt(from)} from ${show(from)} to ${show(to)}: Enter confirms, Esc cancels the move.`;
  return {
    words:
      move === null ? actions.message || selectedWords(props, show, qtyAt) : moveWords(move.from, move.to),
    onKey: (event) => {
      const pressed = toBinding(event);
      const action =
        BOOK_ACTIONS.find(({ id }) => pressed !== null && bindings.get(id) === pressed)?.id ?? null;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (action === null && !(isPlain && FIXED.has(event.key))) return;
      event.preventDefault();
      if (move === null) whileChoosing(event.key, action);
      else whileMoving(event.key, move.from, move.to);
    },
  };
}

const FIXED = new Set([...Object.keys(STEPS), 'Enter', 'Escape']);

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
