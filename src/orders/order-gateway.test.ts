import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../contract/model/order.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { restingReply, toReport, venueFill } from '../oms/scripted-venue.fixture.ts';

interface SlowStorageHarness extends OmsHarness {
  /** From now on nothing becomes durable until the returned function is called. */
  hold(): () => void;
}

async function openSlowStorage(): Promise<SlowStorageHarness> {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    synced.promise = promise;
    return resolve;
  };
  return { ...harness, hold };
}

/** The result of an order when `meanwhile` runs between its acceptance and its durability. */
async function submitWhile(
  meanwhile: (harness: SlowStorageHarness) => void,
): Promise<[Order, SlowStorageHarness]> {
  const harness = await openSlowStorage();
  const release = harness.hold();
  const answer = harness.oms.orders.submit(TRADER, orderBody(), null);
  await settle();
  assert.equal(harness.oms.state.orders.size, 1, 'accepted, but not durable yet');
  meanwhile(harness);
  await settle();
  release();
  return [value(await answer).order, harness];
}

test('the gateway checks again: a venue that has contradicted itself meanwhile gets no order', async () => {
  const harness = await openSlowStorage();
  await submit(harness);
  const [first] = harness.venue.placed;
  assert.ok(first);
  const release = harness.hold();
  const answer = harness.oms.orders.submit(TRADER, orderBody(), null);
  await settle();
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(first, { fills: [venueFill(first, 't1', '99', '0.48')] }),
  );
  await settle();
  release();
  const { order } = value(await answer);
  assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_unavailable']);
  assert.equal(harness.venue.placed.length, 1);
});

test('the gateway checks again: an order with a pending cancel is never sent', async () => {
  const [order, harness] = await submitWhile(
    ({ oms }) => void oms.orders.cancel(TRADER, 'ord_1' as never).catch(() => {}),
  );
  assert.deepEqual([order.status, order.reason], ['CANCELLED', 'user_cancel']);
  assert.equal(harness.venue.placed.length, 0);
});

test('the gateway checks again: a closed market and a set kill switch stop the order', async () => {
  const [closed, harness] = await submitWhile(({ market }) =>
    market.set(openInstrument(1001, { status: 'CLOSED' })),
  );
  assert.deepEqual([closed.status, closed.reason], ['REJECTED', 'market_closed']);
  const [killed, other] = await submitWhile(
    ({ oms }) => void oms.risk.setKillSwitch(TRADER, { enabled: true }).catch(() => {}),
  );
  assert.deepEqual([killed.status, killed.reason], ['REJECTED', 'kill_switch']);
  assert.equal(harness.venue.placed.length + other.venue.placed.length, 0);
});

test('an intent is sent up to the age limit, and not one millisecond later', async () => {
  const [fresh] = await submitWhile(({ clock }) => clock.advance(5_000));
  assert.equal(fresh.status, 'OPEN');
  const [stale, harness] = await submitWhile(({ clock }) => clock.advance(5_001));
  assert.deepEqual([stale.status, stale.reason], ['REJECTED', 'venue_unavailable']);
  assert.equal(harness.venue.placed.length, 0);
});

test('I-14: the kill switch answers once every send in flight has its reply, or after the wait', async () => {
  const harness = await openOms();
  const reply = Promise.withResolvers<void>();
  harness.venue.onPlace = async (order) => {
    await reply.promise;
    return restingReply(order);
  };
  const submitted = harness.oms.orders.submit(TRADER, orderBody(), null);
  await settle();
  assert.equal(harness.venue.placed.length, 1, 'in flight');
  let isAnswered = false;
  const killed = harness.oms.risk.setKillSwitch(TRADER, { enabled: true }).finally(() => {
    isAnswered = true;
  });
  await settle();
  assert.equal(isAnswered, false);
  reply.resolve();
  value(await killed);
  assert.equal(getOrder(harness, value(await submitted).order.id).status, 'OPEN');
});

test('I-14: a venue that never replies delays the kill switch no longer than the wait', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => new Promise(() => {});
  void harness.oms.orders.submit(TRADER, orderBody(), null);
  await settle();
  const killed = harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
  await settle();
  harness.clock.advance(250);
  assert.equal(value(await killed).active, true);
});
