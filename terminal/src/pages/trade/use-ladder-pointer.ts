import { type PointerEvent, useRef } from 'react';
import type { Side } from '../../../../sdk/src/index.ts';
import type { Column } from './dom-draw.ts';
import type { LadderModel } from './ladder-model.ts';
import type { Resting } from './open-orders.ts';
import type { LadderActions } from './use-ladder-actions.ts';
import type { LadderCanvas, LadderCell } from './use-ladder-canvas.ts';
import type { LadderMove } from './use-ladder-keys.ts';

interface LadderPointerProps extends Pick<LadderModel, 'axis' | 'ordersAt'> {
  readonly actions: LadderActions;
  readonly findCell: LadderCanvas['findCell'];
  readonly isArmed: boolean; // a click sends, moves or cancels; else it only fills the ticket
  readonly setPicked: (row: number) => void;
  readonly move: LadderMove | null; // null again if a key has ended it
  readonly setMove: (move: LadderMove | null) => void;
  readonly onPrice: (price: string, side: Side | null) => void;
}

interface LadderPointer {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
}

interface Press {
  readonly cell: LadderCell;
  readonly orders: readonly Resting[]; // own orders under the pointer
}

const SIDES: Readonly<Partial<Record<Column, Side>>> = {
  buys: 'BUY',
  bid: 'BUY',
  ask: 'SELL',
  sells: 'SELL',
};

/**
 * A click on the buyers' side is a purchase at that price, one on the sellers' side a sale. While armed, own orders are
 * cancelled by a click and moved by dragging. A press that ends in another cell does nothing else.
 */
export function useLadderPointer(props: LadderPointerProps): LadderPointer {
  const { actions, axis, ordersAt, findCell, isArmed, setPicked, move, setMove, onPrice } = props;
  const pressed = useRef<Press | null>(null);
  const cellAt = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): LadderCell | null =>
    findCell(offsetX, offsetY);
  const ownOrders = ({ row, column }: LadderCell): readonly Resting[] => {
    if (!isArmed || (column !== 'buys' && column !== 'sells')) return [];
    return ordersAt(row).filter(({ side }) => side === SIDES[column]);
  };
  const stop = (): void => {
    pressed.current = null;
    setMove(null);
  };
  const click = ({ row, column }: LadderCell): void => {
    const [price, side] = [axis.prices[row] ?? '', SIDES[column] ?? null];
    setPicked(row);
    actions.clear();
    if (isArmed && side !== null) actions.place(side, price);
    else onPrice(price, side);
  };
  const release = ({ cell, orders }: Press, to: LadderCell): void => {
    const isSameRow = to.row === cell.row;
    if (orders.length > 0) {
      if (move === null) return;
      setPicked(to.row);
      if (isSameRow) actions.cancel(orders, axis.prices[cell.row] ?? '');
      else actions.move(orders, axis.prices[to.row] ?? '');
    } else if (isSameRow && to.column === cell.column) click(cell);
  };
  return {
    onPointerDown: (event) => {
      const cell = cellAt(event);
      if (event.button !== 0 || cell === null) return;
      pressed.current = { cell, orders: ownOrders(cell) };
      if (pressed.current.orders.length === 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setMove({ from: cell.row, to: cell.row });
    },
    onPointerMove: (event) => {
      const to = cellAt(event)?.row;
      if (move !== null && pressed.current !== null && to !== undefined) setMove({ ...move, to });
    },
    onPointerUp: (event) => {
      const [press, cell] = [pressed.current, cellAt(event)];
      stop();
      if (press !== null && cell !== null) release(press, cell);
    },
    onPointerCancel: stop,
  };
}
