import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventOutbox } from './demo-transaction-committer.ts';

test('an event without a commit is published at once', () => {
  const published: string[] = [];
  void new EventOutbox().push(null, () => published.push('a'));
  assert.deepEqual(published, ['a']);
});

test('an event waits until all earlier events are durable', async () => {
  const outbox = new EventOutbox();
  const published: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pushed = [
    outbox.push(first.promise, () => published.push('a')),
    outbox.push(null, () => published.push('b')),
    outbox.push(second.promise, () => published.push('c')),
  ];
  second.resolve();
  await Promise.resolve();
  assert.deepEqual(published, []);
  first.resolve();
  await Promise.all(pushed);
  assert.deepEqual(published, ['a', 'b', 'c']);
});

test('drained resolves after everything pushed before it', async () => {
  const outbox = new EventOutbox();
  const published: string[] = [];
  const durable = Promise.withResolvers<void>();
  const pushed = outbox.push(durable.promise, () => published.push('a'));
  const drained = outbox.drained().then(() => published.push('drained'));
  durable.resolve();
  await Promise.all([pushed, drained]);
  assert.deepEqual(published, ['a', 'drained']);
  await outbox.drained();
});

test('after a failed commit all waiting and all later events are rejected', async () => {
  const outbox = new EventOutbox();
  const published: string[] = [];
  const failed = outbox.push(Promise.reject(new Error('disk full')), () => published.push('a'));
  const behind = outbox.push(null, () => published.push('b'));
  await assert.rejects(failed, /disk full/);
  await assert.rejects(behind, /disk full/);
  await assert.rejects(
    outbox.push(null, () => published.push('c')),
    /disk full/,
  );
  await assert.rejects(outbox.drained(), /disk full/);
  assert.match(String(outbox.failure), /disk full/);
  assert.deepEqual(published, []);
});
