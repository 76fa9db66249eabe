import { Button, Checkbox, Group, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { download } from '../../components/csv.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useTitles } from '../../components/use-titles.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { CancelMenu } from './cancel-menu.tsx';
import { MarketSelect } from './market-select.tsx';
import { ordersCsv } from './order-csv.ts';
import { OrderRow } from './order-row.tsx';
import { type OrderFilter, useOrders } from './use-orders.ts';

const STATUS_OPTIONS = [
  { value: 'live', label: 'Live' },
  { value: 'any', label: 'Any status' },
  ...['PENDING_SUBMISSION', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'].map(
    (status) => ({ value: status, label: status }),
  ),
] as const;

/** The subaccount's current orders, with actions for one order and for several. */
export function OrdersList({ onReceipt }: { onReceipt: (orderId: string) => void }) {
  const [filter, setFilter] = useState<OrderFilter>({ status: 'any', instrumentId: null });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { orders, isKnown, error, hasOlder, loadOlder } = useOrders(filter);
  const titles = useTitles(orders);
  const live = orders.filter(isLiveOrder);
  const picked = live.filter(({ id }) => chosen.has(id));
  const toggle = (id: string): void =>
    setChosen(
      (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
    );
  return (
    <>
      <Group gap="xs" mb="xs">
        <Select
          aria-label="Status"
          size="xs"
          w={190}
          allowDeselect={false}
          value={filter.status}
          onChange={(status) =>
            status !== null && setFilter({ ...filter, status: status as OrderFilter['status'] })
          }
          data={STATUS_OPTIONS.map((each) => ({ ...each }))}
        />
        <MarketSelect
          markets={titles.markets}
          value={filter.instrumentId}
          onChange={(instrumentId) => setFilter({ ...filter, instrumentId })}
        />
        <Group gap="xs" ml="auto">
          <CancelMenu picked={picked} onDone={() => setChosen(new Set())} />
          <Button
            size="xs"
            variant="default"
            disabled={orders.length === 0}
            onClick={() => download('crossbook-orders.csv', ordersCsv(orders))}
          >
            CSV
          </Button>
        </Group>
      </Group>
      {error !== null && <ErrorNote error={error} onRetry={loadOlder} />}
      {isKnown && orders.length === 0 && <EmptyNote>{emptyWords(filter)}</EmptyNote>}
      {orders.length > 0 && (
        <Table.ScrollContainer minWidth={320}>
          <Table className="rows" aria-label="Orders">
            <Head
              live={live}
              picked={picked}
              onAll={(isOn) => setChosen(new Set(isOn ? live.map(({ id }) => id) : []))}
            />
            <Table.Tbody>
              {orders.map((order) => (
                <OrderRow
                  key={order.id}
                  order={order}
                  titles={titles}
                  choice={{ isChosen: chosen.has(order.id), toggle: () => toggle(order.id) }}
                  onReceipt={() => onReceipt(order.id)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {hasOlder && (
        <Button size="xs" variant="default" mt="xs" onClick={loadOlder}>
          Older orders
        </Button>
      )}
      {orders.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {orders.length} shown, {live.length} live. Times are in this computer's time zone.
        </Text>
      )}
    </>
  );
}

interface HeadProps {
  readonly live: readonly Order[];
  readonly picked: readonly Order[];
  readonly onAll: (isOn: boolean) => void;
}

function Head({ live, picked, onAll }: HeadProps) {
  const isAll = live.length > 0 && picked.length === live.length;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={28}>
          <Checkbox
            size="xs"
            aria-label="Select all live orders"
            checked={isAll}
            indeterminate={picked.length > 0 && !isAll}
            disabled={live.length === 0}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
        </Table.Th>
        <Table.Th visibleFrom="sm">Order</Table.Th>
        <Table.Th>Market</Table.Th>
        <Table.Th visibleFrom="sm">Side</Table.Th>
        <Table.Th visibleFrom="sm">Terms</Table.Th>
        <Table.Th visibleFrom="sm" ta="right">
          Price
        </Table.Th>
        <Table.Th ta="right">Filled of</Table.Th>
        <Table.Th visibleFrom="lg" ta="right">
          Average
        </Table.Th>
        <Table.Th>Status</Table.Th>
        <Table.Th>
          <span className="visually-hidden">Actions</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

const emptyWords = ({ status, instrumentId }: OrderFilter): string =>
  status === 'any' && instrumentId === null
    ? 'No orders yet. Open a market and enter one in its order ticket.'
    : 'No order matches this filter.';
