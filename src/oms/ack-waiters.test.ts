import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { OrderId } from '../domain/model/ids.ts';
import type { Order } from '../domain/model/order.ts';
import { AckWaiters } from './ack-waiters.ts';

const ID = 'ord_1' as OrderId;
/** An order with only an id and a fingerprint to tell orders apart. */
const order = (mark: string): Order => ({ id: ID, reason: mark }) as unknown as Order;

test('every waiter receives the order once', async () => {
  const clock = new ManualClock();
  const answers = new AckWaiters(clock);
  let late = 0;
  const waits = [100, 200].map((ms) =>
    answers.wait(ID, ms, () => {
      late += 1;
      return order('late');
    }),
  );
  assert.equal(answers.hasWaiters(ID), true);
  answers.resolve(order('given'));
  assert.deepEqual(await Promise.all(waits), [order('given'), order('given')]);
  clock.advance(1_000);
  assert.deepEqual([answers.hasWaiters(ID), late, clock.timersWaiting], [false, 0, 0]);
});

test('a waiter that times out receives the present state, and the others keep waiting', async () => {
  const clock = new ManualClock();
  const answers = new AckWaiters(clock);
  const short = answers.wait(ID, 100, () => order('late'));
  const long = answers.wait(ID, 200, () => order('late too'));
  clock.advance(100);
  assert.deepEqual(await short, order('late'));
  assert.equal(answers.hasWaiters(ID), true);
  answers.resolve(order('given'));
  assert.deepEqual(await long, order('given'));
});

test('an order has no waiters after the last one has timed out', async () => {
  const clock = new ManualClock();
  const answers = new AckWaiters(clock);
  const wait = answers.wait(ID, 100, () => Promise.reject(new Error('storage')));
  clock.advance(100);
  await assert.rejects(wait, /storage/);
  assert.equal(answers.hasWaiters(ID), false);
});
