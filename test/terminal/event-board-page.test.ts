import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, openPages, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { NOW, order } from './scripted-records.ts';
import type { PageRequest } from './scripted-service.ts';

const service = scriptedService();
const open = await openPages(service);

const EVENT = {
  event_id: 'evt_31',
  venue: 'Demo',
  venue_event_id: 'WEATHER',
  series: null,
  title: 'London on July 1',
  status: 'OPEN',
  exclusive: 'AT_MOST_ONE',
  complete: true,
  augmented: false,
  netting: null,
  instrument_ids: [12, 11],
  members: [
    {
      instrument_id: 12,
      outcome_name: 'Fed cuts',
      status: 'OPEN',
      yes_bid: null,
      yes_ask: null,
      implied: '0.4',
    },
    {
      instrument_id: 11,
      outcome_name: 'Rain',
      status: 'OPEN',
      yes_bid: '0.46',
      yes_ask: '0.5',
      implied: '0.6',
    },
  ],
  sums: { yes_bid: '0.97', yes_ask: '1.04', mid: '1.005', qty_at_ask: '40', age_ms: 120, missing: [] },
  close_time: null,
};
service.on('GET /v1/events', [EVENT]);
service.on('GET /v1/events/evt_31', EVENT);
service.on('GET /v1/opportunities', []);
service.on('GET /v1/markets/11/stats', { instrument_id: 11, last_price: '0.47' });
service.onStream('orderbooks', ({ instrument_id: ids = '' }) =>
  ids
    .split(',')
    .map(Number)
    .filter((id) => id !== 12)
    .map((id) => ({
      type: 'book',
      instrument_id: id,
      bids: [{ price: id === 21 ? '0.55' : '0.46', qty: '10' }],
      asks: [{ price: id === 21 ? '0.56' : '0.5', qty: '30' }],
      timestamp: NOW,
      sequence: 1,
    })),
);

test('the board of an event has every outcome with its books, share and position, and the sums of YES', async () => {
  const page = await open('/events');
  await page.getByRole('link', { name: 'London on July 1' }).click();
  const table = tableOf(page, 'Outcomes');
  await shows(
    () => cellsOf(table),
    [
      ['Rain', '60.0 %', '10', '46¢', '50¢', '30', '47¢', '20 YES'],
      ['Kalshi NO of its market', '30', '44¢', '45¢', '10', '31 NO'],
      ['Fed cuts', '40.0 %', '–', '–', '–'],
    ],
  );
  await page.getByText('at most one outcome pays, all outcomes are listed').waitFor();
  assert.deepEqual((await page.locator('.headlines').innerText()).split(/\n+/), [
    'Sum of YES bids',
    '97¢',
    'Sum of YES asks',
    '104¢',
    'Sum of mids',
    '100.5¢',
    'Sets at the asks',
    '40',
  ]);
  await page.getByRole('checkbox', { name: 'Other venues' }).uncheck();
  await shows(async () => (await cellsOf(table)).length, 2);
  await page.getByRole('link', { name: 'Buy Rain at 50¢' }).press('Enter');
  await page.getByRole('heading', { name: 'Rain in London' }).waitFor();
});

test('a basket is previewed, confirmed once, sent as one batch, and a refused outcome is named', async () => {
  service.on('GET /v1/opportunities', [
    {
      id: 'opp_1',
      kind: 'ALL_YES',
      event_id: 'evt_31',
      qty: '40',
      edge_total: '1.2',
      legs: [
        { instrument_id: 11, outcome: 'YES', worst_price: '0.5' },
        { instrument_id: 12, outcome: 'YES', worst_price: '0.47' },
      ],
    },
  ]);
  service.on('GET /v1/events/evt_31', { ...EVENT, exclusive: 'EXACTLY_ONE' });
  service.on('POST /v1/orders/preview', ({ body }: PageRequest) => {
    const { instrument_id: id, qty } = body as { instrument_id: number; qty: string };
    const expected = {
      takes_qty: id === 11 ? qty : '30',
      rests_qty: '0',
      avg_price: id === 11 ? '0.5' : '0.47',
      fee: '0.1',
      cost: '1',
    };
    return { legs: [{ leg: 1, venue: 'Demo', instrument_id: id, outcome: 'YES', qty, expected }] };
  });
  service.on('POST /v1/orders/batch', ({ body }: PageRequest) => {
    const { orders } = body as { orders: { client_order_id: string }[] };
    const [first, second] = orders;
    return [
      {
        index: 0,
        ...order(7, {
          status: 'FILLED',
          qty: '40',
          filled_qty: '40',
          client_order_id: first?.client_order_id ?? '',
        }),
      },
      {
        index: 1,
        id: null,
        client_order_id: second?.client_order_id ?? null,
        status: 'REJECTED',
        error: 'risk_limit',
        message: 'Max order size 15',
        details: null,
      },
    ];
  });
  const page = await open('/events/evt_31');
  await page.getByRole('button', { name: 'Take all legs' }).click();
  const basket = page.getByRole('form', { name: 'Basket' });
  await basket.getByText('Fed cuts: only 30 of 40 on offer').waitFor();
  const preview = basket.getByRole('region', { name: 'Preview' });
  await shows(async () => (await preview.locator('dd').allInnerTexts()).join(' '), '$34.30 −$4.30 +$5.70');
  await basket.getByRole('button', { name: 'Buy the basket' }).click();
  assert.equal(service.sent('POST /v1/orders/batch').length, 0, 'nothing is sent before the confirmation');
  await basket.getByRole('button', { name: 'Confirm: buy 2 outcomes' }).click();
  await basket.getByText('Not all outcomes are bought').waitFor();
  await basket.getByText('YES Fed cuts: refused: Max order size 15').waitFor();
  await basket.getByText('YES Rain: ord_7 is FILLED: 40 of 40').waitFor();
  const [sent, ...others] = service.sent('POST /v1/orders/batch');
  assert.ok(sent !== undefined);
  const { orders } = sent.body as { orders: { client_order_id: string; tif: string; price: string }[] };
  assert.deepEqual(
    [others.length, orders.map(({ tif, price }) => `${tif} ${price}`)],
    [0, ['IOC 0.5', 'IOC 0.47']],
  );
  const [one, two] = orders.map(({ client_order_id: id }) => id);
  assert.ok(one !== undefined && one.endsWith('-1') && two === one.replace(/1$/, '2'));
});
