import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTerminal } from './build-terminal.ts';
import type { Counts } from './count-reporter.ts';
import { ROOT } from './steps.ts';
import { filesOf, type Part, SUITES, type Suite } from './test-suites.ts';
import { runWatched } from './watched-run.ts';

interface Outcome {
  readonly suite: string;
  readonly exitCode: number;
  readonly seconds: number;
  readonly counts: Counts | null; // null if the run ended without counts
}

const FILE_MINUTES_MAX = 20; // for one test of a named file

const PARTS: Readonly<Record<string, Part>> = { '--full': 'full', '--rest': 'rest' };

/**
 * `npm test` runs the quick part of every suite, `npm test -- unit sim` only those suites, and
 * `npm test -- src/oms/oms.test.ts` one file. `--full` runs all tests, `--rest` those that the quick part omits.
 * Other arguments that begin with `-` go to Node's test runner. A run that hangs is ended.
 */
async function main(args: readonly string[]): Promise<number> {
  const part = args.map((arg) => PARTS[arg]).find((each) => each !== undefined) ?? 'quick';
  const flags = args.filter((arg) => arg.startsWith('-') && PARTS[arg] === undefined);
  const named = args.filter((arg) => !arg.startsWith('-'));
  const namedFiles = named.filter((name) => name.endsWith('.ts'));
  const unknown = named.find(
    (name) => !namedFiles.includes(name) && SUITES.every((suite) => suite.name !== name),
  );
  const missing = namedFiles.find((file) => !existsSync(join(ROOT, file)));
  if (unknown !== undefined || missing !== undefined) {
    const names = SUITES.map(({ name }) => name).join(', ');
    console.error(`no suite or test file ${unknown ?? missing}; the suites are ${names}`);
    return 2;
  }
  if (namedFiles.length > 0) {
    const fileArgs = ['--test', '--test-reporter=spec', ...flags, ...namedFiles];
    return runWatched({ args: fileArgs, env: {}, minutesMax: FILE_MINUTES_MAX });
  }
  const chosen = SUITES.filter(({ name }) => named.length === 0 || named.includes(name));
  const outcomes: Outcome[] = [];
  for (const suite of chosen) {
    const files = filesOf(suite, part);
    if (files.length > 0) outcomes.push(await run(suite, files, part, flags));
  }
  printSummary(outcomes);
  return outcomes.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

async function run(
  suite: Suite,
  files: readonly string[],
  part: Part,
  flags: readonly string[],
): Promise<Outcome> {
  if (suite.name === 'browser') buildTerminal(); // the browser tests report a build that fails
  console.log(`\n── ${suite.name} (${files.length} files)`);
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-test-'));
  const countsFile = join(scratch, 'counts.json');
  const startedMs = performance.now();
  const exitCode = await runWatched({
    args: [
      '--test',
      `--test-isolation=${suite.isolation}`,
      ...(suite.isolation === 'process' ? [`--test-concurrency=${suite.concurrency}`] : []),
      `--test-timeout=${suite.minutesMax * 60_000}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(ROOT, 'scripts', 'count-reporter.ts')}`,
      `--test-reporter-destination=${countsFile}`,
      ...flags,
      ...files,
    ],
    env: part === 'quick' ? suite.quickEnv : {},
    minutesMax: suite.minutesMax,
  });
  const counts = readCounts(countsFile);
  rmSync(scratch, { recursive: true });
  return { suite: suite.name, exitCode, counts, seconds: (performance.now() - startedMs) / 1000 };
}

function readCounts(file: string): Counts | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return null;
  }
}

/** Prints a line per suite, then the sums in the format of Node's summary lines. */
function printSummary(outcomes: readonly Outcome[]): void {
  console.log('\n── summary');
  for (const { suite, exitCode, seconds, counts } of outcomes) {
    const mark = exitCode === 0 ? '✔' : '✖';
    const result = counts === null ? 'ended early' : `${counts.passed} of ${counts.tests} passed`;
    console.log(`${mark} ${suite.padEnd(10)}${result.padEnd(24)}${seconds.toFixed(1).padStart(7)} s`);
  }
  const sum = (of: keyof Counts): number =>
    outcomes.reduce((total, { counts }) => total + (counts?.[of] ?? 0), 0);
  console.log(`ℹ tests ${sum('tests')}`);
  console.log(`ℹ suites ${sum('suites')}`);
  console.log(`ℹ pass ${sum('passed')}`);
  console.log(`ℹ fail ${sum('failed')}`);
  console.log(`ℹ cancelled ${sum('cancelled')}`);
  console.log(`ℹ skipped ${sum('skipped')}`);
  console.log(`ℹ todo ${sum('todo')}`);
  const seconds = outcomes.reduce((total, outcome) => total + outcome.seconds, 0);
  console.log(`ℹ duration_ms ${Math.round(seconds * 1000)}`);
}

process.exitCode = await main(process.argv.slice(2));
