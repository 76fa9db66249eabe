import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from './steps.ts';

const MESSAGE_LINES_MAX = 12;
const LINE_CHARACTERS_MAX = 200;

/** The counts of a test run, as reported by Node. */
export interface Counts {
  readonly tests: number;
  readonly suites: number;
  readonly passed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
}

/** The result of a test run. */
export interface Summary {
  readonly counts: Counts | null; // null: the run was ended early
  readonly failures: readonly string[]; // `file: title` of each failed test, and the start of its message below
}

type Line = { readonly failure: string } | { readonly counts: Counts };

/** A test reporter that writes a line of JSON for each failed test as it fails, and one with the counts at the end. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isFailedByChildren(data.details.error)) {
      const title = `${relative(ROOT, data.file ?? '')}: ${data.name}`;
      yield toLine({ failure: `${title}\n${describe(data.details.error)}` });
    }
    const isWholeRun = type === 'test:summary' && data.file === undefined;
    if (isWholeRun) yield toLine({ counts: toCounts(data.counts) });
  }
}

/** Node's types omit `failed`. */
const toCounts = (counts: Omit<Counts, 'failed'>): Counts => ({
  ...counts,
  failed: 'failed' in counts ? Number(counts.failed) : 0,
});

const toLine = (line: Line): string => `${JSON.stringify(line)}\n`;

/** The summary of what the reporter has written, also when its run was ended early. */
export function readSummary(written: string): Summary {
  const whole = written.slice(0, written.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return {
    counts: lines.flatMap((line) => ('counts' in line ? line.counts : []))[0] ?? null,
    failures: lines.flatMap((line) => ('failure' in line ? line.failure : [])),
  };
}

const isFailedByChildren = (error: Error): boolean =>
  'failureType' in error && error.failureType === 'subtestsFailed';

/** The first lines of the message, indented. */
const describe = (error: Error): string =>
  (error.cause instanceof Error ? error.cause : error).message
    .split('\n')
    .slice(0, MESSAGE_LINES_MAX)
    .map((line) => `    ${line.slice(0, LINE_CHARACTERS_MAX)}`)
    .join('\n');
