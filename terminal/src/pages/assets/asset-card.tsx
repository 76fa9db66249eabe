import { Group, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { GenericAsset } from '../../../../sdk/src/index.ts';
import { compareAmounts, showAmount } from '../../components/amounts.ts';
import { showPrice } from '../../components/prices.ts';
import { SafetyBadge } from '../../components/safety-badge.tsx';
import { usePriceFormat } from '../../components/settings.tsx';
import { showSpan } from '../../components/times.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useBook } from '../../feed/use-book.ts';
import { computeGap, type MemberQuote, toMemberQuotes } from './asset-quotes.ts';

/** An asset's members, each with its best prices and the state of its book. */
export function AssetCard({ asset }: { asset: GenericAsset }) {
  const shown = useBook(`asset/${asset.generic_asset_id}`);
  const markets = useInstruments(asset.members.map(({ instrument_id: id }) => id));
  const [format] = usePriceFormat();
  const book = shown?.kind === 'aggregated' ? shown.book : null;
  const quotes = toMemberQuotes(asset, book);
  const gap = computeGap(quotes);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <h2 className="card-title">{asset.title}</h2>
          {asset.safety !== null && <SafetyBadge safety={asset.safety} />}
        </Group>
        <Text size="sm" className={gap !== null && compareAmounts(gap, '0') > 0 ? 'buy' : undefined}>
          {gapWords(gap, shown?.kind === 'unavailable' ? shown.message : null, (price) =>
            showPrice(price, format),
          )}
        </Text>
      </Group>
      <Table className="rows fixed" aria-label={`Members of ${asset.title}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th ta="right">Bid</Table.Th>
            <Table.Th ta="right">Ask</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Contracts at best
            </Table.Th>
            <Table.Th visibleFrom="lg">Book</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {quotes.map((quote) => (
            <Row key={quote.instrumentId} quote={quote} title={markets.get(quote.instrumentId)?.title} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function Row({ quote, title }: { quote: MemberQuote; title: string | undefined }) {
  const [format] = usePriceFormat();
  const { venue, instrumentId, ticker, isInverted, bid, ask, state } = quote;
  return (
    <Table.Tr>
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/trade/${instrumentId}`}>
          {title ?? ticker}
        </Link>
        <Text size="xs" c="dimmed">
          {venue} · {ticker}
          {isInverted ? ' · inverted: its YES is the asset’s NO' : ''}
        </Text>
        <Text hiddenFrom="lg" size="xs" c="dimmed">
          {stateWords(state)}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="buy">
        {bid === null ? '–' : showPrice(bid.price, format)}
      </Table.Td>
      <Table.Td ta="right" className="sell">
        {ask === null ? '–' : showPrice(ask.price, format)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {bid === null ? '–' : showAmount(bid.qty)} / {ask === null ? '–' : showAmount(ask.qty)}
      </Table.Td>
      <Table.Td visibleFrom="lg">{stateWords(state)}</Table.Td>
    </Table.Tr>
  );
}

function stateWords(state: MemberQuote['state']): string {
  if (state === null) return 'not published';
  const age = state.age_ms === null ? '' : `, unchanged for ${showSpan(state.age_ms)}`;
  return state.status === 'live' ? `live${age}` : `no book: ${state.status}${age}`;
}

function gapWords(gap: string | null, problem: string | null, price: (text: string) => string): string {
  if (problem !== null) return `No book: ${problem}`;
  if (gap === null) return 'No member bids while another one offers';
  return compareAmounts(gap, '0') > 0
    ? `Bid above ask across members by ${price(gap)}, before fees`
    : `${price(gap.replace('-', ''))} apart across members`;
}
