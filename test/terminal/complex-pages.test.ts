import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ComplexOrder } from '../../sdk/src/index.ts';
import { cellsOf, figuresOf, openPages, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { complexOrder, NOW, order } from './scripted-records.ts';
import { type PageRequest, Reply } from './scripted-service.ts';

const service = scriptedService();
const open = await openPages(service);
const list = (...orders: readonly ComplexOrder[]): void => {
  service.on('GET /v1/complex-orders', orders);
  service.onStream('complex-orders', () => [
    { type: 'snapshot', subaccount_id: 'sa_1', complex_orders: orders, timestamp: NOW },
  ]);
};

test('complex orders show what they watch and why they are paused, and their children below them', async () => {
  const paused = complexOrder(8, {
    status: 'PAUSED',
    paused_by: 'outage',
    paused_at: '2026-07-01T11:30:00.000Z',
    child_order_ids: ['ord_5'],
    filled_qty: '12',
  });
  list(paused, complexOrder(7));
  service.on('GET /v1/orders', ({ query }: PageRequest) =>
    query['parent_id'] === 'cpx_8'
      ? [order(5, { parent_id: 'cpx_8', side: 'SELL', status: 'CANCELLED' })]
      : [],
  );
  const book = { sequence: 3, age_ms: 20, bid: '0.4', ask: '0.42', watched_price: '0.4' };
  const decision = { seq: 9, at: '2026-07-01T11:29:00.000Z', decision: 'triggered', status: 'WORKING', book };
  service.on('GET /v1/complex-orders/cpx_8/receipt', {
    complex_order: paused,
    decisions: [{ ...decision, child_order_id: null, detail: null, by: 'k' }],
    truncated: false,
  });
  const page = await open('/orders?tab=complex');
  const table = tableOf(page, 'Complex orders');
  await shows(
    () => cellsOf(table),
    [
      [
        '▸ cpx_8 STOP · 11:00:00',
        'SELL YES Rain in London',
        'fires at or below 40¢ / now 47¢, 7¢ away',
        '12 / 20',
        'PAUSED / the service was down for too long, since 11:30:00. Resume it to continue.',
        'Resume / Amend / Cancel',
      ],
      [
        '▸ cpx_7 STOP · 11:00:00',
        'SELL YES Rain in London',
        'fires at or below 40¢ / now 47¢, 7¢ away',
        '0 / 20',
        'WAITING',
        'Amend / Cancel',
      ],
    ],
  );
  await page.getByRole('button', { name: 'Children of cpx_8' }).press('Enter');
  await table.getByText('ord_5').waitFor();
  await table.getByText('triggered · book 40¢ / 42¢').waitFor();
  service.on('POST /v1/complex-orders/cpx_8/resume', {
    ...paused,
    status: 'WAITING',
    paused_by: null,
    paused_at: null,
  });
  await page.getByRole('button', { name: 'Resume cpx_8' }).click();
  await page.getByRole('button', { name: 'Resume cpx_8' }).waitFor({ state: 'detached' });
  service.push('complex-orders', {
    type: 'complex_order',
    complex_order: { ...paused, status: 'FILLED', paused_by: null, updated_at: '2026-07-01T12:00:00.000Z' },
  });
  await table.getByText('cpx_8').waitFor({ state: 'detached' });
});

test('an amend of a trigger sends only the trigger, and a refusal is shown at its field', async () => {
  list(complexOrder(7));
  const page = await open('/orders?tab=complex');
  await page.getByRole('button', { name: 'Amend cpx_7' }).click();
  const form = page.getByRole('form', { name: 'Amend cpx_7' });
  const trigger = form.getByLabel('Trigger price');
  assert.equal(await trigger.inputValue(), '40¢');
  const fields = [{ field: 'params.trigger_price', issue: 'is met now' }];
  const body = { error: 'validation', message: 'invalid', details: { fields }, request_id: 'r' };
  service.on('PATCH /v1/complex-orders/cpx_7', new Reply(422, body));
  await trigger.fill('49');
  await trigger.press('Enter');
  await form.getByText('is met now').waitFor();
  service.on('PATCH /v1/complex-orders/cpx_7', complexOrder(7, { params: { trigger_price: '0.38' } }));
  await trigger.fill('38');
  await trigger.press('Enter');
  await form.waitFor({ state: 'detached' });
  assert.deepEqual(
    service.sent('PATCH /v1/complex-orders/cpx_7').map((request) => request.body),
    [{ params: { trigger_price: '0.49' } }, { params: { trigger_price: '0.38' } }],
  );
});

const ENTRY = { instrument_id: 11, side: 'BUY', outcome: 'YES', type: 'LIMIT', price: '0.45', qty: '20' };

test('a bracket is previewed with its worst case, and sent once under a key that is kept after a lost answer', async () => {
  list();
  const page = await open('/trade/11');
  await page.getByRole('radiogroup', { name: 'Ticket' }).getByText('Complex order').click();
  const form = page.getByRole('form', { name: 'Complex order ticket' });
  await form.getByRole('combobox', { name: 'Complex order' }).click();
  await page.getByRole('option', { name: 'Bracket (TP/SL)' }).click();
  service.on('POST /v1/complex-orders/preview', {
    would_trigger_now: false,
    watched_price: '0.47',
    first_child: {
      legs: [{ leg: 1, venue: 'Demo', instrument_id: 11, outcome: 'YES', price: '0.6', qty: '20' }],
    },
    children_max: null,
    max_cost: '19.8',
    max_loss: '0',
    reserved: '0',
    warnings: ['nothing is placed before the entry fills'],
  });
  service.on('POST /v1/orders/preview', ({ body }: PageRequest) => {
    assert.deepEqual(body, { subaccount_id: 'sa_1', ...ENTRY });
    return { totals: { cost: '9.2', fees: '0.2', max_loss: '9.2', payout: '20' } };
  });
  await form.getByLabel('Entry price').fill('45');
  await form.getByLabel('Contracts', { exact: true }).fill('20');
  await form.getByLabel('Take-profit price').fill('60');
  await form.getByLabel('Stop trigger price').fill('40');
  await form.getByText('nothing is placed before the entry fills').waitFor();
  assert.deepEqual(await figuresOf(form.getByRole('region', { name: 'Preview' })), [
    'Entry costs at most $9.20',
    'Worst case loss $9.20',
    'Price now 47¢',
    'First exit 20 at 60¢',
  ]);
  const lost = new Reply(502, { error: 'lost', message: 'no answer', details: null, request_id: 'r' });
  service.on('POST /v1/complex-orders', lost);
  await form.getByLabel('Stop trigger price').press('Enter');
  await form.getByText('The order was not placed').waitFor();
  const keys = service
    .sent('POST /v1/complex-orders')
    .map(({ body }) => (body as ComplexOrder).idempotency_key);
  service.on('POST /v1/complex-orders', ({ body }: PageRequest) => ({
    ...complexOrder(9),
    ...(body as object),
  }));
  await form.getByRole('button', { name: 'Bracket: buy 20 YES' }).click();
  await form.getByText('cpx_9 is WAITING').waitFor();
  const sent = service.sent('POST /v1/complex-orders').at(-1)?.body as ComplexOrder;
  assert.deepEqual(new Set([...keys, sent.idempotency_key]).size, 1);
  assert.deepEqual(sent, {
    subaccount_id: 'sa_1',
    type: 'TP_SL',
    idempotency_key: sent.idempotency_key,
    params: {
      take_profit: { price: '0.6' },
      stop_loss: { trigger_price: '0.4' },
      entry: ENTRY,
    },
  });
});

const PREVIEW = {
  would_trigger_now: false,
  watched_price: null,
  first_child: {
    legs: [{ leg: 1, venue: 'Kalshi', instrument_id: 21, outcome: 'YES', price: '0.5', qty: '100' }],
  },
  children_max: 21,
  max_cost: '50.5',
  max_loss: '50.5',
  reserved: '100',
  warnings: [],
};

test('pegs, shares of volume and smart routes are previewed, refused at their fields, and sent', async () => {
  list();
  const page = await open('/trade/11');
  await page.getByRole('radiogroup', { name: 'Ticket' }).getByText('Complex order').click();
  const form = page.getByRole('form', { name: 'Complex order ticket' });
  const choose = async (name: string): Promise<void> => {
    await form.getByRole('combobox', { name: 'Complex order' }).click();
    await page.getByRole('option', { name }).click();
  };
  service.on('POST /v1/complex-orders', ({ body }: PageRequest) => ({
    ...complexOrder(9),
    ...(body as object),
  }));
  const sent = () => {
    const last = service.sent('POST /v1/complex-orders').at(-1);
    const { idempotency_key: _, ...body } = (last ?? { body: {} }).body as ComplexOrder;
    return body;
  };
  service.on('POST /v1/complex-orders/preview', PREVIEW);
  await choose('Smart route: cheapest venue');
  await form.getByLabel('Limit price').fill('50');
  await form.getByLabel('Contracts', { exact: true }).fill('100');
  await form.getByLabel('Moves at most').fill('20');
  await form.getByText('100 at 50¢, Kalshi').waitFor();
  await form.getByRole('button', { name: 'Smart route: buy 100 YES' }).click();
  await form.getByText('cpx_9 is WAITING').waitFor();
  const terms = { subaccount_id: 'sa_1', side: 'BUY', outcome: 'YES', qty: '100', price: '0.5' };
  assert.deepEqual(sent(), { ...terms, type: 'SMART_ROUTE', generic_asset_id: 5, params: { max_moves: 20 } });

  await choose('POV: share of the volume');
  const share = form.getByLabel('Share in percent');
  const fields = [{ field: 'params.participation', issue: 'must be a decimal string from 0.01 to 0.5' }];
  const refusal = { error: 'validation', message: 'invalid', details: { fields }, request_id: 'r' };
  service.on('POST /v1/complex-orders/preview', new Reply(422, refusal));
  await share.fill('60');
  await form.getByText('must be a decimal string from 0.01 to 0.5').waitFor();
  service.on('POST /v1/complex-orders/preview', PREVIEW);
  await share.fill('10 %');
  await form.getByRole('button', { name: 'POV: buy 100 YES' }).press('Enter');
  await shows(async () => sent().type, 'POV');
  assert.deepEqual(sent(), { ...terms, type: 'POV', instrument_id: 11, params: { participation: '0.1' } });

  await choose('Peg');
  await form.getByLabel('Distance behind it').fill('-1');
  await form.getByRole('combobox', { name: 'Follows' }).click();
  await page.getByRole('option', { name: 'the middle' }).click();
  await form.getByLabel('Post-only').check();
  await form.getByRole('button', { name: 'Peg: buy 100 YES' }).press('Enter');
  await shows(async () => sent().params, { reference: 'MID', offset: '-0.01', max_moves: 20 });
});

test('an order that follows the market states where it rests, and its market or its asset', async () => {
  const state = { ...complexOrder(1).state, trigger_price: null, moves: 3, capped: false };
  const working = { status: 'WORKING', side: 'BUY', price: '0.5', qty: '100', state } as const;
  const peg = { reference: 'NEAR', offset: '0.01', max_moves: 500 };
  const route = { min_improvement: null, max_moves: 500 };
  list(
    complexOrder(8, {
      ...working,
      type: 'SMART_ROUTE',
      instrument_id: null,
      generic_asset_id: 5,
      params: route,
    }),
    complexOrder(7, { ...working, type: 'PEG', params: peg }),
  );
  const page = await open('/orders?tab=complex');
  const table = tableOf(page, 'Complex orders');
  await table.getByText('not resting now; it follows the best bid, 47¢').waitFor();
  service.push('orders', {
    type: 'order',
    order: order(31, { parent_id: 'cpx_7', price: '0.46', updated_at: '2026-07-01T11:59:00.000Z' }),
  });
  await shows(
    async () => (await cellsOf(table)).map((cells) => cells.slice(1, 3)),
    [
      [
        'BUY YES Rain in London on July 1',
        'not resting now; it goes where it costs least / moves to save a tick a contract with fees / moved 3 of 500 times',
      ],
      [
        'BUY YES Rain in London',
        'resting 1 tick below the best bid, at 46¢ / best bid of others 47¢ / moved 3 of 500 times',
      ],
    ],
  );
});

test('a trigger on the chart is moved by the pointer or by keys, and Esc gives the move up', async () => {
  list(complexOrder(7));
  const candle = { o: '0.42', h: '0.55', l: '0.35', c: '0.5', v: '900' };
  service.on('GET /v1/candles', [
    { ...candle, t: NOW - 7_200_000 },
    { ...candle, t: NOW - 3_600_000, c: '0.45' },
  ]);
  const amend = 'PATCH /v1/complex-orders/cpx_7';
  service.on(amend, ({ body }: PageRequest) => {
    const { params } = body as { readonly params: { readonly trigger_price: string } };
    const { state } = complexOrder(7);
    const updated_at = '2026-07-01T11:00:01.000Z';
    return complexOrder(7, { params, updated_at, state: { ...state, trigger_price: params.trigger_price } });
  });
  service.requests.length = 0;
  const page = await open('/trade/11');
  const trigger = page.getByRole('group', { name: 'Triggers' }).getByRole('button');
  const isShown = (text: string) => shows(() => trigger.innerText(), `cpx_7 stop sell 20 at ${text}`);
  await isShown('40¢');
  await page.getByText('O 42¢ H 55¢ L 35¢ C 45¢ +3¢ V 900').waitFor();
  await trigger.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await trigger.press(key);
  await isShown('41¢');
  await trigger.press('Escape');
  await isShown('40¢');
  await trigger.press('Enter');
  await trigger.press('ArrowDown');
  await trigger.press('Enter');
  await isShown('39¢');
  await shows(
    async () => service.sent(amend).map(({ body }) => body),
    [{ params: { trigger_price: '0.39' } }],
  );
  const { x, y } = await findGrip(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.getByRole('status').getByText('Esc gives up').waitFor();
  await page.keyboard.press('Escape');
  await isShown('39¢');
  await page.mouse.up();
  assert.equal(service.sent(amend).length, 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.up();
  await shows(async () => service.sent(amend).length, 2);
  const sent = service.sent(amend)[1]?.body as { readonly params: { readonly trigger_price: string } };
  const price = Number(sent.params.trigger_price);
  assert.ok(price > 0.39 && price < 0.6, String(price));
  await isShown(`${Math.round(price * 100)}¢`);
});

/** A place on the chart where the pointer takes the trigger. */
async function findGrip(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.chart').boundingBox();
  assert.ok(box !== null);
  const x = box.x + 80;
  for (let y = box.y + 10; y < box.y + box.height; y += 4) {
    await page.mouse.move(x, y);
    if ((await page.locator('.chart-grip').count()) > 0) return { x, y };
  }
  return assert.fail('no trigger on the chart');
}
