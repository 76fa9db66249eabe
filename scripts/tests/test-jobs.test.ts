import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '../steps.ts';
import { type Job, type Lane, listAreaJobs, listJobs, orderJobs, runLanes, toLane } from './test-jobs.ts';
import { SUITES } from './test-suites.ts';

const suite = SUITES[0] ?? assert.fail('there are suites');
const job = (name: string): Job => ({ suite, name, files: [name] });
const COSTS = {
  long: { seconds: 60, cpuSeconds: 50 },
  waiting: { seconds: 40, cpuSeconds: 5 },
  short: { seconds: 2, cpuSeconds: 2 },
};
const names = (jobs: readonly Job[]): readonly string[] => jobs.map(({ name }) => name);

describe('the jobs', () => {
  test('each file belongs to one job, and the full run has all jobs of the gate and more', () => {
    for (const isFull of [false, true]) {
      const files = listJobs([], isFull).flatMap((each) => each.files);
      assert.equal(new Set(files).size, files.length);
      assert.ok(files.every((file) => existsSync(join(ROOT, file))));
    }
    const gate = new Set(listJobs([], false).flatMap(({ files }) => files));
    const full = new Set(listJobs([], true).flatMap(({ files }) => files));
    assert.ok(gate.isSubsetOf(full) && gate.size < full.size);
  });

  test('every pattern of a suite finds a file', () => {
    const patterns = SUITES.flatMap(({ files, fullOnly }) => [...files, ...Object.keys(fullOnly)]);
    assert.deepEqual(
      patterns.filter(
        (pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).length === 0,
      ),
      [],
    );
  });

  test('a change adds the files of its areas, and a changed file of the full run itself', () => {
    const runs = (...changed: readonly string[]) => names(listAreaJobs(changed, {}).jobs);
    assert.deepEqual(runs('docs/cli.md', 'src/contract/model/money.ts'), []);
    assert.deepEqual(runs('src/recorder/part.ts'), [
      'test/http/recorder.test.ts',
      'test/http/replay.test.ts',
      'test/http/shadow.test.ts',
    ]);
    assert.deepEqual(runs('test/http/pnl.test.ts'), ['test/http/pnl.test.ts']);
    assert.ok(!runs('src/notifications/outbox.ts').includes('test/crash/quote-crash.test.ts'));
    assert.ok(runs('src/orders/quotes/quotes.ts').includes('test/crash/quote-crash.test.ts'));
  });

  test('the cheapest files of an area run first, and the rest is left to the full run', () => {
    const all = listAreaJobs(['src/storage/x.ts'], {});
    const [first, ...others] = [...all.jobs, ...all.omitted];
    assert.ok(first !== undefined && others.length > 2);
    const costs = { [first.name]: { seconds: 500, cpuSeconds: 500 } };
    const limited = listAreaJobs(['src/storage/x.ts'], costs);
    assert.deepEqual(names(limited.omitted).at(-1), first.name);
    assert.equal(limited.jobs.length + limited.omitted.length, others.length + 1);
    assert.ok(limited.jobs.length * 15 <= 120);
  });

  test('every path of an area exists', () => {
    const paths = SUITES.flatMap(({ fullOnly }) => Object.values(fullOnly).flat());
    const exists = (path: string): boolean => globSync(`${path}*`, { cwd: ROOT }).length > 0;
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(ROOT, path)) && !exists(path)),
      [],
    );
  });

  test('the longest is the first, after those that were never measured', () => {
    assert.deepEqual(names(orderJobs(['short', 'new', 'long', 'waiting'].map(job), COSTS)), [
      'new',
      'long',
      'waiting',
      'short',
    ]);
  });

  test('a job that used less than half of its time waits', () => {
    assert.deepEqual(
      ['short', 'new', 'waiting'].map((name) => toLane(job(name), COSTS)),
      ['compute', 'compute', 'wait'],
    );
  });
});

describe('runLanes', () => {
  /** Runs jobs that end when the test says so. */
  function start(jobs: readonly string[], lanes: readonly Lane[]) {
    const started: string[] = [];
    const ends = new Map(jobs.map((name) => [name, Promise.withResolvers<string>()]));
    const results = runLanes(
      jobs.map(job),
      lanes.map((kind) => ({ kind })),
      (each) => toLane(each, COSTS),
      ({ name }) => {
        started.push(name);
        return ends.get(name)?.promise ?? assert.fail(name);
      },
    );
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.resolve(name);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { started, end, results };
  }

  test('each lane takes the next job of its kind', async () => {
    const { started, end, results } = start(['long', 'waiting', 'short'], ['compute', 'wait']);
    assert.deepEqual(started, ['long', 'waiting']);
    await end('waiting');
    assert.deepEqual(started, ['long', 'waiting'], 'the lane of waiting jobs takes no other');
    await end('long');
    assert.deepEqual(started, ['long', 'waiting', 'short']);
    await end('short');
    assert.deepEqual(await results, ['waiting', 'long', 'short']);
  });

  test('a lane that computes takes a waiting job when no other is left', async () => {
    const { started, end, results } = start(['short', 'waiting'], ['compute']);
    await end('short');
    assert.deepEqual(started, ['short', 'waiting']);
    await end('waiting');
    assert.equal((await results).length, 2);
  });

  test('a job that rejects fails the run', async () => {
    await assert.rejects(
      runLanes(
        [job('short')],
        [{ kind: 'compute' }],
        () => 'compute',
        () => Promise.reject(new Error('broken')),
      ),
      /broken/,
    );
  });
});
