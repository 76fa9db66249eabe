import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { usePriceFormat } from '../../components/settings.tsx';
import { assignColours } from '../../components/venue-colors.ts';
import type { Subject } from '../../feed/feed-messages.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type Column, drawLadder, findColumn, type LadderLook } from './dom-draw.ts';
import { findVenues } from './dom-rows.ts';
import { useLadderLook } from './dom-style.ts';
import type { LadderModel } from './ladder-model.ts';
import { findCentre, type LadderBook } from './ladder-view.ts';

const WHEEL_ROWS = 3;

/** A cell of the ladder. */
export interface LadderCell {
  readonly row: number;
  readonly column: Column;
}

export interface LadderCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly findCell: (x: number, y: number) => LadderCell | null;
  readonly centre: () => void;
  readonly reveal: (row: number) => void;
}

/**
 * Redraws the ladder at the feed's pace, without React. Its prices stay in place: it is centred on the book at first, and
 * again when the book has left it and neither pointer nor focus is on it.
 */
export function useLadderCanvas(subject: Subject, model: LadderModel, picked: number | null): LadderCanvas {
  const { feed } = useSession();
  const [format] = usePriceFormat();
  const look = useLadderLook();
  const canvas = useRef<HTMLCanvasElement>(null);
  const top = useRef<{ axis: LadderModel['axis']; row: number } | null>(null); // null before the first book
  const { axis, own, held, traded, readBook } = model;

  const scrollTo = useCallback(
    (row: number): void => {
      const most = Math.max(0, axis.prices.length - countRows(canvas.current, look));
      top.current = { axis, row: Math.max(0, Math.min(most, Math.round(row))) };
    },
    [axis, look],
  );
  const follow = useCallback(
    (book: LadderBook): void => {
      const rows = countRows(canvas.current, look);
      const middle = findCentre(book, rows);
      if (middle === null) return;
      const first = top.current?.axis === axis ? top.current.row : null;
      const isVisible = first !== null && middle >= first && middle < first + rows;
      if (first === null || (!isVisible && !isInUse(canvas.current))) scrollTo(middle + 0.5 - rows / 2);
    },
    [axis, look, scrollTo],
  );
  const draw = useCallback((): void => {
    if (canvas.current === null) return;
    const book = readBook();
    follow(book);
    const venues = assignColours(findVenues([...book.bids.values(), ...book.asks.values()]));
    const first = top.current?.axis === axis ? top.current.row : 0;
    drawLadder(canvas.current, { axis, top: first, book, own, held, traded, format, picked, venues, look });
  }, [readBook, follow, axis, own, held, traded, format, picked, look]);
  const latest = useRef(draw);
  latest.current = draw;

  useEffect(() => {
    draw();
    return feed.watch(subject, draw);
  }, [feed, subject, draw]);
  useEffect(() => {
    const frame = canvas.current;
    if (frame === null) return;
    const sizes = new ResizeObserver(() => latest.current());
    sizes.observe(frame);
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    void document.fonts.load(look.font).then(() => latest.current());
  }, [look.font]);
  const scrollBy = useCallback(
    (rows: number): void => {
      scrollTo((top.current?.row ?? 0) + rows);
      latest.current();
    },
    [scrollTo],
  );
  useWheel(canvas, scrollBy);

  return {
    canvas,
    findCell: (x, y) => {
      const row = (top.current?.row ?? 0) + Math.floor(y / look.rowHeight);
      const column = findColumn(x / (canvas.current?.clientWidth ?? 1));
      return row >= 0 && row < axis.prices.length ? { row, column } : null;
    },
    centre: () => {
      const rows = countRows(canvas.current, look);
      const middle = findCentre(readBook(), rows);
      if (middle !== null) scrollTo(middle + 0.5 - rows / 2);
      draw();
    },
    reveal: (row) => {
      const [first, rows] = [top.current?.row ?? 0, countRows(canvas.current, look)];
      if (row < first) scrollTo(row);
      else if (row >= first + rows) scrollTo(row - rows + 1);
    },
  };
}

const countRows = (canvas: HTMLCanvasElement | null, { rowHeight }: LadderLook): number =>
  Math.floor((canvas?.clientHeight ?? 0) / rowHeight);

const isInUse = (canvas: HTMLCanvasElement | null): boolean => canvas?.matches(':hover, :focus') ?? false;

/** React listens to wheels passively, but the page must not scroll with the ladder. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, scrollBy: (rows: number) => void): void {
  useEffect(() => {
    const frame = canvas.current;
    if (frame === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      scrollBy(Math.sign(event.deltaY) * WHEEL_ROWS);
    };
    frame.addEventListener('wheel', onWheel, { passive: false });
    return () => frame.removeEventListener('wheel', onWheel);
  }, [canvas, scrollBy]);
}
