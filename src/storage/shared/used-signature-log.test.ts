import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';
import { UsedSignatureLog } from './used-signature-log.ts';

const at = (ms: number): TimestampMs => ms as TimestampMs;

/** A log, and what one commit of its file would write. */
function open() {
  const clock = new ManualClock();
  let commit = (): readonly WriteOp[] => [];
  const writer = {
    beforeCommit: (add: () => readonly WriteOp[]) => void (commit = add),
    write: async () => {},
  } as unknown as SqlWriter;
  return { clock, log: new UsedSignatureLog(writer, {} as SqlReader, clock), commit: () => commit() };
}

test('the signatures of a commit stay until the latest of them expires, in whichever order they came', () => {
  for (const times of [
    [10, 30, 20],
    [30, 20, 10],
  ]) {
    const { log, commit } = open();
    for (const expiresAt of times) void log.remember(`s${expiresAt}`, at(1), at(expiresAt));
    assert.deepEqual(commit(), [['signatures', 30, times.map((each) => `s${each}`).join(' ')]]);
    void log.remember('next', at(2), at(15));
    assert.deepEqual(commit(), [['signatures', 15, 'next']]);
    assert.deepEqual(commit(), []);
  }
});

test('expired rows are removed at most once a second, up to the latest use', () => {
  const { clock, log, commit } = open();
  const removed = () => commit().flatMap(([name, before]) => (name === 'signatures_expired' ? [before] : []));
  const use = (...times: readonly number[]) =>
    times.forEach((usedAt) => void log.remember('s', at(usedAt), at(usedAt + 100)));
  clock.advance(999);
  use(5);
  assert.deepEqual(removed(), []);
  clock.advance(1);
  use(7, 9, 8);
  assert.deepEqual(removed(), [9]);
  use(11);
  assert.deepEqual(removed(), []);
});
