import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { cellsOf, openPages, RISK, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { fill, NOW, order } from './scripted-records.ts';
import { type PageRequest, Reply } from './scripted-service.ts';

// What the pages send, and what they show after a failure, a reconnect and another page of a list.

const service = scriptedService();
const open = await openPages(service);
const snapshot = { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW };
const refusal = (status: number, error: string, message: string, details: object | null = null): Reply =>
  new Reply(status, { error, message, details, request_id: 'r' });

const rowsOf = (page: Page): Promise<readonly string[]> =>
  page.getByRole('button', { name: /^Receipt of/ }).allInnerTexts();
const choose = async (page: Page | Locator, box: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: box }).click();
  const root = 'keyboard' in page ? page : page.page();
  await root.getByRole('option', { name: option }).click();
};

test('older orders are requested with the same filter and the cursor, and follow the newer ones', async () => {
  service.on('GET /v1/orders', ({ query }: PageRequest) =>
    query['cursor'] === undefined
      ? new Reply(200, [order(5, { status: 'FILLED' })], { 'x-next-cursor': 'c1' })
      : [order(4, { status: 'FILLED' }), order(3, { status: 'FILLED', instrument_id: 12 })],
  );
  const page = await open('/orders');
  await choose(page, 'Status', 'FILLED');
  await choose(page, 'Market', 'Rain in London · Demo');
  await shows(() => rowsOf(page), ['ord_5']);
  await page.getByRole('button', { name: 'Older orders' }).click();
  await shows(() => rowsOf(page), ['ord_5', 'ord_4']);
  const query = { subaccount_id: 'sa_1', limit: '100', status: 'FILLED', instrument_id: '11' };
  assert.deepEqual(
    service
      .sent('GET /v1/orders')
      .slice(-2)
      .map((request) => request.query),
    [query, { ...query, cursor: 'c1' }],
  );
  assert.equal(await page.getByRole('button', { name: 'Older orders' }).count(), 0);
  await choose(page, 'Status', 'CANCELLED');
  await page.getByText('No order matches this filter.').waitFor();
});

test('older fills are requested from the first page on, and no fill is shown twice', async () => {
  service.onStream('fills', () => [
    {
      ...snapshot,
      fills: Array.from({ length: 100 }, (_, index) => fill(`f${index}`, { order_id: `ord_${index}` })),
    },
  ]);
  const cursors: unknown[] = [];
  service.on('GET /v1/fills', ({ query }: PageRequest) => {
    cursors.push(query['cursor'] ?? null);
    const ids = query['cursor'] === undefined ? [98, 99, 100] : [101];
    const fills = ids.map((id) => fill(`f${id}`, { order_id: `ord_${id}` }));
    return query['cursor'] === undefined ? new Reply(200, fills, { 'x-next-cursor': 'c2' }) : fills;
  });
  const page = await open('/orders');
  await page.getByRole('tab', { name: 'Fills' }).click();
  await page.getByRole('button', { name: 'Older fills' }).click();
  await shows(async () => (await rowsOf(page)).length, 101);
  await page.getByRole('button', { name: 'Older fills' }).click();
  await shows(async () => (await rowsOf(page)).slice(-2), ['ord_100', 'ord_101']);
  assert.deepEqual(cursors, [null, 'c2']);
  assert.equal(await page.getByRole('button', { name: 'Older fills' }).count(), 0);
  service.push('fills', { type: 'fill', fill: fill('f5', { order_id: 'ord_5', settlement: 'VOID' }) });
  service.push('fills', { type: 'fill', fill: fill('f200', { order_id: 'ord_200' }) });
  await shows(async () => (await rowsOf(page)).slice(0, 3), ['ord_200', 'ord_5', 'ord_0']);
});

test('a list that cannot be read shows the error and not an empty list, and is read again on request', async () => {
  service.on('GET /v1/orders', refusal(403, 'forbidden', 'no permission to read'));
  const page = await open('/orders');
  await choose(page, 'Status', 'REJECTED');
  const alert = page.getByRole('alert').filter({ hasText: 'This key may not do that' });
  await alert.getByText('no permission to read').waitFor();
  assert.equal(await page.getByText('No order matches this filter.').count(), 0);
  service.on('GET /v1/orders', [order(6, { status: 'REJECTED' })]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await shows(() => rowsOf(page), ['ord_6']);
  await alert.waitFor({ state: 'detached' });
});

test('after a reconnect the page has the state of the service, not the one before', async () => {
  service.onStream('orders', () => [{ ...snapshot, orders: [order(2), order(1)] }]);
  service.onStream('fills', () => [{ ...snapshot, fills: [] }]);
  const page = await open('/orders');
  await shows(() => rowsOf(page), ['ord_2', 'ord_1']);
  service.push('orders', { type: 'order', order: order(3) });
  await shows(() => rowsOf(page), ['ord_3', 'ord_2', 'ord_1']);
  service.push('orders', { type: 'order', order: order(2, { status: 'FILLED' }) });
  await shows(() => rowsOf(page), ['ord_3', 'ord_1']);
  service.onStream('orders', () => [{ ...snapshot, orders: [order(4), order(1, { qty: '77' })] }]);
  service.on('GET /v1/orders', [order(3, { status: 'CANCELLED' })]);
  service.cut('orders');
  await shows(() => rowsOf(page), ['ord_4', 'ord_1']);
  await page.getByText('4 / 77').waitFor();
  await choose(page, 'Status', 'Any status');
  await shows(() => rowsOf(page), ['ord_4', 'ord_3', 'ord_1']);
  service.on('GET /v1/orders', [order(3, { status: 'EXPIRED', updated_at: '2026-07-01T12:30:00.000Z' })]);
  service.cut('orders');
  await page.getByRole('table', { name: 'Orders' }).getByText('EXPIRED').waitFor();
});

test('another subaccount has its own orders, limits and streams', async () => {
  service.onStream('orders', ({ subaccount_id: id }) => [
    {
      ...snapshot,
      subaccount_id: id,
      orders: [order(id === 'sa_2' ? 22 : 11, { subaccount_id: String(id) })],
    },
  ]);
  service.on('GET /v1/orders', []);
  service.on('GET /v1/risk', ({ query }: PageRequest) => ({
    ...RISK,
    kill_switch_active: query['subaccount_id'] === 'sa_2',
  }));
  const page = await open('/orders');
  await shows(() => rowsOf(page), ['ord_11']);
  await page.getByRole('button', { name: 'Kill switch' }).waitFor();
  await choose(page, 'Subaccount', 'Main sa_2');
  await shows(() => rowsOf(page), ['ord_22']);
  await page.getByRole('button', { name: 'STOPPED: kill switch' }).waitFor();
  await choose(page, 'Status', 'FILLED');
  await shows(async () => service.sent('GET /v1/orders').at(-1)?.query['subaccount_id'], 'sa_2');
  await page.evaluate('location.hash = "/positions"');
  for (const list of ['pnl', 'pnl/breakdown', 'balances'])
    await shows(async () => service.sent(`GET /v1/${list}`).at(-1)?.query['subaccount_id'], 'sa_2');
  service.on('GET /v1/risk', RISK);
});

test('cancels are sent once for each selected order, and a refusal is shown', async () => {
  service.onStream('orders', () => [{ ...snapshot, orders: [order(3), order(2), order(1)] }]);
  service.on('DELETE /v1/orders/ord_3', order(3));
  service.on('DELETE /v1/orders/ord_2', refusal(409, 'order_not_open', 'ord_2 is FILLED'));
  const page = await open('/orders');
  await page.getByRole('button', { name: 'Cancel ord_2' }).click();
  await page.getByRole('alert').getByText('ord_2 is FILLED').waitFor();
  service.requests.length = 0;
  await page.getByRole('checkbox', { name: 'Select ord_3' }).check();
  await page.getByRole('checkbox', { name: 'Select ord_2' }).check();
  assert.equal(await page.getByRole('checkbox', { name: 'Select all live orders' }).isChecked(), false);
  await page.getByRole('button', { name: 'Cancel 2 selected' }).click();
  await page.getByText('1 cancels accepted, 1 rejected').waitFor();
  assert.deepEqual(
    service.requests
      .filter(({ call }) => call.startsWith('DELETE'))
      .map(({ call }) => call)
      .toSorted(),
    ['DELETE /v1/orders/ord_2', 'DELETE /v1/orders/ord_3'],
  );
  assert.equal(await page.getByRole('button', { name: 'Cancel selected' }).isDisabled(), true);
});

test('selected orders are moved by one tick of their market, and stay selected', async () => {
  const moved = [
    order(5, { instrument_id: 21, price: '0.302' }), // its tick is 0.1¢
    order(4, { outcome: 'NO', price: '0.99' }), // at the end of the price range
    order(3, { price: '0.46' }),
  ];
  service.onStream('orders', () => [{ ...snapshot, orders: moved }]);
  service.on('PATCH /v1/orders/ord_5', order(5));
  service.on('PATCH /v1/orders/ord_3', refusal(409, 'order_not_open', 'ord_3 is FILLED'));
  const page = await open('/orders');
  await page.getByRole('table', { name: 'Orders' }).getByText('London stays dry').waitFor();
  await page.getByRole('checkbox', { name: 'Select all live orders' }).check();
  await page.getByRole('button', { name: '+1 tick: move 3 selected' }).click();
  await page.getByText('1 moved, 1 rejected, 1 left as they are').waitFor();
  const bodies = ['ord_5', 'ord_4', 'ord_3'].map((id) =>
    service.sent(`PATCH /v1/orders/${id}`).map(({ body }) => body),
  );
  assert.deepEqual(bodies, [[{ price: '0.303' }], [], [{ price: '0.47' }]]);
  await page.getByRole('button', { name: '−1 tick: move 3 selected' }).waitFor();
});

test('an amend sends only what changed, once, and shows a refusal at its field', async () => {
  const order7 = order(7, { outcome: 'NO', price: '0.48', qty: '100', capped_qty: '60' });
  service.onStream('orders', () => [{ ...snapshot, orders: [order7] }]);
  const page = await open('/orders');
  await page.getByRole('button', { name: 'Amend ord_7' }).click();
  const form = page.getByRole('form', { name: 'Amend ord_7' });
  const [price, qty] = [form.getByLabel('Limit price of NO'), form.getByLabel('Total contracts, 4 filled')];
  const change = form.getByRole('button', { name: 'Change' });
  assert.deepEqual([await price.inputValue(), await qty.inputValue()], ['48¢', '60']);
  assert.equal(await change.isDisabled(), true);
  await price.fill('49');
  const fields = [{ field: 'price', issue: 'must be lower' }];
  service.on('PATCH /v1/orders/ord_7', refusal(422, 'validation', 'invalid', { fields }));
  await change.click();
  await form.getByText('must be lower').waitFor();
  assert.deepEqual(service.sent('PATCH /v1/orders/ord_7').at(-1)?.body, { price: '0.49' });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  service.on('PATCH /v1/orders/ord_7', promise);
  await price.fill('48');
  await qty.fill('50');
  await qty.press('Enter');
  await shows(async () => service.sent('PATCH /v1/orders/ord_7').length, 2);
  await qty.press('Enter');
  resolve(order7);
  await form.waitFor({ state: 'detached' });
  assert.deepEqual(
    service.sent('PATCH /v1/orders/ord_7').map(({ body }) => body),
    [{ price: '0.49' }, { qty: '50' }],
  );
  await page.getByRole('button', { name: 'Amend ord_7' }).click();
  await price.press('Escape');
  await form.waitFor({ state: 'detached' });
});

test('each scope of cancel all sends its own request and shows its result', async () => {
  const summary = {
    subaccount_id: null,
    cancelled: 3,
    cancelled_order_ids: [],
    pending_order_ids: ['a', 'b'],
  };
  const failed = [{ id: 'ord_9', error: 'venue_unavailable', message: 'no answer' }];
  service.on('POST /v1/orders/cancel-all', { ...summary, failed });
  service.on('POST /v1/risk/cancel-all', refusal(403, 'forbidden', 'needs risk'));
  const page = await open('/risk');
  await page.getByRole('button', { name: 'Cancel all: This subaccount', exact: true }).click();
  await page.getByText('3 cancelled, 2 waiting for the venue, 1 failed (ord_9: no answer).').waitFor();
  await page.getByRole('button', { name: 'Cancel all: All subaccounts' }).click();
  await shows(
    async () => service.sent('POST /v1/orders/cancel-all').map(({ body }) => body),
    [{ subaccount_id: 'sa_1' }, {}],
  );
  await page.getByRole('button', { name: 'Cancel all: This subaccount, by the risk layer' }).click();
  await page.getByRole('alert').getByText('needs risk').waitFor();
  assert.deepEqual(service.sent('POST /v1/risk/cancel-all').at(-1)?.body, { subaccount_id: 'sa_1' });
});

test('limits are saved for their own level: an empty field clears, a count is a number', async () => {
  service.on('PUT /v1/risk/limits', RISK.limits);
  const page = await open('/risk');
  for (const [name, body] of [
    ['Subaccount Main sa_1', { subaccount_id: 'sa_1', max_order_qty: null, max_open_orders: 7 }],
    ['Whole account', { max_order_qty: '5', max_open_orders: 7 }],
  ] as const) {
    const level = page.getByRole('region', { name });
    await level.getByRole('button', { name: 'Change limits' }).click();
    await level.getByLabel('Largest order').fill(body.max_order_qty ?? '');
    await level.getByLabel('Open orders').fill('7');
    await level.getByRole('button', { name: 'Save 2 changes' }).click();
    await level.getByRole('button', { name: 'Change limits' }).waitFor();
    assert.deepEqual(service.sent('PUT /v1/risk/limits').at(-1)?.body, body);
  }
});

test('the kill switch is turned on before orders are cancelled, and orders are cancelled even if that fails', async () => {
  service.on('POST /v1/risk/kill-switch', refusal(500, 'internal', 'disk full'));
  service.on('POST /v1/orders/cancel-all', { cancelled: 1, pending_order_ids: [], failed: [] });
  const page = await open('/');
  service.requests.length = 0;
  await page.keyboard.press('Control+Shift+K');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stop and cancel all' }).click();
  const done = dialog.getByRole('status', { name: 'What was done' });
  await done.getByText('Cancel all: 1 cancelled.').waitFor();
  await done.getByText(/disk full/).waitFor();
  assert.deepEqual(
    service.requests.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]),
    [
      ['POST /v1/risk/kill-switch', { enabled: true }],
      ['POST /v1/orders/cancel-all', {}],
    ],
  );
  service.on('POST /v1/risk/kill-switch', { enabled: true, updated_at: '2026-07-01T11:00:00.000Z' });
  service.on('GET /v1/risk', { ...RISK, kill_switch_active: true });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Kill switch' }).click();
  assert.equal(await done.count(), 0, 'the results of another time are gone');
  await dialog.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.press('Enter');
  await done.getByText('Kill switch on since 1 Jul 2026, 11:00.').waitFor();
  await page.getByRole('button', { name: 'STOPPED: kill switch', includeHidden: true }).waitFor();
  await dialog.getByLabel(/^Reason/).fill(' checked ');
  service.on('GET /v1/risk', RISK);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await done.getByText('Kill switch off since 1 Jul 2026, 11:00: checked').waitFor();
  assert.deepEqual(service.sent('POST /v1/risk/kill-switch').at(-1)?.body, { enabled: false });
});

test('a position is closed with a market order of the held outcome, which is sent once', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  service.on('POST /v1/orders', promise);
  const page = await open('/positions');
  await page.getByRole('button', { name: 'Close London stays dry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sells 31 NO on Kalshi at the best available prices.').waitFor();
  const sell = dialog.getByRole('button', { name: 'Sell 31 NO now' });
  await sell.dblclick({ delay: 5 });
  await shows(async () => service.sent('POST /v1/orders').length, 1);
  resolve(order(50, { status: 'CANCELLED', reason: 'ioc_remainder', qty: '31', filled_qty: '30' }));
  await dialog
    .getByText('ord_50 is CANCELLED: 30 of 31 sold, IOC: the remainder was not filled at once.')
    .waitFor();
  const [sent] = service.sent('POST /v1/orders');
  const { client_order_id: id, ...body } = Object(sent?.body) as Record<string, unknown>;
  assert.match(String(id), /^web-/);
  assert.deepEqual(body, {
    subaccount_id: 'sa_1',
    instrument_id: 21,
    side: 'SELL',
    outcome: 'NO',
    type: 'MARKET',
    tif: 'IOC',
    qty: '31',
    routing: { mode: 'DIRECT' },
  });
  assert.equal(service.sent('POST /v1/orders').length, 1);
});

test('selected positions are closed with one order each, and each result is shown', async () => {
  service.on('POST /v1/orders', ({ body }: PageRequest) => {
    const { instrument_id: id } = body as { readonly instrument_id: number };
    if (id === 21) return refusal(422, 'market_not_open', 'the market is CLOSED');
    return order(51, { status: 'FILLED', qty: '20', filled_qty: '20' });
  });
  const page = await open('/positions');
  await page.getByRole('checkbox', { name: 'Select all positions' }).check();
  const { length } = service.sent('POST /v1/orders');
  await page.getByRole('button', { name: 'Close 2 selected' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('their value at mark is $24.33').waitFor();
  await dialog.getByRole('button', { name: 'Sell 2 positions now' }).dblclick({ delay: 5 });
  await shows(
    () => cellsOf(tableOf(page, 'Positions to close')),
    [
      ['Rain in London / Demo · 20 YES', 'ord_51 is FILLED: 20 of 20 sold'],
      ['London stays dry / Kalshi · 31 NO', 'The market is not open: the market is CLOSED'],
    ],
  );
  const sent = service.sent('POST /v1/orders').slice(length);
  assert.deepEqual(
    sent.map(({ body }) => {
      const { side, outcome, type, qty } = body as Record<string, unknown>;
      return [side, outcome, type, qty];
    }),
    [
      ['SELL', 'YES', 'MARKET', '20'],
      ['SELL', 'NO', 'MARKET', '31'],
    ],
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close selected' }).waitFor();
});
