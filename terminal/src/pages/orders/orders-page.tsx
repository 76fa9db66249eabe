import { Tabs } from '@mantine/core';
import { useCallback } from 'react';
import { useLocation, useRoute } from 'wouter';
import { PageTitle } from '../../components/page-title.tsx';
import { currentQuery, useUrlState } from '../../components/url-state.ts';
import { ComplexList } from '../complex/complex-list.tsx';
import { FillsList } from './fills-list.tsx';
import { OrdersList } from './orders-list.tsx';
import { ReceiptDrawer } from './receipt-drawer.tsx';

const FIRST_TAB = { tab: 'orders' } as const;

/** Orders and fills. An open receipt has its own URL. */
export default function OrdersPage() {
  const [, receipt] = useRoute('/orders/:id');
  const [, go] = useLocation();
  const [{ tab }, choose] = useUrlState(FIRST_TAB);
  const openReceipt = useCallback((orderId: string): void => go(`/orders/${orderId}${currentQuery()}`), [go]);
  return (
    <>
      <PageTitle>Orders and fills</PageTitle>
      <Tabs value={tab} onChange={(value) => choose({ tab: value ?? FIRST_TAB.tab })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="orders">Orders</Tabs.Tab>
          <Tabs.Tab value="complex">Complex orders</Tabs.Tab>
          <Tabs.Tab value="fills">Fills</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders" pt="xs">
          <OrdersList onReceipt={openReceipt} />
        </Tabs.Panel>
        <Tabs.Panel value="complex" pt="xs">
          <ComplexList instrumentId={null} onReceipt={openReceipt} />
        </Tabs.Panel>
        <Tabs.Panel value="fills" pt="xs">
          <FillsList onReceipt={openReceipt} />
        </Tabs.Panel>
      </Tabs>
      <ReceiptDrawer orderId={receipt?.id ?? null} onClose={() => go(`/orders${currentQuery()}`)} />
    </>
  );
}
