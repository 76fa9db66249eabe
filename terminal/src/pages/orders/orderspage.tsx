import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { PageTitle } from '../../kit/pagetitle.tsx';
import { FillsList } from './fillslist.tsx';
import { OrdersList } from './orderslist.tsx';
import { ReceiptDrawer } from './receiptdrawer.tsx';

/** What was sent, what became of it, and what traded. */
export default function OrdersPage() {
  const [receiptOf, setReceiptOf] = useState<string | null>(null);
  return (
    <>
      <PageTitle>Orders and fills</PageTitle>
      <Tabs defaultValue="orders" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="orders">Orders</Tabs.Tab>
          <Tabs.Tab value="fills">Fills</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders" pt="xs">
          <OrdersList onReceipt={setReceiptOf} />
        </Tabs.Panel>
        <Tabs.Panel value="fills" pt="xs">
          <FillsList onReceipt={setReceiptOf} />
        </Tabs.Panel>
      </Tabs>
      <ReceiptDrawer orderId={receiptOf} onClose={() => setReceiptOf(null)} />
    </>
  );
}
