import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { ROOT } from '../steps.ts';
import { LaneProcess } from './lane-process.ts';
import { SUITES } from './test-suites.ts';
import { listFailures } from './verdict.ts';

const suite = SUITES[0] ?? assert.fail('there are suites');
const HEAD = `import assert from 'node:assert/strict'; import { after, afterEach, test } from 'node:test';`;
const PASSES = `test('passes', () => {});`;

/** A lane, and a function that runs a file with this text in it. */
function openLane(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-lane-'));
  const lane = new LaneProcess({ GIVEN: 'as it was' });
  t.after(async () => {
    await lane.end();
    rmSync(folder, { recursive: true });
  });
  let files = 0;
  return async (text: string) => {
    files += 1;
    const path = join(folder, `${files}.test.mjs`);
    writeFileSync(path, `${HEAD}\n${text}`);
    const file = relative(ROOT, path);
    const job = { suite, name: file, files: [file] };
    return { file, ...(await lane.run(job, suite.minutesMax, new AbortController().signal)) };
  };
}

test('files share a process and its modules, but neither their hooks nor the environment', async (t) => {
  const run = openLane(t);
  const results = [
    await run(
      `globalThis.isLoaded = true;
       let ended = 0;
       after(() => { globalThis.isClosed = true; });
       afterEach(() => { ended += 1; assert.equal(ended, 1, 'a hook for one test'); });
       test('the first', () => { process.env.GIVEN = 'other'; process.env.MORE = 'more'; });`,
    ),
    await run(
      `test('the second', () => {
         assert.deepEqual([globalThis.isLoaded, globalThis.isClosed], [true, true]);
         assert.deepEqual([process.env.GIVEN, process.env.MORE], ['as it was', undefined]);
       });`,
    ),
  ];
  for (const result of results) {
    const { file, report } = result;
    assert.deepEqual(listFailures(result), []);
    assert.deepEqual([Object.keys(report.files), report.files[file]?.passed], [[file], 1]);
  }
});

test('a file that fails, ends the process or rejects while it loads is reported, and the next one runs', async (t) => {
  const run = openLane(t);
  for (const [text, message] of [
    [`test('fails', () => assert.equal(1, 2));`, /1 !== 2/],
    [`test('ends', () => process.exit(3));`, /exit code 3, before/],
    [`await Promise.reject(new Error('no port is free'));`, /no port is free/],
  ] as const) {
    const failures = listFailures(await run(text));
    assert.equal(failures.length, 1, text);
    assert.match(failures[0]?.message ?? '', message);
    assert.deepEqual(listFailures(await run(PASSES)), []);
  }
});

test('an error that no test receives fails its file, with its stack, and not the next one', async (t) => {
  const run = openLane(t);
  for (const act of [`throw new Error('late');`, `void Promise.reject(new Error('late'));`]) {
    const result = await run(
      `test('goes on', async () => { await new Promise((done) => setTimeout(() => { done(); ${act} }, 1)); });`,
    );
    const messages = listFailures(result).map(({ title, message }) => `${title}: ${message}`);
    assert.equal(messages.length, 1, act);
    assert.match(messages[0] ?? '', /an uncaught error: Error: late\n +at .*test\.mjs/);
    assert.deepEqual(listFailures(await run(PASSES)), []);
  }
});

test('a file that never ends its loading is named and ended, and the next one runs', async (t) => {
  const run = openLane(t);
  assert.deepEqual(listFailures(await run(PASSES)), []);
  const { TEST_SILENT_SECONDS_MAX: before } = process.env;
  process.env['TEST_SILENT_SECONDS_MAX'] = '2'; // for this file alone: on a slow machine another may load as long
  const { file, hang, output } = await run(`console.log('still loading'); for (;;);`);
  if (before === undefined) delete process.env['TEST_SILENT_SECONDS_MAX'];
  else process.env['TEST_SILENT_SECONDS_MAX'] = before;
  assert.deepEqual([hang?.file, hang?.title], [file, 'before its first test']);
  assert.match(hang?.message ?? '', /its event loop is blocked/);
  assert.match(output, /still loading/);
  assert.deepEqual(listFailures(await run(PASSES)), []);
});
