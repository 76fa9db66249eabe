import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOB, idOf, type Json, KalshiHarness, TICKER } from './kalshi-simulator.fixture.ts';

const BOOK = { market_tickers: [TICKER], use_yes_price: true };
const IOC = { time_in_force: 'immediate_or_cancel' };

const typesOf = (heard: readonly Json[]): unknown[] => heard.map(({ type }) => type);
const seqsOf = (heard: readonly Json[]): unknown[] => heard.map(({ seq }) => seq);
const errorOf = (heard: readonly Json[]): unknown => heard[0]?.msg?.code;

/** What a follower of snapshot and deltas believes of one side. */
function follow(heard: readonly Json[], side: 'yes' | 'no'): Record<string, number> {
  const levels: Record<string, number> = {};
  for (const { type, msg } of heard) {
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

test('a book begins with a snapshot, then signed changes, numbered without a gap', async () => {
  const desk = new KalshiHarness();
  await desk.place('bid', '10 @ 0.40', {}, BOB);
  const socket = desk.socket();
  socket.subscribe('orderbook_delta', BOOK);
  await desk.place('bid', '5 @ 0.40', {}, BOB);
  await desk.place('ask', '7 @ 0.45', {}, BOB);
  await desk.place('ask', '12 @ 0.40', IOC);
  const heard = socket.take();
  assert.deepEqual(typesOf(heard).slice(0, 3), ['subscribed', 'orderbook_snapshot', 'orderbook_delta']);
  assert.deepEqual(seqsOf(heard.slice(1)), [1, 2, 3, 4]);
  assert.deepEqual(follow(heard, 'yes'), { '0.4000': 3 });
  assert.deepEqual(follow(heard, 'no'), { '0.4500': 7 });
});

test('NO levels are in NO prices unless YES prices are asked for', async () => {
  const desk = new KalshiHarness();
  await desk.place('ask', '7 @ 0.45', {}, BOB);
  const socket = desk.socket();
  socket.subscribe('orderbook_delta', { market_tickers: [TICKER], use_yes_price: false });
  await desk.place('ask', '1 @ 0.46', {}, BOB);
  assert.deepEqual(follow(socket.take(), 'no'), { '0.5500': 7, '0.5400': 1 });
});

test('an own change carries the client id, to its owner alone', async () => {
  const desk = new KalshiHarness();
  const [own, other] = [desk.socket(), desk.socket(BOB)];
  for (const socket of [own, other]) socket.subscribe('orderbook_delta', BOOK);
  await desk.place('bid', '5 @ 0.40', { client_order_id: 'mine' });
  assert.equal(own.take().at(-1)?.msg?.client_order_id, 'mine');
  assert.equal(other.take().at(-1)?.msg?.client_order_id, undefined);
});

test('a fill, the order and the position are told to their owner, without numbers', async () => {
  const desk = new KalshiHarness();
  await desk.place('ask', '7 @ 0.45', {}, BOB);
  const [own, other] = [desk.socket(), desk.socket(BOB)];
  const channels = ['fill', 'user_orders', 'market_positions'];
  for (const socket of [own, other]) socket.say({ id: 1, cmd: 'subscribe', params: { channels } });
  for (const socket of [own, other]) assert.equal(socket.take().length, 3);
  const placed = await desk.place('bid', '2 @ 0.45');
  const heard = own.take();
  assert.deepEqual(typesOf(heard), ['fill', 'user_order', 'market_position']);
  assert.deepEqual(seqsOf(heard), [undefined, undefined, undefined]);
  assert.equal(heard[0]?.msg?.order_id, idOf(placed));
  assert.equal(heard[0]?.msg?.post_position_fp, '2.00');
  assert.equal(heard[1]?.msg?.status, 'executed');
  assert.equal(other.take()[0]?.msg?.post_position_fp, '-2.00');
});

test('trades and tickers come to whoever asked for that market', async () => {
  const desk = new KalshiHarness();
  const socket = desk.socket();
  socket.say({ id: 1, cmd: 'subscribe', params: { channels: ['trade', 'ticker'] } });
  const elsewhere = desk.socket();
  elsewhere.subscribe('trade', { market_tickers: ['KXTEST-1-B'] });
  await desk.place('ask', '7 @ 0.45', {}, BOB);
  await desk.place('bid', '2 @ 0.45');
  const heard = socket.take();
  assert.deepEqual(typesOf(heard), ['subscribed', 'subscribed', 'ticker', 'trade', 'ticker']);
  assert.equal(heard[3]?.msg?.taker_book_side, 'bid');
  assert.equal(heard[4]?.msg?.price_dollars, '0.4500');
  assert.deepEqual(typesOf(elsewhere.take()), ['subscribed']);
});

test('markets are added and taken away, snapshots asked for again, all on one numbering', async () => {
  const desk = new KalshiHarness();
  const socket = desk.socket();
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
  const heard = socket.take().slice(1);
  assert.deepEqual(typesOf(heard), [
    'orderbook_snapshot',
    'ok',
    'orderbook_snapshot',
    'orderbook_snapshot',
    'ok',
  ]);
  assert.deepEqual(seqsOf(heard), [1, 2, 3, 4, 5]);
  assert.deepEqual(heard[4]?.msg?.market_tickers, ['KXTEST-1-B']);
  await desk.place('bid', '1 @ 0.40');
  assert.deepEqual(socket.take(), []);
});

test('subscriptions are listed and ended by their sids', () => {
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

test('each wrong command has its error code', () => {
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
    assert.equal(errorOf(socket.take()), code, JSON.stringify(command));
  }
  socket.session?.receive('no json');
  assert.equal(errorOf(socket.take()), 1);
});

test('a socket is refused without credentials, with wrong ones, and on another path', () => {
  const desk = new KalshiHarness();
  const { peer } = desk.socket();
  const ask = (path: string, headers: Record<string, string>): unknown => {
    const query = new URLSearchParams();
    const request = { method: 'GET', path, query, headers, body: new Uint8Array() };
    const upgrade = desk.exchange.connect(request, peer);
    if (!('refusal' in upgrade)) return 'open';
    return typeof upgrade.refusal === 'string' ? upgrade.refusal : upgrade.refusal.status;
  };
  const path = '/trade-api/ws/v2';
  assert.equal(ask(path, {}), 401);
  assert.equal(ask(path, desk.sign('GET', '/trade-api/v2', BOB)), 401);
  assert.equal(ask('/other', desk.sign('GET', path, BOB)), 404);
  assert.equal(ask(path, desk.sign('GET', path, BOB)), 'open');
});

test('faults of the stream: a gap uses up its number, a duplicate keeps it, late ones come later', async () => {
  const desk = new KalshiHarness();
  const { faults } = desk.exchange.controls;
  const socket = desk.socket();
  socket.subscribe('orderbook_delta', BOOK);
  const channel = 'orderbook_delta';
  faults.put({ name: 'ws_gap', channel, times: 1 });
  await desk.place('bid', '1 @ 0.40');
  await desk.place('bid', '1 @ 0.41');
  assert.deepEqual(seqsOf(socket.take()), [undefined, 1, 3]);
  faults.put({ name: 'ws_duplicate', channel, times: 1 });
  await desk.place('bid', '1 @ 0.42');
  assert.deepEqual(seqsOf(socket.take()), [4, 4]);
  faults.put({ name: 'ws_delay', channel, times: 1, ms: 500 });
  await desk.place('bid', '1 @ 0.43');
  await desk.place('bid', '1 @ 0.44');
  desk.clock.advance(500);
  assert.deepEqual(seqsOf(socket.take()), [6, 5]);
});

test('faults of the stream: an overflow ends the subscription, silence keeps it, a drop ends the socket', async () => {
  const desk = new KalshiHarness();
  const { faults } = desk.exchange.controls;
  const socket = desk.socket();
  socket.subscribe('orderbook_delta', BOOK);
  socket.take();
  faults.put({ name: 'ws_silent' });
  await desk.place('bid', '1 @ 0.40');
  assert.deepEqual(socket.take(), []);
  faults.remove('ws_silent');
  faults.put({ name: 'ws_overflow', times: 1 });
  await desk.place('bid', '1 @ 0.41');
  await desk.place('bid', '1 @ 0.42');
  assert.deepEqual(
    socket.take().map(({ msg }) => msg?.code),
    [25],
  );
  socket.subscribe('fill');
  faults.put({ name: 'ws_drop', channel: 'fill', times: 1 });
  await desk.place('ask', '1 @ 0.40', {}, BOB);
  assert.equal(socket.isGone, true);
});

test('a ghost fill is told on the stream and stands nowhere else', async () => {
  const desk = new KalshiHarness();
  const socket = desk.socket();
  socket.subscribe('fill');
  socket.take();
  desk.exchange.controls.faults.put({ name: 'ghost_fill', times: 1 });
  const placed = await desk.place('bid', '5 @ 0.40');
  assert.equal(socket.take()[0]?.msg?.order_id, idOf(placed));
  desk.clock.advance(1_000);
  assert.deepEqual((await desk.call('GET', '/portfolio/fills')).body.fills, []);
});
