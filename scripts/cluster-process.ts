import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

const RESTART_MS = 500;
const READY_MS_MAX = 180_000;
const LOOK_MS = 100;
const STOP_MS_MAX = 20_000;

export interface ProcessSpec {
  readonly command: readonly string[];
  readonly options: SpawnOptions;
  readonly log: string; // the file of its output
  readonly stopSignal: NodeJS.Signals;
  readonly isRestarted: boolean; // when it ends without `stop`
}

const started: KeptProcess[] = [];
let isStopping = false;

/** Stops every process of the cluster, the newest first. None can be started after that. */
export async function stopProcesses(): Promise<void> {
  isStopping = true;
  for (const each of started.toReversed()) await each.stop();
}

/** A process of the cluster, started again when it is killed. */
export class KeptProcess {
  readonly #spec: ProcessSpec;
  #child: ChildProcess;
  #isStopped = false;

  constructor(spec: ProcessSpec) {
    if (isStopping) throw new Error('the cluster is stopping');
    this.#spec = spec;
    this.#child = this.#spawn();
    started.push(this);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(this.#spec.stopSignal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    await ended;
    clearTimeout(timer);
  }

  #spawn(): ChildProcess {
    const { command, options, log, isRestarted } = this.#spec;
    const [program = '', ...args] = command;
    const file = openSync(log, 'a', 0o600);
    // In a separate process group: an interrupt of the terminal reaches only the parent, which stops them in order.
    const child = spawn(program, args, { ...options, stdio: ['ignore', file, file], detached: true });
    closeSync(file);
    child.on('exit', () => {
      if (!isRestarted || this.#isStopped) return;
      setTimeout(() => {
        if (!this.#isStopped) this.#child = this.#spawn();
      }, RESTART_MS);
    });
    return child;
  }
}

/** Polls until the probe is true; an error counts as false. */
export async function untilTrue(what: string, probe: () => Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + READY_MS_MAX; ; ) {
    if (await probe().catch(() => false)) return;
    if (performance.now() > endsAt) throw new Error(`not within ${READY_MS_MAX} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
