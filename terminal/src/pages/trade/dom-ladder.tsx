import { Text } from '@mantine/core';
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument, Outcome, Side } from '../../../../sdk/src/index.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { assignColours } from '../../components/venue-colors.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { BookState } from './book-status.tsx';
import { drawLadder, ROW_HEIGHT } from './dom-draw.ts';
import { findVenues, type LadderRow, ladderRows } from './dom-rows.ts';
import { useLadderLook } from './dom-style.ts';
import { type BookPlace, type Resting, restingIn, toLevels } from './open-orders.ts';
import { useLadderKeys } from './use-ladder-keys.ts';
import type { Sent } from './use-submission.ts';

const DEPTH = 10; // of each side

export interface LadderProps {
  readonly market: Instrument;
  readonly place: BookPlace;
  readonly outcome: Outcome; // in terms of the shown book
  /** Copies a price, and the side if known, into the ticket. */
  readonly onPrice: (price: string, side: Side | null) => void;
  /** Sends an order for the ticket's quantity at this price. */
  readonly onPlace: (side: Side, price: string) => Promise<Sent>;
}

/** The DOM ladder: the book at full speed with the user's resting orders. Keys select prices, and place, move and cancel
 * orders. */
export function Ladder({ market, place, outcome, onPrice, onPlace }: LadderProps) {
  const { subject } = place;
  const orders = useAccount('orders');
  const resting = useMemo(() => restingIn(orders, place, outcome), [orders, place, outcome]);
  const rows = useRef<readonly LadderRow[]>([]);
  const [picked, setPicked] = useState<string | null>(null);
  const keys = useLadderKeys({ market, outcome, rows, picked, setPicked, resting, onPrice, onPlace });
  const canvas = useDrawing({ place, outcome, picked: keys.aim ?? picked, resting, rows });
  const onPointer = ({ nativeEvent }: PointerEvent): void => {
    const row = rows.current[Math.floor(nativeEvent.offsetY / ROW_HEIGHT)];
    if (row === undefined) return;
    setPicked(row.price);
    onPrice(row.price, null);
  };
  return (
    <>
      <BookState subject={subject} venue={market.venue} outcome={outcome} />
      <canvas
        ref={canvas}
        className="ladder"
        tabIndex={0}
        role="application"
        aria-label="Book: arrow keys select a price, Enter copies it into the ticket"
        aria-describedby="ladder-keys"
        onKeyDown={keys.onKey}
        onPointerDown={onPointer}
      />
      <Text size="xs" role="status" aria-label="Ladder" mih="1.5em">
        {keys.words}
      </Text>
      <Text size="xs" c="dimmed" id="ladder-keys" visibleFrom="sm">
        ↑↓ choose · Enter, B, S into the ticket · ⇧B ⇧S send · M moves yours · X cancels yours
      </Text>
    </>
  );
}

interface DrawingProps extends Pick<LadderProps, 'place' | 'outcome'> {
  readonly picked: string | null;
  readonly resting: readonly Resting[];
  readonly rows: { current: readonly LadderRow[] };
}

/** Redraws the canvas and updates `rows` at the feed's pace, without React. */
function useDrawing({ place: { subject }, outcome, picked, resting, rows }: DrawingProps) {
  const { feed } = useSession();
  const [format] = usePriceFormat();
  const look = useLadderLook();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mine = useMemo(() => sumByLevel(resting), [resting]);
  const draw = useCallback(() => {
    const shown = feed.book(subject);
    if (canvas.current === null) return;
    rows.current =
      shown === null || shown.kind === 'unavailable' ? [] : ladderRows(shown.book, outcome, DEPTH, mine);
    const venues = assignColours(findVenues(rows.current));
    drawLadder(canvas.current, { rows: rows.current, format, picked, mine, venues, look });
  }, [feed, subject, outcome, format, picked, mine, look, rows]);
  useEffect(() => {
    draw();
    const unwatch = feed.watch(subject, draw);
    const sizes = new ResizeObserver(draw);
    if (canvas.current !== null) sizes.observe(canvas.current);
    return () => {
      sizes.disconnect();
      unwatch();
    };
  }, [feed, subject, draw]);
  return canvas;
}

/** Resting quantities keyed by side and price, like the rows. */
const sumByLevel = (resting: readonly Resting[]): ReadonlyMap<string, string> =>
  new Map(
    toLevels(resting).map(({ side, price, qty }) => [`${side === 'BUY' ? 'bid' : 'ask'}/${price}`, qty]),
  );
