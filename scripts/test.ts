import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { commitName, listChangedFiles, ROOT } from './steps.ts';
import { LaneProcess } from './tests/lane-process.ts';
import { bundleService } from './tests/service-bundle.ts';
import {
  type Costs,
  type Job,
  type JobResult,
  type Lane,
  listAreaJobs,
  listJobs,
  orderJobs,
  runLanes,
  toLane,
} from './tests/test-jobs.ts';
import { SUITES } from './tests/test-suites.ts';
import { listFailures, renderVerdict } from './tests/verdict.ts';
import { runWatched } from './tests/watched-run.ts';

const FILE_MINUTES_MAX = 20; // for one test of a named file
/** For all tests; an unfinished run is red. */
const GATE_MINUTES_MAX = 45;
const FULL_MINUTES_MAX = 180;
const { TEST_MINUTES_MAX } = process.env;
const GIVEN_MINUTES_MAX = TEST_MINUTES_MAX === undefined ? null : Number(TEST_MINUTES_MAX);
const LANES: readonly Lane[] = ['compute', 'compute', 'wait', 'wait'];
const COSTS_FILE = join(import.meta.dirname, 'tests', 'test-costs.json');
/** A line of JSON for each failure, written while the run goes on. */
const FAILURES_FILE = join(ROOT, 'node_modules', '.cache', 'test-failures.jsonl');
const FULL_ENV: Readonly<Record<string, string>> = {}; // all repetitions
const QUICK_ENV = { TEST_SIZE: 'quick' };
const OWN_FLAGS: ReadonlySet<string> = new Set(['--full', '--record', '--help']);

const USAGE = `npm test -- [SUITE …] [FILE …] [--full] [--record] [OPTION OF NODE'S TEST RUNNER …]

Runs the tests of the gate, with those of the full run for areas that changed in the last hours; with --full all tests, of some suites only those, of files those alone with their whole output.
--record writes what each file used to scripts/tests/test-costs.json: the order of the next runs, and what a change adds.
The suites: ${SUITES.map(({ name }) => name).join(', ')}`;

async function main(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('-') && !OWN_FLAGS.has(arg));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const namedFiles = names.filter((name) => name.endsWith('.ts'));
  const unknown = names.find(
    (name) => !namedFiles.includes(name) && SUITES.every((suite) => suite.name !== name),
  );
  const missing = namedFiles.find((file) => !existsSync(join(ROOT, file)));
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  if (unknown !== undefined || missing !== undefined) {
    console.error(`no suite or test file ${unknown ?? missing}\n\n${USAGE}`);
    return 2;
  }
  if (namedFiles.length > 0) return runNamed(namedFiles, flags, true);
  const isFull = args.includes('--full');
  if (flags.length > 0) {
    const files = listJobs(names, isFull).flatMap((job) => job.files);
    return runNamed(files, flags, isFull);
  }
  return runSuites(names, isFull, args.includes('--record'));
}

/** Runs files with the output of Node's own reporter, and a process for each. */
async function runNamed(
  files: readonly string[],
  flags: readonly string[],
  isFull: boolean,
): Promise<number> {
  if (files.some((file) => file.startsWith('test/terminal/'))) await buildTerminal();
  const args = ['--test', '--test-reporter=spec', ...flags, ...files];
  const env = isFull ? FULL_ENV : QUICK_ENV;
  const { exitCode, hang } = await runWatched({ args, env, minutesMax: FILE_MINUTES_MAX });
  if (hang !== null) console.error(`✖ ${hang.file} › ${hang.title}\n  ${hang.message}`);
  return exitCode;
}

/** Runs every job, then each that failed once more where its suite allows that, and prints the verdict last. */
async function runSuites(suites: readonly string[], isFull: boolean, isRecorded: boolean): Promise<number> {
  const startedMs = performance.now();
  const costs = JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as Costs;
  const minutesMax = GIVEN_MINUTES_MAX ?? (isFull ? FULL_MINUTES_MAX : GATE_MINUTES_MAX);
  const time = AbortSignal.timeout(minutesMax * 60_000);
  mkdirSync(dirname(FAILURES_FILE), { recursive: true });
  writeFileSync(FAILURES_FILE, '');
  const isGate = !isFull && suites.length === 0;
  const area = listAreaJobs(isGate ? listChangedFiles() : [], costs);
  const jobs = orderJobs([...listJobs(suites, isFull), ...area.jobs], costs);
  if (jobs.some(({ suite }) => suite.name === 'browser')) await buildTerminal(); // its tests report a build that fails
  process.env['TEST_BUNDLE'] = await bundleService();
  const env = isFull ? FULL_ENV : QUICK_ENV;
  const run = async (job: Job, lane: LaneProcess): Promise<JobResult | null> => {
    if (time.aborted) return null;
    // A run that is given more time, because its share of a core is small, gives each test as much more.
    const testMinutesMax =
      (job.suite.minutesMax * (GIVEN_MINUTES_MAX ?? GATE_MINUTES_MAX)) / GATE_MINUTES_MAX;
    const result = await lane.run(job, testMinutesMax, time);
    printResult(result);
    return result;
  };
  const lanes = LANES.map((kind) => ({ kind, process: new LaneProcess(env) }));
  const first = await runLanes(
    jobs,
    lanes,
    (job) => toLane(job, costs),
    (job, lane) => run(job, lane.process),
  );
  for (const lane of lanes) await lane.process.end();
  const results = first.filter((result) => result !== null);
  const repeats: JobResult[] = [];
  for (const { job } of results.filter(
    (result) => result.job.suite.isRepeated && listFailures(result).length > 0,
  )) {
    console.log(`\n${job.name} runs once more, alone`);
    const alone = new LaneProcess(env);
    const repeat = await run(job, alone);
    await alone.end();
    if (repeat !== null) repeats.push(repeat);
  }
  const left = jobs.filter((job) => results.every((result) => result.job !== job));
  const minutes = (performance.now() - startedMs) / 60_000;
  const verdict = renderVerdict({ commit: commitName(), minutes, results, repeats, left, area, costs });
  if (isRecorded) recordCosts(costs, results);
  console.log(`\n${verdict.lines.join('\n')}`);
  return verdict.isRed ? 1 : 0;
}

/** One line for each file; a failure in full, with what the tests have printed. */
function printResult(result: JobResult): void {
  const { job, report, seconds, cpuSeconds, output } = result;
  const failures = listFailures(result);
  const figures = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time`;
  for (const [path, { passed, failed, skipped, ms }] of Object.entries(report.files)) {
    const mark = failed > 0 ? '✖' : '✔';
    const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
    console.log(
      `${mark} ${path}: ${counts}, ${job.files.length === 1 ? figures : `${(ms / 1000).toFixed(1)} s`}`,
    );
  }
  if (job.files.length > 1 || !report.isComplete)
    console.log(`${failures.length > 0 ? '✖' : '✔'} ${job.name}: ${figures}`);
  if (failures.length === 0) return;
  for (const failure of failures) {
    appendFileSync(FAILURES_FILE, `${JSON.stringify(failure)}\n`);
    const lines = failure.message.split('\n').map((line) => `    ${line}`);
    console.log([`✖ ${failure.file} › ${failure.title}`, ...lines].join('\n'));
  }
  if (output.trim() !== '') console.log(`── output of ${job.name}\n${output.trimEnd()}\n──`);
}

/** Keeps the costs of jobs that did not run. */
function recordCosts(costs: Costs, results: readonly JobResult[]): void {
  const round = (seconds: number): number => Math.round(seconds * 10) / 10;
  const rows = results.map(({ job, seconds, cpuSeconds }) => [
    job.name,
    { seconds: round(seconds), cpuSeconds: round(cpuSeconds) },
  ]);
  const all = Object.entries({ ...costs, ...Object.fromEntries(rows) }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const lines = all.map(([name, cost]) => `  ${JSON.stringify(name)}: ${JSON.stringify(cost)}`);
  writeFileSync(COSTS_FILE, `{\n${lines.join(',\n')}\n}\n`);
  console.log(`costs recorded in ${relative(ROOT, COSTS_FILE)}`);
}

async function buildTerminal(): Promise<void> {
  await once(
    spawn(process.execPath, [join(import.meta.dirname, 'terminal.ts')], { stdio: 'inherit' }),
    'exit',
  );
}

process.exitCode = await main(process.argv.slice(2));
