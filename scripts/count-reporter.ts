import type { TestEvent } from 'node:test/reporters';

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

/** A test reporter that writes only the counts of the whole run, as JSON. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    const isWholeRun = type === 'test:summary' && data.file === undefined;
    if (isWholeRun) yield JSON.stringify(data.counts);
  }
}
