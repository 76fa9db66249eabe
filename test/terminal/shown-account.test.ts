import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderReceipt } from '../../sdk/src/index.ts';
import { cellsOf, figuresOf, openPages, RISK, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { fill, NOW, order } from './scripted-records.ts';
import { type PageRequest, Reply } from './scripted-service.ts';

// Every figure of the pages of an account, from fixed records: each column, its unit, its sign and its rounding.

const service = scriptedService();
const open = await openPages(service);
const snapshot = { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW };

const ORDERS = [
  order(9, {
    side: 'SELL',
    outcome: 'NO',
    price: '0.533',
    qty: '2000',
    filled_qty: '500',
    avg_fill_price: '0.53286',
    instrument_id: 21,
    capped_qty: '1500',
    generic_asset_id: 5,
    routing: { mode: 'BEST_PRICE' },
  }),
  order(8, {
    price: null,
    type: 'MARKET',
    tif: 'IOC',
    status: 'PENDING_SUBMISSION',
    filled_qty: '0',
    avg_fill_price: null,
    pending_action: 'cancel',
    instrument_id: 12,
  }),
];
const SHEET_LINE = {
  line: 'cash',
  subaccount: '-12.5',
  unattributed: '1000',
  recorded: '987.5',
  venue: '937.499',
  difference: '-50.001',
  difference_min: '0',
  difference_max: '0',
  differs: true,
};
const NOT_KNOWN = Object.fromEntries(Object.keys(SHEET_LINE).map((name) => [name, null]));
const SHEET = {
  compared_at: NOW,
  venue_as_of: NOW,
  lines: [SHEET_LINE, { ...NOT_KNOWN, line: 'rewards', differs: false }],
};
const CLOSED = order(3, { status: 'CANCELLED', reason: 'user_cancel', venue_message: 'by owner' });
const FILLS = [
  fill('f2', {
    side: 'SELL',
    outcome: 'NO',
    price: '0.533',
    fee: '-0.01',
    realized_pnl: '2.5',
    order_id: 'ord_7',
    liquidity: 'MAKER',
    settlement: 'PENDING',
    instrument_id: 21,
    venue: 'Kalshi',
  }),
  fill('f1'),
  fill('f0', { order_id: null, liquidity: 'SETTLEMENT', price: '1', fee: '0', realized_pnl: '-3.155' }),
];

test('orders show side, terms, limit, filled of the quantity that may fill, average, status and reason', async () => {
  service.onStream('orders', () => [{ ...snapshot, orders: ORDERS }]);
  service.on('GET /v1/orders', [CLOSED]);
  const page = await open('/orders');
  const rows = [
    [
      'ord_9 / 12:00:00',
      'Rain in London on July 1 / BEST_PRICE · Kalshi',
      'SELL NO',
      'LIMIT GTC',
      '53.3¢',
      '500 / 1,500',
      '53.29¢',
      'PARTIAL',
      'Amend / Cancel',
    ],
    [
      'ord_8 / 12:00:00',
      'Fed cuts in July / DIRECT · Demo',
      'BUY YES',
      'MARKET IOC',
      'market',
      '0 / 10',
      '–',
      'PENDING_SUBMISSION / cancelling …',
      'Cancel',
    ],
  ];
  await shows(() => cellsOf(tableOf(page, 'Orders')), rows);
  await page.getByText('2 shown, 2 live.').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Any status' }).click();
  const closed = [
    'ord_3 / 12:00:00',
    'Rain in London / DIRECT · Demo',
    'BUY YES',
    'LIMIT GTC',
    '48¢',
    '4 / 10',
    '47¢',
    'CANCELLED / cancelled by you / Demo: by owner',
  ];
  await shows(() => cellsOf(tableOf(page, 'Orders')), [...rows, closed]);
  await page.getByText('3 shown, 2 live.').waitFor();
  const sides = async (): Promise<unknown> => ({
    sell: await page.locator('.orders .sell').allInnerTexts(),
    buy: await page.locator('.orders .buy').allInnerTexts(),
  });
  await shows(sides, { sell: ['SELL NO'], buy: ['BUY YES', 'BUY YES'] });
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByText('at 53.3¢ · 500 / 1,500').waitFor();
  await shows(sides, { sell: ['SELL NO'], buy: ['BUY YES', 'BUY YES'] });
});

test('fills show value, a fee that is never too low, realised PnL, and what is not final', async () => {
  service.onStream('fills', () => [{ ...snapshot, fills: FILLS }]);
  const page = await open('/orders');
  await page.getByRole('tab', { name: 'Fills' }).click();
  const first = [
    '11:59:00',
    'London stays dry / Kalshi · maker · PENDING',
    'SELL NO',
    '53.3¢',
    '1,200',
    '$639.60',
    '−$0.0100',
    '+$2.50',
    'ord_7',
  ];
  const rain = [
    'Rain in London / Demo · taker',
    'BUY YES',
    '47¢',
    '1,200',
    '$564.00',
    '$0.6359',
    '$0.00',
    'ord_1',
  ];
  await shows(
    () => cellsOf(tableOf(page, 'Fills')),
    [
      first,
      ['11:59:00', ...rain],
      [
        '11:59:00',
        'Rain in London / Demo · settlement',
        'BUY YES',
        '100¢',
        '1,200',
        '$1,200.00',
        '$0.0000',
        '−$3.16',
        'settlement',
      ],
    ],
  );
  await page.getByRole('combobox', { name: 'Market' }).click();
  await page.getByRole('option', { name: 'London stays dry · Kalshi' }).click();
  await shows(() => cellsOf(tableOf(page, 'Fills')), [first]);
});

const RECEIPT: OrderReceipt = {
  order: order(9, {
    ...ORDERS[0],
    side: 'BUY',
    capped_qty: null,
    qty: '500',
    status: 'FILLED',
    client_order_id: 'mine-1',
    legs: [
      {
        leg: 1,
        venue: 'Kalshi',
        instrument_id: 21,
        outcome: 'YES', // the order is for NO of the asset
        venue_order_id: '0x8f3ab4567890abcdef2c91d0',
        status: 'FILLED',
        price: '0.533',
        qty: '600',
        filled_qty: '500',
        avg_fill_price: '0.53286',
        sent_as: null,
        reason: 'expired',
        venue_code: 'E7',
        venue_message: 'too late',
      },
    ],
  }),
  decision: {
    mode: 'BEST_PRICE',
    candidates: [
      {
        venue: 'Kalshi',
        instrument_id: 21,
        book_sequence: 1,
        book_age_ms: 61_000,
        best_price: '0.53',
        dropped: null,
      },
      {
        venue: 'Demo',
        instrument_id: 11,
        book_sequence: 1,
        book_age_ms: null,
        best_price: null,
        dropped: 'venue_unhealthy',
      },
    ],
    legs: [
      {
        leg: 1,
        venue: 'Kalshi',
        instrument_id: 21,
        expected: { takes_qty: '500', rests_qty: '0', avg_price: '0.53', fee: '1.00001', cost: '266' },
      },
    ],
    least_cost: true,
  },
  cost: { expected: { cost: '266', fees: '1.00001' }, realised: { cost: '267.43', fees: '1.5' } },
  slippage: {
    mid: '1.5',
    mid_fills: 1,
    expected: '-0.25',
    expected_fills: 1,
    legs: [{ leg: 1, mid_price: '0.5275', expected_avg_price: '0.53' }],
  },
  latency_ms: { sent: 4, acknowledged: 8, first_fill: 20_000, done: null },
  events: [
    {
      seq: 41,
      at: '2026-07-01T12:00:00.123Z',
      cause: 'venue_reply',
      type: 'FillRecorded',
      leg: 1,
      detail: { price: '0.533', qty: '1500', fee: '0.1', liquidity: 'MAKER', id: 'fil_1' },
    },
    {
      seq: 42,
      at: '2026-07-01T12:00:01.004Z',
      cause: 'caller',
      type: 'CancelRequested',
      leg: null,
      detail: { sent_by: 'key_1' },
    },
  ],
  events_truncated: true,
  warnings: [],
  trace_id: null,
};

test('a receipt shows the decision, the legs, expected and realised cost, latency and events', async () => {
  service.on('GET /v1/orders/ord_9/receipt', RECEIPT);
  const page = await open('/orders/ord_9');
  const receipt = page.getByRole('dialog', { name: 'Receipt of ord_9' });
  await shows(
    () => cellsOf(tableOf(receipt, 'Venues considered')),
    [
      ['Kalshi / KXDRY', '53¢', '1 min', 'used'],
      ['Demo / RAIN', '–', '–', 'the venue is not healthy'],
    ],
  );
  await shows(
    () => cellsOf(tableOf(receipt, 'Legs')),
    [
      [
        '1 · Kalshi · YES of that listing / 0x8f3ab4…2c91d0 / expired / Kalshi: E7, too late',
        '500 / 600',
        '53.3¢',
        '53¢',
        '53.29¢',
        'FILLED / expired',
      ],
    ],
  );
  await shows(
    () => cellsOf(tableOf(receipt, 'Costs')),
    [
      ['Cost with fees', '$266.0000', '$267.4300', '$1.4300'],
      ['Fees', '$1.0001', '$1.5000', '$0.4999'],
    ],
  );
  await shows(
    () => tableOf(receipt, 'Costs').getByRole('columnheader').allInnerTexts(),
    ['Money', 'Expected of 500', 'Realised by 500', 'Difference'],
  );
  await shows(
    () =>
      receipt
        .getByRole('list', { name: /^Milliseconds/ })
        .getByRole('listitem')
        .allInnerTexts(),
    ['stored and sent\n4 ms', 'acknowledged by the venue\n8 ms', 'first fill\n20 s', 'closed\nunknown'],
  );
  await shows(
    () => cellsOf(tableOf(receipt, 'Events')),
    [
      ['12:00:00.123', 'filled / 1,500 at 53.3¢, fee 0.1, maker · fil_1', '1', 'venue reply', '41'],
      ['12:00:01.004', 'cancel requested / sent by key_1', 'caller', '42'],
    ],
  );
  const slippage = await receipt.getByLabel('Slippage').innerText();
  for (const part of ['Kalshi 52.75¢', '$1.5000 worse', '$0.2500 better'])
    assert.ok(slippage.includes(part), `${part} in ${slippage}`);
  await receipt.getByText('Further events are not shown.').waitFor();
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
  for (const [name, start] of [
    ['curl', 'npm run -s crossbook -- sign POST'],
    ['TypeScript', 'import { Crossbook }'],
    ['Command line', 'npm run -s crossbook -- api POST'],
  ] as const) {
    await receipt.getByRole('button', { name, exact: true }).click();
    await receipt.getByText(`Copied as ${name}`).waitFor();
    assert.ok(String(await page.evaluate('window.copied')).startsWith(start), name);
  }
  await receipt.getByText('BUY NO 500 at 53.3¢, LIMIT GTC').waitFor();
  await receipt.getByText('BEST_PRICE · Kalshi · 1 Jul 2026, 12:00 · mine-1').waitFor();
});

test('a receipt of a part of an order shows no difference, and one that cannot be read shows the error', async () => {
  const slippage = { mid: null, mid_fills: 0, expected: null, expected_fills: 0, legs: [] };
  const order = { ...RECEIPT.order, qty: '600', side: 'SELL' };
  const part = { ...RECEIPT, order, decision: null, slippage };
  service.on('GET /v1/orders/ord_9/receipt', part);
  const page = await open('/orders/ord_9');
  await shows(async () => (await cellsOf(tableOf(page, 'Costs'))).map((cells) => cells.at(-1)), ['–', '–']);
  await page.getByRole('columnheader', { name: 'Negative: proceeds' }).waitFor();
  await page.getByText('The routing decision of this order is no longer stored.').waitFor();
  await page.getByText('No live book is stored for the moment of acceptance.').waitFor();
  service.on(
    'GET /v1/orders/ord_9/receipt',
    new Reply(404, { error: 'not_found', message: 'no order ord_9' }),
  );
  const other = await open('/orders/ord_9');
  await other.getByRole('alert').getByText('no order ord_9').waitFor();
});

test('positions are in terms of the held outcome, with their value, PnL and payoffs', async () => {
  const page = await open('/positions');
  await shows(
    () => cellsOf(tableOf(page, 'Positions')),
    [
      [
        'Rain in London / Demo',
        '20 YES',
        '40¢',
        '55¢',
        '$11.00',
        '+$3.00',
        '−$1.25',
        '+$12.00',
        '−$8.00',
        'Close',
      ],
      [
        'London stays dry / Kalshi',
        '31 NO',
        '46¢',
        '43¢',
        '$13.33',
        '−$0.93',
        '+$0.50',
        '−$14.26',
        '+$16.74',
        'Close',
      ],
    ],
  );
  await shows(
    () => page.locator('.headlines').first().innerText(),
    'Open positions\n\n2\n\nCost\n\n$22.26\n\nValue at mark\n\n$24.33\n\nUnrealised\n\n+$2.07',
  );
  await shows(
    () => figuresOf(page.locator('.three')),
    ['Kalshi $13.33', 'Demo $11.00', 'Weather $24.33', 'within a day $24.33'],
  );
});

test('PnL and cash are shown with their signs, and a fee as a cost', async () => {
  const values = { realized_pnl: '5.1', unrealized_pnl: '-2', fees: '0.333', equity: '2.767' };
  service.on('GET /v1/pnl', [
    { ...values, t: NOW - 7_200_000, equity: '1' },
    { ...values, t: NOW },
  ]);
  service.on('GET /v1/pnl/breakdown', ({ query }: { query: Record<string, string> }) => [
    { ...values, group: query['by'] === 'instrument' ? '21' : `by ${query['by']}` },
  ]);
  const cash = { currency: 'USD', total: null, available: null, as_of: null, stale: false };
  service.on('GET /v1/balances', [
    { ...cash, venue: 'Demo', reserved: '12.345', scope: 'SUBACCOUNT' },
    { ...cash, venue: 'Kalshi', reserved: '0', scope: 'VENUE_ACCOUNT', available: '87.655', stale: true },
    { ...cash, venue: 'Polymarket', reserved: '1', scope: 'VENUE_ACCOUNT', sheet: SHEET },
  ]);
  const page = await open('/positions');
  const curve = page.getByRole('region', { name: 'PnL over time' });
  await shows(
    () => curve.locator('.headlines').innerText(),
    'Total\n\n+$2.77\n\nRealised\n\n+$5.10\n\nUnrealised\n\n−$2.00\n\nFees\n\n−$0.34',
  );
  await curve.getByText('From 1 Jul 2026, 10:00 to now, 2 points').waitFor();
  const sums = ['+$5.10', '−$2.00', '−$0.34', '+$2.77'];
  await shows(() => cellsOf(tableOf(page, 'PnL by group')), [['by venue', ...sums]]);
  await page.getByText('Market', { exact: true }).last().click();
  await shows(() => cellsOf(tableOf(page, 'PnL by group')), [['London stays dry', ...sums]]);
  await shows(
    () => cellsOf(tableOf(page, 'Cash by venue')),
    [
      ['Demo', 'not limited', '$12.35'],
      ['Kalshi', '$87.66 USD (out of date)', '$0.00'],
      ['Polymarket', 'not known', '$1.00'],
    ],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Polymarket: differs: Cash by −50.001').click();
  const sheet = tableOf(page, 'Balance sheet of Polymarket');
  await shows(
    () => cellsOf(sheet),
    [
      ['Cash', '−$12.50', '$987.50', '$937.50'],
      ['Rewards', 'unknown', 'unknown', 'unknown'],
    ],
  );
  const { width = 0, x = 0 } = (await sheet.boundingBox()) ?? {};
  assert.ok(x + width <= 390, `the sheet ends at ${x + width}`);
});

test('risk shows both levels, what is left of each limit, and each breach', async () => {
  const breach = { limit: 'max_open_orders', scope: 'account', max: '5', value: '6' } as const;
  const gained = { max: '50', used: '-3.5', left: '53.5' };
  const usage = RISK.usage.map((each) =>
    each.scope === 'account' ? { ...each, day_loss_max: gained } : each,
  );
  service.on('GET /v1/risk', { ...RISK, usage, breached: true, breaches: [breach] });
  service.onStream('orders', () => [
    { ...snapshot, orders: [order(2, { side: 'SELL', price: '0.3' }), order(1, { status: 'FILLED' })] },
  ]);
  const page = await open('/risk');
  await shows(
    () => figuresOf(page.getByRole('region', { name: 'Subaccount Main sa_1' })),
    [
      'Contracts held and resting 61 of 100, 39 left',
      'Open orders 2, no limit',
      'Cost of the day no limit',
      'Loss of the day no limit',
      'Orders in a minute no limit',
      'Largest order at most 1,000',
      'Contracts held 51',
      'Added if open orders fill 10',
      'Value of positions at mark $24.33',
      'Cost of open orders at their limits $4.20',
    ],
  );
  await shows(
    () => figuresOf(page.getByRole('region', { name: 'Whole account' })),
    [
      'Contracts held and resting 2,500, no limit',
      'Open orders 6 of 5, over the limit',
      'Cost of the day no limit',
      'Loss of the day −3.5 of 50, 53.5 left',
      'Orders in a minute no limit',
      'Largest order no limit',
    ],
  );
  await page.getByRole('alert').getByText('Open orders of the account is 6; the limit is 5.').waitFor();
  const bars = await page
    .locator('.bar > div')
    .evaluateAll((all) =>
      all
        .map((bar) => bar as unknown as { className: string; style: { width: string } })
        .map(({ className, style }) => `${className} ${style.width}`),
    );
  assert.deepEqual(bars, ['bar-plain 61%', 'bar-over 100%', 'bar-plain 0%']);
});

test('an approval shows the order, its cost, who asks, the rules of the key, and the decisions of the last day', async () => {
  const approval = {
    id: 'apr_9',
    status: 'PENDING',
    key_id: 'key_agent',
    subaccount_id: 'sa_1',
    client_order_id: 'mcp-1',
    order: { instrument_id: 21, side: 'BUY', outcome: 'NO', qty: '100', price: '0.48', tif: 'IOC' },
    cost: '48.7',
    created_at: new Date(NOW).toISOString(),
    expires_at: new Date(NOW + 300_000).toISOString(),
    decided_at: null,
    decided_by: null,
    order_id: null,
    agent: {
      simulated_only: true,
      order_cost_max: '60',
      day_cost_max: '200',
      day_loss_max: '50',
      orders_per_hour: 30,
      venues: ['Demo', 'Kalshi'],
      categories: ['Weather'],
      generic_asset_ids: null,
      approval_above: '40',
      day_cost: '12.5',
      day_loss: '0.4',
      orders_last_hour: 3,
    },
  };
  const approvals = [
    approval,
    {
      ...approval,
      id: 'apr_8',
      status: 'APPROVED',
      decided_at: approval.created_at,
      decided_by: 'key_me',
      order_id: 'ord_5',
      agent: null,
    },
    { ...approval, id: 'apr_7', status: 'EXPIRED', decided_at: approval.created_at, agent: null },
  ];
  service.on('GET /v1/approvals', ({ query }: PageRequest) =>
    approvals.filter(({ status }) => [undefined, status].includes(query['status'])),
  );
  const page = await open('/risk');
  await page.getByText('An order of an agent waits for your approval').waitFor();
  await page.getByRole('link', { name: 'Approvals', exact: true }).last().click();
  const card = page.getByRole('region', { name: 'Approval apr_9' });
  await card.getByRole('heading', { name: 'BUY 100 NO up to 48¢, IOC' }).waitFor();
  await card
    .getByText('The key may spend up to $40.00 on an order without asking; this one costs more.')
    .waitFor();
  await card.getByText(/^key_agent requested it .* ago for subaccount sa_1/).waitFor();
  await shows(
    () => figuresOf(card),
    [
      'Needs approval above $40.00',
      'Most an order may cost $60.00',
      'Spent today $12.50 of $200.00',
      'Result today −$0.40, at most $50.00 loss',
      'Orders in the last hour 3 of 30',
      'Money simulated venues only',
      'Venues Demo, Kalshi',
      'Categories Weather',
    ],
  );
  const rows = await cellsOf(tableOf(page, 'Decided'));
  assert.deepEqual(
    rows.map((cells) => cells.at(-1)),
    ['approved by key_me · ord_5', 'expired without an answer'],
  );
});

test('a key without the permission risk reads approvals and cannot decide', async () => {
  service.on('GET /v1/account', {
    account_id: 'acc',
    key_id: 'k',
    permissions: ['read'],
    subaccounts: ['sa_1', 'sa_2'],
    agent: null,
  });
  const page = await open('/approvals');
  await page.getByText('This key can read approvals but not decide.', { exact: false }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve …' }).count(), 0);
});
