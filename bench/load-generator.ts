// The load generator runs in a separate process, so that it shares no event loop with the server it measures.
// It receives one job from its parent, signs every request first, runs, and sends back the result.
import type { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { type Answer, Connection } from './bench-connection.ts';
import { Histogram } from './histogram.ts';
import { createSigner, readKeyFile, type Signer, signedRequest } from './signing-bench.ts';

/** A load job. `$N` in a body is replaced by the request's number, so that every body is unique. */
export interface LoadJob {
  readonly host: string;
  readonly port: number;
  readonly keyFile: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly bodies: readonly string[]; // used round-robin; empty for GET
  readonly connections: number;
  readonly warmUpMs: number; // sent, but not counted
  readonly runMs: number;
  readonly requestsMax: number; // requests signed before the run; a closed-loop run ends early when they are used up
  readonly perSecond: number | null; // open loop at this rate; null: closed loop, as fast as responses arrive
}

export interface LoadResult {
  readonly sent: number; // with those before the measured time
  readonly answered: number; // within the measured time
  readonly perSecond: number;
  readonly p50: number; // ms
  readonly p99: number;
  readonly max: number;
  readonly failures: number; // responses other than 200
  readonly failed: string | null; // the first failed response
}

process.once('message', (job) => {
  void run(job as LoadJob).then((result) => process.send?.(result, () => process.exit(0)));
});

async function run(job: LoadJob): Promise<LoadResult> {
  const requests = prepare(job, createSigner(readKeyFile(job.keyFile)));
  const open = Array.from({ length: job.connections }, () => Connection.open(job.host, job.port));
  const load = new Load(job, requests, await Promise.all(open));
  return load.run();
}

/** Reads may repeat a signature, so a few requests are enough. Each write needs its own. */
function prepare(job: LoadJob, signer: Signer): readonly Buffer[] {
  const count = job.method === 'GET' ? 64 : job.requestsMax;
  const run = Date.now().toString(36);
  return Array.from({ length: count }, (_, number) => {
    const body = (job.bodies[number % job.bodies.length] ?? '').replaceAll('$N', `${run}-${number}`);
    return signedRequest(signer, job.method, job.path, body);
  });
}

const NAP = new Int32Array(new SharedArrayBuffer(4)); // never changed: waiting on it is a sleep
const NAP_MS = 0.1;

class Load {
  readonly #job: LoadJob;
  readonly #requests: readonly Buffer[];
  readonly #connections: readonly Connection[];
  readonly #idle: Connection[];
  readonly #due: number[] = []; // open loop: due times that wait for an idle connection
  readonly #latencies = new Histogram();
  #sent = 0;
  #countFrom = 0;
  #endAt = 0;
  #lastAnswerAt = 0;
  #failures = 0;
  #failed: string | null = null;
  #finish: () => void = () => undefined;

  constructor(job: LoadJob, requests: readonly Buffer[], connections: readonly Connection[]) {
    this.#job = job;
    this.#requests = requests;
    this.#connections = connections;
    this.#idle = [...connections];
  }

  async run(): Promise<LoadResult> {
    const start = performance.now();
    this.#countFrom = start + this.#job.warmUpMs;
    this.#endAt = this.#countFrom + this.#job.runMs;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#finish = resolve;
    for (const connection of this.#connections) connection.onClosed = reject;
    if (this.#job.perSecond === null) this.#sendOnEach();
    else this.#pace(start, 1_000 / this.#job.perSecond, 0);
    await promise;
    for (const connection of this.#connections) connection.close();
    return this.#result();
  }

  #sendOnEach(): void {
    for (const connection of this.#idle.splice(0)) this.#send(connection, performance.now());
  }

  /**
   * Open loop: request k is due at start + k · gap, whatever the server does, and its latency is measured from then.
   * It polls, because timers have a resolution of one millisecond and would send in bursts. It sleeps between polls, because
   * busy waiting would take a core from the server under test.
   */
  #pace(start: number, gap: number, number: number): void {
    const now = performance.now();
    let next = number;
    for (; start + next * gap <= now && !this.#isOver(now); next += 1) {
      const due = start + next * gap;
      const connection = this.#idle.shift(); // round-robin: the service closes a connection that never sent a request
      if (connection === undefined) this.#due.push(due);
      else this.#send(connection, due);
    }
    if (this.#isOver(now)) {
      if (this.#idle.length === this.#connections.length) this.#finish();
      return;
    }
    Atomics.wait(NAP, 0, 0, NAP_MS);
    setImmediate(() => this.#pace(start, gap, next));
  }

  #send(connection: Connection, due: number): void {
    const request = this.#requests[this.#sent % this.#requests.length];
    if (request === undefined) throw new Error('no requests were signed before the run');
    this.#sent += 1;
    connection.send(request, (answer) => this.#answered(connection, due, answer));
  }

  #answered(connection: Connection, due: number, answer: Answer): void {
    const now = performance.now();
    if (answer.status !== 200) this.#noteFailure(answer);
    if (due >= this.#countFrom && now <= this.#endAt) {
      this.#latencies.add(now - due);
      this.#lastAnswerAt = now;
    }
    const waiting = this.#due.shift();
    if (waiting !== undefined && !this.#isOver(now)) this.#send(connection, waiting);
    else if (this.#job.perSecond === null && !this.#isOver(now)) this.#send(connection, now);
    else this.#rest(connection, now);
  }

  #rest(connection: Connection, now: number): void {
    this.#idle.push(connection);
    if (this.#isOver(now) && this.#idle.length === this.#connections.length) this.#finish();
  }

  #isOver(now: number): boolean {
    return now >= this.#endAt || (this.#job.method === 'POST' && this.#sent >= this.#requests.length);
  }

  #noteFailure({ status, bytes, bodyStart }: Answer): void {
    this.#failures += 1;
    this.#failed ??= `${status} ${bytes.toString('utf8', bodyStart).slice(0, 300)}`;
  }

  #result(): LoadResult {
    const seconds = (Math.min(this.#lastAnswerAt, this.#endAt) - this.#countFrom) / 1_000;
    return {
      sent: this.#sent,
      answered: this.#latencies.count,
      perSecond: this.#latencies.count / seconds,
      p50: this.#latencies.quantile(0.5),
      p99: this.#latencies.quantile(0.99),
      max: this.#latencies.quantile(1),
      failures: this.#failures,
      failed: this.#failed,
    };
  }
}
