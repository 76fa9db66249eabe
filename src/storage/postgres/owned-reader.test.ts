import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { JournalUnavailableError } from '../../ports/journal.ts';
import type { Row } from '../shared/sql-values.ts';
import { OwnedReader } from './owned-reader.ts';

const LOOK_MS = 100;

interface Look {
  readonly answer: (rows: readonly Row[]) => void;
  readonly result: Promise<readonly Row[]>;
}

/** A reader whose look-ups are answered by the test, and a lease whose doubt it sets. */
function createSubject() {
  const clock = new ManualClock();
  const lease = { isHeld: true };
  const answers: ((rows: readonly Row[]) => void)[] = [];
  const all = (): Promise<readonly Row[]> => new Promise((resolve) => void answers.push(resolve));
  const reader = new OwnedReader({
    reader: { all, get: async () => (await all())[0] ?? null, close: async () => {} },
    clock,
    lease,
    place: 'postgres://server/base',
  });
  const look = (): Look => {
    const result = reader.all('SELECT 1', []);
    result.catch(() => undefined);
    const answer = answers.at(-1);
    assert.ok(answer);
    return { answer, result };
  };
  /** What has become of a look-up by now. */
  const settled = async ({ result }: Look): Promise<string> => {
    const state = result.then(
      () => 'answered',
      (error: unknown) => (error instanceof JournalUnavailableError ? 'given up' : String(error)),
    );
    return Promise.race([state, setImmediate('waiting')]);
  };
  return { clock, lease, reader, look, settled };
}

test('J-09: look-ups are given up once the ownership has been in doubt for half a second, not before', async () => {
  const { clock, lease, look, settled } = createSubject();
  const first = look();
  clock.advance(60_000);
  assert.equal(await settled(first), 'waiting', 'a slow server whose shard is held is waited for');
  lease.isHeld = false;
  clock.advance(4 * LOOK_MS);
  assert.equal(await settled(first), 'waiting');
  const late = look();
  clock.advance(LOOK_MS);
  assert.equal(await settled(first), 'given up');
  const later = look();
  assert.deepEqual([await settled(late), await settled(later)], ['given up', 'waiting']);
  clock.advance(LOOK_MS);
  assert.equal(await settled(later), 'given up', 'the doubt continues: each look gives up what waits');
});

test('J-09: a process that was stopped answers the look-ups that waited for it', async () => {
  const { clock, lease, look, settled } = createSubject();
  for (const looks of [1, 4, 4]) {
    const waiting = look();
    lease.isHeld = false;
    clock.advance(looks * LOOK_MS);
    lease.isHeld = true; // the renewal that had waited as well
    clock.advance(LOOK_MS);
    waiting.answer([]);
    assert.equal(await settled(waiting), 'answered', `after ${looks} looks in doubt`);
  }
});

test('a closed reader looks no more', async () => {
  const { clock, reader } = createSubject();
  assert.equal(clock.timersWaiting, 1);
  await reader.close();
  assert.equal(clock.timersWaiting, 0);
});
