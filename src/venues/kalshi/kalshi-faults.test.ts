import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { ONE } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { KalshiHarness, TICKER } from './kalshi-harness.fixture.ts';
import { expectReport, order, price, qty, testAdapter, toAmend } from './kalshi-orders.fixture.ts';

const SIDES = [
  ['BUY', 'YES'],
  ['SELL', 'YES'],
  ['BUY', 'NO'],
  ['SELL', 'NO'],
] as const;
const CREATE = { method: 'POST', path: '/portfolio/events/orders', times: 1 };

testAdapter(
  'an accepted order whose answer is lost is unknown, and then found once',
  async ({ venue, fault, harness }) => {
    fault({ name: 'drop_after_accept', ...CREATE });
    const given = order();
    assert.equal((await venue.place(given)).kind, 'unknown');
    const found = await venue.order(given.clientId, TICKER);
    assert.equal(found.kind === 'found' && found.report.status, 'OPEN');
    await harness.pass(5_000);
    assert.equal((await venue.reconcile(null)).reports.length, 1);
  },
);

testAdapter(
  'an order that never arrived is unknown, and absent after all lists have been read',
  async ({ venue, fault }) => {
    fault({ name: 'lost_request', how: 'reset', ...CREATE });
    const given = order();
    assert.equal((await venue.place(given)).kind, 'unknown');
    assert.equal((await venue.order(given.clientId, TICKER)).kind, 'absent');
  },
);

testAdapter(
  'a time in another form than the one that was sent is the same time',
  async ({ venue, fault, harness }) => {
    const expiresAt = (harness.clock.now() + 3_600_000) as TimestampMs;
    const given = order({ tif: 'GTD', expiresAt: (expiresAt - (expiresAt % 1_000)) as TimestampMs });
    assert.equal((await venue.place(given)).kind, 'report');
    const plain = await venue.order(given.clientId, TICKER);
    fault({ name: 'time_forms' });
    const other = await venue.order(given.clientId, TICKER);
    assert.ok(plain.kind === 'found' && other.kind === 'found');
    assert.equal(other.report.status, 'OPEN');
    assert.deepEqual(other.report, plain.report);
  },
);

testAdapter('an HTML answer proves nothing, whatever its status', async ({ venue, fault }) => {
  for (const status of [400, 502]) {
    fault({ name: 'status', status, text: '<html>sorry</html>', ...CREATE });
    assert.equal((await venue.place(order())).kind, 'unknown');
  }
});

testAdapter('an order is not absent while one of the lists cannot be read', async ({ venue, fault }) => {
  fault({ name: 'status', status: 503, path: '/portfolio/fills' });
  assert.equal((await venue.order(order().clientId, TICKER)).kind, 'failed');
});

testAdapter(
  'a request that could not be sent is unsent',
  async ({ venue }) => assert.equal((await venue.place(order())).kind, 'unsent'),
  {
    hooks: {
      delivery: (_, { method, body }) => ({
        fate: method === 'POST' && (body ?? '').includes('0.4000') ? 'unsent' : 'arrives',
        requestMs: 0,
        answerMs: 0,
      }),
    },
  },
);

testAdapter(
  "another client's order is reported as external, once, and never as ours",
  async ({ venue, listener, harness }) => {
    const otherVenue = harness.venue('b'.repeat(32));
    await otherVenue.start(new RecordingListener());
    const placed = expectReport(await otherVenue.place(order({ price: price('0.5') })));
    await harness.other(TICKER, 'SELL', price('0.5'), qty('1'));
    assert.deepEqual((await venue.reconcile(null)).reports, []);
    const external = listener.anomalies.filter(({ kind }) => kind === 'external_order');
    assert.equal(external.length, 1);
    assert.ok(external[0]?.detail.includes(placed.venueOrderId ?? 'an id'));
    assert.deepEqual(listener.reports, []);
  },
);

for (const [side, at] of [
  ['BUY', '0.02'],
  ['SELL', '0.98'],
] as const)
  testAdapter(
    `an open ${side} of another program is listed, and cancelled for the operator only`,
    async ({ venue, harness }) => {
      const otherVenue = harness.venue('b'.repeat(32));
      await otherVenue.start(new RecordingListener());
      const placed = expectReport(await otherVenue.place(order({ side, price: price(at) })));
      const own = expectReport(await venue.place(order({ price: price('0.01') })));
      await venue.reconcile(null);
      const listed = venue.openOrders?.() ?? [];
      assert.deepEqual(
        new Map(listed.map(({ venueOrderId, clientId }) => [venueOrderId, clientId])),
        new Map([
          [own.venueOrderId, own.clientId],
          [placed.venueOrderId, null],
        ]),
      );
      const external = listed.find(({ clientId }) => clientId === null) ?? assert.fail('it is listed');
      assert.deepEqual([external.side, external.outcome, external.price], [side, 'YES', price(at)]);
      assert.equal(await venue.cancelOpenOrder?.(external), null);
      assert.match((await venue.cancelOpenOrder?.(external)) ?? '', /404|not.found/i);
      await venue.reconcile(null);
      assert.deepEqual(
        venue.openOrders?.().map(({ clientId }) => clientId),
        [own.clientId],
      );
    },
  );

testAdapter(
  'what no event and no list shows of an order is in the next reconciliation',
  async ({ venue, listener, fault, harness }) => {
    const open = expectReport(await venue.place(order({ price: price('0.3') })));
    const filled = expectReport(await venue.place(order({ price: price('0.5'), qty: qty('2') })));
    await harness.pass(1_000);
    for (const name of ['event_lost', 'list_omits']) fault({ name });
    const before = listener.reports.length;
    await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
    await harness.pass(1_000);
    assert.equal(listener.reports.length, before, 'no event');
    const { reports } = await venue.reconcile(null);
    assert.deepEqual(venue.openOrders?.(), [], 'no list');
    const shown = [open, filled].map((each) => reports.find(({ clientId }) => clientId === each.clientId));
    assert.deepEqual(
      shown.map((report) => report?.status),
      ['OPEN', 'FILLED'],
    );
  },
);

for (const name of ['ws_gap', 'ws_overflow', 'ws_drop']) {
  testAdapter(
    `${name}: the book is lost, and a new snapshot follows`,
    async ({ listener, fault, harness }) => {
      const lost: string[] = [];
      const forward = listener.onBook.bind(listener);
      listener.onBook = (update) => {
        if (update.kind === 'lost') lost.push(update.venueInstrumentId);
        forward(update);
      };
      fault({ name, channel: 'orderbook_delta', times: 1 });
      await harness.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
      await harness.other(TICKER, 'BUY', price('0.42'), qty('1'), 'GTC');
      await harness.pass(10_000);
      assert.ok(lost.includes(TICKER));
      assert.deepEqual(
        listener.levels(TICKER, 'BUY').map((level) => level.price),
        ['0.45', '0.44', '0.42', '0.41'].map(price),
      );
    },
  );
}

testAdapter('a repeated book message counts once', async ({ listener, fault, harness }) => {
  fault({ name: 'ws_duplicate', channel: 'orderbook_delta' });
  await harness.other(TICKER, 'BUY', price('0.41'), qty('3'), 'GTC');
  await harness.other(TICKER, 'BUY', price('0.41'), qty('4'), 'GTC');
  await harness.pass(1_000);
  const level = listener.levels(TICKER, 'BUY').find((each) => each.price === price('0.41'));
  assert.equal(level?.qty, qty('7'));
});

testAdapter(
  'a stream that falls silent loses its books within 15 seconds',
  async ({ listener, fault, harness }) => {
    fault({ name: 'ws_silent' });
    await harness.pass(15_000);
    assert.deepEqual(listener.levels(TICKER, 'BUY'), []);
  },
);

testAdapter('after a silence with unanswered subscriptions, books and fills arrive again', async (scene) => {
  const { venue, listener, fault, harness } = scene;
  fault({ name: 'ws_silent' });
  await harness.pass(60_000);
  harness.exchange.controls.faults.remove('ws_silent');
  await harness.pass(90_000);
  assert.notDeepEqual(listener.levels(TICKER, 'BUY'), []);
  const placed = expectReport(await venue.place(order({ price: price('0.5') })));
  await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
  await harness.pass(1_000);
  assert.equal(listener.getReports(placed.clientId).at(-1)?.status, 'FILLED');
});

testAdapter(
  'fills that are repeated, late or received on several paths count once',
  async ({ venue, listener, fault, harness }) => {
    fault({ name: 'ws_duplicate', channel: 'fill' });
    fault({ name: 'ws_delay', channel: 'user_orders', ms: 700 });
    const placed = expectReport(await venue.place(order({ price: price('0.5'), qty: qty('3') })));
    await harness.other(TICKER, 'SELL', price('0.5'), qty('1'));
    await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
    await harness.pass(5_000);
    await venue.reconcile(null);
    const fills = listener.getReports(placed.clientId).flatMap((report) => report.fills);
    assert.deepEqual(
      fills.map((fill) => fill.qty),
      [qty('1'), qty('2')],
    );
    assert.deepEqual(listener.getReports(placed.clientId).at(-1)?.status, 'FILLED');
  },
);

testAdapter(
  'without the stream, reconciliation finds fills and final states',
  async ({ venue, fault, harness }) => {
    fault({ name: 'ws_silent' });
    const placed = expectReport(await venue.place(order({ price: price('0.5') })));
    const { mark } = await venue.reconcile(null);
    await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
    await harness.pass(120_000);
    const report = (await venue.reconcile(mark)).reports.find(({ clientId }) => clientId === placed.clientId);
    assert.deepEqual([report?.status, report?.fills.length], ['FILLED', 1]);
  },
);

testAdapter('a cancel of a filled order reports the fill', async ({ venue, fault, harness }) => {
  fault({ name: 'ws_silent' });
  const placed = expectReport(await venue.place(order({ price: price('0.5') })));
  await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
  const cancelled = expectReport(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual([cancelled.status, cancelled.fills.length], ['FILLED', 1]);
});

testAdapter('a cancel of a partly filled order keeps the fills', async ({ venue, fault, harness }) => {
  fault({ name: 'ws_silent' });
  const placed = expectReport(await venue.place(order({ price: price('0.5') })));
  await harness.other(TICKER, 'SELL', price('0.5'), qty('1'));
  const cancelled = expectReport(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual(
    [cancelled.status, cancelled.filledQty, cancelled.fills.length],
    ['CANCELLED', qty('1'), 1],
  );
});

testAdapter('an acknowledgement with another order id is ignored', async ({ venue, fault }) => {
  const placed = expectReport(await venue.place(order()));
  fault({ name: 'wrong_ack_id', times: 1 });
  const amended = expectReport(await venue.amend(toAmend(placed, { price: price('0.41') })));
  assert.deepEqual([amended.venueOrderId, amended.price], [placed.venueOrderId, price('0.41')]);
  fault({ name: 'wrong_ack_id', times: 1 });
  const cancelled = expectReport(await venue.cancel(placed.clientId, TICKER));
  assert.deepEqual([cancelled.venueOrderId, cancelled.status], [placed.venueOrderId, 'CANCELLED']);
});

testAdapter('an acknowledgement with the id of another order changes neither', async ({ venue, fault }) => {
  fault({ name: 'wrong_ack_id', times: 2 });
  const first = expectReport(await venue.place(order({ price: price('0.4') })));
  const taking = order({ price: price('0.39'), tif: 'IOC' });
  assert.equal((await venue.place(taking)).kind, 'unknown');
  const answers = [await venue.order(first.clientId, TICKER), await venue.order(taking.clientId, TICKER)];
  assert.deepEqual(
    answers.map((answer) => answer.kind === 'found' && [answer.report.clientId, answer.report.status]),
    [
      [first.clientId, 'OPEN'],
      [taking.clientId, 'CANCELLED'],
    ],
  );
});

testAdapter('answers without optional fields are accepted', async ({ venue, fault }) => {
  fault({ name: 'omit_optional' });
  const placed = expectReport(await venue.place(order()));
  assert.equal(expectReport(await venue.cancel(placed.clientId, TICKER)).status, 'CANCELLED');
});

testAdapter(
  'an unknown status fails the query and is reported as an anomaly',
  async ({ venue, listener, fault }) => {
    const placed = expectReport(await venue.place(order()));
    fault({ name: 'unknown_enum' });
    assert.equal((await venue.order(placed.clientId, TICKER)).kind, 'failed');
    assert.ok(
      listener.anomalies.some(({ kind, detail }) => kind === 'unknown_shape' && detail.includes('status')),
    );
  },
);

testAdapter(
  'a fill of the stream that no list shows is not counted',
  async ({ venue, listener, fault, harness }) => {
    fault({ name: 'ghost_fill', times: 1 });
    const placed = expectReport(await venue.place(order()));
    await harness.pass(25_000);
    assert.deepEqual(listener.getReports(placed.clientId), []);
    const found = await venue.order(placed.clientId, TICKER);
    assert.deepEqual(found.kind === 'found' && [found.report.status, found.report.filledQty], ['OPEN', 0n]);
    assert.ok(listener.anomalies.some(({ kind }) => kind === 'unknown_fill'));
  },
);

testAdapter(
  'a fill of the stream is not called unknown while no list can be read',
  async ({ venue, listener, fault, harness }) => {
    fault({ name: 'ghost_fill', times: 1 });
    fault({ name: 'status', status: 503, path: '/portfolio/fills' });
    await venue.place(order());
    await harness.pass(10_000);
    assert.deepEqual(listener.anomalies, []);
    harness.exchange.controls.faults.remove(null);
    await harness.pass(10_000);
    assert.deepEqual(
      listener.anomalies.map(({ kind }) => kind),
      ['unknown_fill'],
    );
  },
);

testAdapter(
  'a fill that no list shows is not counted either while a real fill is',
  async ({ venue, listener, fault, harness }) => {
    fault({ name: 'ghost_fill', times: 1 });
    const placed = expectReport(await venue.place(order({ price: price('0.5'), qty: qty('10') })));
    await harness.other(TICKER, 'SELL', price('0.5'), qty('4'));
    await harness.pass(10_000);
    const reported = listener
      .getReports(placed.clientId)
      .flatMap(({ fills }) => fills.map((fill) => fill.qty));
    assert.deepEqual(reported, [qty('4')]);
  },
);

testAdapter(
  'an order refused for its API key has the code credentials',
  async ({ venue, listener, fault }) => {
    const text = '{"error":{"code":"authentication_error","message":"x","details":"NOT_FOUND"}}';
    fault({ name: 'status', status: 401, text, ...CREATE });
    const outcome = await venue.place(order());
    assert.equal(outcome.kind === 'refused' && outcome.code, 'credentials');
    assert.deepEqual(
      listener.anomalies.map(({ kind }) => kind),
      ['credentials'],
    );
  },
);

testAdapter('a clock skew of half a minute is learned, and orders are accepted', async ({ venue, fault }) => {
  fault({ name: 'clock_skew', ms: 30_000 });
  assert.equal((await venue.reconcile(null)).reports.length, 0);
  assert.equal(expectReport(await venue.place(order())).status, 'OPEN');
});

testAdapter('MARKET without a live book is refused', async ({ venue, fault, harness }) => {
  fault({ name: 'ws_refuse' });
  fault({ name: 'ws_drop', channel: 'orderbook_delta', times: 1 });
  await harness.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
  const outcome = await venue.place(order({ type: 'MARKET', tif: 'IOC', price: null }));
  assert.deepEqual([outcome.kind, outcome.kind === 'unsent' && outcome.reason], ['unsent', 'no_book']);
});

testAdapter('while the stream is down, books are read over HTTP', async ({ listener, fault, harness }) => {
  fault({ name: 'ws_refuse' });
  harness.exchange.controls.venue({ verb: 'drop_sockets' });
  await harness.pass(1_000);
  assert.deepEqual(listener.levels(TICKER, 'BUY'), []);
  await harness.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
  await harness.pass(6_000);
  assert.deepEqual(listener.levels(TICKER, 'BUY')[2]?.price, price('0.41'));
  assert.equal(listener.levels(TICKER, 'SELL')[0]?.price, price('0.55'));
});

testAdapter('a market is published when it pauses, reopens and settles', async ({ listener, harness }) => {
  const { controls } = harness.exchange;
  for (const verb of ['pause', 'resume'] as const) {
    controls.market({ market: TICKER, verb });
    await harness.pass(5_000);
  }
  controls.market({ market: TICKER, verb: 'settle', result: 'yes' });
  await harness.pass(4 * 3_600_000);
  const reported = listener.statuses.get(TICKER) ?? [];
  assert.deepEqual(reported.slice(0, 3), ['OPEN', 'PAUSED', 'OPEN']);
  assert.equal(listener.instruments.get(TICKER)?.status, 'SETTLED');
  assert.equal(listener.instruments.get(TICKER)?.result, 'YES');
});

testAdapter(
  'while trading is paused the venue is unhealthy and refuses orders',
  async ({ venue, harness }) => {
    harness.exchange.controls.venue({ verb: 'pause_trading' });
    const { healthy, reason } = await venue.health();
    assert.deepEqual([healthy, reason], [false, 'trading is paused']);
    const outcome = await venue.place(order());
    assert.equal(outcome.kind === 'refused' && outcome.code, 'market_paused');
  },
);

testAdapter(
  'a venue that does not answer is unhealthy and receives no orders, until its next answer',
  async ({ venue, fault, harness }) => {
    fault({ name: 'status', status: 503 });
    for (let failure = 1; failure <= 5; failure += 1) await venue.order(order().clientId, TICKER);
    const outcome = await venue.place(order());
    assert.match(outcome.kind === 'unsent' ? outcome.why : '', /consecutive requests were not answered/);
    const { healthy, reason } = await venue.health();
    assert.deepEqual([healthy, /^unreachable: .*503/.test(reason ?? '')], [false, true], reason ?? '');
    harness.exchange.controls.faults.remove('status');
    assert.equal((await venue.health()).healthy, true);
    assert.equal(expectReport(await venue.place(order())).status, 'OPEN');
  },
);

testAdapter(
  'the balance is the cash for new orders, over all shards and on each',
  async ({ venue, fault }) => {
    const pools = new Map([
      ['shard 0', dollars('1000')],
      ['shard 3', dollars('50')],
    ]);
    assert.deepEqual(await venue.balance?.(), {
      currency: 'USD',
      total: null,
      available: dollars('1050'),
      pools,
    });
    assert.equal(venue.findCashPool?.(TICKER), 'shard 0');
    assert.equal(venue.findCashPool?.('unlisted'), null);
    await venue.place(order());
    const after = await venue.balance?.();
    assert.ok(after !== null && after !== undefined && after.available < dollars('1050'));
    fault({
      name: 'status',
      status: 500,
      text: '{}',
      method: 'GET',
      path: '/portfolio/balance',
      times: null,
    });
    assert.equal(await venue.balance?.(), null);
  },
);

for (const [outcome, limit, net, cost] of [
  ['NO', '0.6', '-3', '0.45'],
  ['YES', '0.6', '3', '0.55'],
] as const)
  testAdapter(
    `${outcome}: positions are reported by market with their cost in YES terms`,
    async ({ venue }) => {
      expectReport(await venue.place(order({ outcome, price: price(limit), qty: qty('3') })));
      const netQty = net.startsWith('-') ? 0n - qty(net.slice(1)) : qty(net);
      assert.deepEqual(await venue.positions(), [
        { venueInstrumentId: TICKER, netQty, avgPrice: price(cost) },
      ]);
    },
  );

testAdapter(
  'every message without faults is decoded and has no unknown field',
  async ({ venue, listener, harness }) => {
    for (const [side, outcome] of SIDES) {
      const [near, far] = side === 'BUY' ? ['0.55', '0.1'] : ['0.45', '0.9'];
      expectReport(await venue.place(order({ side, outcome, price: price(near), qty: qty('1') })));
      const resting = expectReport(await venue.place(order({ side, outcome, price: price(far) })));
      await venue.amend(toAmend(resting, { qty: qty('3') }));
      await venue.cancel(resting.clientId, TICKER);
    }
    await venue.reconcile(null);
    await harness.pass(120_000);
    assert.deepEqual([listener.anomalies, (await venue.health()).note], [[], undefined]);
  },
);

test('an unreachable host is unhealthy with a reason, until it is stopped', async () => {
  const harness = new KalshiHarness({ settings: { restUrl: 'http://unreachable.test/trade-api/v2' } });
  const venue = harness.createUndrivenVenue();
  const starting = venue.start(new RecordingListener());
  await harness.pass(60_000);
  const { healthy, reason } = await harness.run(venue.health());
  assert.equal(healthy, false);
  assert.match(reason ?? '', /^unreachable: connect ECONNREFUSED/);
  await harness.close();
  await starting;
});

testAdapter('a book that is watched before the start is published after it', async ({ harness }) => {
  const venue = harness.venue('c'.repeat(32));
  const listener = new RecordingListener();
  venue.watch(TICKER);
  await venue.start(listener);
  await harness.pass(1_000);
  assert.equal(listener.levels(TICKER, 'SELL')[0]?.price, price('0.55'));
});

test('an unknown API key is reported once and is the reason in the health', async () => {
  const harness = new KalshiHarness({ settings: { keyId: '99999999-aaaa-4aaa-8aaa-999999999999' } });
  const listener = new RecordingListener();
  const venue = harness.createUndrivenVenue();
  const starting = venue.start(listener);
  await harness.pass(60_000);
  await assert.rejects(harness.run(venue.reconcile(null)), /401/);
  assert.equal(listener.anomalies.filter(({ kind }) => kind === 'credentials').length, 1);
  assert.match((await harness.run(venue.health())).reason ?? '', /the API key \S+ was rejected/);
  await harness.close();
  await starting;
});

const dollars = (text: string): bigint => qty(text) * ONE;

testAdapter(
  'an amend by another reader of the account arrives on the stream, BUY and SELL, YES and NO',
  async ({ venue, listener, harness }) => {
    const other = harness.venue();
    await other.start(new RecordingListener());
    for (const [side, outcome] of SIDES) {
      const [from, to] = (side === 'BUY' ? ['0.1', '0.12'] : ['0.9', '0.88']).map(price);
      const placed = expectReport(await venue.place(order({ side, outcome, price: from ?? null })));
      assert.equal((await other.order(placed.clientId, TICKER)).kind, 'found');
      const amended = expectReport(await other.amend(toAmend(placed, { price: to ?? null, qty: qty('3') })));
      assert.deepEqual([amended.price, amended.qty], [to, qty('3')]);
      await harness.pass(1_000);
      const seen = listener.getReports(placed.clientId).at(-1);
      assert.deepEqual([seen?.price, seen?.qty, seen?.status], [to, qty('3'), 'OPEN'], `${side} ${outcome}`);
    }
  },
);
