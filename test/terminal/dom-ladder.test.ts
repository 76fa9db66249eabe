import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Instrument, Order, OrderBook } from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();
const api = service.api();

const markets = await api.ok<Instrument[]>('GET', '/v1/markets?venue=Demo');
const market = markets.find(
  ({ status, generic_asset_id: asset, price_tick: tick }) =>
    status === 'OPEN' && asset === null && tick === '0.01',
);
assert.ok(market !== undefined);
const path = `/trade/${market.instrument_id}`;

const getLadder = (page: Page) => page.getByRole('application', { name: /^Book/ });
const getStatus = (page: Page) => page.getByRole('status', { name: 'Ladder' });
const getTicket = (page: Page) => page.getByRole('form', { name: 'Order ticket' });

async function openLadder(): Promise<Page> {
  const page = await openTerminal(service, browser);
  await goTo(page, path);
  await page.getByText(/^bid/).waitFor();
  return page;
}

const toPrice = (cents: number): string => String(cents / 100);

/** Our live orders on the market, newest first. */
const getOpenOrders = (): Promise<Order[]> =>
  api.ok<Order[]>('GET', `/v1/orders?subaccount_id=sa_1&instrument_id=${market.instrument_id}&status=OPEN`);

test('keys place an order at the selected price, move it to another, and cancel it', async () => {
  const page = await openLadder();
  await getTicket(page).getByLabel('Contracts').fill('3');
  await getLadder(page).focus();
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowDown'); // the third bid
  const selected = /Selected: (\d+)¢/.exec(await getStatus(page).innerText())?.[1] ?? '';
  await page.keyboard.press('Shift+B');
  await getStatus(page)
    .getByText(/^ord_\d+ is OPEN/)
    .waitFor();
  const [placed] = await getOpenOrders();
  assert.equal(placed?.price, toPrice(Number(selected)));

  // The page learns of a resting order from the stream, which may be later than the answer.
  await page.getByText(`Your orders rest at ${selected}¢.`).waitFor();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  const to = Number(selected) - 1;
  await getStatus(page).getByText(`Moving 3 from ${selected}¢ to ${to}¢`).waitFor();
  await page.keyboard.press('Escape');
  await getStatus(page)
    .getByText(/^Moving/)
    .waitFor({ state: 'detached' });
  assert.equal((await getOpenOrders())[0]?.price, placed?.price, 'a cancelled move changes nothing');

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await getStatus(page).getByText(`Moved to ${to}¢.`).waitFor();
  assert.equal((await getOpenOrders())[0]?.price, toPrice(to));

  // The page learns the new price of the order from the stream, a moment after the answer to the amend.
  await until('the order is cancelled', async () => {
    await page.keyboard.press('x');
    const words = await getStatus(page).innerText();
    return words.startsWith('Cancelled at') || (await getOpenOrders()).length === 0 ? true : null;
  });
  assert.deepEqual(await getOpenOrders(), []);
});

test('without a quantity in the ticket a key sends nothing and shows what is missing', async () => {
  const page = await openLadder();
  await getLadder(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+S');
  await getStatus(page)
    .getByText(/number of contracts/)
    .waitFor();
  assert.deepEqual(await getOpenOrders(), []);
});

test('a plain key copies side and price into the ticket, where Enter sends the order', async () => {
  const page = await openLadder();
  await getLadder(page).focus();
  await page.keyboard.press('ArrowUp'); // the best ask
  await page.keyboard.press('s');
  await page.keyboard.type('2');
  await getTicket(page).getByRole('button', { name: 'Sell 2 YES' }).waitFor();
  await page.keyboard.press('Enter');
  await getTicket(page)
    .getByText(/^ord_\d+ is/)
    .waitFor();
  const [order] = await getOpenOrders();
  assert.deepEqual([order?.side, order?.qty], ['SELL', '2']);
  await api.ok('DELETE', `/v1/orders/${order?.id}`);
});

test('our resting order is shown on the chart and flips with the outcome shown', async () => {
  const page = await openLadder();
  const order = { subaccount_id: 'sa_1', instrument_id: market.instrument_id, side: 'BUY', type: 'LIMIT' };
  await api.ok('POST', '/v1/orders', { ...order, price: '0.02', qty: '4' });
  await page.getByText('Your orders rest at 2¢.').waitFor();
  await page.getByText('NO', { exact: true }).click();
  await page.getByText('Your orders rest at 98¢.').waitFor();
  await api.ok('POST', '/v1/orders', { ...order, tif: 'IOC', price: market.max_price, qty: '1' });
  await page.getByText(/▲▼ \d+ fills?/).waitFor();
});

test('a GTD order is entered with its expiry', async () => {
  const page = await openLadder();
  const ticket = getTicket(page);
  await ticket.getByRole('combobox', { name: 'Time in force' }).click();
  await page.getByRole('option', { name: 'GTD' }).click();
  await ticket.getByLabel(/^Limit price/).fill('0.03');
  await ticket.getByLabel('Contracts').fill('2');
  assert.equal(await ticket.getByRole('button', { name: 'Buy 2 YES' }).isDisabled(), true);
  await ticket.getByRole('button', { name: 'in 24 h' }).click();
  await ticket.getByRole('button', { name: 'Buy 2 YES' }).click();
  await ticket.getByText(/is OPEN/).waitFor();
  const [order] = await getOpenOrders();
  assert.equal(order?.tif, 'GTD');
  assert.ok(Math.abs(Date.parse(order?.expires_at ?? '') - Date.now() - 86_400_000) < 120_000);
});

test('depth shows how much can be traded at once up to each price', async () => {
  const page = await openLadder();
  await page.getByText('Depth', { exact: true }).click();
  const first = page.getByRole('table', { name: 'Depth' }).locator('tbody tr').first();
  await first.waitFor();
  const book = await api.ok<OrderBook>('GET', `/v1/markets/${market.instrument_id}/book`);
  assert.ok(book.asks.length > 0);
  assert.match(await first.innerText(), /\d+¢\s+[\d,.]+\s+\d+¢\s+[\d,.]+/);
});
