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
  readonly counts: Counts;
  readonly failures: readonly string[]; // `file: title` of each failed test, and the start of its message below
}

/** A test reporter that writes only the `Summary` of the whole run, as JSON. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isFailedByChildren(data.details.error))
      failures.push(`${relative(ROOT, data.file ?? '')}: ${data.name}\n${describe(data.details.error)}`);
    const isWholeRun = type === 'test:summary' && data.file === undefined;
    if (isWholeRun) yield JSON.stringify({ counts: data.counts, failures });
  }
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
