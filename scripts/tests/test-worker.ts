// A process of a lane: runs one test file after another, each with its own root of hooks and tests, and reports to its parent.
// The modules that a file has loaded, and the machine code of what ran often, are there for the next.
import asyncHooks from 'node:async_hooks';
import { createWriteStream, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inspect } from 'node:util';
import workerThreads from 'node:worker_threads';
import testReporter from './test-reporter.ts';

/** What the parent sends for one test file. */
export interface FileRequest {
  readonly file: string; // its whole path
  readonly reportFile: string;
  readonly testMsMax: number; // for one test
}

/** What it receives once the file has ended. */
export interface FileEnd {
  readonly exitCode: number;
  readonly uncaught: readonly string[]; // errors that no test received, with their stacks
  readonly cpuSeconds: number; // of this process, and of those that the file started and waited for
  readonly residentBytes: number;
}

const TICKS_PER_SECOND = 100;
const ENV = { ...process.env };
const { run } = await importRunner();
if (ENV['TEST_BUNDLE'] !== undefined) startBundledThreads(ENV['TEST_BUNDLE']);
let uncaught: string[] = [];
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
  process.on(event, (error) => void uncaught.push(inspect(error)));

process.on('message', (request: FileRequest) => {
  void runFile(request).then((end) => process.send?.(end));
});

async function runFile({ file, reportFile, testMsMax }: FileRequest): Promise<FileEnd> {
  const usedBefore = readCpuSeconds();
  process.exitCode = 0;
  uncaught = [];
  // Node ends a run once nothing is left that could continue it: a connection to the parent would.
  process.channel?.unref();
  const events = run({ files: [file], isolation: 'none', concurrency: 1, timeout: testMsMax });
  await pipeline(Readable.from(testReporter(events)), createWriteStream(reportFile));
  process.channel?.ref();
  restoreEnvironment();
  return {
    exitCode: process.exitCode,
    uncaught,
    cpuSeconds: readCpuSeconds() - usedBefore,
    residentBytes: process.memoryUsage.rss(),
  };
}

/**
 * Loads Node's test runner without its watch of every promise, which takes a fifth of the processor time of tests that await
 * much. The watch names the test of an uncaught error; without it the error is one of the file, and a run of this file alone names its test.
 */
async function importRunner(): Promise<Pick<typeof import('node:test'), 'run'>> {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = () => createHook({});
  try {
    return await import('node:test');
  } finally {
    asyncHooks.createHook = createHook;
  }
}

/** Starts the threads of the service from its bundle: two of a database load a hundred files of its sources. */
function startBundledThreads(bundle: string): void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      const path = file instanceof URL ? file.pathname : '';
      super(path.endsWith('.worker.ts') ? join(bundle, basename(path)) : file, options);
    }
  };
  syncBuiltinESMExports();
}

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in ENV)) delete process.env[name];
  Object.assign(process.env, ENV);
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
