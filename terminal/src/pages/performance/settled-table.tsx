import { Button, Group, Table } from '@mantine/core';
import { Link } from 'wouter';
import type { Fill } from '../../../../sdk/src/index.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { download } from '../../components/csv.ts';
import { EmptyNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showMonthDay } from '../../components/times.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { fillsCsv } from '../orders/order-csv.ts';

/** The positions that markets have settled in a month, with what YES paid. */
export function SettledTable({ month, fills }: { month: string; fills: readonly Fill[] }) {
  const [format] = usePriceFormat();
  const markets = useInstruments(fills.map(({ instrument_id: id }) => id));
  return (
    <>
      <Group justify="space-between" mb={4}>
        <h2 className="card-title">Settled</h2>
        <Button
          size="compact-xs"
          variant="default"
          disabled={fills.length === 0}
          onClick={() => download(`crossbook-settled-${month}.csv`, fillsCsv(fills))}
        >
          CSV
        </Button>
      </Group>
      {fills.length === 0 && <EmptyNote>No position was settled in this month.</EmptyNote>}
      {fills.length > 0 && (
        <Table className="rows" aria-label="Settled">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>Market</Table.Th>
              <Table.Th ta="right">YES paid</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Contracts
              </Table.Th>
              <Table.Th ta="right">Realised</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fills.map(
              ({ id, timestamp, instrument_id: market, settlement_price: paid, qty, realized_pnl: pnl }) => (
                <Table.Tr key={id}>
                  <Table.Td>{showMonthDay(timestamp)}</Table.Td>
                  <Table.Td className="wide">
                    <Link className="quiet-link" href={`/trade/${market}`}>
                      {markets.get(market)?.title ?? `Instrument ${market}`}
                    </Link>
                  </Table.Td>
                  <Table.Td ta="right">
                    {paid === null ? '–' : showPrice(paid, format === 'odds' ? 'cents' : format)}
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="sm">
                    {showAmount(qty)}
                  </Table.Td>
                  <Table.Td ta="right" className={gainClass(pnl)}>
                    {showGain(pnl)}
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
