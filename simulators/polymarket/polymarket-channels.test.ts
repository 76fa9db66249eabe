import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEvent,
  PolymarketSimulatorHarness,
  read,
  type SocketRecorder,
  type Trader,
} from './polymarket-simulator.fixture.ts';

const EVENTS_MS = 5;

test('a subscription returns the books of new tokens in one array, and nothing for known ones', async () => {
  const { yes, no, socket } = await market();
  socket.say({ assets_ids: [yes, no], type: 'market' });
  assert.ok(socket.frames[0]?.startsWith('['));
  assert.deepEqual(
    socket.take('book').map(({ asset_id }) => asset_id),
    [yes, no],
  );
  socket.say({ operation: 'subscribe', assets_ids: [yes] });
  assert.equal(socket.frames.at(-1), 'NO NEW ASSETS');
  socket.say('PING');
  assert.equal(socket.frames.at(-1), 'PONG');
  socket.say('nonsense');
  assert.equal(socket.frames.at(-1), 'INVALID OPERATION');
});

test('a changed level is published with its new total for both tokens, and 0 when it is empty', async () => {
  const { yes, no, a, socket } = await market();
  socket.say({ assets_ids: [yes], type: 'market' });
  const { orderID } = await a.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  await a.call('DELETE', '/order', { orderID });
  const changes = socket.take('price_change').flatMap(({ price_changes }) => price_changes as Change[]);
  assert.deepEqual(
    changes.map(({ asset_id, price, size, side, best_bid, best_ask }) => [
      asset_id === yes ? 'yes' : asset_id === no ? 'no' : '?',
      side,
      price,
      size,
      best_bid,
      best_ask,
    ]),
    [
      ['yes', 'BUY', '0.50', '10', '0.50', ''],
      ['no', 'SELL', '0.50', '10', '', '0.50'],
      ['yes', 'BUY', '0.50', '0', '', ''],
      ['no', 'SELL', '0.50', '0', '', ''],
    ],
  );
});

test('a trade is printed once per price, followed by the whole book', async () => {
  const { harness, yes, socket } = await market();
  socket.say({ assets_ids: [yes], type: 'market' });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.52', size: '10', type: 'GTC' });
  socket.events.length = 0;
  harness.act({ verb: 'trade', token: yes, side: 'BUY', price: '0.52', size: '15' });
  const prints = socket.take('last_trade_price');
  // The outside trader spends 15 × 0.52 dollars, which buys slightly more than 15 shares at the better first price.
  assert.deepEqual(
    prints.map(({ price, size, side }) => [price, size, side]),
    [
      ['0.50', '10', 'BUY'],
      ['0.52', '5.384615', 'BUY'],
    ],
  );
  const [book] = socket.take('book');
  assert.deepEqual(book?.asks, [{ price: '0.52', size: '4.615385' }]);
});

test('a match over two levels sends a change per level with the final best prices, then the whole book', async () => {
  const { harness, yes, no, socket } = await market();
  socket.say({ assets_ids: [yes], type: 'market' });
  for (const price of ['0.50', '0.52', '0.55']) {
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price, size: '10', type: 'GTC' });
  }
  socket.events.length = 0;
  harness.act({ verb: 'trade', token: yes, side: 'BUY', price: '0.52', size: '50' });
  const kinds = socket.events.map(({ event_type }) => event_type);
  assert.deepEqual(kinds.slice(-3), ['price_change', 'price_change', 'book']);
  const messages = socket.take('price_change');
  const rows = messages.flatMap(
    ({ price_changes }) => price_changes as readonly (Change & { hash: string })[],
  );
  assert.deepEqual(
    rows.map(({ asset_id, side, price, size }) => [asset_id === yes ? 'yes' : 'no', side, price, size]),
    [
      ['yes', 'SELL', '0.50', '0'],
      ['no', 'BUY', '0.50', '0'],
      ['yes', 'SELL', '0.52', '0'],
      ['no', 'BUY', '0.48', '0'],
    ],
  );
  const [book] = socket.take('book');
  assert.deepEqual(new Set(messages.map(({ timestamp }) => timestamp)), new Set([book?.timestamp]));
  for (const [token, bid, ask] of [
    [yes, '', '0.55'],
    [no, '0.45', ''],
  ] as const) {
    const own = rows.filter(({ asset_id }) => asset_id === token);
    assert.equal(new Set(own.map(({ hash }) => hash)).size, 1);
    assert.ok(own.every(({ best_bid, best_ask }) => best_bid === bid && best_ask === ask));
  }
});

test('best prices, ticks, listings and resolutions are published to subscribers of optional events', async () => {
  const { harness, yes, no, a, socket } = await market();
  socket.say({ assets_ids: [yes], type: 'market', custom_feature_enabled: true });
  await a.placed({ token: no, side: 'BUY', maker: '4.5', taker: '10' });
  assert.equal(socket.take('best_bid_ask')[0]?.best_ask, '0.55');
  assert.equal(harness.simulator.controls.market({ market: yes, verb: 'tick', tick: '0.001' }), null);
  const [tick] = socket.take('tick_size_change');
  assert.deepEqual([tick?.old_tick_size, tick?.new_tick_size], ['0.01', '0.001']);
  harness.act({ verb: 'list', slug: 'snow', question: 'Will it snow?' });
  assert.equal(socket.take('new_market')[0]?.slug, 'snow');
  assert.equal(harness.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'no' }), null);
  assert.equal(socket.take('market_resolved')[0]?.winning_asset_id, no);
  assert.equal(
    read(await harness.get(`/book?token_id=${yes}`)).error,
    'No orderbook exists for the requested token id',
  );
});

test('an owner gets orders and trades after authentication in the first frame', async () => {
  const { harness, yes, a } = await market();
  const socket = openUserSocket(harness, a);
  const { orderID } = await a.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  assert.equal(socket.take('order').length, 0); // the reply comes first
  harness.clock.advance(EVENTS_MS);
  const [placement] = socket.take('order');
  assert.deepEqual([placement?.type, placement?.id, placement?.status], ['PLACEMENT', orderID, 'LIVE']);
  harness.act({ verb: 'fill', order: orderID, size: '4' });
  harness.clock.advance(10_000);
  const updates = socket.take('order');
  assert.deepEqual(
    updates.map(({ type, size_matched }) => [type, size_matched]),
    [['UPDATE', '4']],
  );
  const lifetime = socket.take('trade');
  assert.deepEqual(
    lifetime.map(({ status }) => status),
    ['MATCHED', 'MINED', 'CONFIRMED'],
  );
  assert.equal(lifetime[0]?.trader_side, 'MAKER');
  await a.call('DELETE', '/cancel-all');
  harness.clock.advance(EVENTS_MS);
  assert.deepEqual(
    socket.take('order').map(({ type }) => type),
    ['CANCELLATION'],
  );
});

test('a FOK order that is killed on arrival gets a cancellation with the reason in its status', async () => {
  const { harness, yes, a } = await market();
  const socket = harness.socket('/ws/user');
  socket.say({ auth: a.creds, type: 'user' });
  const killed = await a.place({ token: yes, side: 'BUY', maker: '5', taker: '10', type: 'FOK' });
  assert.equal(killed.status, 400);
  harness.clock.advance(EVENTS_MS);
  const [event] = socket.take('order');
  assert.deepEqual(
    [event?.type, event?.status, event?.size_matched, event?.created_at],
    ['CANCELLATION', `CANCELED_${String(read(killed).error)}`, '', ''],
  );
});

test('faults: an event is sent before the reply that it belongs to, and a trade is retried', async () => {
  const { harness, yes, a } = await market();
  const socket = openUserSocket(harness, a);
  harness.fault({ name: 'events_first' });
  harness.fault({ name: 'trade_retrying', times: 1 });
  const { orderID } = await a.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  assert.equal(socket.take('order')[0]?.id, orderID);
  harness.act({ verb: 'fill', order: orderID });
  harness.clock.advance(10_000);
  assert.deepEqual(
    socket.take('trade').map(({ status }) => status),
    ['MATCHED', 'RETRYING', 'MINED', 'CONFIRMED'],
  );
});

test('invalid credentials close the user channel without a message', async () => {
  const { harness, a } = await market();
  const socket = harness.socket('/ws/user');
  socket.say({ auth: { ...a.creds, secret: 'wrong' }, type: 'user' });
  assert.deepEqual([socket.isEnded, socket.frames], [true, []]);
});

test('a silent channel still answers PING', async () => {
  const { harness, yes, a } = await market();
  const socket = openUserSocket(harness, a);
  harness.fault({ name: 'ws_silent', path: '/ws/user' });
  await a.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  harness.clock.advance(EVENTS_MS);
  socket.say('PING');
  assert.deepEqual(socket.frames, ['PONG']);
});

test('faults by kind of event: lost, duplicate and late messages, and a crossed book', async () => {
  const { harness, yes, a, socket } = await market();
  socket.say({ assets_ids: [yes], type: 'market' });
  const rest = (price: string): Promise<unknown> =>
    a.placed({ token: yes, side: 'BUY', maker: String(Number(price) * 10), taker: '10' });
  harness.fault({ name: 'ws_gap', channel: 'price_change', times: 1 });
  await rest('0.10');
  assert.equal(socket.take('price_change').length, 0);
  harness.fault({ name: 'ws_duplicate', channel: 'price_change', times: 1 });
  await rest('0.20');
  assert.equal(socket.take('price_change').length, 2);
  harness.fault({ name: 'ws_delay', channel: 'price_change', ms: 50, times: 1 });
  await rest('0.30');
  assert.equal(socket.take('price_change').length, 0);
  harness.clock.advance(50);
  assert.equal(socket.take('price_change').length, 1);
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.60', size: '10', type: 'GTC' });
  harness.fault({ name: 'crossed_book', times: 1 });
  const other = harness.socket('/ws/market');
  other.say({ assets_ids: [yes], type: 'market' });
  const [book] = other.take('book');
  assert.deepEqual(book?.bids, [
    { price: '0.10', size: '10' },
    { price: '0.20', size: '10' },
    { price: '0.30', size: '10' },
    { price: '0.60', size: '10' },
  ]);
});

interface Change {
  readonly asset_id: string;
  readonly price: string;
  readonly size: string;
  readonly side: string;
  readonly best_bid: string;
  readonly best_ask: string;
}

async function market(): Promise<{
  harness: PolymarketSimulatorHarness;
  yes: string;
  no: string;
  a: Trader;
  socket: SocketRecorder;
}> {
  const harness = new PolymarketSimulatorHarness([createEvent('rain')]);
  const [yes, no] = await harness.tokens();
  return { harness, yes, no, a: await harness.trader('a'), socket: harness.socket('/ws/market') };
}

function openUserSocket(harness: PolymarketSimulatorHarness, trader: Trader): SocketRecorder {
  const socket = harness.socket('/ws/user');
  socket.say({ auth: trader.creds, type: 'user' });
  return socket;
}
