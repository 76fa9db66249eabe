import { writeSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** A test reporter that prints the first failing test and ends the run: one failure is enough. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    writeSync(process.stdout.fd, `${data.name}\n`);
    process.exit(1);
  }
  yield '';
}
