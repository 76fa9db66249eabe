import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { VenueClientId } from '../contract/model/ids.ts';
import { openOms, orderBody, resultCode, settle, TRADER, value } from '../oms/oms.fixture.ts';
import { restingReply } from '../oms/scripted-venue.fixture.ts';
import type { TracedRequest } from '../ports/telemetry.ts';
import type { VenueOrder } from '../ports/venue.ts';
import type { RequestTrace } from './order-traces.ts';

const TRACE: RequestTrace = {
  traceId: 'a'.repeat(32),
  parentId: 'b'.repeat(16),
  isSampled: true,
  spanId: 'c'.repeat(16),
  startedMs: 0,
};

async function openTraced() {
  const exported: TracedRequest[] = [];
  const clock = new ManualClock();
  const sync = { ms: 0 };
  const harness = await openOms({
    clock,
    traceExporter: { export: (order) => void exported.push(order) },
    disk: { beforeSync: async () => clock.advance(sync.ms) },
  });
  const afterMs = { amend: 0, cancel: 0 };
  const { venue } = harness;
  const find = (clientId: VenueClientId): VenueOrder => {
    const placed = venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return placed;
  };
  venue.onAmend = ({ clientId, qty: newQty, price: newPrice }) => {
    clock.advance(afterMs.amend);
    const placed = find(clientId);
    return restingReply(placed, { qty: newQty ?? placed.qty, price: newPrice ?? placed.price });
  };
  venue.onCancel = (clientId) => {
    clock.advance(afterMs.cancel);
    return restingReply(find(clientId), { status: 'CANCELLED', reason: 'requested' });
  };
  const startedMs = clock.monotonicMs();
  /** The steps of an exported request, in milliseconds after the time `fromMs`. */
  const stepsAfter = (fromMs: number, index: number) => {
    const from = clock.now() - (clock.monotonicMs() - fromMs);
    return exported[index]?.steps.map(({ name, fromMs: start, toMs }) => [name, start - from, toMs - from]);
  };
  const place = (trace: Partial<RequestTrace> | null) =>
    harness.oms.orders.submit(
      TRADER,
      orderBody(),
      null,
      undefined,
      trace && { ...TRACE, startedMs, ...trace },
    );
  return { ...harness, exported, place, stepsAfter, sync, startedMs, afterMs };
}

test('an order is exported once it is answered, with the time of each step', async () => {
  const { venue, clock, exported, place, stepsAfter, sync, startedMs } = await openTraced();
  clock.advance(3);
  sync.ms = 5;
  venue.onPlace = async (order) => {
    clock.advance(7);
    return restingReply(order);
  };
  const { order } = value(await place({}));
  assert.deepEqual(
    exported.map(({ trace, orderId }) => [trace.traceId, trace.parentId, orderId]),
    [[TRACE.traceId, TRACE.parentId, order.id]],
  );
  assert.deepEqual(stepsAfter(startedMs, 0), [
    ['order', 0, 20],
    ['admit', 0, 3],
    ['durable', 3, 8],
    ['gate', 8, 8],
    ['venue', 8, 15],
    ['answer', 15, 20],
  ]);
});

test('an order whose venue does not answer is exported without that step', async () => {
  const { venue, clock, exported, place } = await openTraced();
  venue.onPlace = () => new Promise(() => {});
  const answered = place({});
  await settle();
  clock.advance(250);
  value(await answered);
  assert.deepEqual(
    exported[0]?.steps.map(({ name }) => name),
    ['order', 'admit', 'durable', 'gate', 'answer'],
  );
});

test('a receipt names the trace of its order; a refusal and a trace that is not sampled are not exported', async () => {
  const { oms, exported, place } = await openTraced();
  const traceIdOf = async (trace: Partial<RequestTrace> | null) => {
    const { order } = value(await place(trace));
    return value(await oms.queries.receipt(TRADER, order.id)).traceId;
  };
  assert.equal(await traceIdOf(null), null);
  assert.equal(await traceIdOf({ isSampled: false }), TRACE.traceId);
  value(await oms.risk.setKillSwitch(TRADER, { enabled: true }));
  assert.equal(resultCode(await place({})), 'kill_switch');
  assert.deepEqual(exported, []);
});

test('an amend and a cancel are exported once they are answered, with the time of each step', async () => {
  const { oms, clock, exported, place, stepsAfter, sync, afterMs } = await openTraced();
  const { order } = value(await place(null));
  sync.ms = 5;
  afterMs.amend = 7;
  afterMs.cancel = 11;
  const startedMs = clock.monotonicMs();
  const trace = { ...TRACE, startedMs };
  value(await oms.orders.amend(TRADER, order.id, { price: '0.47' }, undefined, trace));
  const cancelMs = clock.monotonicMs();
  value(await oms.orders.cancel(TRADER, order.id, undefined, { ...trace, startedMs: cancelMs }));
  assert.deepEqual(
    exported.map(({ trace: { parentId }, spanId, orderId }) => [parentId, spanId, orderId]),
    [
      [TRACE.parentId, TRACE.spanId, order.id],
      [TRACE.parentId, TRACE.spanId, order.id],
    ],
  );
  assert.deepEqual(stepsAfter(startedMs, 0), [
    ['amend', 0, 17],
    ['admit', 0, 0],
    ['durable', 0, 5],
    ['venue', 5, 12],
    ['answer', 12, 17],
  ]);
  assert.deepEqual(stepsAfter(cancelMs, 1), [
    ['cancel', 0, 21],
    ['admit', 0, 0],
    ['durable', 0, 5],
    ['venue', 5, 16],
    ['answer', 16, 21],
  ]);
});

test('an amend or a cancel that is refused, or whose trace is not sampled, is not exported', async () => {
  const { oms, exported, place, startedMs } = await openTraced();
  const { order } = value(await place(null));
  const trace = { ...TRACE, startedMs };
  assert.equal(
    resultCode(await oms.orders.amend(TRADER, order.id, { price: 'x' }, undefined, trace)),
    'validation',
  );
  const quiet = { ...trace, isSampled: false };
  value(await oms.orders.amend(TRADER, order.id, { price: '0.47' }, undefined, quiet));
  value(await oms.orders.cancel(TRADER, order.id, undefined, quiet));
  assert.deepEqual(exported, []);
});

test('a cancel-all is exported once it is answered: until its orders are chosen, durable and closed', async () => {
  const { oms, clock, exported, place, stepsAfter, sync, afterMs } = await openTraced();
  value(await place(null));
  value(await place(null));
  sync.ms = 5;
  afterMs.cancel = 11;
  const startedMs = clock.monotonicMs();
  const trace = { ...TRACE, startedMs };
  value(await oms.orders.cancelAll(TRADER, null, 'risk_cancel_all', undefined, trace));
  const [span] = exported;
  assert.deepEqual([span?.trace.traceId, span?.spanId, span?.orderId], [TRACE.traceId, TRACE.spanId, null]);
  const [whole = [], admit, durable = [], answer] = stepsAfter(startedMs, 0) ?? [];
  assert.deepEqual([whole[0], whole[1], admit], ['cancel_all', 0, ['admit', 0, 0]]);
  assert.deepEqual(durable.slice(0, 2), ['durable', 0]);
  assert.ok(Number(durable[2]) >= 5, 'not before the cancels are on disk');
  assert.deepEqual(answer, ['answer', durable[2], whole[2]]);
  value(await oms.orders.cancelAll(TRADER, null, 'cancel_all', undefined, { ...trace, isSampled: false }));
  assert.equal(exported.length, 1);
});

test('the orders of a batch are parts of its span, and their receipts name its trace', async () => {
  const { oms, exported, startedMs } = await openTraced();
  const bodies = [orderBody(), orderBody({ qty: 'x' }), orderBody()];
  const entries = value(await oms.orders.submitBatch(TRADER, bodies, undefined, { ...TRACE, startedMs }));
  const ids = entries.flatMap((entry) => (entry.ok ? [entry.order.id] : []));
  const under = exported.map(({ trace: { parentId }, spanId, orderId, steps }) => [
    steps[0]?.name,
    parentId,
    spanId,
    orderId,
  ]);
  assert.deepEqual(under, [
    ['order', TRACE.spanId, null, ids[0]],
    ['order', TRACE.spanId, null, ids[1]],
    ['batch', TRACE.parentId, TRACE.spanId, null],
  ]);
  assert.deepEqual(
    exported[2]?.steps.map(({ name }) => name),
    ['batch', 'admit', 'answer'],
  );
  for (const id of ids) assert.equal(value(await oms.queries.receipt(TRADER, id)).traceId, TRACE.traceId);
});
