import { Table } from '@mantine/core';
import { useState } from 'react';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { toSubject, useTitles } from '../../components/use-titles.ts';
import { OrderRow } from '../orders/order-row.tsx';
import { ReceiptDrawer } from '../orders/receipt-drawer.tsx';
import { useOrders } from '../orders/use-orders.ts';

const SHOWN_MAX = 20;

/** The latest orders on this market, with their actions. */
export function MarketOrders({ market }: { market: Instrument }) {
  const { orders, isKnown, error } = useOrders({ status: 'any', instrumentId: market.instrument_id });
  const titles = useTitles(orders);
  const isNarrow = useNarrow();
  const [receiptId, setReceiptId] = useState<string | null>(null);
  if (error !== null) return <ErrorNote error={error} />;
  if (!isKnown) return null;
  if (orders.length === 0) return <EmptyNote>You have no orders on this market.</EmptyNote>;
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <Table className="rows" aria-label="My orders">
          <Table.Tbody>
            {orders.slice(0, SHOWN_MAX).map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                {...toSubject(order, titles)}
                isOfPage
                isNarrow={isNarrow}
                onReceipt={setReceiptId}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <ReceiptDrawer orderId={receiptId} onClose={() => setReceiptId(null)} />
    </>
  );
}
