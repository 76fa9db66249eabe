import { Table } from '@mantine/core';
import { useState } from 'react';
import type { Instrument, Order } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useQuery } from '../../components/use-query.ts';
import { toSubject, useTitles } from '../../components/use-titles.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { ComplexList } from '../complex/complex-list.tsx';
import { OrderRow } from '../orders/order-row.tsx';
import { ReceiptDrawer } from '../orders/receipt-drawer.tsx';
import { latestFirst } from '../orders/use-orders.ts';
import { type Matched, toOrderOutcome } from './matched-listings.ts';

const SHOWN_MAX = 20;
const RECENT_MAX = 200; // orders of the subaccount, to find those on the asset

export interface MarketOrdersProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly isAll: boolean; // the orders on all matched markets
}

/** The latest orders on this contract, with their actions: on this market, and on its asset (BEST_PRICE and SPLIT). */
export function MarketOrders(props: MarketOrdersProps) {
  const { market, matched } = props;
  const { orders, error } = useMarketOrders(props);
  const titles = useTitles(orders ?? []);
  const isNarrow = useNarrow('100em'); // the card is half of the page
  const [receiptId, setReceiptId] = useState<string | null>(null);
  if (error !== null) return <ErrorNote error={error} />;
  if (orders === null) return null;
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
                outcomeHere={toOrderOutcome(order, market.instrument_id, matched?.asset.members ?? [])}
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

/** The complex orders on this market. */
export function MarketComplex({ instrumentId }: { instrumentId: number }) {
  const [receiptId, setReceiptId] = useState<string | null>(null);
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <ComplexList instrumentId={instrumentId} onReceipt={setReceiptId} />
      </Table.ScrollContainer>
      <ReceiptDrawer orderId={receiptId} onClose={() => setReceiptId(null)} />
    </>
  );
}

/** Past orders from the service, overlaid with the stream's updates. Null until the past ones are loaded. */
function useMarketOrders({ market, matched, isAll }: MarketOrdersProps) {
  const { client, subaccountId } = useSession();
  const current = useAccount('orders');
  const round = useAccount('round');
  const assetId = matched?.asset.generic_asset_id ?? null;
  const others = isAll ? (matched?.asset.members.map(({ instrument_id: id }) => id) ?? []) : [];
  const ids = [...new Set([market.instrument_id, ...others])];
  const past = useQuery(
    `market-orders/${subaccountId}/${ids.join(',')}/${assetId}`,
    async (signal) => {
      const list = (query: object, limit: number) =>
        client.orders.list({ subaccount_id: subaccountId, limit, ...query }, { signal });
      const onMarkets = ids.map((id) => list({ instrument_id: id }, SHOWN_MAX));
      // A SPLIT order names no instrument, so it is found among the subaccount's recent orders.
      const recent = assetId === null ? [] : [list({}, RECENT_MAX)];
      return (await Promise.all([...onMarkets, ...recent])).flat();
    },
    { version: String(round) },
  );
  const isWanted = ({ instrument_id: id, generic_asset_id: asset, legs }: Order): boolean =>
    (assetId !== null && asset === assetId) ||
    (id !== null && ids.includes(id)) ||
    legs.some((leg) => ids.includes(leg.instrument_id));
  const orders = past.data === null ? null : latestFirst([...current, ...past.data].filter(isWanted));
  return { orders, error: past.error };
}
