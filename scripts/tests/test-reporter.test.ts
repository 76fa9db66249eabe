import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from '../steps.ts';
import testReporter, { readReport } from './test-reporter.ts';

const FILE = join(ROOT, 'src', 'a.test.ts');
const start = (name: string, nesting = 0) => ({ type: 'test:start', data: { name, nesting, file: FILE } });
const pass = (name: string, more: object = {}) => ({
  type: 'test:pass',
  data: { name, nesting: 0, file: FILE, details: { duration_ms: 10, type: 'test' }, ...more },
});
const fail = (name: string, error: Error, nesting = 0) => ({
  type: 'test:fail',
  data: { name, nesting, file: FILE, details: { duration_ms: 10, type: 'test', error } },
});
const summary = (file?: string) => ({ type: 'test:summary', data: { file } });

/** What the reporter writes for these events, in parts. */
async function report(...events: readonly object[]): Promise<readonly string[]> {
  async function* toStream(): AsyncGenerator<TestEvent> {
    for (const event of events) yield event as TestEvent;
  }
  return Array.fromAsync(testReporter(toStream()));
}

const withoutStack = (error: Error): Error => Object.assign(error, { stack: '' });

test('failures have the titles around them and the cause; a parent that failed by its children is not listed', async () => {
  const written = await report(
    start('parent'),
    start('one', 1),
    fail('one', withoutStack(new Error('first\nsecond')), 1),
    fail('parent', Object.assign(new Error('children'), { failureType: 'subtestsFailed' })),
    start('two'),
    fail('two', new Error('wrapper', { cause: withoutStack(new Error('cause')) })),
    summary(FILE),
    summary(),
  );
  const { failures, files } = readReport(written.join(''));
  assert.deepEqual(failures, [
    { file: 'src/a.test.ts', title: 'parent › one', message: 'first\nsecond' },
    { file: 'src/a.test.ts', title: 'two', message: 'cause' },
  ]);
  assert.deepEqual(files, { 'src/a.test.ts': { passed: 0, failed: 3, skipped: [], ms: 20 } });
});

test('tests are counted by file, without suites, and skipped ones are no passed ones', async () => {
  const written = await report(
    pass('one', { nesting: 1 }),
    pass('suite', { details: { duration_ms: 30, type: 'suite' } }),
    pass('skipped', { skip: 'no database' }),
    pass('also skipped', { skip: true }),
    pass('elsewhere', { file: join(ROOT, 'src', 'b.test.ts'), skip: false }),
    summary(),
  );
  assert.deepEqual(readReport(written.join('')).files, {
    'src/a.test.ts': { passed: 1, failed: 0, skipped: ['no database', 'without a reason'], ms: 50 },
    'src/b.test.ts': { passed: 1, failed: 0, skipped: [], ms: 10 },
  });
});

test('a process that is ended early keeps the failures and counts that were written in full', async () => {
  const written = await report(
    pass('one'),
    fail('two', withoutStack(new Error('first'))),
    fail('three', withoutStack(new Error('cut'))),
  );
  const cut = written.slice(0, -1).join('');
  const { failures, files, isComplete } = readReport(cut.slice(0, -10));
  assert.deepEqual(failures, [{ file: 'src/a.test.ts', title: 'two', message: 'first' }]);
  assert.deepEqual(files, { 'src/a.test.ts': { passed: 1, failed: 1, skipped: [], ms: 20 } });
  assert.equal(isComplete, false);
  assert.deepEqual(readReport(''), { failures: [], files: {}, isComplete: false });
  assert.equal(readReport((await report(pass('one'), summary())).join('')).isComplete, true);
});
