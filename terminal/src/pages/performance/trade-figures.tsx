import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Performance, PerformanceQuery } from '../../../../sdk/src/index.ts';
import { negated, roundUp, showAmount, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { download } from '../../components/csv.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { describeCoverage, showWinRate, tradesCsv } from './trade-words.ts';

const GROUPS = [
  { value: 'tag', label: 'Tag' },
  { value: 'venue', label: 'Venue' },
  { value: 'day', label: 'Day' },
] as const;

type Division = NonNullable<PerformanceQuery['by']>;
type Row = Performance['groups'][number];

const EVERY_MS = 30_000;

interface TradeFiguresProps {
  readonly month: string;
  readonly start: number;
  readonly end: number;
}

/** The trades of a month by tag, venue or day: result, settled markets won, and slippage. */
export function TradeFigures({ month, start, end }: TradeFiguresProps) {
  const { client, subaccountId } = useSession();
  const [by, setBy] = useState<Division>('tag');
  const version = useAccount('fills')[0]?.id ?? '';
  const found = useQuery(
    `trades/${subaccountId}/${month}/${by}`,
    (signal) => client.pnl.performance({ subaccount_id: subaccountId, by, start, end }, { signal }),
    { version, everyMs: EVERY_MS },
  );
  const { data } = found;
  return (
    <>
      <Group justify="space-between" mb={4} gap="xs">
        <h2 className="card-title">Trades</h2>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Trades by"
            value={by}
            onChange={setBy}
            data={GROUPS.map((each) => ({ ...each }))}
          />
          <Button
            size="compact-xs"
            variant="default"
            disabled={data === null || data.groups.length === 0}
            onClick={() =>
              data !== null && download(`crossbook-trades-${by}-${month}.csv`, tradesCsv(by, data))
            }
          >
            CSV of trades
          </Button>
        </Group>
      </Group>
      {found.error !== null && data === null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {data !== null && data.groups.length === 0 && <EmptyNote>No trades in this month.</EmptyNote>}
      {data !== null && data.groups.length > 0 && <Figures data={data} by={by} />}
    </>
  );
}

function Figures({ data, by }: { readonly data: Performance; readonly by: Division }) {
  return (
    <>
      <Table.ScrollContainer minWidth={420}>
        <Table className="rows" aria-label="Trades">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{GROUPS.find(({ value }) => value === by)?.label}</Table.Th>
              <Table.Th ta="right">Net PnL</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Fees
              </Table.Th>
              <Table.Th ta="right">Traded</Table.Th>
              <Table.Th ta="right">Won</Table.Th>
              <Table.Th ta="right">Against mid</Table.Th>
              <Table.Th ta="right">Against preview</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.groups.map((row) => (
              <FigureRow key={row.group} row={row} name={row.group === '' ? 'No tag' : row.group} />
            ))}
            {data.groups.length > 1 && <FigureRow row={{ group: '', ...data.total }} name="All" isTotal />}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {describeCoverage(data).map((text) => (
        <Text key={text} size="xs" c="dimmed" mt={4}>
          {text}
        </Text>
      ))}
    </>
  );
}

interface FigureRowProps {
  readonly row: Row;
  readonly name: string;
  readonly isTotal?: boolean;
}

function FigureRow({ row, name, isTotal = false }: FigureRowProps) {
  const gain = negated(row.mid_slippage);
  const beyond = negated(row.expected_slippage);
  return (
    <Table.Tr fw={isTotal ? 600 : undefined}>
      <Table.Td className="wide">{name}</Table.Td>
      <Table.Td ta="right" className={gainClass(row.net_pnl)}>
        {showGain(row.net_pnl)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showMoney(negated(roundUp(row.fees)))}
      </Table.Td>
      <Table.Td ta="right">
        {showMoney(row.traded)}
        <Text size="xs" c="dimmed">
          {showAmount(String(row.fills))} {row.fills === 1 ? 'fill' : 'fills'}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{showWinRate(row)}</Table.Td>
      <Table.Td ta="right" className={gainClass(gain)}>
        {row.mid_fills === 0 ? 'not stored' : showGain(gain)}
      </Table.Td>
      <Table.Td ta="right" className={gainClass(beyond)}>
        {row.expected_fills === 0 ? '–' : showGain(beyond)}
      </Table.Td>
    </Table.Tr>
  );
}
