import { Checkbox, Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { useDensity } from '../../components/settings.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { type Titles, toSubject } from '../../components/use-titles.ts';
import { OrderRow } from './order-row.tsx';

// Close to the drawn heights, so that nothing moves when a row is drawn and measured.
const ROW_HEIGHT = { wide: 51, narrow: 128 };
const REASON_HEIGHT = { wide: 18, narrow: 18 };
const COMPACT_LESS = 16; // as in components.css
const HEADER_HEIGHT = 48; // of the page; the head of the table stays below it

interface OrderTableProps {
  readonly orders: readonly Order[];
  readonly titles: Titles;
  readonly live: readonly Order[];
  readonly chosen: ReadonlySet<string>;
  readonly onAll: (isOn: boolean) => void;
  readonly onToggle: (orderId: string) => void;
  readonly onReceipt: (orderId: string) => void;
}

/**
 * The table of orders. Only the rows in view are in the page, so that thousands of orders cost no more than a screenful.
 * Each order is a table body, because an order being amended has two rows and is measured as one.
 */
export function OrderTable({ orders, titles, live, chosen, onAll, onToggle, onReceipt }: OrderTableProps) {
  const isNarrow = useNarrow();
  const [density] = useDensity();
  const frame = useRef<HTMLTableElement>(null);
  const rows = useWindowVirtualizer({
    count: orders.length,
    estimateSize: (index) => {
      const size = isNarrow ? 'narrow' : 'wide';
      const closer = density === 'compact' ? COMPACT_LESS : 0;
      return ROW_HEIGHT[size] - closer + ((orders[index]?.reason ?? null) === null ? 0 : REASON_HEIGHT[size]);
    },
    getItemKey: (index) => orders[index]?.id ?? index,
    overscan: 10,
    scrollMargin: useTop(frame),
  });
  const items = rows.getVirtualItems();
  const above = (items[0]?.start ?? 0) - (items.length === 0 ? 0 : rows.options.scrollMargin);
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? 0) - rows.options.scrollMargin);
  return (
    <Table
      ref={frame}
      className="rows orders"
      layout="fixed"
      stickyHeader
      stickyHeaderOffset={HEADER_HEIGHT}
      aria-label="Orders"
      aria-rowcount={orders.length + 1}
    >
      <Head live={live} chosen={chosen} isNarrow={isNarrow} onAll={onAll} />
      <Gap height={above} />
      {items.map(({ index, key }) => {
        const order = orders[index];
        return order === undefined ? null : (
          <Table.Tbody key={key} data-index={index} ref={rows.measureElement}>
            <OrderRow
              order={order}
              {...toSubject(order, titles)}
              isNarrow={isNarrow}
              isChosen={chosen.has(order.id)}
              onToggle={onToggle}
              onReceipt={onReceipt}
            />
          </Table.Tbody>
        );
      })}
      <Gap height={items.length === 0 ? 0 : below} />
    </Table>
  );
}

/** The distance of an element from the top of the page, in pixels. It changes when a note appears above the element. */
function useTop(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (element.current !== null)
      setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}

/**
 * A spacer for the rows that are not drawn. Its cell spans no columns: in a table of fixed layout a column that only a
 * span names takes its share of the width.
 */
const Gap = ({ height }: { height: number }) =>
  height <= 0 ? null : (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  );

interface HeadProps extends Pick<OrderTableProps, 'live' | 'chosen' | 'onAll'> {
  readonly isNarrow: boolean;
}

function Head({ live, chosen, isNarrow, onAll }: HeadProps) {
  const picked = live.filter(({ id }) => chosen.has(id)).length;
  const isAll = live.length > 0 && picked === live.length;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={32}>
          <Checkbox
            size="xs"
            aria-label="Select all live orders"
            checked={isAll}
            indeterminate={picked > 0 && !isAll}
            disabled={live.length === 0}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
        </Table.Th>
        {isNarrow ? <Table.Th>Order</Table.Th> : <WideHead />}
        <Table.Th w={isNarrow ? 92 : 156}>
          <span className="visually-hidden">Actions</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

const WideHead = () => (
  <>
    <Table.Th w={92}>Order</Table.Th>
    <Table.Th>Market</Table.Th>
    <Table.Th w={76}>Side</Table.Th>
    <Table.Th w={96} visibleFrom="lg">
      Terms
    </Table.Th>
    <Table.Th w={66} ta="right">
      Price
    </Table.Th>
    <Table.Th w={100} ta="right">
      Filled of
    </Table.Th>
    <Table.Th w={84} visibleFrom="lg" ta="right">
      Average
    </Table.Th>
    <Table.Th w={136}>Status</Table.Th>
  </>
);
