import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEvent,
  getError,
  PolymarketSimulatorHarness,
  read,
  type Trader,
} from './polymarket-simulator.fixture.ts';

const NOT_FOUND = "order can't be found - already canceled or matched";
const BUY = { side: 'BUY', maker: '5', taker: '10' } as const;

test('reads show an order 300 ms after acceptance, and no longer once it is closed', async () => {
  const { harness, yes, a } = await market();
  const { orderID } = await a.placed({ token: yes, ...BUY });
  const path = `/data/order/${String(orderID)}`;
  harness.clock.advance(299);
  assert.deepEqual([(await a.call('GET', path)).status, await openIds(a)], [404, []]);
  harness.clock.advance(1);
  const order = read(await a.call('GET', path));
  assert.deepEqual([order.status, order.original_size, order.price], ['LIVE', '10', '0.5']);
  assert.deepEqual(await openIds(a), [orderID]);
  await a.call('DELETE', '/order', { orderID });
  assert.equal((await a.call('GET', path)).status, 404);
  assert.equal(getError(await a.call('GET', '/data/order/0x12')), 'Invalid orderID');
});

test('the fault closed_order decides the reply for a closed order', async () => {
  const { harness, yes, a } = await market();
  const { orderID } = await a.placed({ token: yes, ...BUY });
  await a.call('DELETE', '/order', { orderID });
  harness.clock.advance(300);
  const answers: string[] = [];
  for (const how of ['null', 'object', 'empty', 'served']) {
    harness.fault({ name: 'closed_order', how });
    const reply = await a.call('GET', `/data/order/${String(orderID)}`);
    answers.push(how === 'served' ? String(read(reply).status) : reply.body);
    harness.simulator.controls.faults.remove('closed_order');
  }
  assert.deepEqual(answers, ['null', '{}', '', 'CANCELED']);
});

test('a trade with the market maker is stored before it is published: a kill right after does not lose it', async () => {
  const { harness, yes, a } = await market({}, { hasMarketMaker: true });
  harness.clock.advance(10_000);
  const { bids } = read(await harness.get(`/book?token_id=${yes}`)) as { bids: { price: string }[] };
  const maker = String(Math.round(Number(bids.at(-1)?.price) * 100)); // at the best price, with no order behind it
  await a.placed({ token: yes, side: 'BUY', maker, taker: '100' });
  const socket = harness.socket('/ws/user');
  socket.say({ auth: a.creds, type: 'user' });
  for (let ms = 0; ms < 600_000 && !socket.events.some(isTrade); ms += 5) harness.clock.advance(5);
  const published = socket.events.find(isTrade);
  assert.ok(published !== undefined);
  harness.restart();
  harness.clock.advance(1_000); // reads lag behind a match
  const trades = read(await a.call('GET', '/data/trades')).data as { id: string }[];
  assert.ok(trades.some(({ id }) => id === published['id']));
});

const isTrade = ({ event_type: type }: Record<string, unknown>): boolean => type === 'trade';

test('the four cancel routes list cancelled and not cancelled orders', async () => {
  const { harness, yes, no, a, b } = await market();
  const ids: unknown[] = [];
  for (const token of [yes, yes, no, no]) ids.push((await a.placed({ token, ...BUY, maker: '1' })).orderID);
  const foreign = (await b.placed({ token: yes, ...BUY, maker: '1' })).orderID;
  const one = read(await a.call('DELETE', '/order', { orderID: ids[0] }));
  assert.deepEqual(one, { canceled: [ids[0]], not_canceled: {} });
  const two = read(await a.call('DELETE', '/orders', [ids[0], ids[1], foreign]));
  const missed = { [String(ids[0])]: NOT_FOUND, [String(foreign)]: NOT_FOUND };
  assert.deepEqual(two, { canceled: [ids[1]], not_canceled: missed });
  harness.fault({ name: 'cancel_not_found', times: 1 });
  const live = read(await a.call('DELETE', '/order', { orderID: ids[2] }));
  assert.deepEqual(live, { canceled: [], not_canceled: { [String(ids[2])]: NOT_FOUND } });
  const ofToken = read(await a.call('DELETE', '/cancel-market-orders', { market: '', asset_id: no }));
  assert.deepEqual(ofToken.canceled, [ids[2], ids[3]]);
  assert.deepEqual(read(await b.call('DELETE', '/cancel-all')).canceled, [foreign]);
});

test('a GTD order expires one minute before its stated time, or at once with the fault early_expiry', async () => {
  const { harness, yes, a } = await market();
  const expiration = Math.floor(harness.clock.now() / 1000) + 180;
  await a.placed({ token: yes, ...BUY, type: 'GTD', expiration });
  harness.clock.advance(119_000);
  assert.equal((await openIds(a)).length, 1);
  harness.clock.advance(2_000);
  assert.equal((await openIds(a)).length, 0);
  await a.placed({ token: yes, ...BUY, type: 'GTD', expiration: expiration + 600 });
  harness.fault({ name: 'early_expiry' });
  harness.clock.advance(1_000);
  assert.equal((await openIds(a)).length, 0);
});

test('a marketable sports order is delayed, cannot be cancelled, and then trades', async () => {
  const { harness, yes, a } = await market({ secondsDelay: 3 });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.40', size: '10', type: 'GTC' });
  const { status, orderID } = await a.placed({ token: yes, ...BUY });
  assert.equal(status, 'delayed');
  const cancel = read(await a.call('DELETE', '/order', { orderID }));
  assert.deepEqual(cancel.canceled, []);
  harness.clock.advance(3_300);
  const trades = read(await a.call('GET', '/data/trades')).data as { taker_order_id: string }[];
  assert.equal(trades[0]?.taker_order_id, orderID);
});

test('the fault delayed decides how a delayed order ends: matched, resting, rejected or killed', async () => {
  const ends: string[] = [];
  for (const how of ['match', 'rest', 'refuse', 'kill']) {
    const { harness, yes, a } = await market();
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
    harness.fault({ name: 'delayed', how, ms: 1_000, times: 1 });
    assert.equal((await a.placed({ token: yes, ...BUY })).status, 'delayed');
    harness.clock.advance(1_300);
    const { orders } = harness.simulator.controls.state() as { orders: { status: string }[] };
    ends.push(orders[0]?.status ?? '');
  }
  assert.deepEqual(ends, ['MATCHED', 'UNMATCHED', 'INVALID', 'CANCELED']);
});

test('an order is kept when its reply is lost or is a 500 after acceptance', async () => {
  const { harness, yes, a } = await market();
  const body = a.signed({ token: yes, ...BUY });
  harness.fault({ name: 'drop_after_accept', path: '/order', times: 1 });
  assert.equal(await a.send('POST', '/order', body), 'reset');
  assert.match(getError(await a.call('POST', '/order', body)), /Duplicated/);
  harness.fault({
    name: 'drop_after_accept',
    path: '/order',
    status: 500,
    text: 'order timed out',
    times: 1,
  });
  assert.equal(getError(await a.call('POST', '/order', a.signed({ token: yes, ...BUY }))), 'order timed out');
  harness.fault({ name: 'status', path: '/order', status: 500, text: 'order timed out', times: 1 });
  assert.equal((await a.call('POST', '/order', a.signed({ token: yes, ...BUY }))).status, 500);
  harness.clock.advance(300);
  assert.equal((await openIds(a)).length, 2);
});

test('after an engine restart order routes return 425, then accept post-only orders, then all orders', async () => {
  const { harness, yes, a } = await market();
  harness.fault({ name: 'restart', ms: 5_000, times: 1 });
  assert.equal((await a.place({ token: yes, ...BUY })).status, 425);
  assert.equal((await a.call('DELETE', '/cancel-all')).status, 425);
  harness.clock.advance(5_000);
  const stopped = await a.place({ token: yes, ...BUY });
  assert.deepEqual([stopped.status, stopped.headers['retry-after']], [503, '120']);
  assert.deepEqual(read(stopped).code, 'post_only_mode');
  await a.placed({ token: yes, ...BUY, postOnly: true });
  const [leg] = JSON.parse((await a.call('POST', '/orders', [a.signed({ token: yes, ...BUY })])).body) as [
    Record<string, unknown>,
  ];
  assert.deepEqual([leg.success, leg.orderID], [true, '']);
  harness.clock.advance(120_000);
  await a.placed({ token: yes, ...BUY });
});

test('cancel-only rejects orders, disabled rejects everything, and resume ends both', async () => {
  const { harness, yes, a } = await market();
  const { controls } = harness.simulator;
  controls.venue({ verb: 'cancel_only' });
  assert.match(getError(await a.place({ token: yes, ...BUY })), /^Trading is currently cancel-only\./);
  assert.equal((await a.call('DELETE', '/cancel-all')).status, 200);
  controls.venue({ verb: 'pause_exchange' });
  assert.match(getError(await a.call('DELETE', '/cancel-all')), /^Trading is currently disabled\./);
  controls.venue({ verb: 'resume' });
  await a.placed({ token: yes, ...BUY });
});

test('429 replies have Retry-After or not, depending on the fault', async () => {
  const { harness, a } = await market();
  harness.fault({ name: 'too_many', ms: 1_500, times: 1 });
  harness.fault({ name: 'too_many', times: 1 });
  const answers = [await a.call('DELETE', '/cancel-all'), await a.call('DELETE', '/cancel-all')];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['retry-after']]),
    [
      [429, '2'],
      [429, undefined],
    ],
  );
});

test('silence after the first heartbeat cancels all open orders of the key', async () => {
  const { harness, yes, a, b } = await market();
  await a.placed({ token: yes, ...BUY });
  await b.placed({ token: yes, ...BUY });
  const first = read(await a.call('POST', '/v1/heartbeats', { heartbeat_id: '' }));
  const wrong = await a.call('POST', '/v1/heartbeats', { heartbeat_id: 'other' });
  assert.deepEqual([wrong.status, read(wrong).heartbeat_id], [400, first.heartbeat_id]);
  harness.clock.advance(12_000);
  assert.deepEqual([(await openIds(a)).length, (await openIds(b)).length], [0, 1]);
});

test('a resolved market cancels resting orders, and a 50/50 result has no winner', async () => {
  const { harness, yes, a } = await market();
  const { orderID } = await a.placed({ token: yes, ...BUY });
  harness.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'scalar', value: '0.5' });
  const { orders } = harness.simulator.controls.state() as { orders: { id: string; status: string }[] };
  assert.deepEqual(orders, [{ ...orders[0], id: orderID, status: 'CANCELED_MARKET_RESOLVED' }]);
  const gamma = read(await harness.gamma('/markets/slug/rain'));
  assert.deepEqual(
    [gamma.closed, gamma.outcomePrices, gamma.umaResolutionStatus],
    [true, '["0.5","0.5"]', 'resolved'],
  );
  const clob = read(await harness.get(`/markets/${String(gamma.conditionId)}`));
  assert.deepEqual(
    [clob.is_50_50_outcome, ...(clob.tokens as { winner: boolean }[]).map(({ winner }) => winner)],
    [true, false, false],
  );
  assert.equal(getError(await a.place({ token: yes, ...BUY })), 'market not found');
});

test('a market that was resolved early keeps that resolution when its time is over, and publishes nothing then', async () => {
  const { harness, yes } = await market({ endInDays: 60 / 86_400 });
  const socket = harness.socket('/ws/market');
  socket.say({ assets_ids: [yes], type: 'market' });
  harness.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'scalar', value: '0.5' });
  harness.clock.advance(30_000);
  const before = socket.events.length;
  harness.clock.advance(60_000);
  assert.equal(read(await harness.gamma('/markets/slug/rain')).outcomePrices, '["0.5","0.5"]');
  assert.equal(socket.events.length, before);
});

test('a kill loses nothing that was replied: keys, orders, balances and unfinished trades', async () => {
  const { harness, yes, a } = await market();
  const resting = (await a.placed({ token: yes, ...BUY, maker: '3' })).orderID;
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  await a.placed({ token: yes, ...BUY });
  const before = await a.balance();
  harness.restart();
  harness.clock.advance(300);
  assert.deepEqual([await openIds(a), await a.balance()], [[resting], before]);
  harness.act({ verb: 'deposit', wallet: a.address, amount: '7' });
  harness.restart();
  await a.call('GET', '/balance-allowance/update?asset_type=COLLATERAL&signature_type=0');
  harness.restart();
  assert.equal(await a.balance(), String(BigInt(before) + 7_000_000n));
  harness.clock.advance(10_000);
  assert.equal(await a.balance(yes), '10000000');
  const [trade] = read(await a.call('GET', '/data/trades')).data as { status: string }[];
  assert.equal(trade?.status, 'TRADE_STATUS_CONFIRMED');
  harness.act({ verb: 'fill', order: resting });
  harness.clock.advance(1_000);
  assert.deepEqual(await openIds(a), []);
});

test('open orders have pages of one hundred, with cursors from MA== to LTE=', async () => {
  const { harness, yes, a } = await market({}, { ordersBurst: 1_000 });
  for (let placed = 0; placed < 101; placed += 1) await a.placed({ token: yes, ...BUY, maker: '0.1' });
  harness.clock.advance(300);
  const first = read(await a.call('GET', '/data/orders?next_cursor=MA=='));
  assert.deepEqual([first.limit, first.count], [100, 100]);
  const rest = read(await a.call('GET', `/data/orders?next_cursor=${String(first.next_cursor)}`));
  assert.deepEqual([rest.count, rest.next_cursor], [1, 'LTE=']);
  const over = read(await a.call('GET', '/data/orders?next_cursor=LTE='));
  assert.deepEqual([over.count, over.next_cursor], [0, 'LTE=']);
});

test("faults reproduce the venue's unusual rejections, sizes and statuses", async () => {
  const { harness, yes, a } = await market();
  harness.fault({ name: 'refusal_as_success', times: 1 });
  const refused = read(await a.call('POST', '/order', a.signed({ token: yes, ...BUY, taker: '1' })));
  assert.deepEqual([refused.success, refused.orderID], [true, '']);
  const { orderID } = await a.placed({ token: yes, ...BUY });
  harness.clock.advance(300);
  harness.fault({ name: 'micro_sizes' });
  harness.fault({ name: 'status_words', text: '_BY_ENGINE' });
  const order = read(await a.call('GET', `/data/order/${String(orderID)}`));
  assert.deepEqual([order.original_size, order.status], ['10000000', 'ORDER_STATUS_LIVE_BY_ENGINE']);
});

async function market(
  more: Parameters<typeof createEvent>[1] = {},
  settings: ConstructorParameters<typeof PolymarketSimulatorHarness>[1] = {},
): Promise<{ harness: PolymarketSimulatorHarness; yes: string; no: string; a: Trader; b: Trader }> {
  const harness = new PolymarketSimulatorHarness([createEvent('rain', more)], settings);
  const [yes, no] = await harness.tokens();
  return { harness, yes, no, a: await harness.trader('a'), b: await harness.trader('b') };
}

async function openIds(trader: Trader): Promise<unknown[]> {
  const page = read(await trader.call('GET', '/data/orders')) as { data: { id: string }[] };
  return page.data.map(({ id }) => id);
}
