import './trade.css';
import { Badge, Card, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../kit/notes.tsx';
import { PageTitle } from '../../kit/pagetitle.tsx';
import { showDay } from '../../kit/times.ts';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';
import { Chart } from './chart.tsx';
import { Ladder } from './ladder.tsx';
import { MarketOrders } from './marketorders.tsx';
import { Statistics } from './statistics.tsx';
import { Tape } from './tape.tsx';
import { type PickedPrice, Ticket } from './ticket.tsx';
import { type Target, useTargets } from './usetargets.ts';

/** One market: its price over time, its book, what traded, and the ticket. */
export default function TradePage() {
  const { id } = useParams<{ id: string }>();
  const { client } = useSession();
  const market = useQuery(`market/${id}`, (signal) => client.markets.get(Number(id), { signal }), {
    everyMs: 10_000,
  });
  if (market.error !== null && market.data === null)
    return <ErrorNote error={market.error} onRetry={market.reload} />;
  if (market.data === null) return null;
  return <Market key={id} market={market.data} />;
}

function Market({ market }: { market: Instrument }) {
  const targets = useTargets(market);
  const [chosen, setChosen] = useState<string>('direct');
  const [outcome, setOutcome] = useState<Outcome>('YES');
  const [picked, setPicked] = useState<PickedPrice | null>(null);
  const target = targets.find(({ key }) => key === chosen) ?? targets[0];
  if (target === undefined) return null;
  return (
    <Stack gap="sm">
      <Heading market={market} />
      <div className="trade">
        <Card withBorder padding="xs" className="trade-chart">
          <Chart market={market} outcome={outcome} />
        </Card>
        <Below market={market} />
        <Card withBorder padding="xs" className="trade-book">
          <Choices
            targets={targets}
            target={target}
            onTarget={setChosen}
            outcome={outcome}
            onOutcome={setOutcome}
          />
          <Ladder
            market={market}
            subject={target.subject}
            outcome={outcome}
            onPrice={(price) => setPicked({ price })}
          />
        </Card>
        <Card withBorder padding="sm" className="trade-ticket">
          <Ticket market={market} target={target} outcome={outcome} picked={picked} />
        </Card>
      </div>
    </Stack>
  );
}

function Heading({ market }: { market: Instrument }) {
  const { title, venue, status, ticker, close_time: closes, result } = market;
  return (
    <div>
      <PageTitle>{title}</PageTitle>
      <Group gap="xs">
        <Badge variant="light">{venue}</Badge>
        <Badge color={status === 'OPEN' ? 'teal' : 'orange'} variant="light">
          {result === null ? status : `${status} ${result}`}
        </Badge>
        <Text size="sm" c="dimmed">
          {ticker}
          {closes === null ? '' : ` · closes ${showDay(closes)}`}
        </Text>
      </Group>
    </div>
  );
}

interface ChoicesProps {
  readonly targets: readonly Target[];
  readonly target: Target;
  readonly onTarget: (key: string) => void;
  readonly outcome: Outcome;
  readonly onOutcome: (outcome: Outcome) => void;
}

function Choices({ targets, target, onTarget, outcome, onOutcome }: ChoicesProps) {
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      {targets.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label="Book"
          value={target.key}
          onChange={onTarget}
          data={targets.map(({ key, label }) => ({ value: key, label }))}
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

function Below({ market }: { market: Instrument }) {
  return (
    <Card withBorder padding="xs" className="trade-below">
      <Tabs defaultValue="orders" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="orders">My orders</Tabs.Tab>
          <Tabs.Tab value="tape">Trades</Tabs.Tab>
          <Tabs.Tab value="statistics">Statistics</Tabs.Tab>
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders" pt="xs">
          <MarketOrders market={market} />
        </Tabs.Panel>
        <Tabs.Panel value="tape" pt="xs">
          <Tape instrumentId={market.instrument_id} />
        </Tabs.Panel>
        <Tabs.Panel value="statistics" pt="xs">
          <Statistics market={market} />
        </Tabs.Panel>
        <Tabs.Panel value="rules" pt="xs">
          {market.description === null ? (
            <EmptyNote>The venue gives no rules.</EmptyNote>
          ) : (
            <Text size="sm">{market.description}</Text>
          )}
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
