import type { Costs, Job, JobResult } from './test-jobs.ts';
import type { Failure } from './test-reporter.ts';
import { SUITES } from './test-suites.ts';

const UNSTABLE_MAX = 2; // more of them are red
const MESSAGE_LINES_MAX = 12;
const LINE_CHARACTERS_MAX = 200;
const SLOWEST_MAX = 5;
const GROWTH_SECONDS_MIN = 1;

/** A test run that is over. */
export interface TestRun {
  readonly commit: string;
  readonly minutes: number;
  readonly results: readonly JobResult[]; // the first of each job
  readonly repeats: readonly JobResult[]; // of jobs that failed, alone
  readonly left: readonly Job[]; // that did not run, because the time was over
  /** Of the full run, for the areas of the change: those that ran, and those that were left to the full run. */
  readonly area: { readonly jobs: readonly Job[]; readonly omitted: readonly Job[] };
  readonly costs: Costs; // as recorded before
}

export interface Verdict {
  readonly isRed: boolean;
  readonly lines: readonly string[];
}

/** What failed in a job: its tests, or its process. Empty when it passed. */
export function listFailures({ job, report, exitCode, hang }: JobResult): readonly Failure[] {
  if (hang !== null) return [...report.failures, hang];
  const isComplete = exitCode === 0 && report.isComplete;
  if (isComplete || report.failures.length > 0) return report.failures;
  const result = report.isComplete ? 'and no test failed' : 'before the end of its tests';
  const message = `the test process ended with exit code ${exitCode}, ${result}`;
  return [{ file: job.name, title: 'the whole file', message }];
}

/** The last lines of a run: what was used, then every test that failed, was unstable or did not run. */
export function renderVerdict(run: TestRun): Verdict {
  const { commit, minutes, results, repeats, left, area } = run;
  const repeatedFailures = new Map(repeats.map((each) => [each.job.name, listFailures(each)]));
  const failed = results.filter((each) => listFailures(each).length > 0);
  const unstable = failed.filter(({ job }) => repeatedFailures.get(job.name)?.length === 0);
  const red = failed.filter((each) => !unstable.includes(each));
  const isRed = red.length > 0 || left.length > 0 || unstable.length > UNSTABLE_MAX;
  const again = new Set([...red, ...unstable].flatMap(listFilesToRepeat));
  const lines = [
    '── verdict',
    ...renderUse(run),
    ...(left.length > 0
      ? [`LEFT ${left.length} files did not run, the time was over: ${listNames(left)}`]
      : []),
    ...(area.jobs.length > 0 ? [`AREAS that changed: ${listNames(area.jobs)}`] : []),
    ...(area.omitted.length > 0 ? [`AREAS left to the full run: ${listNames(area.omitted)}`] : []),
    ...renderSkipped(results),
    ...unstable.flatMap((each) =>
      listFailures(each).flatMap((failure) => renderFailure('UNSTABLE', failure)),
    ),
    ...(unstable.length > UNSTABLE_MAX
      ? [
          `${unstable.length} unstable files are red: at most ${UNSTABLE_MAX} may pass only when they are repeated`,
        ]
      : []),
    ...red.flatMap((each) => [
      ...listFailures(each).flatMap((failure) => renderFailure('FAILED', failure)),
      ...(repeatedFailures.get(each.job.name) ?? []).flatMap((failure) =>
        renderFailure('FAILED when repeated', failure),
      ),
    ]),
    ...(again.size > 0 ? [`again: npm test -- ${[...again].join(' ')}`] : []),
    renderCounts(results),
    `${isRed ? 'red' : 'green'}: commit ${commit}, ${minutes.toFixed(1)} minutes`,
  ];
  return { isRed, lines };
}

/** The files with a failure; all of the process if it ended without naming one. */
function listFilesToRepeat(result: JobResult): readonly string[] {
  const { files } = result.job;
  const named = listFailures(result)
    .map(({ file }) => file)
    .filter((file) => files.includes(file));
  return named.length > 0 ? named : files;
}

const listNames = (jobs: readonly Job[]): string => jobs.map(({ name }) => name).join(', ');

/** The lines of a failure, with the start of its message. */
function renderFailure(word: string, { file, title, message }: Failure): readonly string[] {
  const lines = message.split('\n').slice(0, MESSAGE_LINES_MAX);
  return [`${word} ${file} › ${title}`, ...lines.map((line) => `    ${line.slice(0, LINE_CHARACTERS_MAX)}`)];
}

/** Processor time of each suite with its budget and its change, and the jobs that took longest and that grew most. */
function renderUse({ results, costs }: TestRun): readonly string[] {
  const suites = SUITES.flatMap((suite) => {
    const own = results.filter(({ job }) => job.suite === suite);
    if (own.length === 0) return [];
    const seconds = sum(own.map(({ cpuSeconds }) => cpuSeconds));
    const before = sum(own.map(({ job }) => costs[job.name]?.cpuSeconds ?? 0));
    const figures = `${Math.round(seconds)} s of ${suite.budgetSeconds} s of processor time`;
    return [`${suite.name.padEnd(9)}${figures}, ${renderChange(seconds - before)} since the recorded costs`];
  });
  const grown = results
    .map(({ job, cpuSeconds }) => ({ name: job.name, by: cpuSeconds - (costs[job.name]?.cpuSeconds ?? 0) }))
    .filter(({ by }) => by >= GROWTH_SECONDS_MIN)
    .toSorted((a, b) => b.by - a.by)
    .map(({ name, by }) => `${name} ${renderChange(by)}`);
  const slowest = results
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ job, seconds }) => `${job.name} ${Math.round(seconds)} s`);
  return [
    ...suites,
    `all      ${Math.round(sum(results.map(({ cpuSeconds }) => cpuSeconds)))} s of processor time`,
    `slowest: ${slowest.slice(0, SLOWEST_MAX).join(', ')}`,
    ...(grown.length > 0 ? [`grew most: ${grown.slice(0, SLOWEST_MAX).join(', ')}`] : []),
  ];
}

/** A line for each reason in each file. */
function renderSkipped(results: readonly JobResult[]): readonly string[] {
  const files = results.flatMap(({ report }) => Object.entries(report.files));
  return files.flatMap(([path, { skipped }]) =>
    [...Map.groupBy(skipped, (reason) => reason)].map(
      ([reason, same]) => `SKIPPED ${path}: ${same.length > 1 ? `${same.length} tests, ` : ''}${reason}`,
    ),
  );
}

/** In a form that reads the same for any test runner. */
function renderCounts(results: readonly JobResult[]): string {
  const files = results.flatMap(({ report }) => Object.values(report.files));
  const passed = sum(files.map((each) => each.passed));
  const failed = sum(files.map((each) => each.failed));
  const skipped = sum(files.map((each) => each.skipped.length));
  const ended = results.filter(({ report }) => !report.isComplete).length;
  return `tests: ${passed} passed, ${failed + ended} failed, ${skipped} skipped`;
}

const renderChange = (seconds: number): string =>
  `${seconds < 0 ? '−' : '+'}${Math.abs(Math.round(seconds))} s`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
