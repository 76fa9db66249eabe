import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { isLiveOrder } from '../../feed/accountfeed.ts';
import { useAccount } from '../../feed/useaccount.ts';
import { EmptyNote, ErrorNote } from '../../kit/notes.tsx';
import { showPrice } from '../../kit/prices.ts';
import { usePriceFormat } from '../../kit/settings.tsx';
import { useSession } from '../../session/session.tsx';

const SHOWN_MAX = 20;

/** The latest orders on this market, with a way to cancel those that live. */
export function MarketOrders({ market }: { market: Instrument }) {
  const { client } = useSession();
  const { orders, isKnown, problem } = useAccount();
  const [format] = usePriceFormat();
  const [error, setError] = useState<Error | null>(null);
  const here = orders.filter(({ legs }) => legs.some((leg) => leg.instrument_id === market.instrument_id));
  if (problem !== null) return <ErrorNote error={new Error(problem)} />;
  if (!isKnown) return null;
  if (here.length === 0) return <EmptyNote>You have no order here.</EmptyNote>;
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      <Table fz="sm" verticalSpacing={4}>
        <Table.Tbody>
          {here.slice(0, SHOWN_MAX).map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td>{order.id}</Table.Td>
              <Table.Td className={order.side === 'BUY' ? 'buy' : 'sell'}>
                {order.side} {order.outcome}
              </Table.Td>
              <Table.Td>{order.price === null ? 'market' : showPrice(order.price, format)}</Table.Td>
              <Table.Td>
                {order.filled_qty} / {order.qty}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  <Text size="sm">{order.status}</Text>
                  {order.reason !== null && (
                    <Text size="xs" c="dimmed">
                      {order.reason}
                    </Text>
                  )}
                </Group>
              </Table.Td>
              <Table.Td ta="right">
                {isLiveOrder(order) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Cancel ${order.id}`}
                    onClick={() =>
                      void client.orders.cancel(order.id).catch((failure: Error) => setError(failure))
                    }
                  >
                    {order.pending_action === 'cancel' ? 'Cancelling …' : 'Cancel'}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
