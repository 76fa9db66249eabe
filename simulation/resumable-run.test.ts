import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunSummary } from './coverage-counts.ts';
import { ResumableRun, ResumeError } from './resumable-run.ts';

const summary = (seed: number, failure: string | null = null): RunSummary => ({
  seed,
  failure,
  hash: 'abc',
  virtualMs: 1_000,
  venues: 3,
  faults: new Map([['lost answer', seed]]),
  moves: new Map([['OPEN to FILLED', 2]]),
  calls: new Map(),
  crashes: new Map([['1', 1]]),
});

test('a run continues with the seeds that have no complete result, and keeps the results of the others', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-resume-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'runs', 'sim.jsonl');
  const first = new ResumableRun(file, 'abc123');
  assert.deepEqual(first.remaining([1, 2, 3]), [1, 2, 3]);
  first.add(summary(1));
  first.add(summary(3, 'I-04 broke'));
  appendFileSync(file, '{"seed":2,"fai'); // the process was killed here
  const second = new ResumableRun(file, 'abc123');
  assert.deepEqual(second.remaining([1, 2, 3, 4]), [2, 4]);
  assert.deepEqual(second.results([1, 2, 3, 4]), [summary(1), summary(3, 'I-04 broke')]);
  second.add(summary(2));
  assert.deepEqual(new ResumableRun(file, 'abc123').remaining([1, 2, 3]), []);
  assert.throws(() => new ResumableRun(file, 'def456'), ResumeError);
});
