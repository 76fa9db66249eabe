import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { ComplexOrder, MatchListing, OrderPreview } from '../../sdk/src/index.ts';
import { cellsOf, figuresOf, health, openPages, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { ASSET, complexOrder, DRY, NOW, order, RAIN } from './scripted-records.ts';
import type { PageRequest } from './scripted-service.ts';

// Every figure of the pages of markets and venues, from fixed records.

const service = scriptedService();
const open = await openPages(service);
const idsOf = (text: string | undefined): readonly number[] =>
  (text ?? '').split(',').filter(Boolean).map(Number);
const level = (price: string, qty: string) => ({ price, qty });
const part = (price: string, venue: string, id: number, qty: string) => ({
  ...level(price, qty),
  breakdown: [{ venue, instrument_id: id, qty }],
});

service.onStream('orderbooks', ({ instrument_id: ids, generic_asset_id: assets }) => [
  ...idsOf(ids).map((id) => ({
    type: 'book',
    instrument_id: id,
    bids: [level('0.46', '10'), level('0.45', '2000')],
    asks: [level('0.5', '30')],
    timestamp: NOW,
    sequence: 1,
  })),
  ...idsOf(assets).map((id) => ({
    type: 'aggregated_book',
    generic_asset_id: id,
    bids: [part('0.52', 'Kalshi', 21, '10'), part('0.46', 'Demo', 11, '5')],
    asks: [part('0.5', 'Demo', 11, '30')],
    members: [
      { venue: 'Demo', instrument_id: 11, status: 'live', age_ms: 4_000, inverted: false },
      { venue: 'Kalshi', instrument_id: 21, status: 'stale', age_ms: 300_000, inverted: true },
    ],
    timestamp: NOW,
    sequence: 1,
  })),
]);
service.on('GET /v1/markets/11/stats', {
  instrument_id: 11,
  volume_24h: '12500',
  last_price: '0.47',
  open_interest: '9',
});
service.on('GET /v1/markets/12/stats', { instrument_id: 12, last_price: '0.33' });

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });

const candle = (hoursAgo: number, close: string) => ({
  t: NOW - hoursAgo * 3_600_000,
  o: '0.5',
  h: '0.6',
  l: '0.3',
  c: close,
  v: '1',
});

test('the list of markets shows venue, category, closing time, gap, change, quote and volume', async () => {
  service.on('GET /v1/candles', ({ query: { instrument_id: id } }: PageRequest) => {
    if (id === '11') return [candle(40, '0.6'), candle(30, '0.505'), candle(1, '0.47')];
    return id === '21' ? [candle(30, '0.5'), candle(2, '0.53')] : [candle(3, '0.2')];
  });
  const page = await open('/');
  const rows = page.getByRole('list', { name: 'Markets' }).getByRole('listitem');
  const textsOf = (): Promise<readonly string[]> =>
    rows.evaluateAll((all) =>
      all.map((row) => (row as unknown as { innerText: string }).innerText.replaceAll(/\s*\n+\s*/g, ' | ')),
    );
  await shows(textsOf, [
    'Rain in London | Demo · Weather | closes in 11 h | gap 2¢ | closes 1 Jul 2026 | 24 h −3.5¢ | 46¢ / 50¢ | spread 4¢ · 24 h vol 12,500',
    'London stays dry | Kalshi · Climate | closes in 11 h | gap 2¢ | closes 1 Jul 2026 | 24 h +3¢ | 46¢ / 50¢ | spread 4¢ ·',
    'Fed cuts in July | Demo · Economy | closes 20 Jul 2026 | 46¢ / 50¢ | spread 4¢ ·',
  ]);
  await rows.first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Rain in London' }).waitFor();
});

test('the matched page shows each member in terms of the asset, and the gap between members', async () => {
  const page = await open('/assets');
  await shows(
    () => cellsOf(tableOf(page, `Members of ${ASSET.title}`)),
    [
      ['Rain in London / Demo · RAIN', '46¢', '50¢', '5 / 30', 'live, unchanged for 4 s'],
      [
        'London stays dry / Kalshi · KXDRY · inverted: its YES is the asset’s NO',
        '52¢',
        '–',
        '10 / –',
        'no book: stale, unchanged for 5 min',
      ],
    ],
  );
  await page.getByText('Bid above ask across members by 2¢, before fees').waitFor();
  service.push('orderbooks', {
    type: 'unavailable',
    generic_asset_id: 5,
    error: 'no_book',
    message: 'all stale',
  });
  await page.getByText('No book: all stale').waitFor();
  await page.getByLabel('Search matched markets').fill(' rain ');
  await shows(async () => service.sent('GET /v1/generic-assets').at(-1)?.query, { q: 'rain' });
});

test('the trade page shows the book of the chosen outcome, its warnings, and what is held', async () => {
  const page = await open('/trade/11');
  const card = page.locator('.trade-book');
  await card.getByText('bid 46¢ · ask 50¢').waitFor();
  await card.getByText('NO', { exact: true }).click();
  await card.getByText('bid 50¢ · ask 54¢').waitFor();
  await ticketOf(page).getByText('1¢ to 99¢, tick 1¢').waitFor();
  await ticketOf(page).getByRole('button', { name: 'Buy NO' }).waitFor();
  await card.getByText('All venues').click();
  await card.getByText('bid 50¢ · ask 48¢').waitFor();
  await card
    .getByText('Crossed members: one bids at or above the ask of another. Without Kalshi: stale for 5 min.')
    .waitFor();
  const held = ticketOf(page).getByRole('group', { name: 'Position' });
  // Kalshi's listing is inverted: 31 NO of it are 31 YES of this market.
  await shows(
    () => held.innerText(),
    'Demo: 20 YES at 40¢ +$3.00 \nClose\n\nKalshi: 31 YES at 46¢ −$0.93 NO of that listing\n\nTogether: 51 YES',
  );
  assert.equal(
    await ticketOf(page).getByRole('combobox', { name: 'Routing' }).inputValue(),
    'Best price: all at one venue',
  );
});

test('an inverted member shows the other outcome of the asset, and its own prices and steps', async () => {
  const page = await open('/trade/21');
  const card = page.locator('.trade-book');
  await card.getByText('bid 46¢ · ask 50¢').waitFor();
  await card.getByText('All venues').click();
  await card.getByText('bid 50¢ · ask 48¢').waitFor();
  await ticketOf(page).getByText('0.2¢ to 99.8¢, tick 0.1¢').waitFor();
  const held = ticketOf(page).getByRole('group', { name: 'Position' });
  await shows(
    () => held.innerText(),
    'Demo: 20 NO at 40¢ +$3.00 YES of that listing\n\nKalshi: 31 NO at 46¢ −$0.93 \nClose\n\nTogether: 51 NO',
  );
});

test('an order on the asset, or on another member, is shown in terms of the market of the page', async () => {
  service.onStream('orders', () => [
    {
      type: 'snapshot',
      subaccount_id: 'sa_1',
      timestamp: NOW,
      orders: [
        order(9, { instrument_id: 21, generic_asset_id: 5, routing: { mode: 'BEST_PRICE' } }),
        order(8, { instrument_id: 11 }),
      ],
    },
  ]);
  const page = await open('/trade/21?book=all');
  const orders = page.getByRole('table', { name: 'My orders' });
  const place = 'placed as YES';
  for (const name of ['ord_9', 'ord_8']) {
    const row = orders.getByRole('row').filter({ hasText: name });
    await row.getByText(/^BUY NO/).waitFor();
    await row.getByText(place).waitFor();
  }
});

test('a book that is not current and a venue that is not healthy are stated with their reason', async () => {
  service.on('GET /v1/venues/health', [
    health('Demo', { healthy: false, reason: 'no answer' }),
    health('Kalshi'),
  ]);
  const page = await open('/trade/12');
  await page.getByText('Demo: no answer.').first().waitFor();
  await page.getByRole('alert').getByText('Not healthy: Demo for 0 s (no answer)').waitFor();
  service.push('orderbooks', {
    type: 'unavailable',
    instrument_id: 12,
    error: 'no_book',
    message: 'the book is stale',
  });
  await page.getByText(/^No book for .*: the book is stale \(Demo: no answer\.\)/).waitFor();
  service.on('GET /v1/venues/health', [health('Demo'), health('Kalshi')]);
});

test('trades and statistics are those of the market, with their units', async () => {
  const trade = { venue: 'Demo', instrument_id: 11, price: '0.47', qty: '1500' };
  service.on('GET /v1/markets/11/trades', [{ ...trade, id: 7, side: 'SELL', timestamp: NOW - 1_000 }]);
  const page = await open('/trade/11');
  await page.getByRole('tab', { name: 'Trades' }).click();
  const tape = page.getByRole('tabpanel', { name: 'Trades' }).getByRole('table');
  const seen = ['11:59:59', 'sells', '47¢', '1,500'];
  await shows(() => cellsOf(tape), [seen]);
  service.push('tradeprints', { ...trade, type: 'tradeprint', id: 7, side: 'SELL', timestamp: NOW - 1_000 });
  service.push('tradeprints', { ...trade, type: 'tradeprint', id: 8, side: 'BUY', qty: '2', timestamp: NOW });
  await shows(() => cellsOf(tape), [['12:00:00', 'buys', '47¢', '2'], seen]);
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await shows(
    () => cellsOf(page.getByRole('tabpanel', { name: 'Statistics' }).getByRole('table')),
    [
      ['Last price', '47¢'],
      ['Volume in 24 h', '12,500'],
      ['Open interest', '9'],
      ['Price tick', '0.01'],
      ['Price range', '0.01 to 0.99'],
      ['Quantity step', '1'],
      ['Smallest order', '1'],
      ['Opened', '1 Jun 2026, 00:00'],
      ['Closes', '1 Jul 2026, 23:00'],
      ['Instrument', '11 · Demo:RAIN-LON-JUL01'],
    ],
  );
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByText(String(RAIN.description)).waitFor();
});

const PREVIEW: OrderPreview = {
  mode: 'SPLIT',
  legs: [
    {
      leg: 1,
      venue: 'Demo',
      instrument_id: 11,
      outcome: 'YES',
      price: '0.5',
      qty: '1030',
      sent_as: null,
      expected: { takes_qty: '30', rests_qty: '1000', avg_price: '0.49876', fee: '0.63581', cost: '515' },
    },
    {
      leg: 2,
      venue: 'Kalshi',
      instrument_id: 21,
      outcome: 'NO',
      price: '0.48',
      qty: '5',
      sent_as: null,
      expected: null,
    },
  ],
  unroutable: 'no_liquidity',
  unrouted_qty: '1200',
  opens_qty: '1030',
  candidates: [
    {
      venue: 'Kalshi',
      instrument_id: 21,
      book_sequence: 1,
      book_age_ms: 1,
      best_price: '0.48',
      dropped: 'qty_step',
    },
  ],
  least_cost: true,
  totals: { cost: '515.005', fees: '0.63581', max_loss: '1', payout: '1' },
  risk: [
    {
      scope: 'account',
      max_order_qty: { max: null, value: '0', after: '1' },
      max_position_qty: { max: '2000', value: '1', after: '1900' },
      max_open_orders: { max: 3, value: 2, after: 3 },
    },
  ],
  warnings: [{ code: 'crosses_own_order', order_id: 'ord_77' }],
};

test('the preview shows cost, fees, route, skipped venues, limits and warnings', async () => {
  service.on('POST /v1/orders/preview', PREVIEW);
  const page = await open('/trade/11');
  await ticketOf(page)
    .getByLabel(/^Limit price/)
    .fill('50');
  await ticketOf(page).getByLabel('Contracts').fill('1,030');
  const preview = page.getByRole('region', { name: 'Preview' });
  await shows(
    () => cellsOf(tableOf(preview, 'Planned route')),
    [
      ['Demo / RAIN', '1,030 / 1,000 rest', '49.88¢', '$0.6359'],
      ['Kalshi / KXDRY', '5', '48¢', '–'],
    ],
  );
  await shows(
    () => figuresOf(preview),
    [
      'Costs with fees $515.01',
      'Fees $0.64',
      'Not placed 1,200 contracts',
      'Contracts held and resting, account 1,900 of 2,000',
      'Open orders, account 3 of 3',
    ],
  );
  await shows(
    () => preview.getByRole('list', { name: 'Skipped' }).innerText(),
    'Kalshi KXDRY at 48¢: the quantity is not a multiple of its quantity step',
  );
  await preview.getByText('The order would be closed at once: no liquidity to trade against.').waitFor();
  await preview.getByText('crosses your own orders at other venues: ord_77.').waitFor();
  assert.deepEqual(service.sent('POST /v1/orders/preview').at(-1)?.body, {
    subaccount_id: 'sa_1',
    side: 'BUY',
    qty: '1030',
    instrument_id: 11,
    outcome: 'YES',
    routing: { mode: 'DIRECT' },
    type: 'LIMIT',
    tif: 'GTC',
    price: '0.5',
  });
});

test('the chart states its range and own fills in terms of the chosen outcome', async () => {
  const candle = { t: NOW, o: '0.4', h: '0.6', l: '0.3', c: '0.5', v: '1' };
  service.on('GET /v1/candles', [candle, { ...candle, c: '0.45' }]);
  service.onStream('orders', () => [
    { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW, orders: [order(1, { price: '0.2' })] },
  ]);
  const page = await open('/trade/11');
  await page.getByText('From 40¢ to 45¢ over 2 candles. Your orders rest at 20¢.').waitFor();
  const mine = tableOf(page, 'My orders');
  await shows(
    () => cellsOf(mine),
    [['DIRECT · Demo / BUY YES at 20¢ · 4 / 10 / PARTIAL / ord_1 12:00:00', 'Amend / Cancel']],
  );
  await page.locator('.trade-book').getByText('NO', { exact: true }).click();
  await page.getByText('From 60¢ to 55¢ over 2 candles. Your orders rest at 80¢.').waitFor();
  await page.getByText('15m').click();
  await shows(async () => service.sent('GET /v1/candles').at(-2)?.query, {
    instrument_id: '11',
    interval: '15m',
    limit: '500',
  });
});

test('a venue shows its health, capabilities, request budget, latency and latest changes', async () => {
  const change = (minute: number, healthy: boolean, reason: string | null) => ({
    at: `2026-07-01T11:0${minute}:00.000Z`,
    healthy,
    reason,
  });
  service.on('GET /v1/venues/Demo/health', {
    ...health('Demo'),
    budgets: [{ name: 'write', left: 20, burst: 1_000, per_second: 10, for_cancels: true }],
    latency: [{ t: NOW, checks: 60, p50_ms: 5, p90_ms: 7, p99_ms: 9, max_ms: 11 }],
    changes: [1, 2, 3, 4, 5, 6].map((minute) =>
      change(minute, minute % 2 === 0, minute === 5 ? 'silence' : null),
    ),
  });
  service.on('GET /v1/venues/Kalshi/health', { ...health('Kalshi'), budgets: [], latency: [], changes: [] });
  const page = await open('/venues');
  const card = page.getByRole('region', { name: 'Demo' });
  await card.getByText('● Healthy, answers in 12 ms checked 11:59:58').waitFor();
  await shows(
    () => figuresOf(card),
    [
      'Orders supported',
      'Money simulated',
      'Amend in place',
      'Amend to a larger quantity possible',
      'Post-only orders supported',
      'Reduce-only orders not supported',
      'Cancel on pause supported',
      'Self-trade prevention by the venue',
      'Time in force GTC until cancelled, IOC immediate or cancel, FOK fill or kill, GTD until a given time',
      'Time in force of sales GTC until cancelled',
      'write, reserved for cancels 20 of 1,000, 10 a second',
    ],
  );
  assert.equal(await card.locator('.bar > div').getAttribute('class'), 'bar-over');
  await card
    .getByText('Last five minutes: median 5 ms, 99th percentile 9 ms, maximum 11 ms over 60 checks.')
    .waitFor();
  await shows(
    () => card.getByRole('list', { name: 'Changes' }).getByRole('listitem').allInnerTexts(),
    [
      '● healthy 1 Jul 2026, 11:06',
      '▲ unhealthy 1 Jul 2026, 11:05: silence',
      '● healthy 1 Jul 2026, 11:04',
      '▲ unhealthy 1 Jul 2026, 11:03',
      '● healthy 1 Jul 2026, 11:02',
    ],
  );
  const kalshi = page.getByRole('region', { name: 'Kalshi' });
  await shows(
    async () => (await figuresOf(kalshi)).slice(2, 8),
    [
      'Amend cancel and replace',
      'Amend to a larger quantity not possible',
      'Post-only orders supported',
      'Reduce-only orders supported',
      'Cancel on pause supported',
      'Self-trade prevention by this service',
    ],
  );
  await page.getByRole('region', { name: 'Polymarket' }).getByText('– Disabled.').waitFor();
});

const listing = (market: typeof RAIN, change: Partial<MatchListing>): MatchListing => ({
  ...market,
  rules: market.description,
  rules_secondary: null,
  venue_terms: {},
  ...change,
});

test('a comparison marks what only one text has, and shows times, terms, reasons and the relation', async () => {
  const first = listing(RAIN, {
    outcome_name: 'Rain',
    event_id: 'e1',
    event_title: 'Weather',
    event_exclusive: 'AT_MOST_ONE',
  });
  const other = listing(DRY, { venue_terms: { strike: '0.2 mm' } });
  const judged = {
    verdict: 'unsure',
    score: 0.734,
    relation: 'inverted',
    inverted: true,
    safety: { level: 'BLOCK', clauses: [{ name: 'date', words: 'other day' }] },
    reasons: [{ name: 'date', kind: 'veto', weight: 3, words: 'other day' }],
  };
  service.on('GET /v1/matching/proposals', [{ ...judged, first, other }]);
  service.on('GET /v1/markets', [RAIN, { ...DRY, outcome_name: 'Snow' }]);
  service.on('GET /v1/matching/compare', {
    members: [first, other],
    reviews: [],
    comparisons: [
      {
        ...judged,
        other: 21,
        differences: [
          {
            field: 'title',
            same: false,
            segments: [
              { in: 'first', text: 'Rain ' },
              { in: 'both', text: 'in London' },
              { in: 'other', text: ' stays dry' },
              { in: 'first', text: ' stays' },
            ],
          },
          {
            field: 'close_time',
            same: false,
            segments: [
              { in: 'first', text: '2026-07-01T23:00:00.000Z' },
              { in: 'other', text: '2026-07-02T23:00:00.000Z' },
            ],
          },
          { field: 'rules_secondary', same: true, segments: [] },
        ],
      },
    ],
  });
  const page = await open('/review');
  const card = page.getByRole('region', { name: 'Rain in London and London stays dry' });
  await card.getByText('unsure · 73 of 100').waitFor();
  await card.getByRole('button', { name: 'Compare' }).click();
  await card
    .getByText('Inverted: YES at Demo (Rain) is NO at Kalshi. Buying YES here is buying NO there.')
    .waitFor();
  await shows(
    () => cellsOf(card.locator('table.side-by-side')),
    [
      ['Title / differs', 'Rain in London stays', 'in London stays dry'],
      ['Closes / differs', '1 Jul 2026, 23:00', '2 Jul 2026, 23:00'],
      ['Terms', 'strike 0.2 mm'],
      ['Event', 'Weather · at most one outcome resolves YES', 'none'],
      ['Other outcomes', 'Snow', 'none'],
    ],
  );
  const marksOf = async (selector: string): Promise<readonly string[]> =>
    (await card.locator(`table ${selector}`).allInnerTexts())
      .map((text) => text.trim())
      .filter((text) => text !== '');
  assert.deepEqual(await marksOf('mark.moved'), ['stays', 'stays']);
  assert.deepEqual(await marksOf('mark:not(.moved)'), [
    'Rain',
    'dry',
    '1 Jul 2026, 23:00',
    '2 Jul 2026, 23:00',
  ]);
  await card.getByText('One contract with YES and NO swapped.').waitFor();
  await shows(
    () => card.getByRole('list', { name: 'Reasons of the score' }).innerText(),
    '✕ other day veto, weight 3',
  );
  assert.deepEqual(service.sent('GET /v1/matching/compare').at(-1)?.query, { instrument_ids: '11,21' });
  assert.deepEqual(service.sent('GET /v1/markets').at(-1)?.query, { event_id: 'e1', limit: '200' });

  service.on('POST /v1/matching/approve', {});
  await card.getByLabel(/^Why/).fill(' read ');
  await card.getByLabel(/^I have read both/).check();
  await card.getByRole('button', { name: 'Approve, inverted' }).click();
  await card.waitFor({ state: 'detached' });
  assert.deepEqual(service.sent('POST /v1/matching/approve').at(-1)?.body, {
    members: [{ instrument_id: 11 }, { instrument_id: 21, inverted: true }],
    why: 'read',
    despite: true,
  });
});

test('decisions are listed newest first, with who decided, why, and inverted members', async () => {
  const review = (id: number, day: number, status: string) => ({
    generic_asset_id: id,
    status,
    simulated: true,
    title: `Asset ${id}`,
    members: ASSET.members,
    by: `key_${id}`,
    why: `reason ${id}`,
    at: `2026-06-0${day}T10:00:00.000Z`,
  });
  service.on('GET /v1/matching/reviews', [
    review(1, 1, 'APPROVED'),
    review(2, 3, 'REJECTED'),
    review(3, 2, 'SUSPENDED'),
  ]);
  service.on('GET /v1/matching/reviews/2', {
    ...review(2, 3, 'REJECTED'),
    history: [review(2, 1, 'APPROVED')],
  });
  const page = await open('/review');
  await page.getByRole('tab', { name: 'Decided' }).click();
  const members = 'Demo RAIN · Kalshi KXDRY (inverted: its NO is the asset’s YES)';
  await shows(
    () => cellsOf(tableOf(page, 'Decided')),
    [
      [`Asset 2 / ${members}`, 'REJECTED', 'reason 2 / key_2, 3 Jun 2026, 10:00', 'History'],
      [`Asset 3 / ${members}`, 'SUSPENDED', 'reason 3 / key_3, 2 Jun 2026, 10:00', 'History'],
      [`Asset 1 / ${members}`, 'APPROVED', 'reason 1 / key_1, 1 Jun 2026, 10:00', 'History'],
    ],
  );
  await page.getByRole('button', { name: 'History of Asset 2' }).click();
  await page
    .getByRole('list', { name: 'History' })
    .getByText('1 Jun 2026, 10:00: APPROVED by key_2, reason 2')
    .waitFor();
});

test('the opportunities page shows the gain, cost, legs and settlement of each set', async () => {
  const leg = (venue: string, id: number, outcome: string, price: string) => ({
    venue,
    instrument_id: id,
    side: 'BUY',
    outcome,
    avg_price: price,
    worst_price: price,
    fee: '0.3',
    qty: '40',
  });
  service.on('GET /v1/opportunities', [
    {
      id: 'opp_91',
      kind: 'CROSS',
      generic_asset_id: 501,
      event_id: null,
      legs: [leg('Demo', 11, 'YES', '0.46'), leg('Kalshi', 21, 'NO', '0.51')],
      qty: '40',
      edge_per_set: '0.0163',
      edge_total: '0.65',
      capital: '39.35',
      return: '0.01651842',
      annualised: '0.3173',
      days: '19',
      settlement: {
        risk: 'HIGH',
        differences: [],
        worst_case_total: '-39.35',
        reviewed_by: 'acc_1',
        reviewed_at: null,
      },
      oldest_book_ms: 90,
      opened_at: '2026-07-01T12:00:00.000Z',
      lasted_ms: 4100,
      executable: false,
      blocked_by: ['settlement_risk'],
    },
  ]);
  const edge = { at: '2026-07-01T11:00:02.000Z', edge_per_set: '0.0125', edge_total: '0.5', qty: '40' };
  const record = {
    id: 'opp_90',
    kind: 'CROSS',
    generic_asset_id: 501,
    event_id: null,
    legs: [{ venue: 'Kalshi', instrument_id: 21, side: 'BUY', outcome: 'NO' }],
    opened_at: '2026-07-01T11:00:00.000Z',
    closed_at: '2026-07-01T11:00:04.000Z',
    lasted_ms: 4_000,
    best: edge,
    last: edge,
  };
  service.on('GET /v1/opportunities/history', [{ ...record, id: 'opp_91', closed_at: null }, record]);
  const points = [0.01, 0.03, 0.0163].map((value, at) => ({
    t: 1_782_907_200_000 + at * 1_000,
    edge_per_set: String(value),
  }));
  service.on('GET /v1/opportunities/opp_91/history', { ...record, points });
  const page = await open('/opportunities');
  const closed = page.getByRole('table', { name: 'Closed opportunities' }).getByRole('row');
  await closed.nth(1).waitFor();
  assert.equal(await closed.count(), 2); // the head, and the one that closed
  const past = await closed.nth(1).innerText();
  for (const part of ['4 s', '1.25¢', '+$0.50', '40', 'NO · Kalshi'])
    assert.ok(past.includes(part), `${part} in ${past}`);
  const table = page.getByRole('table', { name: 'Sets that may settle differently' });
  const curve = table.locator('polyline');
  await curve.waitFor();
  const drawn = (await curve.getAttribute('points'))?.split(' ') ?? [];
  assert.deepEqual([drawn.length, drawn[0], drawn[1]], [3, '0.0,22.0', '48.0,2.0']);
  assert.equal(await page.getByRole('table', { name: 'Opportunities', exact: true }).count(), 0);
  const row = table.getByRole('row').nth(1);
  await row.waitFor();
  const text = await row.innerText();
  for (const part of [
    '0.65',
    '40',
    '39.35',
    '1.65 %',
    '31.73 % a year',
    '1.63¢',
    'YES up to 46¢',
    'NO up to 51¢',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  for (const part of ['the rules may differ', '39.35', 'the settlement risk must be accepted'])
    assert.ok(text.includes(part), `${part} in ${text}`);

  const sent: Record<string, unknown>[] = [];
  const hedge = { unhedged_since: null, legs: [], edge_promised: '0.65', edge_got: '0' };
  const pair = (status: ComplexOrder['status'], filled: string, unhedged: string) =>
    complexOrder(9, {
      type: 'HEDGED_PAIR',
      status,
      qty: '40',
      filled_qty: filled,
      hedge: { ...hedge, unhedged_qty: unhedged, lost_to: { fees: '0', slip: '0', delay: '0' } },
    });
  service.onStream('complex-orders', () => [
    { type: 'snapshot', subaccount_id: 'sa_1', timestamp: NOW, complex_orders: [] },
  ]);
  service.on('POST /v1/complex-orders/preview', () => ({
    would_trigger_now: false,
    watched_price: null,
    first_child: { legs: [], totals: null },
    children_max: null,
    max_cost: '39.35',
    max_loss: '39.35',
    reserved: '40',
    warnings: [],
    hedge: {
      kind: 'CROSS',
      settlement_risk: 'HIGH',
      differences: ['source'],
      qty: '40',
      edge_total: '0.65',
      worst_case_total: '-39.35',
    },
  }));
  service.on('POST /v1/complex-orders', ({ body }: PageRequest) => {
    sent.push(body as Record<string, unknown>);
    return pair('WORKING', '0', '4');
  });
  // The list is longer than the window, and the ticket opens above it.
  await page.setViewportSize({ width: 390, height: 400 });
  await row.getByRole('button', { name: 'Trade both legs' }).click();
  const ticket = page.getByRole('form', { name: 'Hedge ticket' });
  await page.waitForFunction(`(() => {
    const { top } = document.querySelector('form[aria-label="Hedge ticket"]').getBoundingClientRect();
    return top >= 0 && top < innerHeight;
  })()`);
  await ticket.getByText('Buy YES up to 46¢ · Demo · Rain in London').waitFor();
  await ticket.getByText('Buy NO up to 51¢ · Kalshi · London stays dry').waitFor();
  const place = ticket.getByRole('button', { name: 'Place both legs' });
  assert.equal(await place.isDisabled(), true); // the settlement risk is not accepted
  await ticket.getByRole('checkbox').check();
  const preview = ticket.getByRole('region', { name: 'Preview' });
  await preview.getByText('Worst payoff of these').waitFor();
  assert.ok((await preview.innerText()).includes('39.35'));
  assert.match(await preview.innerText(), /One leg alone costs at most\s+\$\d/);
  await place.click();
  // The ticket follows the order, and does not send a second one.
  await ticket.getByText('cpx_9 is WORKING, 0 of 40 sets filled, 4 of one leg alone.').waitFor();
  service.push('complex-orders', { type: 'complex_order', complex_order: pair('FILLED', '40', '0') });
  await ticket.getByText('cpx_9 is FILLED, 40 of 40 sets filled.').waitFor();
  assert.equal(await ticket.getByRole('button', { name: 'Placed' }).isDisabled(), true);
  await ticket.getByLabel('Sets').fill('20');
  assert.equal(await ticket.getByLabel('Unhedged at most').inputValue(), '2');
  await ticket.getByRole('button', { name: 'Place both legs' }).waitFor();
  const [order] = sent;
  assert.ok(order);
  assert.deepEqual([sent.length, order['type'], order['qty']], [1, 'HEDGED_PAIR', '40']);
  const params = order['params'] as Record<string, unknown>;
  assert.deepEqual([params['accept_settlement_risk'], params['unhedged_qty_max']], [true, '4']);
  assert.deepEqual([params['on_leg_risk'], params['chase_price']], ['UNWIND', '1.02']);
});
