import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { GenericAsset, Instrument } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { computeSpread, showPrice } from '../../components/prices.ts';
import { type Density, useDensity, usePriceFormat, useWatchlists } from '../../components/settings.tsx';
import { showDate, showSpan } from '../../components/times.ts';
import { useAssets } from '../../components/use-assets.ts';
import { useQuery } from '../../components/use-query.ts';
import { useBook } from '../../feed/use-book.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { Gap } from './price-gap.tsx';
import { PriceTrend } from './sparkline.tsx';
import { toggled } from './watchlists.ts';

// As in markets.css.
const ROW_HEIGHT: Readonly<Record<Density, number>> = { comfortable: 48, compact: 38 };
const NARROW_ROW_HEIGHT: Readonly<Record<Density, number>> = { comfortable: 72, compact: 60 };
const CLOSES_SOON_MS = 86_400_000;

/** A virtual list: only visible rows are rendered, so that a long list scrolls smoothly. */
export function MarketList({ markets, list }: { markets: readonly Instrument[]; list: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const assets = useAssets();
  const isNarrow = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const [density] = useDensity();
  const height = (isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT)[density];
  const rows = useVirtualizer({
    count: markets.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const { measure } = rows;
  useEffect(() => measure(), [measure, height]); // the height of all rows changed
  return (
    <Box ref={frame} className="market-list" role="list" aria-label="Markets">
      <div className="market-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const market = markets[index];
          return market === undefined ? null : (
            <Row
              key={market.instrument_id}
              market={market}
              asset={assets.get(market.generic_asset_id ?? 0)}
              top={start}
              list={list}
            />
          );
        })}
      </div>
    </Box>
  );
}

interface RowProps {
  readonly market: Instrument;
  readonly asset: GenericAsset | undefined;
  readonly top: number;
  readonly list: string;
}

function Row({ market, asset, top, list }: RowProps) {
  const { instrument_id: id, title, venue, category } = market;
  return (
    <div role="listitem" className="market-row" style={{ transform: `translateY(${top}px)` }}>
      <Star id={id} title={title} list={list} />
      <Link href={`/trade/${id}`} className="market-link">
        <Text size="sm" className="market-title">
          {title}
        </Text>
        <Group gap={6} wrap="nowrap" className="market-facts">
          <Text size="xs" c="dimmed" truncate>
            {venue} · {category}
          </Text>
          <Closing market={market} />
          {asset !== undefined && <Gap asset={asset} />}
        </Group>
      </Link>
      <CloseDate closes={market.close_time} />
      <PriceTrend instrumentId={id} />
      <Quote market={market} />
    </div>
  );
}

function Star({ id, title, list }: { id: number; title: string; list: string }) {
  const [lists, setLists] = useWatchlists();
  const isWatched = lists[list]?.includes(id) ?? false;
  const toggle = (): void => setLists(toggled(lists, list, id));
  return (
    <ActionIcon
      variant="subtle"
      color={isWatched ? 'yellow' : 'gray'}
      aria-pressed={isWatched}
      aria-label={`${list}: ${title}`}
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

function CloseDate({ closes }: { closes: string | null }) {
  return (
    <Text size="xs" c="dimmed" className="close-date">
      {closes === null ? '' : `closes ${showDate(closes)}`}
    </Text>
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
          ? `spread ${showPrice(computeSpread(bid, ask), 'cents')} · `
          : last === undefined
            ? ''
            : `last ${showPrice(last, format)} · `}
        {stats.data?.volume_24h === undefined ? '' : `24 h vol ${showAmount(stats.data.volume_24h)}`}
      </Text>
    </div>
  );
}
