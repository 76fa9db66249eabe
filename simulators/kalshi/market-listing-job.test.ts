import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAt } from '../catalogue/all-events.ts';
import { laterEditions } from '../catalogue/recurring-events.ts';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import { type Json, KalshiHarness, orderBody, questionOf, TICKER } from './kalshi-simulator.fixture.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const SHORT_MS = SHORT * DAY_MS;
const START = new KalshiHarness().clock.now();
const LATER = questionOf('KXTEST-2-A', { openInDays: SHORT, closeInDays: 2 * SHORT, eventTitle: 'Again?' });

/** Lists one market when the other closes. */
function deskWithLater(): KalshiHarness {
  const opensAt = START + SHORT_MS;
  const desk = new KalshiHarness({
    questions: [questionOf(TICKER, { closeInDays: SHORT })],
    timetable: (now) =>
      now < opensAt ? { questions: [], until: opensAt } : { questions: [LATER], until: opensAt + SHORT_MS },
  });
  desk.exchange.start();
  return desk;
}

const statusOf = async (desk: KalshiHarness, ticker: string): Promise<unknown> =>
  (await desk.call('GET', `/markets/${ticker}`)).body.market?.status;

test('a market that is asked later is listed in its time, told on the stream, and traded', async () => {
  const desk = deskWithLater();
  const socket = desk.socket();
  socket.subscribe('market_lifecycle_v2');
  assert.equal((await desk.call('GET', '/markets/KXTEST-2-A')).status, 404);
  desk.clock.advance(SHORT_MS + 250);
  const created = socket.take().find(({ msg }) => msg?.event_type === ('created' as unknown));
  assert.equal(created?.msg?.market_ticker, 'KXTEST-2-A');
  assert.equal(created?.msg?.additional_metadata?.title, 'Again?');
  assert.deepEqual([await statusOf(desk, TICKER), await statusOf(desk, 'KXTEST-2-A')], ['closed', 'active']);
  const { body } = await desk.call('GET', '/events/KXTEST-2');
  assert.equal(body.event?.title, 'Again?');
  const ack = await desk.call('POST', '/portfolio/events/orders', {
    ...orderBody('bid', '3 @ 0.40'),
    ticker: 'KXTEST-2-A',
  });
  assert.equal(ack.status, 201);
});

test('it is there after a kill with what was done in it, and is not listed twice', async () => {
  const desk = deskWithLater();
  desk.clock.advance(SHORT_MS + 250);
  await desk.call('POST', '/portfolio/events/orders', {
    ...orderBody('bid', '3 @ 0.40'),
    ticker: 'KXTEST-2-A',
  });
  desk.restart();
  desk.clock.advance(1_000);
  const { body } = await desk.call('GET', '/markets?event_ticker=KXTEST-2');
  const [market, ...others] = body.markets as unknown as Json[];
  assert.deepEqual([market?.yes_bid_dollars, others.length], ['0.4000', 0]);
});

test('after a year as many markets are open as at the start', async () => {
  const timetable = (now: number) => laterEditions(START, now);
  const desk = new KalshiHarness({ questions: eventsAt(START), timetable });
  desk.clock.advance(365 * DAY_MS); // nobody is here
  desk.restart();
  const open = (await desk.call('GET', '/markets?status=open&limit=1000')).body.markets as unknown as Json[];
  const first = eventsAt(START).flatMap(({ kalshi }) => kalshi?.ticker ?? []);
  const names = open.map(({ ticker }) => (ticker as unknown as string).replace(/-ED\d+$/, ''));
  assert.deepEqual(names.toSorted(), first.toSorted());
});

test('the house quotes a new market at once', async () => {
  const housed = new KalshiHarness({
    house: DEFAULT_MARKET_MAKER,
    timetable: () => ({ questions: [LATER], until: Number.POSITIVE_INFINITY }),
  });
  housed.exchange.start();
  const quoted = (await housed.call('GET', '/markets/KXTEST-2-A')).body.market;
  assert.notEqual(quoted?.yes_bid_dollars, '0.0000');
});
