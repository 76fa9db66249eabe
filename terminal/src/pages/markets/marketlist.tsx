import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core';
import { StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { useBook } from '../../feed/usebook.ts';
import { showAmount } from '../../kit/amounts.ts';
import { showPrice, spreadOf } from '../../kit/prices.ts';
import { usePriceFormat, useWatchlist } from '../../kit/settings.tsx';
import { showSpan } from '../../kit/times.ts';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';
import { Sparkline } from './sparkline.tsx';

const ROW_HEIGHT = 48;
const CLOSES_SOON_MS = 86_400_000;

/** Rows of which only those in sight exist, so that a long answer scrolls as lightly as a short one. */
export function MarketList({ markets }: { markets: readonly Instrument[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: markets.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    <Box ref={frame} className="market-list" role="list" aria-label="Markets">
      <div className="market-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const market = markets[index];
          return market === undefined ? null : <Row key={market.instrument_id} market={market} top={start} />;
        })}
      </div>
    </Box>
  );
}

function Row({ market, top }: { market: Instrument; top: number }) {
  const { instrument_id: id, title, venue, category } = market;
  return (
    <div role="listitem" className="market-row" style={{ transform: `translateY(${top}px)` }}>
      <Star id={id} title={title} />
      <Link href={`/trade/${id}`} className="market-link">
        <Text size="sm" truncate>
          {title}
        </Text>
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {venue} · {category}
          </Text>
          <Closing market={market} />
        </Group>
      </Link>
      <div className="sparkline">
        <Sparkline instrumentId={id} />
      </div>
      <Quote market={market} />
    </div>
  );
}

function Star({ id, title }: { id: number; title: string }) {
  const [watchlist, setWatchlist] = useWatchlist();
  const isWatched = watchlist.includes(id);
  const toggle = (): void =>
    setWatchlist(isWatched ? watchlist.filter((each) => each !== id) : [...watchlist, id]);
  return (
    <ActionIcon
      variant="subtle"
      color={isWatched ? 'yellow' : 'gray'}
      aria-pressed={isWatched}
      aria-label={`Watch ${title}`}
      onClick={toggle}
    >
      {isWatched ? <StarFilledIcon /> : <StarIcon />}
    </ActionIcon>
  );
}

function Closing({ market }: { market: Instrument }) {
  const { status, close_time: closes } = market;
  if (status !== 'OPEN')
    return (
      <Badge size="xs" variant="default">
        {status}
      </Badge>
    );
  const left = closes === null ? null : Date.parse(closes) - Date.now();
  if (left === null || left <= 0 || left > CLOSES_SOON_MS) return null;
  return (
    <Badge size="xs" color="orange" variant="light">
      closes in {showSpan(left)}
    </Badge>
  );
}

function Quote({ market: { instrument_id: id, status } }: { market: Instrument }) {
  const { client } = useSession();
  const [format] = usePriceFormat();
  const shown = useBook(status === 'OPEN' ? `instrument/${id}` : null);
  const stats = useQuery(`stats/${id}`, (signal) => client.markets.stats(id, { signal }));
  const book = shown?.kind === 'book' ? shown.book : null;
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price];
  const last = stats.data?.last_price;
  return (
    <div className="market-quote">
      <Text size="sm" ff="monospace">
        <span className="buy">{bid === undefined ? '–' : showPrice(bid, format)}</span>
        {' / '}
        <span className="sell">{ask === undefined ? '–' : showPrice(ask, format)}</span>
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" className="market-more">
        {bid !== undefined && ask !== undefined
          ? `spread ${showPrice(spreadOf(bid, ask), 'cents')} · `
          : last === undefined
            ? ''
            : `last ${showPrice(last, format)} · `}
        {stats.data?.volume_24h === undefined ? '' : `24 h ${showAmount(stats.data.volume_24h)}`}
      </Text>
    </div>
  );
}
