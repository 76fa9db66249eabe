import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { programEnvironment } from '#config';
import { errorMessage, isJsonObject } from '#contract';
import type { Clock, DigestSigner, Log, SigningRequest, Timer } from '#ports';

const ANSWER_MS_MAX = 2_000; // an order that is signed later is older than its decision
const RESTART_MS = 1_000; // between two starts of the program
const WAITING_MAX = 1_000;
const TEXT_MAX = 500;

export interface SignerProcessSpec {
  readonly program: string; // started without arguments
  readonly address: string;
}

interface SignerProcessDeps {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly log: Log;
}

interface Waiting {
  readonly resolve: (signature: string) => void;
  readonly reject: (error: Error) => void;
  readonly timer: Timer;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A program that signs, such as one in front of a hardware module or a key service. It gets one JSON object a line,
 * `{"id", "address", "digest", "purpose", "details"}`, and answers `{"id", "signature"}` or `{"id", "error"}`, in any order. It is
 * started for the first signature, and again after it has ended. Its errors are logged. No setting and no secret of this service
 * is in its environment.
 */
export class SignerProcess implements DigestSigner {
  readonly address: string;
  readonly #program: string;
  readonly #deps: SignerProcessDeps;
  readonly #waiting = new Map<number, Waiting>();
  #child: Child | null = null;
  #startedMs: number | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor({ program, address }: SignerProcessSpec, deps: SignerProcessDeps) {
    this.address = address;
    this.#program = program;
    this.#deps = deps;
  }

  sign({ digest, purpose, details }: SigningRequest): Promise<string> {
    const child = this.#open();
    if (child === null)
      return Promise.reject(new Error('the signer has ended and is started again in a second'));
    if (this.#waiting.size >= WAITING_MAX)
      return Promise.reject(new Error(`the signer has not answered ${WAITING_MAX} requests`));
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = this.#deps.clock.after(ANSWER_MS_MAX, () =>
      this.#end(id, (waiting) => waiting.reject(new Error('the signer did not answer within 2 seconds'))),
    );
    this.#waiting.set(id, { resolve, reject, timer });
    child.stdin.write(`${JSON.stringify({ id, address: this.address, digest, purpose, details })}\n`);
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#child?.stdin.end();
    this.#child?.kill();
    this.#onEnd('the service stops');
  }

  #open(): Child | null {
    if (this.#child !== null) return this.#child;
    const now = this.#deps.clock.monotonicMs();
    if (this.#isClosed || (this.#startedMs !== null && now - this.#startedMs < RESTART_MS)) return null;
    this.#startedMs = now;
    const child: Child = spawn(this.#program, [], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: programEnvironment(),
    });
    this.#child = child;
    const onEnd = (why: string): void => {
      if (this.#child !== child) return;
      this.#onEnd(why);
      if (!this.#isClosed) this.#deps.log.error('the signer has ended', { program: this.#program, why });
    };
    child.on('error', (error) => onEnd(errorMessage(error)));
    child.on('exit', (code, signal) => onEnd(`exit code ${code ?? signal}`));
    child.stdin.on('error', (error) => onEnd(errorMessage(error)));
    createInterface({ input: child.stdout }).on('line', (line) => this.#onLine(line));
    createInterface({ input: child.stderr }).on('line', (line) =>
      this.#deps.log.warn('the signer reports', { text: line.slice(0, TEXT_MAX) }),
    );
    return child;
  }

  #onLine(line: string): void {
    const { id, signature, error } = parseAnswer(line);
    if (typeof id !== 'number') return this.#deps.log.warn('the signer sent a line without id', {});
    this.#end(id, (waiting) => {
      if (typeof signature === 'string') return waiting.resolve(signature);
      const why = typeof error === 'string' ? error.slice(0, TEXT_MAX) : 'it sent no signature';
      waiting.reject(new Error(`the signer refused: ${why}`));
    });
  }

  #onEnd(why: string): void {
    this.#child = null;
    for (const id of this.#waiting.keys())
      this.#end(id, (waiting) => waiting.reject(new Error(`the signer has ended: ${why}`)));
  }

  /** An answer that comes late finds nothing. */
  #end(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.timer.cancel();
    settle(waiting);
  }
}

function parseAnswer(line: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(line);
    return isJsonObject(answer) ? answer : {};
  } catch {
    return {};
  }
}
