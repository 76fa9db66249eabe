import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { OrderId } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import { AckWaiters } from './ack-waiters.ts';

const ID = 'ord_1' as OrderId;
/** An order with only its id and a marker in `reason`. */
const order = (marker: string): Order => ({ id: ID, reason: marker }) as unknown as Order;

test('every waiter receives the order once', async () => {
  const clock = new ManualClock();
  const waiters = new AckWaiters(clock);
  let late = 0;
  const waits = [100, 200].map((ms) =>
    waiters.wait(ID, ms, () => {
      late += 1;
      return order('late');
    }),
  );
  assert.equal(waiters.hasWaiters(ID), true);
  waiters.resolve(order('given'));
  assert.deepEqual(await Promise.all(waits), [order('given'), order('given')]);
  clock.advance(1_000);
  assert.deepEqual([waiters.hasWaiters(ID), late, clock.timersWaiting], [false, 0, 0]);
});

test('a waiter that times out receives the present state, and the others keep waiting', async () => {
  const clock = new ManualClock();
  const waiters = new AckWaiters(clock);
  const short = waiters.wait(ID, 100, () => order('late'));
  const long = waiters.wait(ID, 200, () => order('late too'));
  clock.advance(100);
  assert.deepEqual(await short, order('late'));
  assert.equal(waiters.hasWaiters(ID), true);
  waiters.resolve(order('given'));
  assert.deepEqual(await long, order('given'));
});

test('an order has no waiters after the last one has timed out', async () => {
  const clock = new ManualClock();
  const waiters = new AckWaiters(clock);
  const wait = waiters.wait(ID, 100, () => Promise.reject(new Error('storage')));
  clock.advance(100);
  await assert.rejects(wait, /storage/);
  assert.equal(waiters.hasWaiters(ID), false);
});
