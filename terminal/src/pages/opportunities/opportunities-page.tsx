import { Alert, Button, Table, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Instrument, Opportunity, OpportunityLeg } from '../../../../sdk/src/index.ts';
import { showAmount, showGain, showMoney } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { EdgeSparkline } from '../markets/sparkline.tsx';
import { HedgeTicket } from './hedge-ticket.tsx';
import { LastDay } from './last-day.tsx';
import {
  canTradeBoth,
  describeBlocks,
  isSafe,
  KIND_WORDS,
  RISK_WORDS,
  showPercent,
} from './opportunity-words.ts';

const EVERY_MS = 2_000;
const SHOWN_MAX = 100;
const CURVES_MAX = 20; // of a table; each is a request every few seconds

/** Contracts that cost less together than they pay at least, the largest gain first. Sets that may settle differently are apart. */
export default function OpportunitiesPage() {
  const { client } = useSession();
  const found = useQuery(
    'opportunities',
    (signal) => client.opportunities.list({ limit: SHOWN_MAX }, { signal }),
    { everyMs: EVERY_MS },
  );
  const ids = useMemo(
    () => [...new Set((found.data ?? []).flatMap(({ legs }) => legs.map((leg) => leg.instrument_id)))],
    [found.data],
  );
  const markets = useInstruments(ids);
  const [chosen, setChosen] = useState<Opportunity | null>(null);
  const [safe, unsafe] = [
    (found.data ?? []).filter(isSafe),
    (found.data ?? []).filter((each) => !isSafe(each)),
  ];
  return (
    <>
      <PageTitle>Opportunities</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        Each set costs less, fees included, than the $1 that it pays at least; a set of NO contracts pays $1
        for each but one. Only live books count, without your own resting orders.
      </Text>
      {chosen !== null && (
        <HedgeTicket key={chosen.id} opportunity={chosen} markets={markets} onClose={() => setChosen(null)} />
      )}
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {found.data?.length === 0 && (
        <Alert py="xs" color="gray">
          No set of contracts costs less than it pays now.
        </Alert>
      )}
      {safe.length > 0 && <Sets name="Opportunities" found={safe} markets={markets} onTrade={setChosen} />}
      {unsafe.length > 0 && (
        <>
          <Title order={2} size="h4" mt="md">
            May settle differently
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            The rules of the legs differ, so every leg may lose, whatever the gain says.
          </Text>
          <Sets
            name="Sets that may settle differently"
            found={unsafe}
            markets={markets}
            onTrade={setChosen}
          />
        </>
      )}
      <LastDay />
    </>
  );
}

interface SetsProps {
  readonly name: string;
  readonly found: readonly Opportunity[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly onTrade: (opportunity: Opportunity) => void;
}

function Sets({ name, found, markets, onTrade }: SetsProps) {
  return (
    <Table className="rows" aria-label={name}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="right">Gain</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Sets
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Cost
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Return
          </Table.Th>
          <Table.Th visibleFrom="md">Gain of a set</Table.Th>
          <Table.Th>Buy</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.map((opportunity, at) => (
          <Row
            key={opportunity.id}
            opportunity={opportunity}
            markets={markets}
            hasCurve={at < CURVES_MAX}
            onTrade={onTrade}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  readonly opportunity: Opportunity;
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly hasCurve: boolean;
  readonly onTrade: (opportunity: Opportunity) => void;
}

function Row({ opportunity, markets, hasCurve, onTrade }: RowProps) {
  const { kind, qty, edge_total: edge, capital, legs, settlement, blocked_by: blocked } = opportunity;
  const { id, return: rate, annualised, edge_per_set: perSet } = opportunity;
  return (
    <Table.Tr>
      <Table.Td ta="right">
        {showGain(edge)}
        <Text size="xs" {...(isSafe(opportunity) ? { c: 'dimmed' } : { className: 'sell' })}>
          worst case {showGain(settlement.worst_case_total)}
        </Text>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showAmount(qty)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showMoney(capital)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showPercent(rate)}
        {annualised !== null && (
          <Text size="xs" c="dimmed">
            {showPercent(annualised)} a year
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <div>{showAverage(perSet, 'cents')}</div>
        {hasCurve && <EdgeSparkline id={id} />}
      </Table.Td>
      <Table.Td className="wide">
        <Text size="xs" {...(isSafe(opportunity) ? { c: 'dimmed' } : { className: 'sell' })}>
          {isSafe(opportunity) ? '' : '▲ '}
          {RISK_WORDS[settlement.risk] ?? settlement.risk}
          {blocked.length > 0 && `: ${describeBlocks(blocked)}`}
        </Text>
        <Text size="xs" c="dimmed">
          {KIND_WORDS[kind] ?? kind}
        </Text>
        {legs.map((leg) => (
          <Leg
            key={`${leg.instrument_id} ${leg.outcome}`}
            leg={leg}
            title={markets.get(leg.instrument_id)?.title}
          />
        ))}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {showAmount(qty)} sets for {showMoney(capital)} · {showPercent(rate)}
        </Text>
        {canTradeBoth(opportunity) && (
          <Button size="compact-xs" variant="default" mt={4} onClick={() => onTrade(opportunity)}>
            Trade both legs
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Leg({ leg, title }: { readonly leg: OpportunityLeg; readonly title: string | undefined }) {
  const [format] = usePriceFormat();
  const { venue, instrument_id: id, outcome, worst_price: price } = leg;
  return (
    <div>
      {outcome} up to {showPrice(price, format)} · {venue} ·{' '}
      <Link className="quiet-link" href={`/trade/${id}`}>
        {title ?? `Instrument ${id}`}
      </Link>
    </div>
  );
}
