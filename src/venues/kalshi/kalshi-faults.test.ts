import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { KalshiWorld, TICKER } from './kalshi-harness.fixture.ts';
import { amendOf, at, order, price, qty, reported } from './kalshi-orders.fixture.ts';

const CREATE = { method: 'POST', path: '/portfolio/events/orders', times: 1 };

at(
  'an order that was taken, its answer lost, is unknown and then found, once',
  async ({ venue, fault, world }) => {
    fault({ name: 'drop_after_accept', ...CREATE });
    const given = order();
    assert.equal((await venue.place(given)).kind, 'unknown');
    const found = await venue.order(given.clientId, TICKER);
    assert.equal(found.kind === 'found' && found.report.status, 'OPEN');
    await world.pass(5_000);
    assert.equal((await venue.reconcile(null)).reports.length, 1);
  },
);

at(
  'an order that never arrived is unknown, and absent when all lists have been read',
  async ({ venue, fault }) => {
    fault({ name: 'lost_request', how: 'reset', ...CREATE });
    const given = order();
    assert.equal((await venue.place(given)).kind, 'unknown');
    assert.equal((await venue.order(given.clientId, TICKER)).kind, 'absent');
  },
);

at('a page of HTML proves nothing, whatever its status', async ({ venue, fault }) => {
  for (const status of [400, 502]) {
    fault({ name: 'status', status, text: '<html>sorry</html>', ...CREATE });
    assert.equal((await venue.place(order())).kind, 'unknown');
  }
});

at('an absence is no absence while one of the lists fails', async ({ venue, fault }) => {
  fault({ name: 'status', status: 503, path: '/portfolio/fills' });
  assert.equal((await venue.order(order().clientId, TICKER)).kind, 'failed');
});

at(
  'a request that could not leave is unsent',
  async ({ venue }) => assert.equal((await venue.place(order())).kind, 'unsent'),
  {
    hooks: {
      delivery: (_, { method, body }) => ({
        fate: method === 'POST' && (body ?? '').includes('0.4000') ? 'unsent' : 'arrives',
        thereMs: 0,
        backMs: 0,
      }),
    },
  },
);

at("another client's order is told as external, once, and never as ours", async ({ venue, heard, world }) => {
  const stranger = world.venue('b'.repeat(32));
  await stranger.start(new RecordingListener());
  const placed = reported(await stranger.place(order({ price: price('0.5') })));
  await world.other(TICKER, 'SELL', price('0.5'), qty('1'));
  assert.deepEqual((await venue.reconcile(null)).reports, []);
  const external = heard.anomalies.filter(({ kind }) => kind === 'external_order');
  assert.equal(external.length, 1);
  assert.ok(external[0]?.detail.includes(placed.venueOrderId ?? 'an id'));
  assert.deepEqual(heard.reports, []);
});

for (const name of ['ws_gap', 'ws_overflow', 'ws_drop']) {
  at(`${name}: the book is lost and told anew`, async ({ heard, fault, world }) => {
    const lost: string[] = [];
    const tell = heard.onBook.bind(heard);
    heard.onBook = (update) => {
      if (update.kind === 'lost') lost.push(update.venueInstrumentId);
      tell(update);
    };
    fault({ name, channel: 'orderbook_delta', times: 1 });
    await world.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
    await world.other(TICKER, 'BUY', price('0.42'), qty('1'), 'GTC');
    await world.pass(10_000);
    assert.ok(lost.includes(TICKER));
    assert.deepEqual(
      heard.levels(TICKER, 'BUY').map((level) => level.price),
      ['0.45', '0.44', '0.42', '0.41'].map(price),
    );
  });
}

at('a message of a book that comes twice counts once', async ({ heard, fault, world }) => {
  fault({ name: 'ws_duplicate', channel: 'orderbook_delta' });
  await world.other(TICKER, 'BUY', price('0.41'), qty('3'), 'GTC');
  await world.other(TICKER, 'BUY', price('0.41'), qty('4'), 'GTC');
  await world.pass(1_000);
  const level = heard.levels(TICKER, 'BUY').find((each) => each.price === price('0.41'));
  assert.equal(level?.qty, qty('7'));
});

at('a stream that falls silent loses its books within 15 seconds', async ({ heard, fault, world }) => {
  fault({ name: 'ws_silent' });
  await world.pass(15_000);
  assert.deepEqual(heard.levels(TICKER, 'BUY'), []);
});

at(
  'a stream that was silent, its subscriptions unanswered, tells books and fills again afterwards',
  async (scene) => {
    const { venue, heard, fault, world } = scene;
    fault({ name: 'ws_silent' });
    await world.pass(60_000);
    world.exchange.controls.faults.remove('ws_silent');
    await world.pass(90_000);
    assert.notDeepEqual(heard.levels(TICKER, 'BUY'), []);
    const placed = reported(await venue.place(order({ price: price('0.5') })));
    await world.other(TICKER, 'SELL', price('0.5'), qty('2'));
    await world.pass(1_000);
    assert.equal(heard.reportsOf(placed.clientId).at(-1)?.status, 'FILLED');
  },
);

at('fills that come twice, late or by several ways count once', async ({ venue, heard, fault, world }) => {
  fault({ name: 'ws_duplicate', channel: 'fill' });
  fault({ name: 'ws_delay', channel: 'user_orders', ms: 700 });
  const placed = reported(await venue.place(order({ price: price('0.5'), qty: qty('3') })));
  await world.other(TICKER, 'SELL', price('0.5'), qty('1'));
  await world.other(TICKER, 'SELL', price('0.5'), qty('2'));
  await world.pass(5_000);
  await venue.reconcile(null);
  const fills = heard.reportsOf(placed.clientId).flatMap((report) => report.fills);
  assert.deepEqual(
    fills.map((fill) => fill.qty),
    [qty('1'), qty('2')],
  );
  assert.deepEqual(heard.reportsOf(placed.clientId).at(-1)?.status, 'FILLED');
});

at('without the stream, reconciling brings fills and ends all the same', async ({ venue, fault, world }) => {
  fault({ name: 'ws_silent' });
  const placed = reported(await venue.place(order({ price: price('0.5') })));
  const { mark } = await venue.reconcile(null);
  await world.other(TICKER, 'SELL', price('0.5'), qty('2'));
  await world.pass(120_000);
  const report = (await venue.reconcile(mark)).reports.find(({ clientId }) => clientId === placed.clientId);
  assert.deepEqual([report?.status, report?.fills.length], ['FILLED', 1]);
});

at('a cancel that meets a filled order tells the fill', async ({ venue, fault, world }) => {
  fault({ name: 'ws_silent' });
  const placed = reported(await venue.place(order({ price: price('0.5') })));
  await world.other(TICKER, 'SELL', price('0.5'), qty('2'));
  const cancelled = reported(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual([cancelled.status, cancelled.fills.length], ['FILLED', 1]);
});

at('a cancel that meets part fills keeps them', async ({ venue, fault, world }) => {
  fault({ name: 'ws_silent' });
  const placed = reported(await venue.place(order({ price: price('0.5') })));
  await world.other(TICKER, 'SELL', price('0.5'), qty('1'));
  const cancelled = reported(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual(
    [cancelled.status, cancelled.filledQty, cancelled.fills.length],
    ['CANCELLED', qty('1'), 1],
  );
});

at('an answer that names another order is not believed', async ({ venue, fault }) => {
  const placed = reported(await venue.place(order()));
  fault({ name: 'wrong_ack_id', times: 1 });
  const amended = reported(await venue.amend(amendOf(placed, { price: price('0.41') })));
  assert.deepEqual([amended.venueOrderId, amended.price], [placed.venueOrderId, price('0.41')]);
  fault({ name: 'wrong_ack_id', times: 1 });
  const cancelled = reported(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual([cancelled.venueOrderId, cancelled.status], [placed.venueOrderId, 'CANCELLED']);
});

at('answers without their optional fields are enough', async ({ venue, fault }) => {
  fault({ name: 'omit_optional' });
  const placed = reported(await venue.place(order()));
  assert.equal(reported(await venue.cancel(placed.clientId, TICKER)).status, 'CANCELLED');
});

at(
  'a status that nobody knows is no status: the query fails and says so',
  async ({ venue, heard, fault }) => {
    const placed = reported(await venue.place(order()));
    fault({ name: 'unknown_enum' });
    assert.equal((await venue.order(placed.clientId, TICKER)).kind, 'failed');
    assert.ok(
      heard.anomalies.some(({ kind, detail }) => kind === 'unknown_shape' && detail.includes('status')),
    );
  },
);

at('a fill that the stream tells and no list shows is not money', async ({ venue, heard, fault, world }) => {
  fault({ name: 'ghost_fill', times: 1 });
  const placed = reported(await venue.place(order()));
  await world.pass(10_000);
  assert.deepEqual(heard.reportsOf(placed.clientId), []);
  const found = await venue.order(placed.clientId, TICKER);
  assert.deepEqual(found.kind === 'found' && [found.report.status, found.report.filledQty], ['OPEN', 0n]);
  assert.ok(heard.anomalies.some(({ kind }) => kind === 'unknown_fill'));
});

at(
  'a fill that no list shows is not money either when the venue counts one that is',
  async ({ venue, heard, fault, world }) => {
    fault({ name: 'ghost_fill', times: 1 });
    const placed = reported(await venue.place(order({ price: price('0.5'), qty: qty('10') })));
    await world.other(TICKER, 'SELL', price('0.5'), qty('4'));
    await world.pass(10_000);
    const told = heard.reportsOf(placed.clientId).flatMap(({ fills }) => fills.map((fill) => fill.qty));
    assert.deepEqual(told, [qty('4')]);
  },
);

at('an order that is refused for its key says so', async ({ venue, heard, fault }) => {
  const text = '{"error":{"code":"authentication_error","message":"x","details":"NOT_FOUND"}}';
  fault({ name: 'status', status: 401, text, ...CREATE });
  const outcome = await venue.place(order());
  assert.equal(outcome.kind === 'refused' && outcome.code, 'credentials');
  assert.deepEqual(
    heard.anomalies.map(({ kind }) => kind),
    ['credentials'],
  );
});

at('a clock that is half a minute off is learned, and orders go through', async ({ venue, fault }) => {
  fault({ name: 'clock_skew', ms: 30_000 });
  assert.equal((await venue.reconcile(null)).reports.length, 0);
  assert.equal(reported(await venue.place(order())).status, 'OPEN');
});

at('MARKET without a live book is refused', async ({ venue, fault, world }) => {
  fault({ name: 'ws_refuse' });
  fault({ name: 'ws_drop', channel: 'orderbook_delta', times: 1 });
  await world.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
  const outcome = await venue.place(order({ type: 'MARKET', tif: 'IOC', price: null }));
  assert.deepEqual([outcome.kind, outcome.kind === 'refused' && outcome.code], ['refused', 'no_book']);
});

at('while the stream is down, books are read over HTTP', async ({ heard, fault, world }) => {
  fault({ name: 'ws_refuse' });
  world.exchange.controls.venue({ verb: 'drop_sockets' });
  await world.pass(1_000);
  assert.deepEqual(heard.levels(TICKER, 'BUY'), []);
  await world.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
  await world.pass(6_000);
  assert.deepEqual(heard.levels(TICKER, 'BUY')[2]?.price, price('0.41'));
  assert.equal(heard.levels(TICKER, 'SELL')[0]?.price, price('0.55'));
});

at('a market that pauses, comes back and settles is told each time', async ({ heard, world }) => {
  const { controls } = world.exchange;
  for (const verb of ['pause', 'resume'] as const) {
    controls.market({ market: TICKER, verb });
    await world.pass(5_000);
  }
  controls.market({ market: TICKER, verb: 'settle', result: 'yes' });
  await world.pass(4 * 3_600_000);
  const told = heard.statuses.get(TICKER) ?? [];
  assert.deepEqual(told.slice(0, 3), ['OPEN', 'PAUSED', 'OPEN']);
  assert.equal(heard.instruments.get(TICKER)?.status, 'SETTLED');
  assert.equal(heard.instruments.get(TICKER)?.result, 'YES');
});

at('a pause of all trading is told by its health, and orders are refused', async ({ venue, world }) => {
  world.exchange.controls.venue({ verb: 'pause_trading' });
  const { healthy, reason } = await venue.health();
  assert.deepEqual([healthy, reason], [false, 'trading is paused']);
  const outcome = await venue.place(order());
  assert.equal(outcome.kind === 'refused' && outcome.code, 'market_not_open');
});

at(
  'a venue that stopped answering is unhealthy and sent no order; the answer that finds it well ends both',
  async ({ venue, fault, world }) => {
    fault({ name: 'status', status: 503 });
    for (let failure = 1; failure <= 5; failure += 1) await venue.order(order().clientId, TICKER);
    const outcome = await venue.place(order());
    assert.match(outcome.kind === 'unsent' ? outcome.why : '', /requests in a row got no proper answer/);
    const { healthy, reason } = await venue.health();
    assert.deepEqual([healthy, /^unreachable: .*503/.test(reason ?? '')], [false, true], reason ?? '');
    world.exchange.controls.faults.remove('status');
    assert.equal((await venue.health()).healthy, true);
    assert.equal(reported(await venue.place(order())).status, 'OPEN');
  },
);

at('what we hold is told by market, YES positive', async ({ venue }) => {
  reported(await venue.place(order({ outcome: 'NO', price: price('0.6'), qty: qty('3') })));
  assert.deepEqual(await venue.positions(), [{ venueInstrumentId: TICKER, netQty: 0n - qty('3') }]);
});

at('every message of a quiet day is of a shape that we know', async ({ venue, heard, world }) => {
  reported(await venue.place(order({ price: price('0.55'), qty: qty('1') })));
  reported(await venue.place(order()));
  await venue.reconcile(null);
  await world.pass(120_000);
  assert.deepEqual(heard.anomalies, []);
});

test('a host that nobody answers at is unhealthy with a reason, until it is stopped', async () => {
  const world = new KalshiWorld({ settings: { restUrl: 'http://nobody.test/trade-api/v2' } });
  const venue = world.kalshi();
  const starting = venue.start(new RecordingListener());
  await world.pass(60_000);
  const { healthy, reason } = await world.run(venue.health());
  assert.equal(healthy, false);
  assert.match(reason ?? '', /^unreachable: connect ECONNREFUSED/);
  await world.close();
  await starting;
});

at('what is watched before the start is told from then on', async ({ world }) => {
  const venue = world.venue('c'.repeat(32));
  const heard = new RecordingListener();
  venue.watch(TICKER);
  await venue.start(heard);
  await world.pass(1_000);
  assert.equal(heard.levels(TICKER, 'SELL')[0]?.price, price('0.55'));
});

test('a key that the venue does not know is told once, and is the reason of its health', async () => {
  const world = new KalshiWorld({ settings: { keyId: '99999999-aaaa-4aaa-8aaa-999999999999' } });
  const heard = new RecordingListener();
  const venue = world.kalshi();
  const starting = venue.start(heard);
  await world.pass(60_000);
  await assert.rejects(world.run(venue.reconcile(null)), /401/);
  assert.equal(heard.anomalies.filter(({ kind }) => kind === 'credentials').length, 1);
  assert.match((await world.run(venue.health())).reason ?? '', /the key is not taken/);
  await world.close();
  await starting;
});
