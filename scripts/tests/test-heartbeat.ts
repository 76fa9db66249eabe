// Preloaded into every test process: writes which test runs, that the event loop runs, and when it ends its processor time.
import { channel } from 'node:diagnostics_channel';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const TICKS_PER_SECOND = 100;

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
  process.once('exit', () => {
    rmSync(path, { force: true });
    writeFileSync(join(folder, `cpu-${process.pid}`), String(readCpuSeconds()));
  });
  write();
}

/** Of this process and of those that it started and waited for; where there is no `/proc`, of this process alone. */
function readCpuSeconds(): number {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user, system, childUser, childSystem] = afterName.slice(11, 15).map(Number);
    return ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}
