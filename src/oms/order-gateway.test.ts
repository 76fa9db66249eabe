import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../domain/model/order.ts';
import {
  body,
  fill,
  instrument,
  type OmsHarness,
  openOms,
  reportOf,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

interface SlowDesk extends OmsHarness {
  /** From here on nothing becomes durable until the function that is returned is called. */
  hold(): () => void;
}

async function openSlowDesk(): Promise<SlowDesk> {
  const synced = { promise: Promise.resolve() };
  const desk = await openOms({ disk: { beforeSync: () => synced.promise } });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    synced.promise = promise;
    return resolve;
  };
  return { ...desk, hold };
}

/** What becomes of an order when `meanwhile` happens between its acceptance and its durability. */
async function acceptedWhile(meanwhile: (desk: SlowDesk) => void): Promise<[Order, SlowDesk]> {
  const desk = await openSlowDesk();
  const release = desk.hold();
  const answer = desk.engine.submit(TRADER, body(), null);
  await settle();
  assert.equal(desk.engine.state.orders.size, 1, 'accepted, and not durable yet');
  meanwhile(desk);
  await settle();
  release();
  return [value(await answer).order, desk];
}

test('the gate looks again: a venue that has contradicted itself meanwhile gets nothing', async () => {
  const desk = await openSlowDesk();
  await submit(desk);
  const [first] = desk.venue.placed;
  assert.ok(first);
  const release = desk.hold();
  const answer = desk.engine.submit(TRADER, body(), null);
  await settle();
  desk.engine.report(desk.venue.name, reportOf(first, { fills: [fill(first, 't1', '99', '0.48')] }));
  await settle();
  release();
  const { order } = value(await answer);
  assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_unavailable']);
  assert.equal(desk.venue.placed.length, 1);
});

test('the gate looks again: an order that is being cancelled by now is never sent', async () => {
  const [order, desk] = await acceptedWhile(
    ({ engine }) => void engine.cancel(TRADER, 'ord_1' as never).catch(() => {}),
  );
  assert.deepEqual([order.status, order.reason], ['CANCELLED', 'user_cancel']);
  assert.equal(desk.venue.placed.length, 0);
});

test('the gate looks again: a market that has closed, a switch that is set', async () => {
  const [closed, desk] = await acceptedWhile(({ market }) =>
    market.set(instrument(1001, { status: 'CLOSED' })),
  );
  assert.deepEqual([closed.status, closed.reason], ['REJECTED', 'market_closed']);
  const [killed, other] = await acceptedWhile(
    ({ engine }) => void engine.setKillSwitch(TRADER, { enabled: true }).catch(() => {}),
  );
  assert.deepEqual([killed.status, killed.reason], ['REJECTED', 'kill_switch']);
  assert.equal(desk.venue.placed.length + other.venue.placed.length, 0);
});

test('an intent may be as old as the limit, and not a millisecond older', async () => {
  const [fresh] = await acceptedWhile(({ clock }) => clock.advance(5_000));
  assert.equal(fresh.status, 'OPEN');
  const [stale, desk] = await acceptedWhile(({ clock }) => clock.advance(5_001));
  assert.deepEqual([stale.status, stale.reason], ['REJECTED', 'venue_unavailable']);
  assert.equal(desk.venue.placed.length, 0);
});

test('I-14: the kill switch answers once what had passed the gate is answered, or after the wait', async () => {
  const desk = await openOms();
  const reply = Promise.withResolvers<void>();
  desk.venue.onPlace = async (order) => {
    await reply.promise;
    return resting(order);
  };
  const submitted = desk.engine.submit(TRADER, body(), null);
  await settle();
  assert.equal(desk.venue.placed.length, 1, 'on its way');
  let isAnswered = false;
  const killed = desk.engine.setKillSwitch(TRADER, { enabled: true }).finally(() => {
    isAnswered = true;
  });
  await settle();
  assert.equal(isAnswered, false);
  reply.resolve();
  value(await killed);
  assert.equal(stateOf(desk, value(await submitted).order.id).status, 'OPEN');
});

test('I-14: a venue that never answers holds the kill switch up no longer than the wait', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => new Promise(() => {});
  void desk.engine.submit(TRADER, body(), null);
  await settle();
  const killed = desk.engine.setKillSwitch(TRADER, { enabled: true });
  await settle();
  desk.clock.advance(250);
  assert.equal(value(await killed).active, true);
});
