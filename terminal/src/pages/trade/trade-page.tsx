import './trade.css';
import { Badge, Card, Group, SegmentedControl, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useRef } from 'react';
import { Link, useParams } from 'wouter';
import type { Instrument, Outcome, Side } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { showDay } from '../../components/times.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { ChartCard } from './chart-card.tsx';
import { Ladder } from './dom-ladder.tsx';
import { MarketComplex, MarketOrders, type MarketOrdersProps } from './market-orders.tsx';
import { outcomeIn } from './matched-listings.ts';
import { PhoneTrade } from './phone-trade.tsx';
import { Statistics } from './statistics.tsx';
import { Tape } from './tape.tsx';
import { TicketCard } from './ticket-card.tsx';
import { restingTif } from './ticket-order.ts';
import { toTypedPrice } from './typed-figures.ts';
import { useBooks } from './use-books.ts';
import { useTicket } from './use-ticket.ts';

/** One market: its chart, book, trades and order ticket. */
export default function TradePage() {
  const { id } = useParams<{ id: string }>();
  const { client } = useSession();
  const market = useQuery(`market/${id}`, (signal) => client.markets.get(Number(id), { signal }), {
    everyMs: 10_000,
  });
  if (market.error !== null && market.data === null)
    return <ErrorNote error={market.error} onRetry={market.reload} />;
  if (market.data === null) return <Loading />;
  return <Market key={id} market={market.data} />;
}

/** The frame of the page while its market is loaded, so that nothing moves when it arrives. */
function Loading() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading the market">
      <Skeleton height={24} width="50%" />
      <Skeleton height={20} width="30%" />
      <div className="trade">
        <Skeleton height={380} className="trade-chart" />
        <Skeleton height={560} className="trade-book" />
        <Skeleton height={420} className="trade-ticket" />
        <Skeleton height={120} className="trade-below" />
      </div>
    </Stack>
  );
}

const CHOICES = { outcome: 'YES', book: 'own' } as const;

function Market({ market }: { market: Instrument }) {
  const books = useBooks(market);
  const [choice, choose] = useUrlState(CHOICES);
  const isOverAll = choice.book === 'all';
  const outcome: Outcome = choice.outcome === 'NO' ? 'NO' : 'YES';
  const ticket = useTicket({ market, matched: books.matched, outcome }, isOverAll ? 'BEST_PRICE' : 'DIRECT');
  const qtyField = useRef<HTMLInputElement>(null);
  const isAll = isOverAll && books.all !== null;
  const place = isAll && books.all !== null ? books.all : books.own;
  const shownOutcome = outcomeIn(outcome, isAll && (books.matched?.isInverted ?? false));
  const chooseBook = (isOver: boolean): void => {
    choose({ book: isOver ? 'all' : 'own' });
    // The routing mode follows the shown book. The user can change it in the ticket.
    ticket.change({ mode: isOver ? 'BEST_PRICE' : 'DIRECT' });
  };
  const takePrice = (price: string, side: Side | null): void => {
    ticket.change({
      type: 'LIMIT',
      tif: restingTif(ticket.fields),
      price: toTypedPrice(price),
      ...(side === null ? {} : { side }),
    });
    if (side !== null) qtyField.current?.focus();
  };
  const quick = { market, outcome, place, bookOutcome: shownOutcome };
  const tradeOnPhone = (side: Side, price: string | null): void => {
    ticket.change({ side, ...(price === null ? {} : { price: toTypedPrice(price) }) });
    qtyField.current?.scrollIntoView({ block: 'center' });
    qtyField.current?.focus({ preventScroll: true });
  };
  return (
    <Stack gap="sm">
      <Heading market={market} />
      <div className="trade">
        <ChartCard
          market={market}
          books={books}
          shown={place}
          outcome={outcome}
          shownOutcome={shownOutcome}
        />
        <Below market={market} matched={books.matched} isAll={isAll} />
        <Card withBorder padding="xs" className="trade-book">
          <Choices
            venue={market.venue}
            hasAll={books.all !== null}
            isAll={isAll}
            onBook={chooseBook}
            outcome={outcome}
            onOutcome={(value) => choose({ outcome: value })}
          />
          <Ladder
            key={place.subject}
            market={market}
            place={place}
            outcome={outcome}
            bookOutcome={shownOutcome}
            onPrice={takePrice}
            onPlace={ticket.place}
            qty={ticket.fields.qty}
            onQty={(qty) => ticket.change({ qty })}
          />
        </Card>
        <TicketCard
          market={market}
          matched={books.matched}
          outcome={outcome}
          ticket={ticket}
          quick={quick}
          qtyField={qtyField}
        />
      </div>
      <PhoneTrade {...quick} onTrade={tradeOnPhone} />
    </Stack>
  );
}

function Heading({ market }: { market: Instrument }) {
  const { title, venue, status, ticker, close_time: closes, result, settlement_price: payout } = market;
  const { event_id: eventId, event_title: event } = market;
  return (
    <div>
      <PageTitle>{title}</PageTitle>
      <Group gap="xs">
        <Badge variant="light">{venue}</Badge>
        <Badge color={status === 'OPEN' ? 'teal' : 'orange'} variant="light">
          {result === null ? status : `${status} ${result === 'FRACTION' ? payout : result}`}
        </Badge>
        <Text size="sm" c="dimmed">
          {ticker}
          {closes === null ? '' : ` · closes ${showDay(closes)}`}
        </Text>
        {eventId !== null && (
          <Link className="quiet-link" href={`/events/${eventId}`}>
            {event === null || event === market.title ? 'Event' : event}
          </Link>
        )}
      </Group>
    </div>
  );
}

interface ChoicesProps {
  readonly venue: string;
  readonly hasAll: boolean;
  readonly isAll: boolean;
  readonly onBook: (isAll: boolean) => void;
  readonly outcome: Outcome;
  readonly onOutcome: (outcome: Outcome) => void;
}

function Choices({ venue, hasAll, isAll, onBook, outcome, onOutcome }: ChoicesProps) {
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      {hasAll ? (
        <SegmentedControl
          size="xs"
          aria-label="Book"
          value={isAll ? 'all' : 'own'}
          onChange={(value) => onBook(value === 'all')}
          data={[
            { value: 'own', label: venue },
            { value: 'all', label: 'All venues' },
          ]}
        />
      ) : (
        <Text size="sm" fw={600}>
          Book
        </Text>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Outcome shown"
        value={outcome}
        onChange={(value) => onOutcome(value)}
        data={['YES', 'NO']}
      />
    </Group>
  );
}

const FIRST_TAB = { tab: 'orders' } as const;

function Below({ market, matched, isAll }: MarketOrdersProps) {
  const [{ tab }, choose] = useUrlState(FIRST_TAB);
  return (
    <Card withBorder padding="xs" className="trade-below">
      <Tabs value={tab} onChange={(value) => choose({ tab: value ?? FIRST_TAB.tab })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="orders">My orders</Tabs.Tab>
          <Tabs.Tab value="complex">Complex</Tabs.Tab>
          <Tabs.Tab value="tape">Trades</Tabs.Tab>
          <Tabs.Tab value="statistics">Statistics</Tabs.Tab>
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders" pt="xs">
          <MarketOrders market={market} matched={matched} isAll={isAll} />
        </Tabs.Panel>
        <Tabs.Panel value="complex" pt="xs">
          <MarketComplex instrumentId={market.instrument_id} />
        </Tabs.Panel>
        <Tabs.Panel value="tape" pt="xs">
          <Tape instrumentId={market.instrument_id} />
        </Tabs.Panel>
        <Tabs.Panel value="statistics" pt="xs">
          <Statistics market={market} />
        </Tabs.Panel>
        <Tabs.Panel value="rules" pt="xs">
          {market.description === null ? (
            <EmptyNote>The venue publishes no rules.</EmptyNote>
          ) : (
            <Text size="sm">{market.description}</Text>
          )}
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
