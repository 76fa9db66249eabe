import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTerminal } from './build-terminal.ts';
import type { Counts } from './count-reporter.ts';
import { ROOT, runNode } from './steps.ts';

/** What `npm test` runs, in this order. A suite without a file is not there yet and is not listed. */
const SUITES: readonly Suite[] = [
  // One process for all: these touch nothing outside themselves but temporary folders and child processes.
  {
    name: 'unit',
    files: ['{src,sdk,scripts,simulators,terminal/src}/**/*.test.ts'],
    isolation: 'none',
    minutesMax: 2,
  },
  { name: 'contract', files: ['test/**/*.test.ts'], isolation: 'process', minutesMax: 5 },
  { name: 'browser', files: ['test/terminal/**/*.test.ts'], isolation: 'process', minutesMax: 5 },
  { name: 'sim', files: ['simulation/**/*.test.ts'], isolation: 'process', minutesMax: 20 },
  { name: 'crash', files: ['test/crash/**/*.test.ts'], isolation: 'process', minutesMax: 20 },
];

interface Suite {
  readonly name: string;
  readonly files: readonly string[];
  readonly isolation: 'none' | 'process';
  readonly minutesMax: number; // for one test
}

interface Outcome {
  readonly suite: string;
  readonly exitCode: number;
  readonly seconds: number;
  readonly counts: Counts | null; // null when the run ended without counting
}

/** `npm test` runs all; `npm test -- unit sim` those; what starts with `-` goes to node's test runner. */
function main(args: readonly string[]): number {
  const asked = args.filter((arg) => !arg.startsWith('-'));
  const unknown = asked.find((name) => SUITES.every((suite) => suite.name !== name));
  if (unknown !== undefined) {
    console.error(`no suite ${unknown}; there are: ${SUITES.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const flags = args.filter((arg) => arg.startsWith('-'));
  const chosen = SUITES.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const outcomes = chosen.map((suite) => run(suite, flags)).filter((outcome) => outcome !== null);
  printSummary(outcomes);
  return outcomes.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

function run(suite: Suite, flags: readonly string[]): Outcome | null {
  const files = filesOf(suite);
  if (files.length === 0) return null;
  if (suite.name === 'browser') buildTerminal(); // a build that fails shows in what the browser finds
  console.log(`\n── ${suite.name} (${files.length} files)`);
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-test-'));
  const countsFile = join(scratch, 'counts.json');
  const startedMs = performance.now();
  const exitCode = runNode([
    '--test',
    `--test-isolation=${suite.isolation}`,
    `--test-timeout=${suite.minutesMax * 60_000}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(ROOT, 'scripts', 'count-reporter.ts')}`,
    `--test-reporter-destination=${countsFile}`,
    ...flags,
    ...files,
  ]);
  const counts = readCounts(countsFile);
  rmSync(scratch, { recursive: true });
  return { suite: suite.name, exitCode, counts, seconds: (performance.now() - startedMs) / 1000 };
}

/** A file belongs to the last suite that names it: `test/crash` is not part of the contract. */
function filesOf(suite: Suite): readonly string[] {
  const later = new Set(SUITES.slice(SUITES.indexOf(suite) + 1).flatMap(({ files }) => find(files)));
  return find(suite.files).filter((file) => !later.has(file));
}

const find = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();

function readCounts(file: string): Counts | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return null;
  }
}

/** A line for each suite, then the sums in the words of node's own closing lines. */
function printSummary(outcomes: readonly Outcome[]): void {
  console.log('\n── summary');
  for (const { suite, exitCode, seconds, counts } of outcomes) {
    const mark = exitCode === 0 ? '✔' : '✖';
    const told = counts === null ? 'ended early' : `${counts.passed} of ${counts.tests} passed`;
    console.log(`${mark} ${suite.padEnd(10)}${told.padEnd(24)}${seconds.toFixed(1).padStart(7)} s`);
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

process.exitCode = main(process.argv.slice(2));
