import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { MemoryReplayStore } from '../../../test/support/memory-replay-store.ts';
import { loadUsedSignatures } from './replay-protection.ts';

const WINDOW_MS = 30_000;

test('a used signature is known for twice the window at least, and forgotten after four times', async () => {
  for (const usedAtMs of [0, 1, 30_000, 59_999]) {
    const clock = new ManualClock();
    const used = await loadUsedSignatures({ store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS });
    clock.advance(usedAtMs);
    await used.remember('s');
    clock.advance(2 * WINDOW_MS - 1);
    assert.equal(used.has('s'), true, `used at ${usedAtMs}`);
    clock.advance(2 * WINDOW_MS + 1);
    assert.equal(used.has('s'), false, `used at ${usedAtMs}`);
  }
});

test('after a long silence nothing old is left behind', async () => {
  const clock = new ManualClock();
  const used = await loadUsedSignatures({ store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS });
  await used.remember('s');
  clock.advance(10 * WINDOW_MS);
  assert.equal(used.has('s'), false);
});

test('a restart knows what was used before it, until it is too old to pass', async () => {
  const clock = new ManualClock();
  const store = new MemoryReplayStore();
  const before = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  await before.remember('s');
  clock.advance(59_999);
  const after = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  assert.equal(after.has('s'), true);
  clock.advance(4 * WINDOW_MS);
  assert.equal(after.has('s'), false);
});

test('a signature counts as used at once and as durable only when the disk has it', async () => {
  const store = new MemoryReplayStore();
  const synced = Promise.withResolvers<void>();
  store.disk = synced.promise;
  const used = await loadUsedSignatures({ store, clock: new ManualClock(), windowMs: WINDOW_MS });
  const durable = used.remember('s');
  assert.equal(used.has('s'), true);
  assert.equal(store.kept.length, 0);
  synced.resolve();
  await durable;
  assert.equal(store.kept[0]?.signature, 's');
});

test('a full memory remembers nothing new and forgets nothing, and says when there is room', async () => {
  const clock = new ManualClock();
  const deps = { store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS, signaturesMax: 2 };
  const used = await loadUsedSignatures(deps);
  await used.remember('a');
  await used.remember('b');
  clock.advance(20_000);
  assert.equal(used.remember('c'), null);
  assert.equal(used.msUntilSpace(), 40_000);
  assert.deepEqual([used.has('a'), used.has('c')], [true, false]);
  clock.advance(40_000);
  assert.notEqual(used.remember('c'), null);
  assert.equal(used.has('a'), true);
});

test('how far back anything may have been forgotten follows from the latest use, over a restart too', async () => {
  const clock = new ManualClock();
  const store = new MemoryReplayStore();
  const before = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  await before.remember('late');
  const latestMs = clock.now();
  clock.jumpWall(-20_000); // an order of use that is not the order of time
  await before.remember('early');
  assert.ok(before.evictedUntil <= 0, 'nothing has been let go of');
  const after = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  assert.equal(after.evictedUntil, latestMs - WINDOW_MS);
  clock.advance(4 * WINDOW_MS);
  assert.equal(after.evictedUntil, latestMs + WINDOW_MS);
});
