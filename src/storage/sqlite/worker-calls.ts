import type { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker } from 'node:worker_threads';
import { errorMessage, requirePresent } from '#contract';

/** Functions of a thread that another thread calls by message. Arguments and results are copied. */
export type WorkerMethods = Readonly<Record<string, (...args: never[]) => unknown>>;

interface WorkerCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: string };

/** Answers the calls of the client until it closes, then closes the database and ends the thread. */
export function serveCalls(database: DatabaseSync, methods: WorkerMethods): void {
  const port = requirePresent(parentPort, 'the parent port of a worker thread');
  port.on('message', (call: WorkerCall | null) => {
    if (call !== null) {
      port.postMessage(answer(methods, call));
      return;
    }
    database.close();
    port.close();
  });
}

function answer(methods: WorkerMethods, { id, method, args }: WorkerCall): WorkerReply {
  try {
    const run = requirePresent(methods[method], `method ${method}`);
    return { id, result: run(...(args as never[])) };
  } catch (error) {
    return { id, failed: errorMessage(error) };
  }
}

/** Calls with a reading thread at a time: bounds the rows that arrive in one iteration of the event loop. */
export const READER_CALLS_MAX = 4;

/**
 * Calls a worker's methods. Calls are answered in order; when the thread ends, pending calls reject.
 *
 * Node delivers up to 1,000 waiting replies without serving sockets or timers in between. With `callsMax`, only
 * so many calls are with the thread, and a reply makes room for another in the next iteration of the event loop.
 */
export class WorkerClient<Served extends WorkerMethods> {
  readonly #name: string;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #callsMax: number;
  #unsent: WorkerCall[] = [];
  #sent = 0;
  #lastId = 0;
  #ended: Error | null = null;

  /** @param name  what the thread serves, for messages */
  constructor(name: string, module: URL, data: unknown, callsMax = Number.POSITIVE_INFINITY) {
    this.#name = name;
    this.#callsMax = callsMax;
    this.#worker = new Worker(module, { workerData: data });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', resolve);
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(errorMessage(error)));
    this.#worker.on('exit', () => this.#end('its thread has ended'));
  }

  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<ReturnType<Served[Name]>> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(this.#lastId, call);
    this.#unsent.push({ id: this.#lastId, method, args });
    this.#send();
    return call.promise as Promise<ReturnType<Served[Name]>>;
  }

  /** Waits for pending calls, then ends the thread. */
  async close(): Promise<void> {
    if (this.#ended === null) {
      this.#send(Number.POSITIVE_INFINITY);
      this.#worker.postMessage(null);
    }
    await this.#exited;
  }

  #send(callsMax = this.#callsMax): void {
    const calls = this.#unsent.splice(0, callsMax - this.#sent);
    this.#sent += calls.length;
    for (const call of calls) this.#worker.postMessage(call);
  }

  #makeRoom(): void {
    this.#sent -= 1;
    if (this.#unsent.length > 0) this.#send();
  }

  #settle(reply: WorkerReply): void {
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if (this.#callsMax === Number.POSITIVE_INFINITY) this.#sent -= 1;
    else setImmediate(() => this.#makeRoom());
    if ('result' in reply) call?.resolve(reply.result);
    else call?.reject(new Error(`${this.#name}: ${reply.failed}`));
  }

  #end(why: string): void {
    this.#ended ??= new Error(`${this.#name}: ${why}`);
    for (const call of this.#calls.values()) call.reject(this.#ended);
    this.#calls.clear();
  }
}
