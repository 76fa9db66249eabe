import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobResult } from './test-jobs.ts';
import type { Failure } from './test-reporter.ts';
import { SUITES } from './test-suites.ts';
import { listFailures, renderVerdict, type TestRun } from './verdict.ts';

const suite = SUITES.find(({ isRepeated }) => isRepeated) ?? assert.fail('a suite is repeated');
const failure = (file: string): Failure => ({
  file,
  title: 'a fill › counts once',
  message: '1 !== 2\n  at x',
});

/** Of a process that was ended before its first test. */
const NOTHING = { failures: [], files: {}, isComplete: false };

/** A file with one test that passed, unless failures are given. */
function result(file: string, failures: readonly Failure[] = [], more: Partial<JobResult> = {}): JobResult {
  const counts = { passed: failures.length > 0 ? 0 : 1, failed: failures.length, skipped: [], ms: 10 };
  return {
    job: { suite, name: file, files: [file] },
    report: { failures, files: { [file]: counts }, isComplete: true },
    exitCode: failures.length > 0 ? 1 : 0,
    hang: null,
    seconds: 12,
    cpuSeconds: 4,
    output: '',
    ...more,
  };
}

const run = (results: readonly JobResult[], more: Partial<TestRun> = {}) =>
  renderVerdict({
    commit: 'abc',
    minutes: 1.25,
    results,
    repeats: [],
    left: [],
    area: { jobs: [], omitted: [] },
    costs: {},
    ...more,
  });
const indexOf = (lines: readonly string[], start: string): number =>
  lines.findIndex((line) => line.startsWith(start));

describe('the verdict', () => {
  test('is green when every file passed, and ends with the counts, the commit and the time', () => {
    const { isRed, lines } = run([result('a.test.ts'), result('b.test.ts')]);
    assert.equal(isRed, false);
    assert.deepEqual(lines.slice(-2), [
      'tests: 2 passed, 0 failed, 0 skipped',
      'green: commit abc, 1.3 minutes',
    ]);
  });

  test('names the files of changed areas that ran, and those that it left out', () => {
    const job = (name: string) => ({ suite, name, files: [name] });
    const { isRed, lines } = run([result('a.test.ts')], {
      area: { jobs: [job('a.test.ts')], omitted: [job('b.test.ts'), job('c.test.ts')] },
    });
    assert.equal(isRed, false);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('AREAS')),
      ['AREAS that changed: a.test.ts', 'AREAS left to the full run: b.test.ts, c.test.ts'],
    );
  });

  test('names a failed test with its message and the command that runs its file again', () => {
    const { isRed, lines } = run([result('a.test.ts', [failure('a.test.ts')]), result('b.test.ts')]);
    assert.equal(isRed, true);
    assert.deepEqual(lines.slice(indexOf(lines, 'FAILED')), [
      'FAILED a.test.ts › a fill › counts once',
      '    1 !== 2',
      '      at x',
      'again: npm test -- a.test.ts',
      'tests: 1 passed, 1 failed, 0 skipped',
      'red: commit abc, 1.3 minutes',
    ]);
  });

  test('is green with two files that passed only when they were repeated, names them, and is red with three', () => {
    const names = ['a', 'b', 'c'].map((name) => `${name}.test.ts`);
    const unstable = (count: number) =>
      run(
        names.map((name, index) => result(name, index < count ? [failure(name)] : [])),
        { repeats: names.slice(0, count).map((name) => result(name)) },
      );
    const two = unstable(2);
    assert.equal(two.isRed, false);
    assert.ok(two.lines.includes('UNSTABLE b.test.ts › a fill › counts once'));
    assert.ok(two.lines.includes('    1 !== 2'));
    const three = unstable(3);
    assert.equal(three.isRed, true);
    assert.ok(
      three.lines.includes('3 unstable files are red: at most 2 may pass only when they are repeated'),
    );
  });

  test('shows both messages of a file that failed again', () => {
    const again = { ...failure('a.test.ts'), message: '1 !== 3' };
    const { isRed, lines } = run([result('a.test.ts', [failure('a.test.ts')])], {
      repeats: [result('a.test.ts', [again])],
    });
    assert.equal(isRed, true);
    assert.ok(indexOf(lines, 'FAILED when repeated a.test.ts') > indexOf(lines, 'FAILED a.test.ts'));
    assert.ok(lines.includes('    1 !== 2') && lines.includes('    1 !== 3'));
  });

  test('is red for a process that ended without its report, and for files that did not run', () => {
    const ended = result('a.test.ts', [], { exitCode: 7, report: NOTHING });
    const { isRed, lines } = run([ended]);
    assert.equal(isRed, true);
    assert.ok(lines.includes('FAILED a.test.ts › the whole file'));
    assert.ok(lines.includes('tests: 0 passed, 1 failed, 0 skipped'));
    const left = run([result('b.test.ts')], { left: [ended.job] });
    assert.equal(left.isRed, true);
    assert.ok(left.lines.some((line) => /^LEFT 1 files did not run.*a\.test\.ts/.test(line)));
  });

  test('names the test that ran when the watchdog ended its process', () => {
    const hang = { file: 'a.test.ts', title: 'a cancel', message: 'its event loop is blocked' };
    const { lines } = run([result('a.test.ts', [], { exitCode: 1, hang, report: NOTHING })]);
    assert.ok(lines.includes('FAILED a.test.ts › a cancel'));
  });

  test('counts what a process tested before the watchdog ended it', () => {
    const counts = { passed: 7, failed: 0, skipped: [], ms: 10 };
    const hang = { file: 'b.test.ts', title: 'a cancel', message: 'its event loop is blocked' };
    const report = { ...NOTHING, files: { 'a.test.ts': counts } };
    const { isRed, lines } = run([result('unit 1/4', [], { exitCode: 1, hang, report })]);
    assert.equal(isRed, true);
    assert.ok(lines.includes('tests: 7 passed, 1 failed, 0 skipped'));
  });

  test('groups skipped tests by their reason, and states what grew since the recorded costs', () => {
    const skipped = result('a.test.ts', [], {
      report: {
        failures: [],
        files: { 'a.test.ts': { passed: 1, failed: 0, skipped: ['no pip', 'no pip', 'no bash'], ms: 1 } },
        isComplete: true,
      },
    });
    const { lines } = run([skipped], { costs: { 'a.test.ts': { seconds: 3, cpuSeconds: 1 } } });
    assert.ok(lines.includes('SKIPPED a.test.ts: 2 tests, no pip'));
    assert.ok(lines.includes('SKIPPED a.test.ts: no bash'));
    assert.ok(lines.includes('grew most: a.test.ts +3 s'));
    assert.ok(
      lines.some((line) => line.includes(`4 s of ${suite.budgetSeconds} s of processor time, +3 s since`)),
    );
  });
});

test('a process that ended with an error after its tests passed has failed', () => {
  const [only] = listFailures(result('a.test.ts', [], { exitCode: 1 }));
  assert.match(only?.message ?? '', /exit code 1, and no test failed/);
  assert.deepEqual(listFailures(result('a.test.ts')), []);
});

test('a process that ended without a report has failed, whatever its exit code, and its files are named to run again', () => {
  const files = ['a.test.ts', 'b.test.ts'];
  const silent = result('unit 1/4', [], {
    job: { suite, name: 'unit 1/4', files },
    report: NOTHING,
  });
  assert.match(listFailures(silent)[0]?.message ?? '', /exit code 0, before the end of its tests/);
  const { isRed, lines } = run([silent]);
  assert.equal(isRed, true);
  assert.ok(lines.includes('again: npm test -- a.test.ts b.test.ts'));
});
