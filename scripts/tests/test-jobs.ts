import type { TestReport } from './test-reporter.ts';
import { listAreaFiles, listFiles, NOT_AT_AN_EDGE, SUITES, type Suite } from './test-suites.ts';
import type { Hang } from './watched-run.ts';

/** Test files that one process runs one after another. */
export interface Job {
  readonly suite: Suite;
  readonly name: string; // the path of its only file, or its share of the suite: `unit 1/4`
  readonly files: readonly string[];
}

export interface JobResult {
  readonly job: Job;
  readonly report: TestReport;
  readonly exitCode: number;
  readonly hang: Hang | null;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly output: string; // of the tests and of their runner
}

/** What a job used when its costs were recorded. */
export interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
}
export type Costs = Readonly<Record<string, Cost>>;

/** The kind of a lane: some jobs compute, others mostly wait for processes that they started. */
export type Lane = 'compute' | 'wait';

const WAITING_SHARE = 0.5;
const UNKNOWN_SECONDS = 15; // of processor time, of a file whose costs were not recorded
const AREA_SECONDS_MAX = 120; // of processor time

export function listJobs(suites: readonly string[], isFull: boolean): readonly Job[] {
  const isAtEdge = process.env['CROSSBOOK_TEST_EDGE'] === '1';
  return SUITES.filter(({ name }) => suites.length === 0 || suites.includes(name)).flatMap((suite) => {
    const files = listFiles(suite, isFull).filter((file) => !isAtEdge || !(file in NOT_AT_AN_EDGE));
    if (suite.parts === null) return files.map((file) => ({ suite, name: file, files: [file] }));
    const count = suite.parts;
    return Array.from({ length: count }, (_, share) => ({
      suite,
      name: `${suite.name} ${share + 1}/${count}`,
      files: files.filter((_, index) => index % count === share),
    }));
  });
}

/** Jobs of the full run for the areas of a change, the cheapest first, and those for which the gate has no time. */
export function listAreaJobs(
  changed: readonly string[],
  costs: Costs,
): { readonly jobs: readonly Job[]; readonly omitted: readonly Job[] } {
  const secondsOf = ({ name }: Job): number => costs[name]?.cpuSeconds ?? UNKNOWN_SECONDS;
  const all = SUITES.flatMap((suite) =>
    listAreaFiles(suite, changed).map((file): Job => ({ suite, name: file, files: [file] })),
  ).toSorted((a, b) => secondsOf(a) - secondsOf(b));
  let seconds = 0;
  const jobs = all.filter((job) => (seconds += secondsOf(job)) <= AREA_SECONDS_MAX);
  return { jobs, omitted: all.slice(jobs.length) };
}

/** The longest first, and before them those whose costs are not known. */
export function orderJobs(jobs: readonly Job[], costs: Costs): readonly Job[] {
  const seconds = ({ name }: Job): number => costs[name]?.seconds ?? Infinity;
  return jobs.toSorted((a, b) => (seconds(a) < seconds(b) ? 1 : seconds(a) > seconds(b) ? -1 : 0));
}

export function toLane({ name }: Job, costs: Costs): Lane {
  const cost = costs[name];
  return cost !== undefined && cost.cpuSeconds < cost.seconds * WAITING_SHARE ? 'wait' : 'compute';
}

/**
 * Runs the jobs in their order, one in each lane at a time. A lane takes the next job of its kind; one that computes takes
 * the others too once no other is left.
 */
export async function runLanes<Result, Own extends { readonly kind: Lane }>(
  jobs: readonly Job[],
  lanes: readonly Own[],
  kindOf: (job: Job) => Lane,
  run: (job: Job, lane: Own) => Promise<Result>,
): Promise<readonly Result[]> {
  const left = [...jobs];
  const results: Result[] = [];
  const takeNext = (kind: Lane): Job | undefined => {
    const own = left.findIndex((job) => kindOf(job) === kind);
    const at = own === -1 && kind === 'compute' ? 0 : own;
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const runLane = async (lane: Own): Promise<void> => {
    for (let job = takeNext(lane.kind); job !== undefined; job = takeNext(lane.kind))
      results.push(await run(job, lane));
  };
  await Promise.all(lanes.map(runLane));
  return results;
}
