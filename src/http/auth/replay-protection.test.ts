import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { MemoryReplayStore } from '../../../test/support/memory-replay-store.ts';
import type { KeyId } from '../../contract/model/ids.ts';
import type { MetricLabels } from '../../ports/telemetry.ts';
import { loadUsedSignatures, type SignatureQuota, type SignatureUse } from './replay-protection.ts';

const WINDOW_MS = 30_000;
const ORDINARY: SignatureUse = { keyId: 'key_1' as KeyId, reducesRisk: false, at: null };
const CANCEL: SignatureUse = { ...ORDINARY, reducesRisk: true };
const OTHER = { keyId: 'key_2' as KeyId };

test('a used signature is kept for at least twice the window, and evicted after four times', async () => {
  for (const usedAtMs of [0, 1, 30_000, 59_999]) {
    const clock = new ManualClock();
    const used = await loadUsedSignatures({ store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS });
    clock.advance(usedAtMs);
    await used.remember('s', ORDINARY);
    clock.advance(2 * WINDOW_MS - 1);
    assert.equal(used.has('s'), true, `used at ${usedAtMs}`);
    clock.advance(2 * WINDOW_MS + 1);
    assert.equal(used.has('s'), false, `used at ${usedAtMs}`);
  }
});

test('after a long pause no old signature is left', async () => {
  const clock = new ManualClock();
  const used = await loadUsedSignatures({ store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS });
  await used.remember('s', ORDINARY);
  clock.advance(10 * WINDOW_MS);
  assert.equal(used.has('s'), false);
});

test('a restart knows the signatures used before it until they are too old to be accepted', async () => {
  const clock = new ManualClock();
  const store = new MemoryReplayStore();
  const before = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  await before.remember('s', ORDINARY);
  clock.advance(59_999);
  const after = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  assert.equal(after.has('s'), true);
  clock.advance(4 * WINDOW_MS);
  assert.equal(after.has('s'), false);
});

test('a signature counts as used at once, and as durable only when it is on disk', async () => {
  const store = new MemoryReplayStore();
  const synced = Promise.withResolvers<void>();
  store.disk = synced.promise;
  const used = await loadUsedSignatures({ store, clock: new ManualClock(), windowMs: WINDOW_MS });
  const durable = used.remember('s', ORDINARY);
  assert.equal(used.has('s'), true);
  assert.equal(store.kept.length, 0);
  synced.resolve();
  await durable;
  assert.equal(store.kept[0]?.signature, 's');
});

test('a full memory stores and evicts nothing, and reports when there is space', async () => {
  const clock = new ManualClock();
  const quota = { max: 2, perKeyMax: 2, reservePerKey: 0 };
  const deps = { store: new MemoryReplayStore(), clock, windowMs: WINDOW_MS, quota };
  const used = await loadUsedSignatures(deps);
  await used.remember('a', ORDINARY);
  await used.remember('b', ORDINARY);
  clock.advance(20_000);
  assert.equal(used.remember('c', ORDINARY), null);
  assert.equal(used.msUntilSpace(), 40_000);
  assert.deepEqual([used.has('a'), used.has('c')], [true, false]);
  clock.advance(40_000);
  assert.notEqual(used.remember('c', ORDINARY), null);
  assert.equal(used.has('a'), true);
});

test('the latest timestamp that may be evicted follows from the latest use, also over a restart', async () => {
  const clock = new ManualClock();
  const store = new MemoryReplayStore();
  const before = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  await before.remember('late', ORDINARY);
  const latestMs = clock.now();
  clock.jumpWall(-20_000); // an order of use that is not the order of time
  await before.remember('early', ORDINARY);
  assert.ok(before.evictedUntil <= 0, 'nothing has been let go of');
  const after = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS });
  assert.equal(after.evictedUntil, latestMs - WINDOW_MS);
  clock.advance(4 * WINDOW_MS);
  assert.equal(after.evictedUntil, latestMs + WINDOW_MS);
});

test('signatures of the previous run count for the quota of all keys, until they are evicted', async () => {
  const [clock, store] = [new ManualClock(), new MemoryReplayStore()];
  const deps = { store, clock, windowMs: WINDOW_MS };
  await (await loadUsedSignatures(deps)).remember('before', ORDINARY);
  const quota = { max: 2, perKeyMax: 2, reservePerKey: 0 };
  const used = await loadUsedSignatures({ ...deps, quota });
  await used.remember('a', ORDINARY);
  assert.equal(used.remember('b', { ...ORDINARY, ...OTHER }), null);
  clock.advance(2 * WINDOW_MS);
  assert.notEqual(used.remember('b', { ...ORDINARY, ...OTHER }), null);
});

/** Remembers different signatures until one is refused; returns how many were stored. */
async function fill(quota: SignatureQuota) {
  const clock = new ManualClock();
  const counted: string[] = [];
  const metrics = {
    gauge: (name: string, value: number) => void counted.push(`${name} ${value}`),
    count: (name: string, labels?: MetricLabels) => void counted.push(`${name} ${labels?.['why']}`),
  };
  const store = new MemoryReplayStore();
  const used = await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS, quota, metrics });
  let number = 0;
  const fillWith = (use: SignatureUse): number => {
    const first = number;
    while (used.remember(`s${number}`, use) !== null) number += 1;
    return number - first;
  };
  return { clock, counted, used, fillWith };
}

test('a key that has used up its quota does not take the places of another key', async () => {
  const { counted, fillWith } = await fill({ max: 10, perKeyMax: 6, reservePerKey: 3 });
  assert.equal(fillWith(ORDINARY), 6);
  assert.equal(counted.at(-1), 'replay_signatures_refused_total key');
  assert.equal(fillWith({ ...ORDINARY, ...OTHER }), 4);
  assert.equal(counted.at(-1), 'replay_signatures_refused_total all');
});

test('cancels of each key have reserved places when all others are used, and one key never uses those of another', async () => {
  const { clock, counted, fillWith } = await fill({ max: 10, perKeyMax: 10, reservePerKey: 3 });
  assert.equal(fillWith(ORDINARY), 10);
  assert.equal(fillWith(CANCEL), 3);
  assert.equal(fillWith({ ...ORDINARY, ...OTHER }), 0);
  assert.equal(fillWith({ ...CANCEL, ...OTHER }), 3);
  assert.equal(counted.at(-2), 'replay_signatures 16');
  clock.advance(2 * WINDOW_MS);
  assert.equal(fillWith({ ...ORDINARY, ...OTHER }), 10, 'the next generation starts empty');
});
