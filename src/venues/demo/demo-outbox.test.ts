import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventOutbox } from './demo-transaction.ts';

test('what needs no commit is told at once', () => {
  const told: string[] = [];
  void new EventOutbox().push(null, () => told.push('a'));
  assert.deepEqual(told, ['a']);
});

test('nothing is told before what happened earlier is durable', async () => {
  const outbox = new EventOutbox();
  const told: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pushed = [
    outbox.push(first.promise, () => told.push('a')),
    outbox.push(null, () => told.push('b')),
    outbox.push(second.promise, () => told.push('c')),
  ];
  second.resolve();
  await Promise.resolve();
  assert.deepEqual(told, []);
  first.resolve();
  await Promise.all(pushed);
  assert.deepEqual(told, ['a', 'b', 'c']);
});

test('drained waits for everything before it', async () => {
  const outbox = new EventOutbox();
  const told: string[] = [];
  const durable = Promise.withResolvers<void>();
  const pushed = outbox.push(durable.promise, () => told.push('a'));
  const drained = outbox.drained().then(() => told.push('drained'));
  durable.resolve();
  await Promise.all([pushed, drained]);
  assert.deepEqual(told, ['a', 'drained']);
  await outbox.drained();
});

test('after a failed commit nothing more is told, whatever waited or comes', async () => {
  const outbox = new EventOutbox();
  const told: string[] = [];
  const failed = outbox.push(Promise.reject(new Error('disk full')), () => told.push('a'));
  const behind = outbox.push(null, () => told.push('b'));
  await assert.rejects(failed, /disk full/);
  await assert.rejects(behind, /disk full/);
  await assert.rejects(
    outbox.push(null, () => told.push('c')),
    /disk full/,
  );
  await assert.rejects(outbox.drained(), /disk full/);
  assert.match(String(outbox.failure), /disk full/);
  assert.deepEqual(told, []);
});
