import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Counts, readSummary, type Summary } from './count-reporter.ts';
import { type Print, runTasks } from './parallel-tasks.ts';
import { ROOT } from './steps.ts';
import { listFiles, NOT_AT_AN_EDGE, type Part, SUITES, type Suite } from './test-suites.ts';
import { runWatched } from './watched-run.ts';

/** The files of a suite that run together. */
interface Run {
  readonly suite: Suite;
  readonly name: string; // of the suite, and which share of its files this is
  readonly files: readonly string[];
}

interface Outcome {
  readonly name: string;
  readonly exitCode: number;
  readonly seconds: number;
  readonly summary: Summary;
}

const FILE_MINUTES_MAX = 20; // for one test of a named file
/** Suites, or shares of one, at the same time. In a full run each has the cores for itself. */
const RUNS_AT_A_TIME: Readonly<Record<Part, number>> = { quick: 2, rest: 2, full: 1 };

const PARTS: Readonly<Record<string, Part>> = { '--full': 'full', '--rest': 'rest' };

/**
 * `npm test` runs the quick part of every suite, `npm test -- unit sim` only those suites, and
 * `npm test -- src/oms/oms.test.ts` one file. `--full` runs all tests, `--rest` those that the quick part omits.
 * Other arguments that begin with `-` go to Node's test runner. A run that hangs is ended. The quick part and the rest have
 * two suites, or two shares of one, at a time, except that the rest of the contract suite runs alone; their output is printed in the order of `SUITES`.
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
    if (namedFiles.some((file) => file.startsWith('test/terminal/'))) await buildTerminal();
    const fileArgs = ['--test', '--test-reporter=spec', ...flags, ...namedFiles];
    return runWatched({ args: fileArgs, env: {}, minutesMax: FILE_MINUTES_MAX });
  }
  const startedMs = performance.now();
  const runs = SUITES.filter(({ name }) => named.length === 0 || named.includes(name))
    .flatMap((suite) => listRuns(suite, part))
    .filter(({ files }) => files.length > 0);
  const outcomes: Outcome[] = [];
  for (const group of groupRuns(runs, part)) {
    const tasks = group.map((each) => (print: Print) => run(each, part, flags, print));
    const results = await runTasks(tasks, RUNS_AT_A_TIME[part], (text) => {
      process.stdout.write(process.stdout.isTTY ? paint(text) : text);
    });
    outcomes.push(...results);
  }
  printSummary(outcomes, performance.now() - startedMs);
  return outcomes.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

function listRuns(suite: Suite, part: Part): readonly Run[] {
  const isAtEdge = process.env['CROSSBOOK_TEST_EDGE'] === '1';
  const files = listFiles(suite, part).filter((file) => !isAtEdge || !(file in NOT_AT_AN_EDGE));
  const count = part === 'quick' ? suite.processes : 1;
  return Array.from({ length: count }, (_, share) => ({
    suite,
    name: count === 1 ? suite.name : `${suite.name} ${share + 1}/${count}`,
    files: files.filter((_, index) => index % count === share),
  }));
}

/** The runs that share the cores. In the rest a suite that runs several files at a time has them for itself. */
function groupRuns(runs: readonly Run[], part: Part): readonly (readonly Run[])[] {
  if (part !== 'rest') return [runs];
  const isAlone = ({ suite }: Run): boolean => suite.concurrency > 1;
  const groups: Run[][] = [];
  for (const [index, each] of runs.entries()) {
    const before = runs[index - 1];
    if (before === undefined || isAlone(before) || isAlone(each)) groups.push([each]);
    else groups.at(-1)?.push(each);
  }
  return groups;
}

async function run(
  { suite, name, files }: Run,
  part: Part,
  flags: readonly string[],
  print: Print,
): Promise<Outcome> {
  if (suite.name === 'browser') await buildTerminal(); // the browser tests report a build that fails
  print(`\n── ${name} (${files.length} files)\n`);
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-test-'));
  const summaryFile = join(scratch, 'summary.json');
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
      `--test-reporter-destination=${summaryFile}`,
      ...flags,
      ...files,
    ],
    env: part === 'quick' ? { TEST_SIZE: 'quick' } : {},
    minutesMax: suite.minutesMax,
    print,
  });
  const summary = readSummary(existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '');
  rmSync(scratch, { recursive: true });
  return { name, exitCode, summary, seconds: (performance.now() - startedMs) / 1000 };
}

/** In its own process, because the suites that run meanwhile are watched here. */
async function buildTerminal(): Promise<void> {
  await once(spawn(process.execPath, [join(ROOT, 'scripts', 'terminal.ts')], { stdio: 'inherit' }), 'exit');
}

/** Colours the marks of a report: it is printed by way of this process, so that Node writes it without colours. */
const paint = (text: string): string =>
  text
    .replaceAll(/^( *)✔/gm, `$1${styleText('green', '✔')}`)
    .replaceAll(/^( *)✖/gm, `$1${styleText('red', '✖')}`)
    .replaceAll(/^( *)ℹ/gm, `$1${styleText('blue', 'ℹ')}`);

/** Prints the failed tests, a line per suite, then the sums in the format of Node's summary lines. */
function printSummary(outcomes: readonly Outcome[], wholeMs: number): void {
  const failures = outcomes.flatMap(({ summary }) => summary.failures);
  if (failures.length > 0) console.log(['\n── failed tests', ...failures].join('\n✖ '));
  console.log('\n── summary');
  for (const {
    name,
    exitCode,
    seconds,
    summary: { counts },
  } of outcomes) {
    const mark = exitCode === 0 ? '✔' : '✖';
    const result = counts === null ? 'ended early' : `${counts.passed} of ${counts.tests} passed`;
    console.log(`${mark} ${name.padEnd(10)}${result.padEnd(24)}${seconds.toFixed(1).padStart(7)} s`);
  }
  const sum = (of: keyof Counts): number =>
    outcomes.reduce((total, { summary }) => total + (summary.counts?.[of] ?? 0), 0);
  console.log(`ℹ tests ${sum('tests')}`);
  console.log(`ℹ suites ${sum('suites')}`);
  console.log(`ℹ pass ${sum('passed')}`);
  console.log(`ℹ fail ${sum('failed')}`);
  console.log(`ℹ cancelled ${sum('cancelled')}`);
  console.log(`ℹ skipped ${sum('skipped')}`);
  console.log(`ℹ todo ${sum('todo')}`);
  console.log(`ℹ duration_ms ${Math.round(wholeMs)}`);
}

process.exitCode = await main(process.argv.slice(2));
