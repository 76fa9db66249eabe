import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument, Order } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal, showAllOrders } from './terminal-browser.ts';
import { startProxy } from './terminal-proxy.ts';

const service = await startService({ isProcess: true });
const browser = await launchBrowser();

test('an open page recovers by itself after a restart of the service', async () => {
  const origin = await startProxy(() => service.url);
  const page = await openTerminal(service, browser, {}, origin);
  const market = (await service.api().ok<Instrument[]>('GET', '/v1/markets?venue=Demo')).find(
    ({ status }) => status === 'OPEN',
  );
  assert.ok(market !== undefined);
  const order = await service.api().ok<Order>('POST', '/v1/orders', {
    subaccount_id: 'sa_1',
    instrument_id: market.instrument_id,
    side: 'BUY',
    type: 'LIMIT',
    price: market.min_price,
    qty: '10',
  });
  await showAllOrders(page);
  const row = page.getByRole('row', { name: new RegExp(order.id) });
  await row.getByText('OPEN').waitFor();

  await service.stop();
  await page.getByRole('button', { name: /^Venue health: (?!Demo)/ }).waitFor();
  await service.start();
  // The order is cancelled while the page may still be disconnected: it must not show the state loaded before.
  await service.api().ok('DELETE', `/v1/orders/${order.id}`);
  await row.getByText('cancelled by you').waitFor();
  await page.getByRole('button', { name: /^Venue health: Demo answers/ }).waitFor();
  await goTo(page, `/trade/${market.instrument_id}`);
  await page.getByText(/^bid/).waitFor();
});
