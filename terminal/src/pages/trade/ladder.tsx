import { Group, Text, useComputedColorScheme } from '@mantine/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Instrument, Order, Outcome } from '../../../../sdk/src/index.ts';
import { isLiveOrder } from '../../feed/accountfeed.ts';
import type { ShownBook, Subject } from '../../feed/messages.ts';
import { useAccount } from '../../feed/useaccount.ts';
import { useBook } from '../../feed/usebook.ts';
import { useStreamState } from '../../feed/usestreamstate.ts';
import { compareAmounts, sumOf } from '../../kit/amounts.ts';
import { flipPrice, showPrice } from '../../kit/prices.ts';
import { usePriceFormat } from '../../kit/settings.tsx';
import { showSpan } from '../../kit/times.ts';
import { useSession } from '../../session/session.tsx';
import { drawLadder, type LadderLook, ROW_HEIGHT } from './ladderdraw.ts';
import { type LadderRow, ladderRows } from './ladderrows.ts';

const DEPTH = 10; // of each side

export interface LadderProps {
  readonly market: Instrument;
  readonly subject: Subject;
  readonly outcome: Outcome;
  readonly onPrice: (price: string) => void;
}

/** The book, drawn as fast as it comes. A click, or arrows and Enter, put a price into the ticket. */
export function Ladder({ market, subject, outcome, onPrice }: LadderProps) {
  const { feed } = useSession();
  const { orders } = useAccount();
  const [format] = usePriceFormat();
  const look = useLook();
  const canvas = useRef<HTMLCanvasElement>(null);
  const rows = useRef<readonly LadderRow[]>([]);
  const [picked, setPicked] = useState<number | null>(null);
  const mine = useMemo(() => restingAt(orders, market.instrument_id, outcome), [orders, market, outcome]);
  const draw = useCallback(() => {
    const shown = feed.book(subject);
    if (canvas.current === null) return;
    rows.current =
      shown === null || shown.kind === 'unavailable' ? [] : ladderRows(shown.book, outcome, DEPTH);
    const venues = venuesOf(rows.current);
    drawLadder(canvas.current, { rows: rows.current, format, picked, mine, venues, look });
  }, [feed, subject, outcome, format, picked, mine, look]);
  useEffect(() => {
    draw();
    return feed.watch(subject, draw);
  }, [feed, subject, draw]);
  const pick = (index: number): void => {
    const row = rows.current[index];
    if (row === undefined) return;
    setPicked(index);
    onPrice(row.price);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPicked((before) => Math.max(0, Math.min(rows.current.length - 1, (before ?? DEPTH - 1) + step)));
    } else if (event.key === 'Enter' && picked !== null) pick(picked);
  };
  const onPointer = ({ nativeEvent }: PointerEvent): void =>
    pick(Math.floor(nativeEvent.offsetY / ROW_HEIGHT));
  return (
    <>
      <BookState subject={subject} outcome={outcome} />
      <canvas
        ref={canvas}
        className="ladder"
        tabIndex={0}
        role="application"
        aria-label="Book: arrows choose a price, Enter puts it into the ticket"
        onKeyDown={onKey}
        onPointerDown={onPointer}
      />
    </>
  );
}

/** The best prices in words, how old the book is, and what is wrong with it. */
function BookState({ subject, outcome }: { subject: Subject; outcome: Outcome }) {
  const shown = useBook(subject);
  const { isLive } = useStreamState();
  const now = useNow();
  const [format] = usePriceFormat();
  if (shown === null) return <Text size="xs">Waiting for the book …</Text>;
  if (shown.kind === 'unavailable') {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="status">
        No book for {showSpan(now - shown.heardAt)}: {shown.message}
      </Text>
    );
  }
  const rows = ladderRows(shown.book, outcome, 1);
  const best = (side: LadderRow['side']): string => {
    const price = rows.find((row) => row.side === side)?.price;
    return price === undefined ? 'nobody' : showPrice(price, format);
  };
  const flag = flagOf(rows, shown.kind === 'aggregated');
  const venues = venuesOf(ladderRows(shown.book, outcome, DEPTH));
  return (
    <>
      <Group justify="space-between" gap={4}>
        <Text size="xs">
          <span className="buy">bid {best('bid')}</span> · <span className="sell">ask {best('ask')}</span>
        </Text>
        <Text size="xs" c="dimmed">
          {ageOf(shown, now, isLive)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" role="status" mih="1.5em">
        {flag}
      </Text>
      {venues.length > 1 && <Legend venues={venues} />}
    </>
  );
}

function Legend({ venues }: { venues: readonly string[] }) {
  const look = useLook();
  return (
    <Group gap="xs">
      {venues.map((venue, index) => (
        <Text key={venue} size="xs">
          <svg width="9" height="9" aria-hidden="true">
            <rect width="9" height="9" fill={look.venues[index % look.venues.length]} />
          </svg>{' '}
          {venue}
        </Text>
      ))}
    </Group>
  );
}

/** How old it is, and when our own stream is broken off that it may be older than it looks. */
function ageOf({ heardAt }: ShownBook, now: number, isHeard: boolean): string {
  const ageMs = now - heardAt;
  if (!isHeard) return `no word for ${showSpan(ageMs)}: stream broken off`;
  return ageMs < 2_000 ? 'moving' : `unchanged for ${showSpan(ageMs)}`;
}

/** What is worth a second look: a side that is empty, or bids above asks, which between members is a price gap. */
function flagOf(rows: readonly LadderRow[], isAggregated: boolean): string | null {
  const bid = rows.find(({ side }) => side === 'bid');
  const ask = rows.find(({ side }) => side === 'ask');
  if (bid === undefined && ask === undefined) return 'Nobody bids or offers.';
  if (bid === undefined || ask === undefined)
    return `One-sided: nobody ${bid === undefined ? 'bids' : 'offers'}.`;
  if (compareAmounts(bid.price, ask.price) < 0) return null;
  return isAggregated
    ? 'Members cross: one bids what another asks.'
    : 'Crossed: a bid stands at or above an ask.';
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const venuesOf = (rows: readonly LadderRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ parts }) => parts.map(({ venue }) => venue)))].toSorted();

/** What rests of ours at each price, as the outcome shown sees it. */
function restingAt(
  orders: readonly Order[],
  instrumentId: number,
  outcome: Outcome,
): ReadonlyMap<string, string> {
  const resting = new Map<string, string>();
  for (const order of orders) {
    if (order.price === null || !isLiveOrder(order) || order.instrument_id !== instrumentId) continue;
    const isSame = order.outcome === outcome;
    const price = isSame ? order.price : flipPrice(order.price);
    const key = `${(order.side === 'BUY') === isSame ? 'bid' : 'ask'}/${price}`;
    resting.set(key, sumOf([resting.get(key) ?? '0', order.remaining_qty]));
  }
  return resting;
}

const VENUE_COLOURS = ['#4c6ef5', '#f59f00', '#ae3ec9', '#0ca678'];
const FONT = '12px "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace';

function useLook(): LadderLook {
  const scheme = useComputedColorScheme();
  return LOOKS[scheme];
}

const LOOKS: Readonly<Record<'light' | 'dark', LadderLook>> = {
  light: {
    bid: '#087f5b',
    ask: '#c92a2a',
    text: '#212529',
    picked: '#e7f5ff',
    mine: '#1971c2',
    venues: VENUE_COLOURS,
    font: FONT,
  },
  dark: {
    bid: '#38d9a9',
    ask: '#ff8787',
    text: '#dee2e6',
    picked: '#1c3a4e',
    mine: '#74c0fc',
    venues: VENUE_COLOURS,
    font: FONT,
  },
};
