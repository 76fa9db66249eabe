import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import {
  BOB,
  createEvent,
  getOrderId,
  type Json,
  KalshiHarness,
  orderBody,
  TICKER,
} from './kalshi-simulator.fixture.ts';
import { TIERS } from './request-costs.ts';

const ORDERS = '/portfolio/events/orders';

async function pages(harness: KalshiHarness, path: string, list: string): Promise<Json[][]> {
  const found: Json[][] = [];
  let cursor = '';
  do {
    const { body } = await harness.call('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    found.push(body[list] as unknown as Json[]);
    cursor = body.cursor as unknown as string;
  } while (cursor !== '');
  return found;
}

test('the last page has an empty cursor, and an invalid cursor is ignored', async () => {
  const events = Array.from({ length: 7 }, (_, index) => createEvent(`KXPAGE-1-${index}`));
  const harness = new KalshiHarness({ events });
  const found = await pages(harness, '/markets?limit=3', 'markets');
  assert.deepEqual(
    found.map((page) => page.map(({ ticker }) => ticker)),
    [['KXPAGE-1-0', 'KXPAGE-1-1', 'KXPAGE-1-2'], ['KXPAGE-1-3', 'KXPAGE-1-4', 'KXPAGE-1-5'], ['KXPAGE-1-6']],
  );
  const garbage = await harness.call('GET', '/markets?limit=3&cursor=garbage');
  assert.equal(garbage.body.markets?.[0]?.ticker, 'KXPAGE-1-0');
});

test('orders are listed newest first, and new orders do not shift later pages', async () => {
  const harness = new KalshiHarness();
  const placed: string[] = [];
  for (let count = 0; count < 5; count += 1)
    placed.unshift(getOrderId(await harness.place('bid', '1 @ 0.40')));
  harness.clock.advance(1_000);
  const first = await harness.call('GET', '/portfolio/orders?limit=2');
  await harness.place('bid', '1 @ 0.41');
  harness.clock.advance(1_000);
  const cursor = first.body.cursor as unknown as string;
  const second = await harness.call('GET', `/portfolio/orders?limit=2&cursor=${cursor}`);
  const ids = [first, second].flatMap(({ body }) => body.orders as unknown as Json[]);
  assert.deepEqual(
    ids.map(({ order_id: id }) => id),
    placed.slice(0, 4),
  );
});

test('a limit above the maximum gets the query validation error', async () => {
  const { status, body } = await new KalshiHarness().call('GET', '/markets?limit=1001');
  assert.equal(status, 400);
  assert.match(body.msg as unknown as string, /^Parameter validation failed for GetMarkets: .*'lte' tag$/);
});

test('the values of the status filter differ from those of the status field', async () => {
  const harness = new KalshiHarness();
  harness.exchange.controls.market({ market: TICKER, verb: 'pause' });
  const { body } = await harness.call('GET', '/markets?status=paused');
  const markets = body.markets as unknown as Json[];
  assert.deepEqual(
    markets.map(({ ticker, status }) => [ticker, status]),
    [[TICKER, 'inactive']],
  );
});

test('reads lag behind writes, but a second cancel sees the first', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '1 @ 0.40');
  const path = `/portfolio/orders/${getOrderId(placed)}`;
  assert.equal((await harness.call('GET', path)).status, 404);
  harness.clock.advance(300);
  assert.equal((await harness.call('GET', path)).body.order?.status, 'resting');
  await harness.call('DELETE', `${ORDERS}/${getOrderId(placed)}`);
  harness.clock.advance(299);
  assert.equal((await harness.call('GET', path)).body.order?.status, 'resting');
  assert.equal((await harness.call('DELETE', `${ORDERS}/${getOrderId(placed)}`)).status, 404);
  harness.clock.advance(1);
  assert.equal((await harness.call('GET', path)).body.order?.status, 'canceled');
});

test('an empty bucket returns 429 without hints, and refills', async () => {
  const tier = TIERS[0];
  assert.ok(tier !== undefined);
  const harness = new KalshiHarness({ tier });
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await harness.place('bid', '1 @ 0.40', { exchange_index: 0 })).status, 201);
  }
  const refused = await harness.place('bid', '1 @ 0.40', { exchange_index: 0 });
  assert.deepEqual([refused.status, refused.body], [429, { error: 'too many requests' }]);
  assert.deepEqual(Object.keys(refused.headers).sort(), ['content-type', 'date']);
  harness.clock.advance(100);
  assert.equal((await harness.place('bid', '1 @ 0.40', { exchange_index: 0 })).status, 201);
  harness.clock.advance(10_000);
  const orders = Array.from({ length: 11 }, () => orderBody('bid', '1 @ 0.40'));
  const whole = await harness.call('POST', `${ORDERS}/batched`, { orders });
  assert.equal(whole.status, 429, 'a cost above the bucket size is never allowed');
});

test('paused trading rejects orders and accepts cancels; a paused exchange rejects both', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '1 @ 0.40');
  harness.exchange.controls.venue({ verb: 'pause_trading' });
  const refused = await harness.place('bid', '1 @ 0.40');
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'trading_is_paused']);
  assert.equal((await harness.call('GET', '/exchange/status')).body.trading_active, false);
  harness.exchange.controls.venue({ verb: 'pause_exchange' });
  assert.equal((await harness.call('DELETE', `${ORDERS}/${getOrderId(placed)}`)).status, 503);
  harness.exchange.controls.venue({ verb: 'cancel_only' });
  assert.equal((await harness.call('DELETE', `${ORDERS}/${getOrderId(placed)}`)).status, 200);
  harness.exchange.controls.venue({ verb: 'resume' });
  assert.equal((await harness.place('bid', '1 @ 0.40')).status, 201);
});

test('resuming a market cancels all resting orders; pausing cancels only those with cancel_order_on_pause', async () => {
  const harness = new KalshiHarness();
  const [stays, goes] = [
    await harness.place('bid', '1 @ 0.40'),
    await harness.place('bid', '1 @ 0.40', { cancel_order_on_pause: true }),
  ];
  const status = async (id: string): Promise<unknown> => {
    harness.clock.advance(1_000);
    return (await harness.call('GET', `/portfolio/orders/${id}`)).body.order?.status;
  };
  harness.exchange.controls.market({ market: TICKER, verb: 'pause' });
  assert.deepEqual(
    [await status(getOrderId(stays)), await status(getOrderId(goes))],
    ['resting', 'canceled'],
  );
  assert.equal((await harness.place('bid', '1 @ 0.40')).body.error?.code, 'MARKET_NOT_ACTIVE');
  harness.exchange.controls.market({ market: TICKER, verb: 'resume' });
  assert.equal(await status(getOrderId(stays)), 'canceled');
});

test('a settled market pays YES its value and NO the rest, once, and publishes it', async () => {
  const harness = new KalshiHarness();
  harness.exchange.start();
  const socket = harness.socket();
  socket.subscribe('market_lifecycle_v2');
  await harness.place('ask', '10 @ 0.50', {}, BOB);
  await harness.place('bid', '10 @ 0.50');
  harness.exchange.controls.market({ market: TICKER, verb: 'settle', result: 'scalar', value: '0.37' });
  harness.clock.advance(10_000);
  const rows = async (signer = BOB): Promise<Json | undefined> =>
    (await harness.call('GET', '/portfolio/settlements', undefined, signer)).body.settlements;
  const [loser, winner] = [(await harness.call('GET', '/portfolio/settlements')).body, await rows()];
  assert.equal(loser.settlements?.[0]?.revenue, 370);
  assert.deepEqual([winner?.[0]?.revenue, winner?.[0]?.no_count_fp, winner?.[0]?.value], [630, '10.00', 37]);
  const positions = await harness.call('GET', '/portfolio/positions');
  assert.deepEqual(positions.body.market_positions, []);
  const { body } = await harness.call('GET', '/portfolio/balance?exchange_index=0', undefined, BOB);
  assert.equal(body.balance_dollars, '1001.3000', '5.00 paid, 6.30 back; a maker pays no fee here');
  const events = socket.take().flatMap(({ msg }) => msg?.event_type ?? []);
  assert.deepEqual(events, ['close_date_updated', 'determined', 'settled']);
  assert.equal((await harness.call('GET', `/markets/${TICKER}`)).body.market?.status, 'finalized');
});

test('a new tick is published, and prices on it are accepted', async () => {
  const harness = new KalshiHarness();
  assert.equal((await harness.place('bid', '1 @ 0.405')).status, 400);
  assert.equal(harness.exchange.controls.market({ market: TICKER, verb: 'tick', tick: '0.001' }), null);
  assert.equal((await harness.place('bid', '1 @ 0.405')).status, 201);
});

test('orders, fills, positions, cash and markets survive a kill', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '10 @ 0.50', {}, BOB);
  await harness.place('bid', '4 @ 0.50');
  const before = harness.exchange.controls.state();
  harness.restart();
  assert.deepEqual(harness.exchange.controls.state(), before);
  const more = await harness.place('bid', '9 @ 0.50');
  assert.deepEqual([more.body.fill_count, more.body.remaining_count], ['6.00', '3.00']);
});

test("the market maker quotes both sides around the fair value, trades, and leaves callers' orders alone", async () => {
  const harness = new KalshiHarness({
    marketMaker: { ...DEFAULT_MARKET_MAKER, quotesPerStep: 3, tradesPerStep: 2 },
  });
  harness.exchange.start();
  const placed = await harness.place('bid', '5 @ 0.99');
  assert.equal(placed.body.fill_count, '5.00');
  const rests = await harness.place('bid', '5 @ 0.01');
  harness.clock.advance(60_000);
  const { body } = await harness.call('GET', `/markets/${TICKER}`);
  assert.ok(Number(body.market?.volume_fp) > 5);
  assert.ok(Number(body.market?.yes_bid_dollars) < Number(body.market?.yes_ask_dollars));
  assert.equal(
    (await harness.call('GET', `/portfolio/orders/${getOrderId(rests)}`)).body.order?.status,
    'resting',
  );
});

test('candles exist for times before the first start and include each new trade', async () => {
  const harness = new KalshiHarness();
  const end = Math.floor(harness.clock.now() / 1000) + 60;
  const path = `/series/KXTEST/markets/${TICKER}/candlesticks`;
  const window = `start_ts=${end - 7200}&end_ts=${end}&period_interval=1`;
  const before = (await harness.call('GET', `${path}?${window}`)).body.candlesticks as unknown as Json[];
  assert.ok(before.length > 10);
  await harness.place('ask', '1 @ 0.50', {}, BOB);
  await harness.place('bid', '1 @ 0.50');
  const after = (await harness.call('GET', `${path}?${window}`)).body.candlesticks as unknown as Json[];
  assert.deepEqual(after.at(-1)?.price?.close_dollars, '0.5000');
  assert.equal((await harness.call('GET', `${path}?${window.replace(/1$/, '5')}`)).status, 400);
});

test('volume of 24 hours, last price and public trades agree with the candles, before and after a trade', async () => {
  const harness = new KalshiHarness();
  const sumCandles = async (from: number, until: number, minutes: number): Promise<number> => {
    const window = `start_ts=${from}&end_ts=${until}&period_interval=${minutes}`;
    const path = `/series/KXTEST/markets/${TICKER}/candlesticks?${window}`;
    const list = (await harness.call('GET', path)).body.candlesticks as unknown as Json[];
    assert.equal(list.at(-1)?.price?.close_dollars, (await market()).last_price_dollars);
    return list.reduce((sum, each) => sum + Number(each.volume_fp), 0);
  };
  const read = async () => {
    const end = Math.floor(harness.clock.now() / 1000);
    const trades: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `ticker=${TICKER}&min_ts=${end - 86_400 + 1}&limit=100&cursor=${cursor}`;
      const { body } = await harness.call('GET', `/markets/trades?${query}`);
      trades.push(...(body.trades as unknown as Json[]));
      cursor = typeof body.cursor === 'string' && body.cursor !== '' ? body.cursor : null;
    }
    assert.equal(new Set(trades.map(({ trade_id }) => trade_id)).size, trades.length);
    assert.equal(trades[0]?.yes_price_dollars, (await market()).last_price_dollars);
    const hour = Math.floor(end / 3_600) * 3_600;
    assert.equal(
      await sumCandles(hour - 36_000 + 60, hour + 3_600, 1),
      await sumCandles(hour - 36_000 + 3_600, hour + 3_600, 60),
    );
    return {
      volume: Number((await market()).volume_24h_fp),
      traded: trades.reduce((sum, { count_fp }) => sum + Number(count_fp), 0),
      minutes: await sumCandles(end - 86_400 + 120, end + 60, 1),
    };
  };
  const market = async () => (await harness.call('GET', `/markets/${TICKER}`)).body.market as unknown as Json;
  const before = await read();
  assert.ok(before.volume > 0);
  await harness.place('ask', '1 @ 0.50', {}, BOB);
  await harness.place('bid', '1 @ 0.50');
  const after = await read();
  assert.equal(after.volume, before.volume + 1);
  for (const { volume, traded, minutes } of [before, after])
    assert.deepEqual([traded, minutes], [volume, volume]);
});

test('request faults: not executed, executed without reply, rejected, retired path', async () => {
  const harness = new KalshiHarness();
  const { faults } = harness.exchange.controls;
  const place = (): Promise<unknown> => {
    const path = ORDERS;
    const body = {
      ticker: TICKER,
      side: 'bid',
      count: '1',
      price: '0.40',
      time_in_force: 'good_till_canceled',
    };
    const order = { ...body, self_trade_prevention_type: 'maker' };
    return harness.raw('POST', path, order, harness.sign('POST', path, BOB));
  };
  const getStatus = async (): Promise<unknown> => {
    const answer = (await place()) as string | { status: number };
    return typeof answer === 'string' ? answer : answer.status;
  };
  const kept = (): number => (harness.exchange.controls.state() as { orders: unknown[] }).orders.length;
  faults.add({ name: 'lost_request', times: 1 });
  assert.deepEqual([await getStatus(), kept()], ['reset', 0]);
  faults.add({ name: 'drop_after_accept', how: 'hang', method: 'POST', path: '/events/orders', times: 1 });
  assert.deepEqual([await getStatus(), kept()], ['hang', 1]);
  faults.add({ name: 'drop_after_accept', status: 503, times: 1 });
  assert.deepEqual([await getStatus(), kept()], [503, 2]);
  faults.add({ name: 'status', status: 429, times: 1 });
  assert.deepEqual([await getStatus(), kept()], [429, 2]);
  faults.add({ name: 'retired_path', times: 1 });
  assert.deepEqual([await getStatus(), kept()], [410, 2]);
  faults.add({ name: 'status', method: 'GET' });
  assert.deepEqual([await getStatus(), kept()], [201, 3]);
  const late = faults.add({ name: 'delay', ms: 700, times: 1 });
  assert.ok(typeof late !== 'string');
  const answer = place();
  await Promise.resolve();
  assert.equal(kept(), 4, 'executed at once');
  harness.clock.advance(700);
  assert.equal(((await answer) as { status: number }).status, 201);
});

test('reply faults: another order id, no optional fields, an unknown status', async () => {
  const harness = new KalshiHarness();
  const { faults } = harness.exchange.controls;
  faults.add({ name: 'wrong_ack_id', times: 1 });
  assert.match(getOrderId(await harness.place('bid', '1 @ 0.40')), /^0{8}-/);
  faults.add({ name: 'omit_optional', times: 1 });
  const placed = await harness.place('bid', '1 @ 0.40', { client_order_id: 'x' });
  assert.equal(placed.body.client_order_id, undefined);
  harness.clock.advance(1_000);
  faults.add({ name: 'unknown_enum', path: '/portfolio/orders', times: 1 });
  const { body } = await harness.call('GET', `/portfolio/orders/${getOrderId(placed)}`);
  assert.equal(body.order?.status, 'pondering');
});

test('an outside trader fills one resting order after all better prices', async () => {
  const harness = new KalshiHarness();
  const better = await harness.place('bid', '2 @ 0.45', {}, BOB);
  const placed = await harness.place('bid', '10 @ 0.40');
  const fill = (count?: string) =>
    harness.exchange.controls.act?.({ act: 'fill', order: getOrderId(placed), count });
  const read = async () => {
    harness.clock.advance(1_000);
    const { body } = await harness.call('GET', `/portfolio/orders/${getOrderId(placed)}`);
    return [body.order?.status, body.order?.fill_count_fp];
  };
  assert.equal(fill('3'), null);
  assert.deepEqual(await read(), ['resting', '3.00']);
  const { body } = await harness.call('GET', `/portfolio/orders/${getOrderId(better)}`, undefined, BOB);
  assert.equal(body.order?.status, 'executed');
  assert.equal(fill('0'), 'count is a number of contracts');
  assert.equal(fill(), null);
  assert.deepEqual(await read(), ['executed', '10.00']);
  assert.equal(fill(), 'order is the id of a resting order');
});
