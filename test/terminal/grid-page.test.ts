import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewOrder } from '../../sdk/src/index.ts';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { NOW, order } from './scripted-records.ts';

const service = scriptedService();
const open = await openPages(service);
service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
  ids
    .split(',')
    .map(Number)
    .map((id) => ({
      type: 'book',
      instrument_id: id,
      bids: [{ price: '0.46', qty: '10' }],
      asks: [{ price: '0.5', qty: '30' }],
      timestamp: NOW,
      sequence: 1,
    })),
);

test('the URL keeps the markets of the grid, and a price sends an order only while one-click trading is on', async () => {
  service.on('POST /v1/orders', order(9, { status: 'FILLED', qty: '25', filled_qty: '25' }));
  const page = await open('/grid?markets=11,12');
  const titles = () =>
    page.locator('.grid > section').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
  await shows(titles, ['Rain in London', 'Fed cuts in July']);
  const rain = page.getByRole('region', { name: 'Rain in London' });
  await rain.getByText('Demo · 20 YES').waitFor();
  await page.getByRole('combobox', { name: 'Add a market' }).fill('dry');
  await page.getByRole('option', { name: 'London stays dry · Kalshi' }).click();
  await page.getByRole('button', { name: 'Move London stays dry forward' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Fed cuts in July' }).press('Enter');
  await shows(titles, ['Rain in London', 'London stays dry']);
  await shows(async () => page.evaluate('decodeURIComponent(location.hash)'), '#/grid?markets=11,21');
  await page.getByLabel('Contracts').fill('25');
  await page.getByRole('switch', { name: 'One-click trading' }).press('Space');
  await rain.getByRole('button', { name: /^Buy .*: Rain in London/ }).press('Enter');
  await rain.getByText('ord_9 FILLED: 25 of 25').waitFor();
  const sent = service.sent('POST /v1/orders').map(({ body }) => body as NewOrder);
  assert.deepEqual(
    sent.map((body) => ({ ...body, client_order_id: undefined })),
    [
      {
        client_order_id: undefined,
        subaccount_id: 'sa_1',
        instrument_id: 11,
        side: 'BUY',
        outcome: 'YES',
        qty: '25',
        price: '0.5',
        type: 'LIMIT',
        tif: 'IOC',
        routing: { mode: 'DIRECT' },
      },
    ],
  );
  await page.getByRole('switch', { name: 'One-click trading' }).press('Space');
  await rain.getByRole('button', { name: /^Sell .*: Rain in London/ }).click();
  await page.getByRole('heading', { name: 'Rain in London' }).waitFor();
  assert.equal(service.sent('POST /v1/orders').length, 1);
});
