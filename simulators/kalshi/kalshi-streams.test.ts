import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOB, getOrderId, type Json, KalshiHarness, TICKER } from './kalshi-simulator.fixture.ts';

const BOOK = { market_tickers: [TICKER], use_yes_price: true };
const IOC = { time_in_force: 'immediate_or_cancel' };

const getTypes = (messages: readonly Json[]): unknown[] => messages.map(({ type }) => type);
const getSeqs = (messages: readonly Json[]): unknown[] => messages.map(({ seq }) => seq);
const readError = (messages: readonly Json[]): unknown => messages[0]?.msg?.code;

/** The levels of one side after a snapshot and its deltas. */
function follow(messages: readonly Json[], side: 'yes' | 'no'): Record<string, number> {
  const levels: Record<string, number> = {};
  for (const { type, msg } of messages) {
    if (type === ('orderbook_snapshot' as unknown)) {
      const pairs = (msg?.[`${side}_dollars_fp`] ?? []) as unknown as [string, string][];
      for (const [price, qty] of pairs) levels[price] = Number(qty);
    } else if (type === ('orderbook_delta' as unknown) && msg?.side === (side as unknown)) {
      const price = msg?.price_dollars as unknown as string;
      levels[price] = (levels[price] ?? 0) + Number(msg?.delta_fp);
      if (levels[price] === 0) delete levels[price];
    }
  }
  return levels;
}

test('a book starts with a snapshot, followed by signed deltas with contiguous sequence numbers', async () => {
  const harness = new KalshiHarness();
  await harness.place('bid', '10 @ 0.40', {}, BOB);
  const socket = harness.socket();
  socket.subscribe('orderbook_delta', BOOK);
  await harness.place('bid', '5 @ 0.40', {}, BOB);
  await harness.place('ask', '7 @ 0.45', {}, BOB);
  await harness.place('ask', '12 @ 0.40', IOC);
  const messages = socket.take();
  assert.deepEqual(getTypes(messages).slice(0, 3), ['subscribed', 'orderbook_snapshot', 'orderbook_delta']);
  assert.deepEqual(getSeqs(messages.slice(1)), [1, 2, 3, 4]);
  assert.deepEqual(follow(messages, 'yes'), { '0.4000': 3 });
  assert.deepEqual(follow(messages, 'no'), { '0.4500': 7 });
});

test('NO levels have NO prices unless YES prices are requested', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '7 @ 0.45', {}, BOB);
  const socket = harness.socket();
  socket.subscribe('orderbook_delta', { market_tickers: [TICKER], use_yes_price: false });
  await harness.place('ask', '1 @ 0.46', {}, BOB);
  assert.deepEqual(follow(socket.take(), 'no'), { '0.5500': 7, '0.5400': 1 });
});

test('a delta contains the client id only for the owner of its order', async () => {
  const harness = new KalshiHarness();
  const [own, other] = [harness.socket(), harness.socket(BOB)];
  for (const socket of [own, other]) socket.subscribe('orderbook_delta', BOOK);
  await harness.place('bid', '5 @ 0.40', { client_order_id: 'mine' });
  assert.equal(own.take().at(-1)?.msg?.client_order_id, 'mine');
  assert.equal(other.take().at(-1)?.msg?.client_order_id, undefined);
});

test('fill, order and position are sent to their owner without sequence numbers', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '7 @ 0.45', {}, BOB);
  const [own, other] = [harness.socket(), harness.socket(BOB)];
  const channels = ['fill', 'user_orders', 'market_positions'];
  for (const socket of [own, other]) socket.say({ id: 1, cmd: 'subscribe', params: { channels } });
  for (const socket of [own, other]) assert.equal(socket.take().length, 3);
  const placed = await harness.place('bid', '2 @ 0.45');
  const messages = own.take();
  assert.deepEqual(getTypes(messages), ['fill', 'user_order', 'market_position']);
  assert.deepEqual(getSeqs(messages), [undefined, undefined, undefined]);
  assert.equal(messages[0]?.msg?.order_id, getOrderId(placed));
  assert.equal(messages[0]?.msg?.post_position_fp, '2.00');
  assert.equal(messages[1]?.msg?.status, 'executed');
  assert.equal(other.take()[0]?.msg?.post_position_fp, '-2.00');
});

test('trades and tickers are sent to the subscribers of their market', async () => {
  const harness = new KalshiHarness();
  const socket = harness.socket();
  socket.say({ id: 1, cmd: 'subscribe', params: { channels: ['trade', 'ticker'] } });
  const elsewhere = harness.socket();
  elsewhere.subscribe('trade', { market_tickers: ['KXTEST-1-B'] });
  await harness.place('ask', '7 @ 0.45', {}, BOB);
  await harness.place('bid', '2 @ 0.45');
  const messages = socket.take();
  assert.deepEqual(getTypes(messages), ['subscribed', 'subscribed', 'ticker', 'trade', 'ticker']);
  assert.equal(messages[3]?.msg?.taker_book_side, 'bid');
  assert.equal(messages[4]?.msg?.price_dollars, '0.4500');
  assert.deepEqual(getTypes(elsewhere.take()), ['subscribed']);
});

test('added markets, removed markets and requested snapshots share one sequence', async () => {
  const harness = new KalshiHarness();
  const socket = harness.socket();
  socket.subscribe('orderbook_delta', BOOK);
  const update = (action: string, ticker: string): void =>
    socket.say({
      id: 2,
      cmd: 'update_subscription',
      params: { sid: 1, action, market_tickers: [ticker] },
    });
  update('add_markets', 'KXTEST-1-B');
  update('get_snapshot', TICKER);
  update('delete_markets', TICKER);
  const messages = socket.take().slice(1);
  assert.deepEqual(getTypes(messages), [
    'orderbook_snapshot',
    'ok',
    'orderbook_snapshot',
    'orderbook_snapshot',
    'ok',
  ]);
  assert.deepEqual(getSeqs(messages), [1, 2, 3, 4, 5]);
  assert.deepEqual(messages[4]?.msg?.market_tickers, ['KXTEST-1-B']);
  await harness.place('bid', '1 @ 0.40');
  assert.deepEqual(socket.take(), []);
});

test('subscriptions are listed and ended by sid', () => {
  const socket = new KalshiHarness().socket();
  socket.subscribe('trade');
  socket.subscribe('fill');
  socket.take();
  socket.say({ id: 9, cmd: 'list_subscriptions' });
  assert.deepEqual(socket.take()[0]?.msg, [
    { channel: 'trade', sid: 1 },
    { channel: 'fill', sid: 2 },
  ]);
  socket.say({ id: 10, cmd: 'unsubscribe', params: { sids: [1, 2] } });
  assert.deepEqual(socket.take(), [
    { type: 'unsubscribed', id: 10, sid: 1, seq: 1 },
    { type: 'unsubscribed', id: 10, sid: 2 },
  ]);
});

test('each invalid command has its error code', () => {
  const socket = new KalshiHarness().socket();
  socket.subscribe('orderbook_delta', BOOK);
  socket.take();
  const update = { cmd: 'update_subscription', id: 1 };
  const cases: readonly [object, number][] = [
    [{ id: 1, cmd: 'subscribe' }, 2],
    [{ id: 1, cmd: 'subscribe', params: {} }, 3],
    [{ id: 1, cmd: 'unsubscribe', params: {} }, 4],
    [{ id: 1, cmd: 'dance', params: {} }, 5],
    [{ id: 1, cmd: 'unsubscribe', params: { sids: [7] } }, 7],
    [{ id: 1, cmd: 'subscribe', params: { channels: ['ticker_v2'] } }, 8],
    [
      {
        id: 1,
        cmd: 'subscribe',
        params: { channels: ['trade'], market_ticker: 'A', market_tickers: ['B'] },
      },
      11,
    ],
    [{ ...update, params: { action: 'add_markets', sids: [1, 2] } }, 12],
    [{ ...update, params: { action: 'dance', sid: 1, market_ticker: 'A' } }, 13],
    [{ id: 1, cmd: 'subscribe', params: { channels: ['orderbook_delta'] } }, 14],
    [{ ...update, params: { sid: 1, market_ticker: 'A' } }, 15],
  ];
  for (const [command, code] of cases) {
    socket.say(command);
    assert.equal(readError(socket.take()), code, JSON.stringify(command));
  }
  socket.session?.receive('no json');
  assert.equal(readError(socket.take()), 1);
});

test('a WebSocket is refused without credentials, with wrong ones, and on another path', () => {
  const harness = new KalshiHarness();
  const { peer } = harness.socket();
  const ask = (path: string, headers: Record<string, string>): unknown => {
    const query = new URLSearchParams();
    const request = { method: 'GET', path, query, headers, body: new Uint8Array() };
    const upgrade = harness.exchange.connect(request, peer);
    if (!('refusal' in upgrade)) return 'open';
    return typeof upgrade.refusal === 'string' ? upgrade.refusal : upgrade.refusal.status;
  };
  const path = '/trade-api/ws/v2';
  assert.equal(ask(path, {}), 401);
  assert.equal(ask(path, harness.sign('GET', '/trade-api/v2', BOB)), 401);
  assert.equal(ask('/other', harness.sign('GET', path, BOB)), 404);
  assert.equal(ask(path, harness.sign('GET', path, BOB)), 'open');
});

test('stream faults: a gap uses up its sequence number, a duplicate repeats it, a delayed message arrives later', async () => {
  const harness = new KalshiHarness();
  const { faults } = harness.exchange.controls;
  const socket = harness.socket();
  socket.subscribe('orderbook_delta', BOOK);
  const channel = 'orderbook_delta';
  faults.add({ name: 'ws_gap', channel, times: 1 });
  await harness.place('bid', '1 @ 0.40');
  await harness.place('bid', '1 @ 0.41');
  assert.deepEqual(getSeqs(socket.take()), [undefined, 1, 3]);
  faults.add({ name: 'ws_duplicate', channel, times: 1 });
  await harness.place('bid', '1 @ 0.42');
  assert.deepEqual(getSeqs(socket.take()), [4, 4]);
  faults.add({ name: 'ws_delay', channel, times: 1, ms: 500 });
  await harness.place('bid', '1 @ 0.43');
  await harness.place('bid', '1 @ 0.44');
  harness.clock.advance(500);
  assert.deepEqual(getSeqs(socket.take()), [6, 5]);
});

test('stream faults: overflow ends the subscription, silence keeps it, drop ends the socket', async () => {
  const harness = new KalshiHarness();
  const { faults } = harness.exchange.controls;
  const socket = harness.socket();
  socket.subscribe('orderbook_delta', BOOK);
  socket.take();
  faults.add({ name: 'ws_silent' });
  await harness.place('bid', '1 @ 0.40');
  assert.deepEqual(socket.take(), []);
  faults.remove('ws_silent');
  faults.add({ name: 'ws_overflow', times: 1 });
  await harness.place('bid', '1 @ 0.41');
  await harness.place('bid', '1 @ 0.42');
  assert.deepEqual(
    socket.take().map(({ msg }) => msg?.code),
    [25],
  );
  socket.subscribe('fill');
  faults.add({ name: 'ws_drop', channel: 'fill', times: 1 });
  await harness.place('ask', '1 @ 0.40', {}, BOB);
  assert.equal(socket.isGone, true);
});

test('a ghost fill is published but absent on REST', async () => {
  const harness = new KalshiHarness();
  const socket = harness.socket();
  socket.subscribe('fill');
  socket.take();
  harness.exchange.controls.faults.add({ name: 'ghost_fill', times: 1 });
  const placed = await harness.place('bid', '5 @ 0.40');
  assert.equal(socket.take()[0]?.msg?.order_id, getOrderId(placed));
  harness.clock.advance(1_000);
  assert.deepEqual((await harness.call('GET', '/portfolio/fills')).body.fills, []);
});
