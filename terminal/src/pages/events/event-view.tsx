import { Badge, Button, Checkbox, Group, Loader, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MarketEvent, Opportunity } from '../../../../sdk/src/index.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { Headline } from '../../components/figures.tsx';
import { heldOutcome } from '../../components/held-outcome.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useAssets } from '../../components/use-assets.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useBook } from '../../feed/use-book.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type Basket, toBasket } from './basket.ts';
import { BasketTicket } from './basket-ticket.tsx';
import {
  type Best,
  type BoardRow,
  bestOf,
  describeEvent,
  type OtherVenue,
  showShare,
  showSum,
  toBoard,
} from './event-board.ts';

const EVERY_MS = 2_000;
const CHOICES = { venues: 'all' } as const;

/** Every outcome of one event on one board. */
export function EventView({ eventId }: { eventId: string }) {
  const { client } = useSession();
  const event = useQuery(`event/${eventId}`, (signal) => client.events.get(eventId, { signal }), {
    everyMs: EVERY_MS,
  });
  if (event.data !== null) return <Board event={event.data} />;
  return event.error === null ? (
    <Loader aria-label="Loading the event" />
  ) : (
    <ErrorNote error={event.error} onRetry={event.reload} />
  );
}

function Board({ event }: { event: MarketEvent }) {
  const [choice, choose] = useUrlState(CHOICES);
  const [basket, setBasket] = useState<Basket | null>(null);
  const positions = useAccount('positions');
  const assets = useAssets();
  const markets = useInstruments(event.instrument_ids);
  const rows = toBoard(event, { markets, assets, positions });
  const hasOthers = rows.some(({ others }) => others.length > 0);
  const { title, venue, venue_event_id: name, status, close_time: closes, sums } = event;
  const [format] = usePriceFormat();
  return (
    <>
      <PageTitle>{title ?? name}</PageTitle>
      <Group gap="xs" mb="xs">
        <Badge variant="light">{venue}</Badge>
        <Badge color={status === 'OPEN' ? 'teal' : 'orange'} variant="light">
          {status}
        </Badge>
        <Text size="sm" c="dimmed">
          {describeEvent(event)}
          {closes === null ? '' : ` · closes ${showDay(closes)}`}
        </Text>
      </Group>
      <div className="headlines">
        <Headline name="Sum of YES bids" value={showSum(sums.yes_bid, format)} />
        <Headline name="Sum of YES asks" value={showSum(sums.yes_ask, format)} />
        <Headline name="Sum of mids" value={showSum(sums.mid, format)} />
        <Headline
          name="Sets at the asks"
          value={sums.qty_at_ask === null ? '–' : showAmount(sums.qty_at_ask)}
        />
      </div>
      {sums.missing.length > 0 && (
        <Text size="xs" className="warning" mb="xs">
          ▲ {sums.missing.length} of {rows.length} outcomes have no live book, so there is no sum.
        </Text>
      )}
      <Gains eventId={event.event_id} onTake={(found) => setBasket(toBasket(found))} />
      {basket === null ? (
        <Button
          size="compact-xs"
          variant="default"
          mb="xs"
          disabled={status !== 'OPEN'}
          onClick={() => setBasket({ sets: '', items: [] })}
        >
          Buy a basket
        </Button>
      ) : (
        <BasketTicket
          key={JSON.stringify(basket)}
          event={event}
          rows={rows}
          start={basket}
          onClose={() => setBasket(null)}
        />
      )}
      {hasOthers && (
        <Checkbox
          size="xs"
          mb="xs"
          label="Other venues"
          checked={choice.venues === 'all'}
          onChange={({ currentTarget }) => choose({ venues: currentTarget.checked ? 'all' : 'own' })}
        />
      )}
      <Table.ScrollContainer minWidth={340}>
        <Table className="rows board" aria-label="Outcomes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Outcome</Table.Th>
              <Table.Th ta="right">Share</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Size
              </Table.Th>
              <Table.Th ta="right">Bid</Table.Th>
              <Table.Th ta="right">Ask</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Size
              </Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Last
              </Table.Th>
              <Table.Th ta="right">Position</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {rows.map((row) => (
            <Table.Tbody key={row.member.instrument_id}>
              <OutcomeRow row={row} />
              {choice.venues === 'all' &&
                row.others.map((other) => <OtherRow key={other.instrumentId} other={other} />)}
            </Table.Tbody>
          ))}
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

/** The opportunities that consist of outcomes of this event. */
interface GainsProps {
  readonly eventId: string;
  readonly onTake: (opportunity: Opportunity) => void;
}

function Gains({ eventId, onTake }: GainsProps) {
  const { client } = useSession();
  const found = useQuery('opportunities', (signal) => client.opportunities.list({ limit: 100 }, { signal }), {
    everyMs: EVERY_MS,
  });
  const gains = (found.data ?? []).filter(({ event_id: id }) => id === eventId);
  if (gains.length === 0) return null;
  return gains.map((found) => (
    <Text key={found.id} component="div" size="sm" mb="xs">
      <Link className="quiet-link" href="/opportunities">
        {found.kind.replaceAll('_', ' ')}
      </Link>
      : {showAmount(found.qty)} sets gain {showGain(found.edge_total)} after fees{' '}
      {(found.kind === 'ALL_YES' || found.kind === 'ALL_NO') && (
        <Button size="compact-xs" variant="default" onClick={() => onTake(found)}>
          Take all legs
        </Button>
      )}
    </Text>
  ));
}

function OutcomeRow({ row: { member, name, held } }: { row: BoardRow }) {
  const { client } = useSession();
  const [format] = usePriceFormat();
  const { instrument_id: id, status, implied, yes_bid: bid, yes_ask: ask } = member;
  const shown = useBook(status === 'OPEN' ? `instrument/${id}` : null);
  const live = bestOf(shown?.kind === 'book' ? shown.book : null, 'YES');
  const stats = useQuery(`stats/${id}`, (signal) => client.markets.stats(id, { signal }));
  const last = stats.data?.last_price;
  return (
    <Table.Tr>
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/trade/${id}`}>
          {name}
        </Link>
        {status !== 'OPEN' && (
          <Text size="xs" c="dimmed">
            {status}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{implied === undefined ? '–' : showShare(implied)}</Table.Td>
      <Prices
        id={id}
        name={name}
        bid={live.bid.price === null ? { price: bid, qty: null } : live.bid}
        ask={live.ask.price === null ? { price: ask, qty: null } : live.ask}
      />
      <Table.Td ta="right" visibleFrom="sm">
        {last === undefined ? '–' : showPrice(last, format)}
      </Table.Td>
      <Table.Td ta="right">{held === null ? '' : `${showAmount(held.qty)} ${heldOutcome(held)}`}</Table.Td>
    </Table.Tr>
  );
}

function OtherRow({ other: { venue, instrumentId, isInverted } }: { other: OtherVenue }) {
  const shown = useBook(`instrument/${instrumentId}`);
  const positions = useAccount('positions');
  const held = positions.find((each) => each.instrument_id === instrumentId);
  const { bid, ask } = bestOf(shown?.kind === 'book' ? shown.book : null, isInverted ? 'NO' : 'YES');
  return (
    <Table.Tr className="other-venue">
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/trade/${instrumentId}`}>
          {venue}
        </Link>
        {isInverted && (
          <Text size="xs" c="dimmed" span>
            {' '}
            NO of its market
          </Text>
        )}
      </Table.Td>
      <Table.Td />
      <Prices id={instrumentId} name={venue} bid={bid} ask={ask} />
      <Table.Td visibleFrom="sm" />
      <Table.Td ta="right">
        {held === undefined ? '' : `${showAmount(held.qty)} ${heldOutcome(held)}`}
      </Table.Td>
    </Table.Tr>
  );
}

interface PricesProps {
  readonly id: number;
  readonly name: string;
  readonly bid: Best;
  readonly ask: Best;
}

/** Quantity and price of both sides; a price opens the market. */
function Prices({ id, name, bid, ask }: PricesProps) {
  const [format] = usePriceFormat();
  const link = ({ price }: Best, word: string) =>
    price === null ? (
      '–'
    ) : (
      <Link
        className="price-link"
        href={`/trade/${id}`}
        aria-label={`${word} ${name} at ${showPrice(price, format)}`}
      >
        {showPrice(price, format)}
      </Link>
    );
  return (
    <>
      <Table.Td ta="right" visibleFrom="sm" c="dimmed">
        {bid.qty === null ? '' : showAmount(bid.qty)}
      </Table.Td>
      <Table.Td ta="right" className="buy">
        {link(bid, 'Sell')}
      </Table.Td>
      <Table.Td ta="right" className="sell">
        {link(ask, 'Buy')}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" c="dimmed">
        {ask.qty === null ? '' : showAmount(ask.qty)}
      </Table.Td>
    </>
  );
}
