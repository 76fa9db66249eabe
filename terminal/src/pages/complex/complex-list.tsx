import './complex.css';
import { SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { isLiveComplex } from '../../feed/complex-feed.ts';
import { useComplexOrders } from '../../feed/use-complex-orders.ts';
import { ComplexRow } from './complex-row.tsx';
import { findLegs } from './complex-words.ts';

interface ComplexListProps {
  readonly instrumentId: number | null; // only those of one market
  readonly onReceipt: (orderId: string) => void; // of a child
}

const SHOWN_MAX = 200;

/** Complex orders with their children below them, newest first. */
export function ComplexList({ instrumentId, onReceipt }: ComplexListProps) {
  const { orders, isKnown, problem } = useComplexOrders();
  const isNarrow = useNarrow(instrumentId === null ? undefined : '87em');
  const [isAll, setAll] = useState(false);
  const here = orders.filter(
    (order) => instrumentId === null || findLegs(order).some((leg) => leg.instrumentId === instrumentId),
  );
  const shown = (isAll ? here : here.filter(isLiveComplex)).slice(0, SHOWN_MAX);
  const markets = useInstruments(shown.flatMap((order) => findLegs(order).map((leg) => leg.instrumentId)));
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label="Complex orders shown"
        value={isAll ? 'all' : 'live'}
        onChange={(value) => setAll(value === 'all')}
        data={[
          { value: 'live', label: `Live ${here.filter(isLiveComplex).length}` },
          { value: 'all', label: `All ${here.length}` },
        ]}
      />
      {problem !== null && <ErrorNote error={new Error(problem)} />}
      {isKnown && shown.length === 0 && (
        <EmptyNote>
          No complex orders. A stop, bracket, OCO, iceberg or TWAP is entered in the ticket.
        </EmptyNote>
      )}
      {shown.length > 0 && (
        <Table className="rows complex" aria-label="Complex orders">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Order</Table.Th>
              {!isNarrow && (
                <>
                  <Table.Th>Market</Table.Th>
                  <Table.Th>Watches</Table.Th>
                  <Table.Th ta="right">Filled of</Table.Th>
                  <Table.Th>Status</Table.Th>
                </>
              )}
              <Table.Th>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          {shown.map((order) => (
            <ComplexRow
              key={order.id}
              order={order}
              markets={markets}
              isNarrow={isNarrow}
              onReceipt={onReceipt}
            />
          ))}
        </Table>
      )}
      {shown.length === SHOWN_MAX && (
        <Text size="xs" c="dimmed">
          The newest {SHOWN_MAX} are shown.
        </Text>
      )}
    </>
  );
}
