import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from '../steps.ts';

/** A failed test or suite. */
export interface Failure {
  readonly file: string; // relative to the project's folder
  readonly title: string; // with the titles around it: `suite › test`
  readonly message: string; // of the error, with its difference and stack
}

/** The result of one test file. */
export interface FileResult {
  readonly passed: number; // tests, without suites
  readonly failed: number;
  readonly skipped: readonly string[]; // the reason of each skipped test
  readonly ms: number;
}

/** The result of a test process. */
export interface TestReport {
  readonly failures: readonly Failure[];
  readonly files: Readonly<Record<string, FileResult>>; // by path
  readonly isComplete: boolean; // false: the process was ended before its last test
}

type Line =
  | { readonly failure: Failure }
  | { readonly path: string; readonly result: FileResult } // of a file so far
  | { readonly isComplete: true };
type EndEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** A test reporter that writes a line of JSON for each failure and each test of a file as it ends, and one at the end. */
export default async function* testReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []; // of the current test and those around it
  const files: Record<string, FileResult> = {};
  for await (const event of events) {
    if (event.type === 'test:start') {
      titles.splice(event.data.nesting, Infinity, event.data.name);
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      countTest(files, event);
      if (event.type === 'test:fail' && !isFailedByChildren(event.data.details.error)) {
        const title = [...titles.slice(0, event.data.nesting), event.data.name].join(' › ');
        const message = describe(event.data.details.error);
        yield toLine({ failure: { file: toPath(event), title, message } });
      }
      const path = toPath(event);
      const result = files[path];
      if (event.data.nesting === 0 && result !== undefined) yield toLine({ path, result });
    } else if (event.type === 'test:summary' && event.data.file === undefined) {
      yield toLine({ isComplete: true });
    }
  }
}

function countTest(files: Record<string, FileResult>, event: EndEvent): void {
  const { nesting, details, skip } = event.data;
  const path = toPath(event);
  const before = files[path] ?? { passed: 0, failed: 0, skipped: [], ms: 0 };
  const isTest = details.type !== 'suite';
  const isSkipped = skip !== undefined && skip !== false;
  const reason = typeof skip === 'string' ? skip : 'without a reason';
  const isFailed = event.type === 'test:fail';
  files[path] = {
    passed: before.passed + (isTest && !isFailed && !isSkipped ? 1 : 0),
    failed: before.failed + (isTest && isFailed ? 1 : 0),
    skipped: [...before.skipped, ...(isSkipped ? [reason] : [])],
    ms: before.ms + (nesting === 0 ? details.duration_ms : 0),
  };
}

const toPath = ({ data }: EndEvent): string => relative(ROOT, data.file ?? '');
const toLine = (line: Line): string => `${JSON.stringify(line)}\n`;

/** Reads what the reporter has written, also when its process was ended early. */
export function readReport(written: string): TestReport {
  const whole = written.slice(0, written.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return {
    failures: lines.flatMap((line) => ('failure' in line ? line.failure : [])),
    files: Object.fromEntries(lines.flatMap((line) => ('path' in line ? [[line.path, line.result]] : []))),
    isComplete: lines.some((line) => 'isComplete' in line),
  };
}

const isFailedByChildren = (error: Error): boolean =>
  'failureType' in error && error.failureType === 'subtestsFailed';

/** The stack begins with the message; an error of a hook or of an ended test has only the message. */
function describe(error: Error): string {
  const cause = error.cause ?? error;
  if (!(cause instanceof Error)) return inspect(cause);
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at .*file:\/\//.test(line));
  return [cause.message, ...frames].join('\n').replaceAll(`file://${ROOT}/`, '');
}
