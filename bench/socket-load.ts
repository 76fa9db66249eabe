// Sends orders over the trade socket in a separate process, so that it shares no event loop with the server it
// measures. It receives one job from its parent, runs, and sends back the result.
import type { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import type { WebSocket } from 'ws';
import { Histogram } from './histogram.ts';
import type { LoadResult } from './load-generator.ts';
import { openSignedSocket } from './signed-socket.ts';

/** A load of orders. `$N` in a body is replaced by the request's number, so that every body is unique. */
export interface SocketJob {
  readonly port: number;
  readonly keyFile: string;
  readonly bodies: readonly string[]; // used round-robin
  readonly sockets: number;
  readonly inFlight: number; // requests without a result, over all sockets
  readonly warmUpMs: number; // sent, but not counted
  readonly runMs: number;
  readonly perSecond: number | null; // open loop at this rate; null: closed loop
}

const NAP = new Int32Array(new SharedArrayBuffer(4)); // never changed: waiting on it is a sleep
const NAP_MS = 0.1;

process.once('message', (job) => {
  void run(job as SocketJob).then((result) => process.send?.(result, () => process.exit(0)));
});

async function run(job: SocketJob): Promise<LoadResult> {
  const open = Array.from({ length: job.sockets }, (_, number) =>
    openSignedSocket(job.port, job.keyFile, '/v1/ws/trade', number),
  );
  return new SocketLoad(job, await Promise.all(open)).run();
}

class SocketLoad {
  readonly #job: SocketJob;
  readonly #sockets: readonly WebSocket[];
  readonly #run = Date.now().toString(36);
  readonly #due = new Map<number, number>(); // when each request in flight was due, by its id
  readonly #waiting: number[] = []; // open loop: due times beyond `inFlight`
  readonly #latencies = new Histogram();
  #sent = 0;
  #countFrom = 0;
  #endAt = 0;
  #lastAnswerAt = 0;
  #failures = 0;
  #failed: string | null = null;
  #finish: () => void = () => undefined;

  constructor(job: SocketJob, sockets: readonly WebSocket[]) {
    this.#job = job;
    this.#sockets = sockets;
    for (const socket of sockets)
      socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
  }

  async run(): Promise<LoadResult> {
    const start = performance.now();
    this.#countFrom = start + this.#job.warmUpMs;
    this.#endAt = this.#countFrom + this.#job.runMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#finish = resolve;
    if (this.#job.perSecond !== null) this.#pace(start, 1_000 / this.#job.perSecond, 0);
    else for (let count = 0; count < this.#job.inFlight; count += 1) this.#send(start);
    await promise;
    for (const socket of this.#sockets) socket.terminate();
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

  /** As the load generator of HTTP: request k is due at start + k · gap, and its latency is measured from then. */
  #pace(start: number, gap: number, number: number): void {
    const now = performance.now();
    let next = number;
    for (; start + next * gap <= now && now < this.#endAt; next += 1) this.#sendOrWait(start + next * gap);
    if (now >= this.#endAt) return void (this.#due.size === 0 && this.#finish());
    Atomics.wait(NAP, 0, 0, NAP_MS);
    setImmediate(() => this.#pace(start, gap, next));
  }

  #sendOrWait(due: number): void {
    if (this.#due.size < this.#job.inFlight) this.#send(due);
    else this.#waiting.push(due);
  }

  #send(due: number): void {
    const { bodies } = this.#job;
    const id = this.#sent;
    this.#sent += 1;
    this.#due.set(id, due);
    const args = (bodies[id % bodies.length] ?? '').replaceAll('$N', `${this.#run}-${id}`);
    const text = `{"id":${id},"op":"order.create","ack":"DURABLE","args":${args}}`;
    this.#sockets[id % this.#sockets.length]?.send(text);
  }

  #receive(text: string): void {
    if (!text.startsWith('{"type":"result"')) return;
    const { id, status } = JSON.parse(text) as { readonly id: number; readonly status: number };
    const now = performance.now();
    const due = this.#due.get(id) ?? now;
    this.#due.delete(id);
    if (status !== 200) {
      this.#failures += 1;
      this.#failed ??= text.slice(0, 300);
    }
    if (due >= this.#countFrom && now <= this.#endAt) {
      this.#latencies.add(now - due);
      this.#lastAnswerAt = now;
    }
    if (now >= this.#endAt) return void (this.#due.size === 0 && this.#finish());
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#send(waiting);
    else if (this.#job.perSecond === null) this.#send(now);
  }
}
