import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from './steps.ts';

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
  readonly failures: readonly string[]; // `file: title` of each failed test
}

/** A test reporter that writes only the `Summary` of the whole run, as JSON. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isFailedByChildren(data.details.error))
      failures.push(`${relative(ROOT, data.file ?? '')}: ${data.name}`);
    const isWholeRun = type === 'test:summary' && data.file === undefined;
    if (isWholeRun) yield JSON.stringify({ counts: data.counts, failures });
  }
}

const isFailedByChildren = (error: Error): boolean =>
  'failureType' in error && error.failureType === 'subtestsFailed';
