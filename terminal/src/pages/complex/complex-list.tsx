import './complex.css';
import { SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ComplexOrder } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useAssets } from '../../components/use-assets.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { isLiveComplex } from '../../feed/complex-feed.ts';
import { useAccount } from '../../feed/use-account.ts';
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
  const isNarrow = useNarrow(instrumentId === null ? undefined : '110em');
  const [isAll, setAll] = useState(false);
  const assets = useAssets();
  const children = useAccount('orders').filter((child) => child.parent_id !== null && isLiveOrder(child));
  const findMarkets = (order: ComplexOrder): readonly number[] => [
    ...findLegs(order).map((leg) => leg.instrumentId),
    ...(assets.get(order.generic_asset_id ?? 0)?.members ?? []).map((member) => member.instrument_id),
  ];
  const here = orders.filter((order) => instrumentId === null || findMarkets(order).includes(instrumentId));
  const shown = (isAll ? here : here.filter(isLiveComplex)).slice(0, SHOWN_MAX);
  const markets = useInstruments(shown.flatMap(findMarkets));
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
          No complex orders. A stop, bracket, iceberg, peg or another type is entered in the ticket.
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
              assets={assets}
              child={children.find((child) => child.parent_id === order.id)}
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
