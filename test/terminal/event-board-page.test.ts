import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, openPages, scriptedService, shows, tableOf } from './scripted-pages.ts';
import { NOW } from './scripted-records.ts';

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
