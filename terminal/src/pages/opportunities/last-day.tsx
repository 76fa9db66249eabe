import { Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Instrument, OpportunityRecord } from '../../../../sdk/src/index.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { showAverage } from '../../components/prices.ts';
import { showDay, showSpan } from '../../components/times.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { KIND_WORDS } from './opportunity-words.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 10_000;
const SHOWN_MAX = 100;

/** Opportunities that closed in the last 24 hours, newest first. */
export function LastDay() {
  const { client } = useSession();
  const found = useQuery(
    'opportunities/history',
    (signal) => client.opportunities.history({ since: Date.now() - DAY_MS, limit: SHOWN_MAX }, { signal }),
    { everyMs: EVERY_MS },
  );
  const closed = useMemo(() => found.data?.filter(({ closed_at: at }) => at !== null) ?? [], [found.data]);
  const ids = useMemo(
    () => [...new Set(closed.flatMap(({ legs }) => legs.map((leg) => leg.instrument_id)))],
    [closed],
  );
  const markets = useInstruments(ids);
  return (
    <section aria-label="Last 24 hours">
      <Title order={2} size="h5" mt="lg" mb="xs">
        Last 24 hours
      </Title>
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {found.data !== null && closed.length === 0 && (
        <Text size="sm" c="dimmed">
          No opportunity has closed.
        </Text>
      )}
      {closed.length > 0 && (
        <Table className="rows" aria-label="Closed opportunities">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Opened</Table.Th>
              <Table.Th ta="right">Lasted</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Best gain of a set
              </Table.Th>
              <Table.Th ta="right">Gain then</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Sets then
              </Table.Th>
              <Table.Th>Contracts</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {closed.map((record) => (
              <ClosedRow key={record.id} record={record} markets={markets} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

interface ClosedRowProps {
  readonly record: OpportunityRecord;
  readonly markets: ReadonlyMap<number, Instrument>;
}

const ClosedRow = ({ record: { kind, legs, opened_at, lasted_ms, best }, markets }: ClosedRowProps) => (
  <Table.Tr>
    <Table.Td className="wide">{showDay(opened_at)}</Table.Td>
    <Table.Td ta="right">{lasted_ms < 1_000 ? `${lasted_ms} ms` : showSpan(lasted_ms)}</Table.Td>
    <Table.Td ta="right" visibleFrom="sm">
      {showAverage(best.edge_per_set, 'cents')}
    </Table.Td>
    <Table.Td ta="right">{showGain(best.edge_total)}</Table.Td>
    <Table.Td ta="right" visibleFrom="sm">
      {showAmount(best.qty)}
    </Table.Td>
    <Table.Td className="wide">
      <Text size="xs" c="dimmed">
        {KIND_WORDS[kind] ?? kind}
      </Text>
      {legs.map(({ venue, instrument_id: id, outcome }) => (
        <div key={`${id} ${outcome}`}>
          {outcome} · {venue} ·{' '}
          <Link className="quiet-link" href={`/trade/${id}`}>
            {markets.get(id)?.title ?? `Instrument ${id}`}
          </Link>
        </div>
      ))}
    </Table.Td>
  </Table.Tr>
);
