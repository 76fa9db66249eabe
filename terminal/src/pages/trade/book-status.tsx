import { Group, Text } from '@mantine/core';
import type { Outcome } from '../../../../sdk/src/index.ts';
import { parsePrice, renderDecimal } from '../../../../src/contract/model/money.ts';
import { Legend } from '../../components/legend.tsx';
import { type PriceFormat, showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showSpan } from '../../components/times.ts';
import { useNow } from '../../components/use-now.ts';
import { assignColours } from '../../components/venue-colors.ts';
import type { ShownBook, Subject } from '../../feed/feed-messages.ts';
import { useBook } from '../../feed/use-book.ts';
import { useHealth } from '../../feed/use-health.ts';
import { useStreamProblem, useStreamState } from '../../feed/use-stream-state.ts';
import { findBookFlags } from './book-flags.ts';
import { findVenues, type LadderRow, ladderRows } from './dom-rows.ts';

const DEPTH = 10;

/** The best prices, the age of the book, and its warnings. */
export function BookState({
  subject,
  venue,
  outcome,
}: {
  subject: Subject;
  venue: string;
  outcome: Outcome;
}) {
  const shown = useBook(subject);
  const { isLive } = useStreamState();
  const problem = useStreamProblem();
  const { venues: health } = useHealth();
  const now = useNow();
  const [format] = usePriceFormat();
  const ill = shown?.kind === 'aggregated' ? undefined : health.find((each) => each.venue === venue);
  const silent = ill === undefined || ill.healthy ? null : `${venue}: ${ill.reason ?? 'not healthy'}.`;
  if (shown === null && problem !== null)
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="status">
        No book: {problem}
      </Text>
    );
  if (shown === null) return <Text size="xs">Waiting for the book … {silent}</Text>;
  if (shown.kind === 'unavailable') {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="status">
        No book for {showSpan(now - shown.receivedAt)}: {shown.message}
        {silent === null ? '' : ` (${silent})`}
      </Text>
    );
  }
  const rows = ladderRows(shown.book, outcome, 1);
  const best = (side: LadderRow['side']): string => {
    const price = rows.find((row) => row.side === side)?.price;
    return price === undefined ? 'none' : showPrice(price, format);
  };
  const flags = [...(silent === null ? [] : [silent]), ...findBookFlags(shown, outcome)];
  const colours = assignColours(findVenues(ladderRows(shown.book, outcome, DEPTH)));
  return (
    <>
      <Group justify="space-between" gap={4}>
        <Text size="xs">
          <span className="buy">bid {best('bid')}</span> · <span className="sell">ask {best('ask')}</span>
          {describeMiddle(rows, format)}
        </Text>
        <Text size="xs" c="dimmed">
          {showAge(shown, now, isLive)}
        </Text>
      </Group>
      <Text size="xs" className={flags.length > 0 ? 'warning' : undefined} role="status" mih="1.5em">
        {flags.join(' ')}
      </Text>
      {colours.size > 1 && <Legend entries={Array.from(colours, ([name, color]) => ({ name, color }))} />}
    </>
  );
}

/** The middle between the best prices and their distance; '' for an empty side or a crossed book. */
function describeMiddle(rows: readonly LadderRow[], format: PriceFormat): string {
  const price = (side: LadderRow['side']): bigint | null =>
    parsePrice(rows.find((row) => row.side === side)?.price ?? '');
  const [bid, ask] = [price('bid'), price('ask')];
  if (bid === null || ask === null || ask <= bid) return '';
  const shown = showAverage(renderDecimal((bid + ask) / 2n), format);
  return ` · mid ${shown} · spread ${showPrice(renderDecimal(ask - bid), 'cents')}`;
}

/** The age of the book. While our stream is disconnected, the book may be out of date. */
function showAge({ receivedAt }: ShownBook, now: number, isConnected: boolean): string {
  const ageMs = now - receivedAt;
  if (!isConnected) return `no update for ${showSpan(ageMs)}: stream disconnected`;
  return ageMs < 2_000 ? 'updating' : `unchanged for ${showSpan(ageMs)}`;
}
