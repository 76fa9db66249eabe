import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedClock, LedgerBuilder } from '../../../src/storage/ledger.fixture.ts';
import { verifyLedger } from '../../../src/storage/sqlite/journal/verify-ledger.ts';
import { createMemoryStore } from './memory-journal.ts';

/** A point that everything waits at until it is opened. */
function gate(): { readonly passed: Promise<void>; open(): void; fail(why: Error): void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve, fail: reject };
}

const wasSettled = (one: Promise<unknown>): Promise<boolean> =>
  Promise.race([one.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test('an append is answered only once its sync has returned', async () => {
  const sync = gate();
  const store = await createMemoryStore(new FixedClock(), { beforeSync: () => sync.passed });
  const appended = new LedgerBuilder(store.journal).openAccount();
  assert.equal(await wasSettled(appended), false);
  sync.open();
  await appended;
  assert.equal((await store.journal.load()).seq, 1);
});

test('P-01: a crash loses what was not durable, keeps what was, and answers nobody', async () => {
  const syncs = [gate(), gate()];
  let started = 0;
  const disk = { beforeSync: () => syncs[started++]?.passed ?? Promise.resolve() };
  const store = await createMemoryStore(new FixedClock(), disk);
  const lived = new LedgerBuilder(store.journal);
  syncs[0]?.open();
  await lived.openAccount();
  const lost = lived.accept();
  await new Promise(setImmediate);
  const waiting = lived.accept();
  const next = await store.restart();
  syncs[1]?.open();
  assert.deepEqual([await wasSettled(lost), await wasSettled(waiting)], [false, false]);
  assert.equal((await next.journal.load()).seq, 1);
  const again = new LedgerBuilder(next.journal);
  again.resume(await next.journal.load());
  await again.accept();
  assert.equal(verifyLedger(next.database).ok, true);
});

test('P-01: a crash between the sync and the answer keeps the entry, though nobody was told', async () => {
  const answer = gate();
  const store = await createMemoryStore(new FixedClock(), { afterSync: () => answer.passed });
  const unanswered = new LedgerBuilder(store.journal).openAccount();
  await new Promise(setImmediate);
  const next = await store.restart();
  answer.open();
  assert.equal(await wasSettled(unanswered), false);
  assert.equal((await next.journal.load()).seq, 1);
});

test('P-03: a disk that fails refuses what waits and all that follows, until a restart', async () => {
  const sync = gate();
  const store = await createMemoryStore(new FixedClock(), { beforeSync: () => sync.passed });
  const lived = new LedgerBuilder(store.journal);
  const failing = lived.openAccount();
  await new Promise(setImmediate);
  const waiting = lived.accept();
  sync.fail(new Error('EIO'));
  await assert.rejects(failing, /JournalFailedError: .*can no longer be written: EIO/);
  await assert.rejects(waiting, { name: 'JournalFailedError' });
  await assert.rejects(lived.accept(), { name: 'JournalFailedError' });
  const next = await store.restart();
  await new LedgerBuilder(next.journal).openAccount();
  assert.equal((await next.journal.load()).seq, 1);
});
