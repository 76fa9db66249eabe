import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getOrder,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { qty, restingReply, venueFill } from '../oms/scripted-venue.fixture.ts';

const ON = { enabled: true };
const OFF = { enabled: false };
const NARROW = { ...TRADER, subaccounts: ['sa_2' as never] };

test('I-14: an order accepted before the kill switch but not sent yet is stopped at the gateway', async () => {
  const harness = await openOms();
  const submitted = harness.oms.orders.submit(TRADER, orderBody(), null);
  await Promise.resolve();
  await Promise.resolve();
  const killed = harness.oms.risk.setKillSwitch(TRADER, ON);
  const [order, state] = [value(await submitted).order, value(await killed)];
  assert.equal(state.active, true);
  assert.equal(
    harness.venue.placed.length === 0,
    order.status === 'REJECTED',
    'either stopped, or sent before the switch',
  );
  const sent = harness.venue.placed.length;
  for (let attempt = 0; attempt < 5; attempt += 1)
    assert.equal(resultCode(await harness.oms.orders.submit(TRADER, orderBody(), null)), 'kill_switch');
  assert.equal(harness.venue.placed.length, sent);
});

test('I-15: with the kill switch on, every submission is refused first, resting orders stay, cancels and reads work', async () => {
  const harness = await openOms();
  const order = await submit(harness, { client_order_id: 'k' });
  value(await harness.oms.risk.setKillSwitch(TRADER, ON));
  assert.equal(resultCode(await harness.oms.orders.submit(TRADER, {}, null)), 'kill_switch');
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody({ qty: '11', client_order_id: 'k' }), null)),
    'kill_switch',
  );
  assert.equal(resultCode(await harness.oms.orders.submitBatch(TRADER, [orderBody()])), 'kill_switch');
  assert.equal(
    value(await harness.oms.orders.submit(TRADER, orderBody({ client_order_id: 'k' }), null)).replayed,
    true,
  );
  assert.equal(getOrder(harness, order.id).status, 'OPEN');
  assert.equal(
    resultCode(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' })),
    'kill_switch',
  );
  harness.venue.onCancel = () =>
    restingReply(harness.venue.placed[0]!, { status: 'CANCELLED', reason: 'requested' });
  assert.equal(value(await harness.oms.orders.cancel(TRADER, order.id)).status, 'CANCELLED');
  value(await harness.oms.risk.setKillSwitch(TRADER, OFF));
  assert.equal((await submit(harness)).status, 'OPEN');
});

test('a key with granted subaccounts switches only those, for every key; a batch fails per entry', async () => {
  const harness = await openOms();
  value(await harness.oms.risk.setKillSwitch(NARROW, ON));
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody({ subaccount_id: 'sa_2' }), null)),
    'kill_switch',
  );
  assert.equal((await submit(harness)).status, 'OPEN');
  const entries = value(
    await harness.oms.orders.submitBatch(TRADER, [orderBody(), orderBody({ subaccount_id: 'sa_2' })]),
  );
  assert.deepEqual(
    entries.map((entry) => entry.ok || entry.refusal.code),
    [true, 'kill_switch'],
  );
  value(await harness.oms.risk.setKillSwitch(TRADER, OFF));
  assert.equal((await submit(harness, { subaccount_id: 'sa_2' })).status, 'OPEN');
});

test('a key with granted subaccounts cannot switch the account off, and the answer shows it as active', async () => {
  const harness = await openOms();
  value(await harness.oms.risk.setKillSwitch(TRADER, ON));
  for (const caller of [NARROW, { ...TRADER, subaccounts: [] }]) {
    const state = value(await harness.oms.risk.setKillSwitch(caller, OFF));
    assert.deepEqual([state.enabled, state.active], [false, true]);
  }
});

test('E-04: setting the present state again changes nothing; the switch survives a restart', async () => {
  const harness = await openOms();
  const first = value(await harness.oms.risk.setKillSwitch(TRADER, ON));
  const { seq } = harness.oms.state;
  harness.clock.advance(1_000);
  assert.deepEqual(value(await harness.oms.risk.setKillSwitch(TRADER, ON)), first);
  assert.equal(harness.oms.state.seq, seq);
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  assert.equal(resultCode(await next.oms.orders.submit(TRADER, orderBody(), null)), 'kill_switch');
});

test('the kill switch shows when it was last set, not when it was requested', async () => {
  const harness = await openOms();
  const setAt = harness.clock.now();
  value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
  harness.clock.advance(60_000);
  assert.equal(value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true })).updatedAt, setAt);
});

test('the kill switch shows the latest change of the account and the subaccounts of the key', async () => {
  const harness = await openOms();
  const { risk } = harness.oms;
  const set = async (caller: typeof TRADER, enabled: boolean) => {
    harness.clock.advance(1_000);
    return value(await risk.setKillSwitch(caller, { enabled })).updatedAt;
  };
  const first = await set(TRADER, true);
  const second = await set(NARROW, true);
  assert.equal(second > first, true);
  assert.equal(await set(TRADER, true), second, 'nothing changes');
  assert.equal(await set(NARROW, true), second);
});

test('the kill switch is on once each send in flight has its outcome, at the latest after a quarter second', async () => {
  for (const isAnswered of [true, false]) {
    const harness = await openOms();
    const reply = Promise.withResolvers<void>();
    harness.venue.onPlace = async (order) => {
      await reply.promise;
      return restingReply(order);
    };
    void harness.oms.orders.submit(TRADER, orderBody(), null);
    await settle();
    assert.equal(harness.venue.placed.length, 1);
    let isDone = false;
    const done = (on: object) =>
      harness.oms.risk.setKillSwitch(TRADER, on).then(() => {
        isDone = true;
      });
    const switched = done(ON);
    await settle();
    harness.clock.advance(249);
    await settle();
    assert.equal(isDone, false);
    if (isAnswered) reply.resolve();
    else harness.clock.advance(1);
    await switched;
    isDone = false;
    await done(OFF); // waits for nothing
    assert.equal(isDone, true);
  }
});

test('a service that is stopping accepts nothing, sends nothing and queries nothing', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  let queries = 0;
  harness.venue.onQuery = () => {
    queries += 1;
    return { kind: 'failed', why: 'down' };
  };
  void harness.oms.orders.submit(TRADER, orderBody(), null);
  await settle();
  harness.oms.stop();
  const before = queries;
  for (const answer of [
    harness.oms.orders.submit(TRADER, orderBody(), null),
    harness.oms.orders.submitBatch(TRADER, [orderBody()]),
    harness.oms.orders.amend(TRADER, order.id, { price: '0.40' }),
    harness.oms.orders.cancel(TRADER, order.id),
    harness.oms.risk.setKillSwitch(TRADER, { enabled: true }),
  ])
    assert.equal(resultCode(await answer), 'shutting_down');
  harness.clock.advance(60_000);
  await settle();
  assert.deepEqual([harness.venue.placed.length, harness.venue.cancelled, queries], [2, [], before]);
});

test('bad kill switch bodies are refused and change nothing', async () => {
  const harness = await openOms();
  for (const bad of [
    {},
    { enabled: 'true' },
    { enabled: 1 },
    { enabled: null },
    [],
    { enabled: true, subaccount_id: 'sa_1' },
  ]) {
    assert.equal(resultCode(await harness.oms.risk.setKillSwitch(TRADER, bad)), 'validation');
  }
  assert.equal((await submit(harness)).status, 'OPEN');
});

test('limits: omitted fields keep their values, null clears, the decimal text is echoed, bad values are refused', async () => {
  const harness = await openOms();
  value(
    await harness.oms.risk.setLimits(TRADER, {
      subaccount_id: 'sa_1',
      max_order_qty: '50.0',
      max_open_orders: 2,
    }),
  );
  const limits = value(
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '0' }),
  );
  assert.deepEqual(
    [limits.maxOrderQtyText, limits.maxPositionQtyText, limits.maxOpenOrders],
    ['50.0', '0', 2],
  );
  assert.equal(resultCode(await harness.oms.orders.submit(TRADER, orderBody(), null)), 'risk_limit');
  assert.equal(
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: null }))
      .maxPositionQty,
    null,
  );
  for (const bad of [
    { max_order_qty: 5 },
    { max_order_qty: '-1' },
    { max_open_orders: '2' },
    { max_open_orders: 1.5 },
    { max_open_orders: -1 },
    { max_orders: 1 },
  ]) {
    assert.equal(
      resultCode(await harness.oms.risk.setLimits(TRADER, bad)),
      'validation',
      JSON.stringify(bad),
    );
  }
  assert.equal(resultCode(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_9' })), 'not_found');
  assert.equal(resultCode(await harness.oms.risk.setLimits(NARROW, { max_open_orders: 1 })), 'forbidden');
});

test('E-05: limits below the present usage cancel nothing, are reported as breached, and allow reducing orders', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, `t-${order.clientId}`, '10', '0.48')] });
  await submit(harness);
  value(await harness.oms.risk.setLimits(TRADER, { max_position_qty: '4' }));
  const risk = value(harness.oms.queries.risk(TRADER, 'sa_1' as never));
  assert.deepEqual(risk.breaches, [{ limit: 'max_position_qty', scope: 'account', max: '4', value: '10' }]);
  assert.equal(risk.positionQty, qty('10'));
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody({ qty: '1' }), null)),
    'risk_limit',
  );
  assert.equal((await submit(harness, { side: 'SELL', qty: '10' })).status, 'FILLED');
});

for (const [limit, atUse, below] of [
  ['max_open_orders', 2, 1],
  ['max_position_qty', '10', '9'],
  ['day_cost_max', '14.4', '14.3'],
  ['orders_per_minute_max', 3, 2],
] as const)
  for (const [scope, fields] of [
    ['account', {}],
    ['subaccount', { subaccount_id: 'sa_1' }],
  ] as const)
    test(`E-05: ${limit} of the ${scope} is breached above it, not by a use of exactly so much`, async () => {
      const harness = await openOms();
      const { oms, venue } = harness;
      const rest = venue.onPlace;
      venue.onPlace = (order) => {
        const fill = { ...venueFill(order, 't1', '10', '0.48'), at: harness.clock.now() };
        return restingReply(order, { status: 'FILLED', fills: [fill] });
      };
      await submit(harness);
      venue.onPlace = rest;
      for (let order = 0; order < 2; order += 1) await submit(harness);
      const breaches = async (max: string | number) => {
        value(await oms.risk.setLimits(TRADER, { ...fields, [limit]: max }));
        return value(oms.queries.risk(TRADER, 'sa_1' as never)).breaches;
      };
      assert.deepEqual(await breaches(atUse), []);
      assert.deepEqual(await breaches(below), [{ limit, scope, max: String(below), value: String(atUse) }]);
    });

test('P-03: after a disk failure nothing is acknowledged or sent', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  await harness.storage.close();
  const refused = await harness.oms.orders.submit(TRADER, orderBody(), null);
  assert.equal(resultCode(refused), 'shutting_down');
  assert.equal(harness.venue.placed.length, 1);
  await settle();
  assert.equal(resultCode(await harness.oms.orders.cancel(TRADER, order.id)), 'shutting_down');
  assert.equal(
    harness.venue.cancelled.length,
    1,
    'a cancel reaches the venue although it cannot be journaled',
  );
  assert.equal(resultCode(await harness.oms.risk.setKillSwitch(TRADER, ON)), 'shutting_down');
});

test('P-03: a disk failure during a batch returns an error and does not crash', async () => {
  const harness = await openOms();
  const isFound = Promise.withResolvers<null>();
  harness.market.prefetchInstrument = () => isFound.promise;
  await harness.storage.close();
  const items = [orderBody(), orderBody({ instrument_id: 1003 })];
  const answer = harness.oms.orders.submitBatch(TRADER, items);
  await settle();
  isFound.resolve(null);
  assert.equal(resultCode(await answer), 'shutting_down');
});

test('I-22: a kill switch that is set again answers only once the first setting is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const first = harness.oms.risk.setKillSwitch(TRADER, ON);
  let isAnswered = false;
  const second = harness.oms.risk.setKillSwitch(TRADER, ON).finally(() => {
    isAnswered = true;
  });
  await settle();
  assert.equal(isAnswered, false);
  sync.resolve();
  assert.deepEqual([value(await first).active, value(await second).active], [true, true]);
});
