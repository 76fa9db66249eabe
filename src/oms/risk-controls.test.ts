import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  body,
  codeOf,
  fill,
  openOms,
  qty,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

const ON = { enabled: true };
const OFF = { enabled: false };
const NARROW = { ...TRADER, subaccounts: ['sa_2' as never] };

test('I-14: an order accepted before the kill switch but not yet handed over is stopped at the gate', async () => {
  const desk = await openOms();
  const submitted = desk.engine.submit(TRADER, body(), null);
  await Promise.resolve();
  await Promise.resolve();
  const killed = desk.engine.setKillSwitch(TRADER, ON);
  const [order, state] = [value(await submitted).order, value(await killed)];
  assert.equal(state.active, true);
  assert.equal(
    desk.venue.placed.length === 0,
    order.status === 'REJECTED',
    'either stopped, or sent before the switch',
  );
  const sent = desk.venue.placed.length;
  for (let attempt = 0; attempt < 5; attempt += 1)
    assert.equal(codeOf(await desk.engine.submit(TRADER, body(), null)), 'kill_switch');
  assert.equal(desk.venue.placed.length, sent);
});

test('I-15: while killed every submission is refused first of all, resting orders stay, cancels and reads work', async () => {
  const desk = await openOms();
  const order = await submit(desk, { client_order_id: 'k' });
  value(await desk.engine.setKillSwitch(TRADER, ON));
  assert.equal(codeOf(await desk.engine.submit(TRADER, {}, null)), 'kill_switch');
  assert.equal(
    codeOf(await desk.engine.submit(TRADER, body({ qty: '11', client_order_id: 'k' }), null)),
    'kill_switch',
  );
  assert.equal(codeOf(await desk.engine.submitBatch(TRADER, [body()])), 'kill_switch');
  assert.equal(value(await desk.engine.submit(TRADER, body({ client_order_id: 'k' }), null)).replayed, true);
  assert.equal(stateOf(desk, order.id).status, 'OPEN');
  assert.equal(codeOf(await desk.engine.amend(TRADER, order.id, { price: '0.47' })), 'kill_switch');
  desk.venue.onCancel = () => resting(desk.venue.placed[0]!, { status: 'CANCELLED', reason: 'requested' });
  assert.equal(value(await desk.engine.cancel(TRADER, order.id)).status, 'CANCELLED');
  value(await desk.engine.setKillSwitch(TRADER, OFF));
  assert.equal((await submit(desk)).status, 'OPEN');
});

test('a key with a list kills those subaccounts only, for every key; the batch fails entry by entry', async () => {
  const desk = await openOms();
  value(await desk.engine.setKillSwitch(NARROW, ON));
  assert.equal(
    codeOf(await desk.engine.submit(TRADER, body({ subaccount_id: 'sa_2' }), null)),
    'kill_switch',
  );
  assert.equal((await submit(desk)).status, 'OPEN');
  const entries = value(await desk.engine.submitBatch(TRADER, [body(), body({ subaccount_id: 'sa_2' })]));
  assert.deepEqual(
    entries.map((entry) => entry.ok || entry.refusal.code),
    [true, 'kill_switch'],
  );
  value(await desk.engine.setKillSwitch(TRADER, OFF));
  assert.equal((await submit(desk, { subaccount_id: 'sa_2' })).status, 'OPEN');
});

test("a key with a list cannot lift the account's own switch, and is told that it still holds", async () => {
  const desk = await openOms();
  value(await desk.engine.setKillSwitch(TRADER, ON));
  const state = value(await desk.engine.setKillSwitch(NARROW, OFF));
  assert.deepEqual([state.enabled, state.active], [false, true]);
});

test('E-04: setting the present state again changes nothing; the switch survives a restart', async () => {
  const desk = await openOms();
  const first = value(await desk.engine.setKillSwitch(TRADER, ON));
  const { seq } = desk.engine.state;
  desk.clock.advance(1_000);
  assert.deepEqual(value(await desk.engine.setKillSwitch(TRADER, ON)), first);
  assert.equal(desk.engine.state.seq, seq);
  const next = await openOms({ store: await desk.store.restart(), market: desk.market, clock: desk.clock });
  assert.equal(codeOf(await next.engine.submit(TRADER, body(), null)), 'kill_switch');
});

test('the switch tells when it was last set, not when it was asked for', async () => {
  const desk = await openOms();
  const setAt = desk.clock.now();
  value(await desk.engine.setKillSwitch(TRADER, { enabled: true }));
  desk.clock.advance(60_000);
  assert.equal(value(await desk.engine.setKillSwitch(TRADER, { enabled: true })).updatedAt, setAt);
});

test('a service that is stopping takes nothing in, sends nothing, and asks about nothing', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  desk.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  let queries = 0;
  desk.venue.onQuery = () => {
    queries += 1;
    return { kind: 'failed', why: 'down' };
  };
  void desk.engine.submit(TRADER, body(), null);
  await settle();
  desk.engine.stop();
  const before = queries;
  for (const answer of [
    desk.engine.submit(TRADER, body(), null),
    desk.engine.submitBatch(TRADER, [body()]),
    desk.engine.amend(TRADER, order.id, { price: '0.40' }),
    desk.engine.cancel(TRADER, order.id),
    desk.engine.setKillSwitch(TRADER, { enabled: true }),
  ])
    assert.equal(codeOf(await answer), 'shutting_down');
  desk.clock.advance(60_000);
  await settle();
  assert.deepEqual([desk.venue.placed.length, desk.venue.cancelled, queries], [2, [], before]);
});

test('bad kill switch bodies are refused and change nothing', async () => {
  const desk = await openOms();
  for (const bad of [
    {},
    { enabled: 'true' },
    { enabled: 1 },
    { enabled: null },
    [],
    { enabled: true, subaccount_id: 'sa_1' },
  ]) {
    assert.equal(codeOf(await desk.engine.setKillSwitch(TRADER, bad)), 'validation');
  }
  assert.equal((await submit(desk)).status, 'OPEN');
});

test('limits: left-out fields keep their values, null clears, spelling is echoed, bad values are refused', async () => {
  const desk = await openOms();
  value(
    await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_1', max_order_qty: '50.0', max_open_orders: 2 }),
  );
  const limits = value(await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '0' }));
  assert.deepEqual(
    [limits.maxOrderQtyText, limits.maxPositionQtyText, limits.maxOpenOrders],
    ['50.0', '0', 2],
  );
  assert.equal(codeOf(await desk.engine.submit(TRADER, body(), null)), 'risk_limit');
  assert.equal(
    value(await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: null }))
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
    assert.equal(codeOf(await desk.engine.setLimits(TRADER, bad)), 'validation', JSON.stringify(bad));
  }
  assert.equal(codeOf(await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_9' })), 'not_found');
  assert.equal(codeOf(await desk.engine.setLimits(NARROW, { max_open_orders: 1 })), 'forbidden');
});

test('E-05: limits lowered below present use cancel nothing, are reported as breached, and let reducing orders pass', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, `t-${order.clientId}`, '10', '0.48')] });
  await submit(desk);
  value(await desk.engine.setLimits(TRADER, { max_position_qty: '4' }));
  const risk = value(desk.engine.risk(TRADER, 'sa_1' as never));
  assert.deepEqual(risk.breaches, [{ limit: 'max_position_qty', scope: 'account', max: '4', value: '10' }]);
  assert.equal(risk.positionQty, qty('10'));
  assert.equal(codeOf(await desk.engine.submit(TRADER, body({ qty: '1' }), null)), 'risk_limit');
  assert.equal((await submit(desk, { side: 'SELL', qty: '10' })).status, 'FILLED');
});

test('P-03: once the disk fails nothing is acknowledged or sent any more', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  await desk.store.close();
  const refused = await desk.engine.submit(TRADER, body(), null);
  assert.equal(codeOf(refused), 'shutting_down');
  assert.equal(desk.venue.placed.length, 1);
  await settle();
  assert.equal(codeOf(await desk.engine.cancel(TRADER, order.id)), 'shutting_down');
  assert.equal(desk.venue.cancelled.length, 1, 'a cancel reaches the venue although it cannot be recorded');
  assert.equal(codeOf(await desk.engine.setKillSwitch(TRADER, ON)), 'shutting_down');
});

test('P-03: a disk that fails in the middle of a batch is an answer, not a crash', async () => {
  const desk = await openOms();
  const isFound = Promise.withResolvers<null>();
  desk.market.warmInstrument = () => isFound.promise;
  await desk.store.close();
  const items = [body(), body({ instrument_id: 1003 })];
  const answer = desk.engine.submitBatch(TRADER, items);
  await settle();
  isFound.resolve(null);
  assert.equal(codeOf(await answer), 'shutting_down');
});

test('I-22: a kill switch that is set again answers only once the first setting is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const desk = await openOms({ disk: { beforeSync: () => synced.promise } });
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const first = desk.engine.setKillSwitch(TRADER, ON);
  let isAnswered = false;
  const second = desk.engine.setKillSwitch(TRADER, ON).finally(() => {
    isAnswered = true;
  });
  await settle();
  assert.equal(isAnswered, false);
  sync.resolve();
  assert.deepEqual([value(await first).active, value(await second).active], [true, true]);
});
