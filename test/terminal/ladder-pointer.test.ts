import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPages, scriptedService, shows } from './scripted-pages.ts';
import { NOW, order } from './scripted-records.ts';
import type { PageRequest } from './scripted-service.ts';

// The pointer on the ladder: it sends, moves and cancels orders only while one-click trading is armed.

const service = scriptedService();
const levels = (...prices: readonly string[]) => prices.map((price) => ({ price, qty: '10' }));
service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
  ids.split(',').map((id) => ({
    type: 'book',
    instrument_id: Number(id),
    bids: levels('0.46', '0.45', '0.43'),
    asks: levels('0.5', '0.52'),
    timestamp: NOW,
    sequence: 1,
  })),
);
const [buy, sell] = [order(1, { price: '0.44' }), order(2, { side: 'SELL', price: '0.53' })];
service.onStream('orders', () => [
  { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW, orders: [sell, buy] },
]);
service.on('PATCH /v1/orders/ord_1', buy);
service.on('DELETE /v1/orders/ord_2', sell);
const placed: unknown[] = [];
service.on('POST /v1/orders', ({ body }: PageRequest) => {
  const { side, outcome, type, tif, price, qty } = body as Record<string, unknown>;
  placed.push([side, outcome, type, tif, price, qty]);
  return order(60, { status: 'OPEN', filled_qty: '0' });
});
const open = await openPages(service);

const ladderOf = (page: Page): Locator => page.getByRole('application', { name: /^Book/ });
const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const wordsOf = (page: Page) => (): Promise<string> =>
  page.getByRole('status', { name: 'Ladder' }).innerText();
const arm = (page: Page): Promise<void> =>
  page.getByRole('switch', { name: 'One-click trading' }).check({ force: true });
const sizeOf = (page: Page, size: string): Locator =>
  page.getByRole('group', { name: 'Size' }).getByRole('button', { name: size, exact: true });

// The ladder is centred on the middle of 46¢ and 50¢, and every cent has a row.
const ROW_HEIGHT = 20;
const TOP_CENTS = 59;
const COLUMNS = { buys: 0.07, bid: 0.22, price: 0.4, ask: 0.56, sells: 0.72 } as const;

async function pointOf(page: Page, cents: number, column: keyof typeof COLUMNS) {
  const box = await ladderOf(page).boundingBox();
  assert.ok(box !== null);
  const position = { x: COLUMNS[column] * box.width, y: (TOP_CENTS - cents + 0.5) * ROW_HEIGHT };
  return { position, onPage: { x: box.x + position.x, y: box.y + position.y } };
}

async function clickAt(page: Page, cents: number, column: keyof typeof COLUMNS): Promise<void> {
  await ladderOf(page).click({ position: (await pointOf(page, cents, column)).position });
}

async function drag(page: Page, from: number, to: number, column: 'buys' | 'sells', key = ''): Promise<void> {
  const [start, end] = [await pointOf(page, from, column), await pointOf(page, to, column)];
  await page.mouse.move(start.onPage.x, start.onPage.y);
  await page.mouse.down();
  await page.mouse.move(end.onPage.x, end.onPage.y, { steps: 4 });
  if (key !== '') await page.keyboard.press(key);
  await page.mouse.up();
}

async function openLadder(): Promise<Page> {
  const page = await open('/trade/11');
  await page.getByText('bid 46¢ · ask 50¢ · mid 48¢ · spread 4¢').waitFor();
  await page.getByText('Your orders rest at 53¢, 44¢.').waitFor();
  placed.length = 0;
  return page;
}

test('a click without arming copies price and side into the ticket, and sends nothing', async () => {
  const page = await openLadder();
  await sizeOf(page, '25').click();
  const price = (): Promise<string> =>
    ticketOf(page)
      .getByLabel(/^Limit price/)
      .inputValue();
  await clickAt(page, 48, 'ask'); // inside the spread
  await shows(price, '48¢');
  await ticketOf(page).getByRole('button', { name: 'Sell 25 YES' }).waitFor();
  await clickAt(page, 44, 'buys'); // an own order
  await shows(price, '44¢');
  await ticketOf(page).getByRole('button', { name: 'Buy 25 YES' }).waitFor();
  await clickAt(page, 51, 'price');
  await shows(price, '51¢');
  await ticketOf(page).getByRole('button', { name: 'Buy 25 YES' }).waitFor();
  assert.deepEqual(placed, []);
  assert.equal(service.requests.filter(({ call }) => /^(PATCH|DELETE)/.test(call)).length, 0);
});

test('while armed, a click buys on the left and sells on the right of the price, for the chosen size', async () => {
  const page = await openLadder();
  await arm(page);
  await page.getByText('armed: choose a size').waitFor();
  await clickAt(page, 47, 'bid');
  await shows(wordsOf(page), 'Not sent: Enter the number of contracts in the ticket first.');
  await sizeOf(page, '5').click();
  await page.getByText('armed: 5 a click').waitFor();
  await clickAt(page, 47, 'bid');
  await shows(wordsOf(page), 'ord_60 is OPEN.');
  await clickAt(page, 51, 'ask');
  await shows(
    async () => placed,
    [
      ['BUY', 'YES', 'LIMIT', 'GTC', '0.47', '5'],
      ['SELL', 'YES', 'LIMIT', 'GTC', '0.51', '5'],
    ],
  );
  service.push('orderbooks', { type: 'unavailable', instrument_id: 11, error: 'no_book', message: 'stale' });
  await page.getByText(/^No book for/).waitFor();
  await clickAt(page, 47, 'bid');
  await shows(wordsOf(page), 'Not sent: the book is not current.');
  assert.equal(placed.length, 2);
});

test('while armed, own orders are cancelled by a click and moved by dragging, and Escape ends a move', async () => {
  const page = await openLadder();
  await arm(page);
  await clickAt(page, 53, 'sells');
  await shows(wordsOf(page), 'Cancelled at 53¢.');
  assert.equal(service.sent('DELETE /v1/orders/ord_2').length, 1);
  await drag(page, 44, 42, 'buys', 'Escape');
  await shows(wordsOf(page), 'Cancelled at 53¢.');
  await drag(page, 44, 42, 'buys');
  await shows(wordsOf(page), 'Moved to 42¢.');
  assert.deepEqual(
    service.sent('PATCH /v1/orders/ord_1').map(({ body }) => body),
    [{ price: '0.42' }],
  );
  assert.deepEqual(placed, []);
});

test('the words of a selected price have the book, own orders and the PnL of a close there', async () => {
  const page = await openLadder();
  await ladderOf(page).focus();
  await page.keyboard.press('ArrowDown');
  await shows(wordsOf(page), 'Selected: 46¢; bid 10; PnL if closed here: +$1.20.');
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowDown');
  await shows(wordsOf(page), 'Selected: 44¢; your orders here: 6; PnL if closed here: +$0.80.');
});

test('the prices stay in place while the book moves under the pointer, and follow it otherwise', async () => {
  const page = await openLadder();
  await arm(page);
  await sizeOf(page, '1').click();
  const away = { bids: levels('0.06'), asks: levels('0.1'), timestamp: NOW, sequence: 2 };
  const { onPage } = await pointOf(page, 47, 'bid');
  await page.mouse.move(onPage.x, onPage.y);
  service.push('orderbooks', { type: 'book', instrument_id: 11, ...away });
  await page.getByText('bid 6¢ · ask 10¢').waitFor();
  await clickAt(page, 47, 'bid');
  await shows(async () => placed.length, 1);
  assert.deepEqual(placed, [['BUY', 'YES', 'LIMIT', 'GTC', '0.47', '1']]);
  await page.getByRole('button', { name: 'Centre' }).click();
  await page.mouse.move(onPage.x, onPage.y);
  await page.mouse.down();
  await page.mouse.up();
  await shows(async () => placed.length, 2);
  // The lowest rows are 24¢ to 1¢, so the row of 47¢ now has 12¢.
  assert.deepEqual(placed[1], ['BUY', 'YES', 'LIMIT', 'GTC', '0.12', '1']);
});
