import './receipt.css';
import { Drawer, Group, Loader, Text } from '@mantine/core';
import type { Order, OrderReceipt } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { toSubject, useTitles } from '../../components/use-titles.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { CopyAs } from './copy-as.tsx';
import { effectiveQty } from './effective-qty.ts';
import { Status } from './order-status.tsx';
import { Costs, Slippage } from './receipt-costs.tsx';
import { Events } from './receipt-events.tsx';
import { Candidates, Legs } from './receipt-route.tsx';
import { Waterfall } from './waterfall.tsx';

/** The receipt of one order: its routing decision, events, costs and latency. */
export function ReceiptDrawer({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  return (
    <Drawer
      opened={orderId !== null}
      onClose={onClose}
      position="right"
      size={640}
      title={orderId === null ? '' : `Receipt of ${orderId}`}
      closeButtonProps={{ 'aria-label': 'Close the receipt' }}
    >
      {orderId !== null && <Receipt orderId={orderId} />}
    </Drawer>
  );
}

function Receipt({ orderId }: { orderId: string }) {
  const { client } = useSession();
  const orders = useAccount('orders');
  // Loaded again whenever the stream reports a change, so that it is never older than the row it was opened from.
  const version = orders.find(({ id }) => id === orderId)?.updated_at ?? '';
  const receipt = useQuery(`receipt/${orderId}`, (signal) => client.orders.receipt(orderId, { signal }), {
    version,
  });
  if (receipt.error !== null && receipt.data === null)
    return <ErrorNote error={receipt.error} onRetry={receipt.reload} />;
  return receipt.data === null ? (
    <Loader aria-label="Loading the receipt" />
  ) : (
    <ReceiptDetails receipt={receipt.data} />
  );
}

function ReceiptDetails({ receipt }: { receipt: OrderReceipt }) {
  const { order, decision } = receipt;
  return (
    <div className="receipt">
      <Head order={order} />
      <section>
        <h2>Routing</h2>
        {decision === null ? (
          <Text size="sm" c="dimmed">
            {order.routing.mode === 'DIRECT'
              ? 'A DIRECT order goes to the one venue it names, so there was no routing decision.'
              : 'The routing decision of this order is no longer stored.'}
          </Text>
        ) : (
          <Candidates candidates={decision.candidates} />
        )}
        <Legs receipt={receipt} />
      </section>
      <section>
        <h2>Expected and realised cost</h2>
        <Costs receipt={receipt} />
      </section>
      <section>
        <h2>Slippage</h2>
        <Slippage receipt={receipt} />
      </section>
      <section>
        <h2>Latency</h2>
        <Waterfall receipt={receipt} />
      </section>
      <section>
        <h2>Events</h2>
        <Events receipt={receipt} />
      </section>
    </div>
  );
}

function Head({ order }: { order: Order }) {
  const [format] = usePriceFormat();
  const titles = useTitles([order]);
  const { title, place } = toSubject(order, titles);
  const price = order.price === null ? 'market price' : showPrice(order.price, format);
  return (
    <div>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm">
            <span className={order.side === 'BUY' ? 'buy' : 'sell'}>
              {order.side} {order.outcome}
            </span>{' '}
            {showAmount(effectiveQty(order))} at {price}, {order.type} {order.tif}
          </Text>
          <Text size="xs" c="dimmed">
            {place} · {showDay(order.created_at)} · {order.client_order_id ?? 'no client order id'}
          </Text>
        </div>
        <div>
          <Status order={order} />
        </div>
      </Group>
      <CopyAs order={order} />
    </div>
  );
}
