import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A test reporter that prints the first failing test with its file and ends the run: one failure is enough. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const file = data.file === undefined ? '' : ` (${relative(process.cwd(), data.file)})`;
    writeSync(process.stdout.fd, `${data.name}${file}\n`);
    process.exit(1);
  }
  yield '';
}
