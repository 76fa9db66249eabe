import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { ROOT } from '../steps.ts';
import { LaneProcess } from './lane-process.ts';
import { SUITES } from './test-suites.ts';
import { listFailures } from './verdict.ts';

const suite = SUITES[0] ?? assert.fail('there are suites');
const HEAD = `import assert from 'node:assert/strict'; import { after, afterEach, test } from 'node:test';`;

/** Runs files with these texts, one after another, in one lane. */
async function runTexts(texts: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-lane-'));
  const lane = new LaneProcess({ GIVEN: 'as it was' });
  const results = [];
  for (const [index, text] of texts.entries()) {
    const path = join(folder, `${index}.test.mjs`);
    writeFileSync(path, `${HEAD}\n${text}`);
    const file = relative(ROOT, path);
    const result = await lane.run(
      { suite, name: file, files: [file] },
      suite.minutesMax,
      new AbortController().signal,
    );
    results.push({ file, ...result });
  }
  await lane.end();
  rmSync(folder, { recursive: true });
  return results;
}

test('files share a process and its modules, but neither their hooks nor the environment', async () => {
  const results = await runTexts([
    `globalThis.isLoaded = true;
     let ended = 0;
     after(() => { globalThis.isClosed = true; });
     afterEach(() => { ended += 1; assert.equal(ended, 1, 'a hook for one test'); });
     test('the first', () => { process.env.GIVEN = 'other'; process.env.MORE = 'more'; });`,
    `test('the second', () => {
       assert.deepEqual([globalThis.isLoaded, globalThis.isClosed], [true, true]);
       assert.deepEqual([process.env.GIVEN, process.env.MORE], ['as it was', undefined]);
     });`,
  ]);
  for (const { file, report, exitCode, cpuSeconds, ...rest } of results) {
    assert.deepEqual(listFailures({ report, exitCode, cpuSeconds, ...rest }), []);
    assert.ok(report.isComplete && cpuSeconds >= 0);
    assert.deepEqual([Object.keys(report.files), report.files[file]?.passed], [[file], 1]);
  }
});

test('a file that fails, ends the process or rejects while it loads is reported, and the next one runs', async () => {
  const passes = `test('passes', () => {});`;
  const results = await runTexts([
    `test('fails', () => assert.equal(1, 2));`,
    passes,
    `test('ends', () => process.exit(3));`,
    passes,
    `await Promise.reject(new Error('no port is free'));`,
    passes,
  ]);
  const failures = results.map((result) => listFailures(result));
  assert.deepEqual(
    failures.map(({ length }) => length),
    [1, 0, 1, 0, 1, 0],
  );
  const messages = failures.flat().map(({ message }) => message);
  for (const [index, pattern] of [/1 !== 2/, /exit code 3, before/, /no port is free/].entries())
    assert.match(messages[index] ?? '', pattern);
});

test('a file that never ends its loading is named and ended, and the next one runs', async () => {
  const before = process.env['TEST_SILENT_SECONDS_MAX'];
  process.env['TEST_SILENT_SECONDS_MAX'] = '2';
  const [first, hung, next] = await runTexts([
    `test('passes', () => {});`,
    `console.log('still loading'); for (;;);`,
    `test('passes', () => {});`,
  ]);
  if (before === undefined) delete process.env['TEST_SILENT_SECONDS_MAX'];
  else process.env['TEST_SILENT_SECONDS_MAX'] = before;
  assert.ok(first !== undefined && hung !== undefined && next !== undefined);
  assert.deepEqual([listFailures(first), listFailures(next)], [[], []]);
  assert.deepEqual([hung.hang?.file, hung.hang?.title], [hung.file, 'before its first test']);
  assert.match(hung.hang?.message ?? '', /its event loop is blocked/);
  assert.match(hung.output, /still loading/);
});
