import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAt } from '../catalogue/event-catalogue.ts';
import { getLaterEditions } from '../catalogue/recurring-events.ts';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import { createEvent, type Json, KalshiHarness, orderBody, TICKER } from './kalshi-simulator.fixture.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const SHORT_MS = SHORT * DAY_MS;
const START = new KalshiHarness().clock.now();
const LATER = createEvent('KXTEST-2-A', { openInDays: SHORT, closeInDays: 2 * SHORT, eventTitle: 'Again?' });

/** A simulator that lists one market when the other closes. */
function createHarness(): KalshiHarness {
  const opensAt = START + SHORT_MS;
  const harness = new KalshiHarness({
    events: [createEvent(TICKER, { closeInDays: SHORT })],
    schedule: (now) =>
      now < opensAt ? { events: [], until: opensAt } : { events: [LATER], until: opensAt + SHORT_MS },
  });
  harness.exchange.start();
  return harness;
}

const getStatus = async (harness: KalshiHarness, ticker: string): Promise<unknown> =>
  (await harness.call('GET', `/markets/${ticker}`)).body.market?.status;

test('a scheduled market is listed at its opening time, published, and tradable', async () => {
  const harness = createHarness();
  const socket = harness.socket();
  socket.subscribe('market_lifecycle_v2');
  assert.equal((await harness.call('GET', '/markets/KXTEST-2-A')).status, 404);
  harness.clock.advance(SHORT_MS + 250);
  const created = socket.take().find(({ msg }) => msg?.event_type === ('created' as unknown));
  assert.equal(created?.msg?.market_ticker, 'KXTEST-2-A');
  assert.equal(created?.msg?.additional_metadata?.title, 'Again?');
  assert.deepEqual(
    [await getStatus(harness, TICKER), await getStatus(harness, 'KXTEST-2-A')],
    ['closed', 'active'],
  );
  const { body } = await harness.call('GET', '/events/KXTEST-2');
  assert.equal(body.event?.title, 'Again?');
  const ack = await harness.call('POST', '/portfolio/events/orders', {
    ...orderBody('bid', '3 @ 0.40'),
    ticker: 'KXTEST-2-A',
  });
  assert.equal(ack.status, 201);
});

test('a later listed market survives a kill with its orders and is not listed twice', async () => {
  const harness = createHarness();
  harness.clock.advance(SHORT_MS + 250);
  await harness.call('POST', '/portfolio/events/orders', {
    ...orderBody('bid', '3 @ 0.40'),
    ticker: 'KXTEST-2-A',
  });
  harness.restart();
  harness.clock.advance(1_000);
  const { body } = await harness.call('GET', '/markets?event_ticker=KXTEST-2');
  const [market, ...others] = body.markets as unknown as Json[];
  assert.deepEqual([market?.yes_bid_dollars, others.length], ['0.4000', 0]);
});

test('after a year as many markets are open as at the start', async () => {
  const schedule = (now: number) => getLaterEditions(START, now);
  const harness = new KalshiHarness({ events: eventsAt(START), schedule });
  harness.clock.advance(365 * DAY_MS); // the process is down
  harness.restart();
  const open = (await harness.call('GET', '/markets?status=open&limit=1000')).body
    .markets as unknown as Json[];
  const first = eventsAt(START).flatMap(({ kalshi }) => kalshi?.ticker ?? []);
  const names = open.map(({ ticker }) => (ticker as unknown as string).replace(/-ED\d+/, ''));
  assert.deepEqual(names.toSorted(), first.toSorted());
});

test('the market maker quotes a new market at once', async () => {
  const harness = new KalshiHarness({
    marketMaker: DEFAULT_MARKET_MAKER,
    schedule: () => ({ events: [LATER], until: Number.POSITIVE_INFINITY }),
  });
  harness.exchange.start();
  const quoted = (await harness.call('GET', '/markets/KXTEST-2-A')).body.market;
  assert.notEqual(quoted?.yes_bid_dollars, '0.0000');
});

test('a folder of catalogue version 1 keeps its orders, under the tickers that its markets had', async () => {
  const harness = new KalshiHarness({ events: eventsAt(START, 1) });
  const placed = await harness.place('bid', '1 @ 0.01', { ticker: 'KXBRENT-100' });
  assert.equal(placed.status, 201);
  harness.restart();
  harness.clock.advance(1_000);
  const { body } = await harness.call('GET', '/portfolio/orders?status=resting');
  const [order] = body.orders as unknown as readonly Json[];
  assert.deepEqual([order?.ticker, order?.order_id], ['KXBRENT-100', placed.body.order_id]);
  assert.equal((await harness.call('GET', '/markets/KXHIGHDEN-D12-49-TO-50')).status, 200);
});
