import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../steps.ts';
import type { Job, JobResult } from './test-jobs.ts';
import { readReport, type TestReport } from './test-reporter.ts';
import type { FileEnd, FileRequest } from './test-worker.ts';
import { type Hang, TestProcess } from './watched-run.ts';

const WORKER = join(import.meta.dirname, 'test-worker.ts');
const OUTPUT_CHARACTERS_MAX = 20_000; // of a file that failed
/** A larger process is replaced: what a thousand files have loaded and compiled is never collected. */
const RESIDENT_BYTES_MAX = 1_500_000_000;
const END_MS_MAX = 60_000;

interface FileResult {
  readonly report: TestReport;
  readonly exitCode: number;
  readonly hang: Hang | null;
  readonly cpuSeconds: number; // 0 if the process ended before the file
}

/**
 * The process of a lane: it runs one test file after another, so that the service and the test runner are loaded and compiled
 * once instead of once a file. One that hangs, ends or has grown is replaced.
 */
export class LaneProcess {
  readonly #env: Readonly<Record<string, string>>;
  #process: TestProcess | null = null;
  #output = '';

  /** @param env in addition to that of this process */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** @param minutesMax for one test */
  async run(job: Job, minutesMax: number, signal: AbortSignal): Promise<JobResult> {
    const startedMs = performance.now();
    this.#output = '';
    const results: FileResult[] = [];
    for (const file of job.files) {
      results.push(await this.#runFile(file, minutesMax, signal));
      if (results.at(-1)?.hang !== null) break;
    }
    return {
      job,
      report: {
        failures: results.flatMap(({ report }) => report.failures),
        files: Object.assign({}, ...results.map(({ report }) => report.files)) as TestReport['files'],
        isComplete: results.length === job.files.length && results.every(({ report }) => report.isComplete),
      },
      exitCode: results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0,
      hang: results.at(-1)?.hang ?? null,
      seconds: (performance.now() - startedMs) / 1000,
      cpuSeconds: results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      output: this.#output,
    };
  }

  /** Ends the process, if one runs. */
  async end(): Promise<void> {
    const ending = this.#process;
    if (ending === null) return;
    this.#process = null;
    if (ending.child.connected) ending.child.disconnect();
    const timer = setTimeout(() => ending.child.kill('SIGKILL'), END_MS_MAX);
    await ending.ended;
    clearTimeout(timer);
    await ending.remove();
  }

  async #runFile(file: string, minutesMax: number, signal: AbortSignal): Promise<FileResult> {
    const running = (this.#process ??= this.#start());
    const scratch = mkdtempSync(join(tmpdir(), 'crossbook-test-'));
    const reportFile = join(scratch, 'report.jsonl');
    const request: FileRequest = { file: join(ROOT, file), reportFile, testMsMax: minutesMax * 60_000 };
    const replied = new Promise<FileEnd>((resolve) => running.child.once('message', resolve));
    running.child.send(request);
    const over = Promise.race([replied, running.ended]);
    const hang = await running.watch(over, minutesMax, signal);
    const end = hang === null ? await over : 1;
    const report = readReport(existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '');
    rmSync(scratch, { recursive: true });
    if (typeof end === 'number') {
      this.#process = null;
      await running.remove();
      return { report, exitCode: end, hang: hang === null ? null : locate(hang, file), cpuSeconds: 0 };
    }
    if (end.residentBytes > RESIDENT_BYTES_MAX) await this.end();
    const uncaught = end.uncaught.map((message) => ({ file, title: 'an uncaught error', message }));
    const failures = [...report.failures, ...uncaught];
    return {
      report: { ...report, failures },
      exitCode: end.exitCode,
      hang: null,
      cpuSeconds: end.cpuSeconds,
    };
  }

  #start(): TestProcess {
    return new TestProcess([WORKER], this.#env, (text) => {
      this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS_MAX);
    });
  }
}

/** A file that hangs while it loads has begun no test: the last one is another file's. */
const locate = (hang: Hang, file: string): Hang =>
  hang.file === file ? hang : { ...hang, file, title: 'before its first test' };
