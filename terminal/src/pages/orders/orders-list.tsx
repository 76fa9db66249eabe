import { Button, Group, Select, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { download } from '../../components/csv.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { showTimeZone } from '../../components/times.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useTitles } from '../../components/use-titles.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { BulkActions } from './bulk-actions.tsx';
import { MarketSelect } from './market-select.tsx';
import { ordersCsv } from './order-csv.ts';
import { OrderTable } from './order-table.tsx';
import { type OrderFilter, useOrders } from './use-orders.ts';

const STATUS_OPTIONS = [
  { value: 'live', label: 'Live' },
  { value: 'any', label: 'Any status' },
  ...(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const).map(
    (status) => ({ value: status, label: status }),
  ),
] as const;

/** The subaccount's current orders, with actions for one order and for several. The live ones come first. */
export function OrdersList({ onReceipt }: { onReceipt: (orderId: string) => void }) {
  const [filter, setFilter] = useFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { orders, isKnown, error, hasOlder, loadOlder } = useOrders(filter);
  const titles = useTitles(orders);
  const live = useMemo(() => orders.filter(isLiveOrder), [orders]);
  const picked = live.filter(({ id }) => chosen.has(id));
  const toggle = useCallback(
    (id: string): void =>
      setChosen(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    [],
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
          onChange={(status) => status !== null && setFilter({ ...filter, status })}
          data={STATUS_OPTIONS.map((each) => ({ ...each }))}
        />
        <MarketSelect
          markets={titles.markets}
          value={filter.instrumentId}
          onChange={(instrumentId) => setFilter({ ...filter, instrumentId })}
        />
        <Group gap="xs" ml="auto">
          <BulkActions picked={picked} markets={titles.markets} onDone={() => setChosen(new Set())} />
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
        <OrderTable
          orders={orders}
          titles={titles}
          live={live}
          chosen={chosen}
          onAll={(isOn) => setChosen(new Set(isOn ? live.map(({ id }) => id) : []))}
          onToggle={toggle}
          onReceipt={onReceipt}
        />
      )}
      {hasOlder && (
        <Button size="xs" variant="default" mt="xs" onClick={loadOlder}>
          Older orders
        </Button>
      )}
      {orders.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {orders.length} shown, {live.length} live. Times are in {showTimeZone()}.
        </Text>
      )}
    </>
  );
}

const NO_FILTER = { status: 'live', market: '' } as const;

/** The filter, kept in the URL. */
function useFilter(): readonly [OrderFilter, (filter: OrderFilter) => void] {
  const [{ status, market }, change] = useUrlState(NO_FILTER);
  const filter = useMemo(
    (): OrderFilter => ({
      status: STATUS_OPTIONS.find(({ value }) => value === status)?.value ?? NO_FILTER.status,
      instrumentId: market === '' ? null : Number(market),
    }),
    [status, market],
  );
  const set = ({ status: chosen, instrumentId }: OrderFilter): void =>
    change({ status: chosen, market: instrumentId === null ? '' : String(instrumentId) });
  return [filter, set];
}

function emptyWords({ status, instrumentId }: OrderFilter): string {
  if (instrumentId !== null) return 'No order matches this filter.';
  if (status === 'any') return 'No orders yet. Open a market and enter one in its order ticket.';
  return status === 'live'
    ? 'No live orders. Choose “Any status” to see the closed ones.'
    : 'No order matches this filter.';
}
