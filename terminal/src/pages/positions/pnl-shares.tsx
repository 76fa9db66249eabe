import { Group, SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import type { PnlShare } from '../../../../sdk/src/index.ts';
import { negated, roundUp, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const GROUPS = [
  { value: 'venue', label: 'Venue' },
  { value: 'category', label: 'Category' },
  { value: 'instrument', label: 'Market' },
] as const;

type Division = (typeof GROUPS)[number]['value'];

const EVERY_MS = 10_000;

interface PnlSharesProps {
  readonly start?: number;
  readonly end?: number;
}

/** PnL by venue, category or market, in a range of time or since the first fill. */
export function PnlShares(range: PnlSharesProps) {
  const { client, subaccountId } = useSession();
  const fills = useAccount('fills');
  const [by, setBy] = useState<Division>('venue');
  const shares = useQuery(
    `shares/${subaccountId}/${by}/${range.start ?? ''}`,
    (signal) => client.pnl.breakdown({ subaccount_id: subaccountId, by, ...range }, { signal }),
    { version: fills[0]?.id ?? '', everyMs: EVERY_MS },
  );
  return (
    <>
      <Group justify="space-between" mb={4}>
        <h2 className="card-title">PnL by source</h2>
        <SegmentedControl
          size="xs"
          aria-label="PnL by"
          value={by}
          onChange={(value) => setBy(value)}
          data={GROUPS.map((each) => ({ ...each }))}
        />
      </Group>
      {shares.error !== null && shares.data === null && (
        <ErrorNote error={shares.error} onRetry={shares.reload} />
      )}
      <Shares shares={shares.data ?? []} isOfMarkets={by === 'instrument'} />
    </>
  );
}

function Shares({ shares, isOfMarkets }: { shares: readonly PnlShare[]; isOfMarkets: boolean }) {
  const markets = useInstruments(isOfMarkets ? shares.map(({ group }) => Number(group)) : []);
  return (
    <Table className="rows" aria-label="PnL by group">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{isOfMarkets ? 'Market' : 'Group'}</Table.Th>
          <Table.Th ta="right">Realised</Table.Th>
          <Table.Th ta="right">Unrealised</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Fees
          </Table.Th>
          <Table.Th ta="right">After fees</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shares.map(({ group, realized_pnl: realised, unrealized_pnl: open, fees, equity }) => (
          <Table.Tr key={group}>
            <Table.Td className="wide">
              {isOfMarkets ? (markets.get(Number(group))?.title ?? `Instrument ${group}`) : group}
            </Table.Td>
            <Table.Td ta="right" className={gainClass(realised)}>
              {showGain(realised)}
            </Table.Td>
            <Table.Td ta="right" className={gainClass(open)}>
              {showGain(open)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              {showMoney(negated(roundUp(fees)))}
            </Table.Td>
            <Table.Td ta="right" className={gainClass(equity)}>
              {showGain(equity)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
