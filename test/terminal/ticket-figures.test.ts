import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { NOW } from './scripted-records.ts';

// Figures that the ticket offers: cash, the best prices, ticks, and shares of what is held or can be paid.

const service = scriptedService();
service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
  ids.split(',').map((id) => ({
    type: 'book',
    instrument_id: Number(id),
    bids: [{ price: '0.46', qty: '10' }],
    asks: [{ price: '0.49', qty: '10' }],
    timestamp: NOW,
    sequence: 1,
  })),
);
const balance = { currency: 'USD', total: '1000', reserved: '0', as_of: null, stale: false };
service.on('GET /v1/balances', [
  { ...balance, venue: 'Demo', available: '950.5', scope: 'VENUE_ACCOUNT' },
  { ...balance, venue: 'Kalshi', available: null, scope: 'SUBACCOUNT' },
  { ...balance, venue: 'Polymarket', available: '7', scope: 'VENUE_ACCOUNT' },
]);
const open = await openPages(service);
const PHONE = { width: 390, height: 844 };

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const priceOf = (page: Page) => (): Promise<string> =>
  ticketOf(page)
    .getByLabel(/^Limit price/)
    .inputValue();
const qtyOf = (page: Page) => (): Promise<string> => ticketOf(page).getByLabel('Contracts').inputValue();

test('the ticket shows the cash at the venues of the contract', async () => {
  const page = await open('/trade/11');
  await ticketOf(page).getByText('Cash: Demo $950.50 USD · Kalshi not limited').waitFor();
  await (await open('/trade/12')).getByText('Cash: Demo $950.50 USD', { exact: true }).waitFor();
});

test('buttons set the price to the bid, the middle and the ask, and change it by one tick', async () => {
  const page = await open('/trade/12');
  const prices = ticketOf(page).getByRole('group', { name: 'Price' });
  const up = prices.getByRole('button', { name: 'One tick up' });
  await prices.getByRole('button', { name: 'bid 46¢' }).waitFor();
  assert.equal(await up.isDisabled(), true);
  for (const [name, price] of [
    ['bid 46¢', '46¢'],
    ['mid 47¢', '47¢'],
    ['ask 49¢', '49¢'],
    ['One tick up', '50¢'],
    ['One tick down', '49¢'],
  ] as const) {
    await prices.getByRole('button', { name }).click();
    await shows(priceOf(page), price);
  }
  await ticketOf(page).getByText('Sell YES').click();
  await prices.getByRole('button', { name: 'mid 48¢' }).click();
  await shows(priceOf(page), '48¢');
});

test('shares are of the position that the order closes, and else of the cash at the price', async () => {
  const page = await open('/trade/11');
  const share = (of: 'what is held' | 'the cash', name: string) =>
    ticketOf(page)
      .getByRole('group', { name: `Share of ${of}` })
      .getByRole('button', { name, exact: true });
  await ticketOf(page).getByText('Cash:').waitFor();
  await ticketOf(page)
    .getByLabel(/^Limit price/)
    .fill('40');
  await share('the cash', '10 %').click();
  await shows(qtyOf(page), '237'); // 95.05 / 0.40, rounded down
  await ticketOf(page).getByText('Sell YES').click();
  await share('what is held', '25 %').click();
  await shows(qtyOf(page), '5');
  await share('what is held', '100 %').click();
  await shows(qtyOf(page), '20');
});

test('Close fills the ticket with a market order for the position, and sends nothing', async () => {
  const page = await open('/trade/11');
  const { length } = service.sent('POST /v1/orders');
  const close = ticketOf(page).getByRole('button', { name: 'Close 20 YES in the ticket' });
  await close.click();
  await ticketOf(page).getByRole('button', { name: 'Sell 20 YES', exact: true }).waitFor();
  assert.equal(await ticketOf(page).getByRole('combobox', { name: 'Type' }).inputValue(), 'MARKET');
  await page.locator('.trade-book').getByText('NO', { exact: true }).click();
  await close.click();
  await ticketOf(page).getByRole('button', { name: 'Buy 20 NO', exact: true }).waitFor();
  assert.equal(service.sent('POST /v1/orders').length, length);
});

test('on a phone, buttons in view lead to the ticket with side and price', async () => {
  const page = await open('/trade/12');
  const bar = page.getByRole('group', { name: 'Trade', exact: true });
  assert.equal(await bar.count(), 0, 'there is no bar on a wide page');
  await page.setViewportSize(PHONE);
  await bar.getByRole('button', { name: 'Buy YES 49¢' }).waitFor();
  await bar.getByRole('button', { name: 'Sell YES 46¢' }).click();
  await shows(priceOf(page), '46¢');
  const qty = ticketOf(page).getByLabel('Contracts');
  await qty.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('3');
  await ticketOf(page).getByRole('button', { name: 'Sell 3 YES' }).waitFor();
  const [field, above] = [await qty.boundingBox(), await bar.boundingBox()];
  assert.ok(field !== null && above !== null && field.y >= 0 && field.y + field.height <= above.y);
});
