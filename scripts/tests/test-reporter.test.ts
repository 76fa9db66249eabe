import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import countReporter, { readSummary } from './count-reporter.ts';
import { ROOT } from './steps.ts';

const failed = (name: string, error: Error) => ({
  type: 'test:fail',
  data: { name, file: join(ROOT, 'src', 'a.test.ts'), details: { error } },
});
const COUNTS = { tests: 3, suites: 0, passed: 1, failed: 2, cancelled: 0, skipped: 0, todo: 0 };
const summary = (file?: string) => ({ type: 'test:summary', data: { counts: COUNTS, file } });

/** What the reporter writes for these events, in parts. */
async function report(...events: readonly object[]): Promise<readonly string[]> {
  async function* toStream(): AsyncGenerator<TestEvent> {
    for (const event of events) yield event as TestEvent;
  }
  return Array.fromAsync(countReporter(toStream()));
}

test('the failures and the counts of the whole run are read', async () => {
  const written = await report(
    failed('one', new Error('first\nsecond')),
    failed('parent', Object.assign(new Error('children'), { failureType: 'subtestsFailed' })),
    failed('two', new Error('wrapper', { cause: new Error('cause') })),
    summary('src/a.test.ts'),
    summary(),
  );
  assert.deepEqual(readSummary(written.join('')), {
    counts: COUNTS,
    failures: ['src/a.test.ts: one\n    first\n    second', 'src/a.test.ts: two\n    cause'],
  });
});

test('a run that is ended early keeps the failures that were written in full, and has no counts', async () => {
  const [one = '', two = ''] = await report(
    failed('one', new Error('first')),
    failed('two', new Error('cut')),
  );
  const cut = one + two.slice(0, 10);
  assert.deepEqual(readSummary(cut), { counts: null, failures: ['src/a.test.ts: one\n    first'] });
  assert.deepEqual(readSummary(''), { counts: null, failures: [] });
});
