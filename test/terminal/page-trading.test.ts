import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { health, openPages, scriptedService, shows } from './scripted-pages.ts';
import { MARKETS, NOW, order } from './scripted-records.ts';
import { type PageRequest, Reply } from './scripted-service.ts';

// The ticket, the ladder, the search and the keys: what each of them sends, chooses and remembers.

const service = scriptedService();
const open = await openPages(service);
const snapshot = { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW };
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
const placed: Record<string, unknown>[] = [];
service.on('POST /v1/orders', ({ body }: PageRequest) => {
  const { client_order_id: _, ...rest } = body as Record<string, unknown>;
  placed.push(rest);
  return order(60, { status: 'FILLED', filled_qty: '10' });
});

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const ladderOf = (page: Page): Locator => page.getByRole('application', { name: /^Book/ });
const wordsOf = (page: Page): Locator => page.getByRole('status', { name: 'Ladder' });
const choose = async (page: Page, box: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option }).click();
};

async function openTicket(path: string): Promise<Page> {
  const page = await open(path);
  await page.getByText(/^bid/).waitFor();
  placed.length = 0;
  return page;
}

test('a limit order carries every choice of the ticket, and its result is shown', async () => {
  const page = await openTicket('/trade/11');
  const ticket = ticketOf(page);
  await ticket.getByText('Sell YES').click();
  await ticket.getByLabel(/^Limit price/).fill('47');
  await ticket.getByLabel('Contracts').fill('10');
  for (const flag of ['Post-only', 'Reduce-only', 'Cancel on pause']) await ticket.getByLabel(flag).check();
  await choose(page, 'If it meets your own order', 'cancel the resting order first');
  await ticket.getByRole('button', { name: 'Sell 10 YES' }).click();
  await ticket.getByText('ord_60 is FILLED').waitFor();
  await ticket.getByText('10 of 10 filled at 47¢').waitFor();
  const base = { subaccount_id: 'sa_1', side: 'SELL', qty: '10', outcome: 'YES' };
  const direct = { ...base, instrument_id: 11, routing: { mode: 'DIRECT' } };
  const kept = { cancel_on_pause: true, self_trade: 'CANCEL_RESTING' };
  assert.deepEqual(placed, [
    { ...direct, type: 'LIMIT', tif: 'GTC', price: '0.47', post_only: true, reduce_only: true, ...kept },
  ]);
  await choose(page, 'Type', 'MARKET');
  assert.equal(await ticket.getByLabel('Post-only').isDisabled(), true);
  assert.equal(await ticket.getByText('ord_60 is FILLED').count(), 0, 'a changed ticket has no result');
  await choose(page, 'Routing', /^Split/);
  await ticket.getByRole('button', { name: 'Sell 10 YES' }).click();
  await ticket.getByText('ord_60 is FILLED').waitFor();
  const split = {
    ...base,
    generic_asset_id: 5,
    routing: { mode: 'SPLIT' },
    type: 'MARKET',
    tif: 'IOC',
    ...kept,
  };
  assert.deepEqual(placed[1], split);
});

test('an order of an inverted market names the outcome of the asset', async () => {
  const page = await openTicket('/trade/21');
  const ticket = ticketOf(page);
  await choose(page, 'Routing', /^Best price/);
  await choose(page, 'Time in force', 'GTD');
  await ticket.getByLabel(/^Limit price/).fill('0.3');
  await ticket.getByLabel('Contracts').fill('2,5');
  await ticket.getByRole('button', { name: 'at the close' }).click();
  await ticket.getByRole('button', { name: 'Buy 2.5 YES' }).click();
  await ticket.getByText('ord_60 is FILLED').waitFor();
  assert.deepEqual(placed, [
    {
      subaccount_id: 'sa_1',
      side: 'BUY',
      qty: '2.5',
      generic_asset_id: 5,
      outcome: 'NO',
      routing: { mode: 'BEST_PRICE' },
      type: 'LIMIT',
      tif: 'GTD',
      price: '0.3',
      expires_at: '2026-07-01T23:00:00.000Z',
    },
  ]);
});

test('a second press before the answer sends nothing, and a refusal is shown with its words', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  service.on('POST /v1/orders', promise);
  const page = await openTicket('/trade/12');
  service.requests.length = 0;
  const ticket = ticketOf(page);
  await ticket.getByLabel(/^Limit price/).fill('47');
  await ticket.getByLabel('Contracts').fill('10');
  await ticket.getByLabel('Contracts').press('Enter');
  await ticket.getByLabel('Contracts').press('Enter');
  await ladderOf(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+B');
  resolve(
    new Reply(422, { error: 'risk_limit', message: 'max_order_qty is 5', details: null, request_id: 'r' }),
  );
  await ticket.getByRole('alert').getByText('Limit exceeded').waitFor();
  await ticket.getByRole('alert').getByText('max_order_qty is 5').waitFor();
  assert.equal(service.sent('POST /v1/orders').length, 1);
});

test('an order without an answer is unknown until it is looked up, and is sent again under the same id', async () => {
  const found = Promise.withResolvers<unknown>();
  service.on('GET /v1/orders', ({ query }: PageRequest) =>
    query['client_order_id'] === undefined ? [] : found.promise,
  );
  const page = await openTicket('/trade/12');
  const ticket = ticketOf(page);
  const ids = new Set<unknown>();
  await page.route('**/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    ids.add(Object(route.request().postDataJSON())['client_order_id']);
    await route.abort('connectionreset');
  });
  await ticket.getByLabel(/^Limit price/).fill('47');
  await ticket.getByLabel('Contracts').fill('10');
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  const alert = ticket.getByRole('alert');
  await alert.getByText('Outcome unknown').waitFor();
  const [id] = ids;
  await alert.getByText(String(id)).waitFor();
  found.resolve([]);
  await alert.getByText('The order was not placed').waitFor();
  await page.unroute('**/v1/orders');
  service.on('POST /v1/orders', ({ body }: PageRequest) => {
    ids.add(Object(body)['client_order_id']);
    return order(61, { status: 'OPEN', filled_qty: '0', avg_fill_price: null });
  });
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  await ticket.getByText('ord_61 is OPEN').waitFor();
  assert.equal(ids.size, 1);
  await ticket.getByRole('button', { name: 'Buy 10 YES' }).click();
  await shows(async () => ids.size, 2);
});

test('the ladder selects, copies, sends, moves and cancels in terms of the shown outcome', async () => {
  const resting = order(1, {
    instrument_id: 12,
    outcome: 'YES',
    side: 'BUY',
    price: '0.45',
    filled_qty: '0',
  });
  service.on('POST /v1/orders', ({ body }: PageRequest) => {
    placed.push(body as Record<string, unknown>);
    return order(60, { status: 'REJECTED', reason: 'no_book', filled_qty: '0', avg_fill_price: null });
  });
  service.onStream('orders', () => [{ ...snapshot, orders: [resting] }]);
  service.on('PATCH /v1/orders/ord_1', resting);
  service.on('DELETE /v1/orders/ord_1', resting);
  const page = await openTicket('/trade/12');
  await page.locator('.trade-book').getByText('NO', { exact: true }).click();
  await ladderOf(page).focus();
  for (const [key, words] of [
    ['ArrowUp', 'Selected: 54¢; ask 10.'],
    ['ArrowUp', 'Selected: 55¢; ask 10; your orders here: 10.'],
    ['PageDown', 'Selected: 45¢.'],
    ['PageUp', 'Selected: 55¢; ask 10; your orders here: 10.'],
    ['ArrowDown', 'Selected: 54¢; ask 10.'],
    ['ArrowDown', 'Selected: 53¢.'],
    ['ArrowUp', 'Selected: 54¢; ask 10.'],
    ['ArrowUp', 'Selected: 55¢; ask 10; your orders here: 10.'],
  ] as const) {
    await page.keyboard.press(key);
    await shows(() => wordsOf(page).innerText(), words);
  }
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await shows(
    () => wordsOf(page).innerText(),
    'Moving 10 from 55¢ to 56¢: Enter confirms, Esc cancels the move.',
  );
  await page.keyboard.press('Enter');
  await shows(() => wordsOf(page).innerText(), 'Moved to 56¢.');
  assert.deepEqual(service.sent('PATCH /v1/orders/ord_1').at(-1)?.body, { price: '0.44' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await shows(() => wordsOf(page).innerText(), 'Cancelled at 55¢.');
  assert.equal(service.sent('DELETE /v1/orders/ord_1').length, 1);

  await ticketOf(page).getByLabel('Contracts').fill('3');
  await ladderOf(page).focus();
  await page.keyboard.press('Shift+S');
  await shows(() => wordsOf(page).innerText(), 'ord_60 is REJECTED.');
  const { side, outcome, price, qty } = placed.at(-1) ?? {};
  assert.deepEqual([side, outcome, price, qty], ['SELL', 'NO', '0.55', '3']);
  await page.keyboard.press('b');
  await ticketOf(page).getByRole('button', { name: 'Buy 3 NO' }).waitFor();
  await ticketOf(page).getByLabel('Contracts').and(page.locator(':focus')).waitFor();
});

test('the search sends the text, venue, status and category, and sorts as chosen', async () => {
  const page = await open('/');
  const searched = async (): Promise<unknown> => service.sent('GET /v1/markets/search').at(-1)?.query;
  await shows(searched, { limit: '200', status: 'OPEN' });
  await page.getByLabel('Search markets').fill(' fed cut ');
  await shows(searched, { limit: '200', q: 'fed cut', spelling: 'near', status: 'OPEN' });
  await choose(page, 'Venue', 'Kalshi');
  await choose(page, 'Status', 'SETTLED');
  await page.getByRole('group', { name: 'Categories' }).getByText('Economy 1').click();
  await shows(searched, {
    category: 'Economy',
    limit: '200',
    q: 'fed cut',
    spelling: 'near',
    status: 'SETTLED',
    venue: 'Kalshi',
  });
  service.on('GET /v1/markets/search', new Reply(500, { error: 'internal', message: 'search failed' }));
  await page.getByLabel('Search markets').fill('other');
  await page.getByRole('alert').getByText('search failed').waitFor();
  assert.equal(await page.getByText('No market matches.').count(), 0);
});

test('markets and palette say that what they found differs from the text', async () => {
  service.on('GET /v1/markets/search', ({ query: { q, spelling } }: PageRequest) => {
    const isNear = q === 'fde' && spelling === 'near';
    return { items: isNear ? MARKETS : [], next_cursor: null, near: isNear };
  });
  const page = await open('/');
  await page.getByLabel('Search markets').fill('fde');
  await page.getByRole('status').getByText('words that differ by one letter').waitFor();
  await page.getByRole('link', { name: /Fed cuts in July/ }).waitFor();
  await page.getByLabel('Search markets').blur();
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('fde');
  await page.getByRole('status').getByText('words that differ by one letter').nth(1).waitFor();
  await page.getByRole('option', { name: /Fed cuts in July/ }).waitFor();
  service.on('GET /v1/markets/search', { items: MARKETS, next_cursor: null });
});

test('a watchlist is looked up by its ids, and survives a reload', async () => {
  service.on('GET /v1/markets/search', ({ query }: PageRequest) => ({
    items: query['q'] === 'none' ? [] : [MARKET],
    next_cursor: null,
  }));
  const page = await open('/');
  const star = page.getByRole('button', { name: 'Watched: Fed cuts in July' });
  await shows(() => star.getAttribute('aria-pressed'), 'false');
  await star.click();
  await shows(() => star.getAttribute('aria-pressed'), 'true');
  await choose(page, 'Watchlist', 'Watched (1)');
  await shows(async () => service.sent('POST /v1/markets/lookup').at(-1)?.body, { instrument_ids: [12] });
  await page.getByRole('link', { name: /Fed cuts in July/ }).waitFor();
  assert.equal(await page.evaluate('localStorage.getItem("crossbook.watchlists")'), '{"Watched":[12]}');
  await page.getByRole('button', { name: 'Clear list' }).click();
  await page.getByText('This list is empty.').waitFor();
  await page.getByLabel('Search markets').fill('none');
  await page.getByText('No market matches.').waitFor();
});

const MARKET = {
  ...(order(1) as object),
  instrument_id: 12,
  title: 'Fed cuts in July',
  venue: 'Demo',
  category: 'E',
  close_time: null,
};

test('keys open every page, but not while text is typed', async () => {
  const page = await open('/');
  for (const [key, heading] of [
    ['2', 'Events'],
    ['3', 'Opportunities'],
    ['4', 'Tape'],
    ['5', 'Grid'],
    ['6', 'Orders and fills'],
    ['7', 'Positions and PnL'],
    ['8', 'Performance'],
    ['9', 'Risk'],
    ['0', 'Matched markets'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    assert.equal(await page.title(), `${heading} · Crossbook`);
  }
  await page.keyboard.press('1');
  await page.getByLabel('Search markets').press('2');
  assert.equal(await page.getByLabel('Search markets').inputValue(), '2');
  await page.getByLabel('Search markets').blur();
  await page.keyboard.press('/');
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.type('cancel');
  await page.getByRole('option', { name: 'Cancel all orders …' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Which orders should be cancelled?').waitFor();
  assert.equal(service.sent('POST /v1/orders/cancel-all').length, 0, 'nothing is cancelled before a choice');
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog]').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('[data-autofocus]:focus').waitFor();
  // Markets that are found add entries once the search has ended, so none is found here.
  service.on('GET /v1/markets/search', { items: [], next_cursor: null });
  await page.keyboard.type('prices in');
  await page.getByRole('option', { name: 'Prices in odds' }).waitFor();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key);
  await shows(() => page.evaluate('localStorage.getItem("crossbook.prices")'), '"percent"');
  service.on('GET /v1/markets/search', { items: MARKETS, next_cursor: null });
});

test('the header names the state of each venue, and money is called real unless every venue is simulated', async () => {
  const page = await open('/venues');
  await page.getByText('SANDBOX', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: 'Venue health: Demo answers in 12 ms; Kalshi answers in 12 ms' })
    .waitFor();
  const venue = (name: string, simulated: boolean, status = 'LIVE', trading = true) => ({
    name,
    status,
    capabilities: { trading, simulated, tif: [], tif_sell: [] },
  });
  for (const [venues, band] of [
    [[venue('A', true), venue('B', false)], 'LIVE'],
    [[venue('A', true), venue('B', false, 'DISABLED')], 'SANDBOX'],
    [[venue('A', true), venue('B', false, 'LIVE', false)], 'SANDBOX'],
    [[venue('A', false)], 'LIVE'],
  ] as const) {
    service.on('GET /v1/venues', venues);
    const other = await open('/orders');
    await other.locator('.band').getByText(band).waitFor();
  }
  const { promise } = Promise.withResolvers<unknown>();
  service.on('GET /v1/venues', promise);
  await (await open('/orders')).locator('.band').getByText('LIVE').waitFor();
});

test('a clock that is behind, an unhealthy venue and a silent service are stated', async () => {
  service.on('GET /v1/time', { timestamp: NOW + 120_000 });
  service.on('GET /v1/venues/health', [health('Demo'), health('Kalshi', { healthy: false, reason: null })]);
  const page = await open('/orders');
  await page.getByText("This computer's clock is 2 min behind the service's").waitFor();
  await page.getByText('Not healthy: Kalshi for 0 s (no reason given)').waitFor();
  service.on('GET /v1/time', { timestamp: NOW - 60_000 });
  service.on('GET /v1/venues/health', new Reply(500, { error: 'internal', message: 'broken' }));
  const other = await open('/orders');
  await other.getByText("This computer's clock is 1 min ahead of the service's").waitFor();
  await other.getByText('The service has not responded for 0 s').waitFor();
  service.on('GET /v1/time', { timestamp: NOW + 4_000 });
  service.on('GET /v1/venues/health', [health('Demo')]);
  const third = await open('/orders');
  await third.getByRole('button', { name: 'Venue health: Demo answers in 12 ms' }).waitFor();
  assert.equal(await third.getByRole('alert').count(), 0, 'four seconds are not reported');
});
