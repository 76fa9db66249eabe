import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedClock, LedgerBuilder } from '../../../src/storage/ledger.fixture.ts';
import { verifyLedger } from '../../../src/storage/sqlite/journal/verify-ledger.ts';
import { createMemoryStore } from './memory-journal.ts';

/** A promise that a test resolves or rejects. */
function createBarrier(): { readonly passed: Promise<void>; open(): void; fail(why: Error): void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve, fail: reject };
}

const wasSettled = (one: Promise<unknown>): Promise<boolean> =>
  Promise.race([one.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test('an append is answered only once its sync has returned', async () => {
  const sync = createBarrier();
  const store = await createMemoryStore(new FixedClock(), { beforeSync: () => sync.passed });
  const appended = new LedgerBuilder(store.journal).openAccount();
  assert.equal(await wasSettled(appended), false);
  sync.open();
  await appended;
  assert.equal((await store.journal.load()).seq, 1);
});

test('P-01: a crash loses writes that were not durable, keeps durable ones, and settles no promise', async () => {
  const syncs = [createBarrier(), createBarrier()];
  let started = 0;
  const disk = { beforeSync: () => syncs[started++]?.passed ?? Promise.resolve() };
  const store = await createMemoryStore(new FixedClock(), disk);
  const ledger = new LedgerBuilder(store.journal);
  syncs[0]?.open();
  await ledger.openAccount();
  const lost = ledger.accept();
  await new Promise(setImmediate);
  const waiting = ledger.accept();
  const next = await store.restart();
  syncs[1]?.open();
  assert.deepEqual([await wasSettled(lost), await wasSettled(waiting)], [false, false]);
  assert.equal((await next.journal.load()).seq, 1);
  const again = new LedgerBuilder(next.journal);
  again.resume(await next.journal.load());
  await again.accept();
  assert.equal(verifyLedger(next.database).ok, true);
});

test('P-01: a crash between the sync and the acknowledgement keeps the entry', async () => {
  const answer = createBarrier();
  const store = await createMemoryStore(new FixedClock(), { afterSync: () => answer.passed });
  const unanswered = new LedgerBuilder(store.journal).openAccount();
  await new Promise(setImmediate);
  const next = await store.restart();
  answer.open();
  assert.equal(await wasSettled(unanswered), false);
  assert.equal((await next.journal.load()).seq, 1);
});

test('P-03: a failed disk refuses waiting and later writes until a restart', async () => {
  const sync = createBarrier();
  const store = await createMemoryStore(new FixedClock(), { beforeSync: () => sync.passed });
  const ledger = new LedgerBuilder(store.journal);
  const failing = ledger.openAccount();
  await new Promise(setImmediate);
  const waiting = ledger.accept();
  sync.fail(new Error('EIO'));
  await assert.rejects(failing, /JournalFailedError: .*can no longer be written: EIO/);
  await assert.rejects(waiting, { name: 'JournalFailedError' });
  await assert.rejects(ledger.accept(), { name: 'JournalFailedError' });
  const next = await store.restart();
  await new LedgerBuilder(next.journal).openAccount();
  assert.equal((await next.journal.load()).seq, 1);
});
