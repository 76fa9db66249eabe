// Preloaded into every test process: writes which test runs and that the event loop runs.
import { channel } from 'node:diagnostics_channel';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** The state of one test process, in a file that is named for its process id. */
export interface Heartbeat {
  readonly beats: number; // counts while the event loop runs
  readonly events: number; // tests that began or ended
  readonly file: string | null;
  readonly running: readonly string[]; // the titles of the running tests, outermost first
  readonly last: string | null; // the title of the test that began last
}

/** An event of a test or suite, as Node publishes it synchronously. */
interface NodeTestEvent {
  readonly name: string;
  readonly file: string | null;
}

const BEAT_MS = 500;

const { TEST_HEARTBEATS: folder } = process.env;
if (folder !== undefined && isMainThread) beat(folder);

function beat(folder: string): void {
  const path = join(folder, String(process.pid));
  let beats = 0;
  let events = 0;
  let file: string | null = null;
  let last: string | null = null;
  const running: string[] = [];
  const write = (): void => {
    const heartbeat: Heartbeat = { beats, events, file, running, last };
    writeFileSync(path, JSON.stringify(heartbeat));
  };
  channel('tracing:node.test:start').subscribe((event) => {
    const started = event as NodeTestEvent;
    if (started.file === null) return;
    events += 1;
    file = started.file;
    last = started.name;
    running.push(started.name);
    write();
  });
  channel('tracing:node.test:end').subscribe((event) => {
    const { name } = event as NodeTestEvent;
    const at = running.lastIndexOf(name);
    if (at === -1) return;
    events += 1;
    running.splice(at, 1);
    write();
  });
  setInterval(() => {
    beats += 1;
    write();
  }, BEAT_MS).unref();
  process.once('exit', () => rmSync(path, { force: true }));
  write();
}
