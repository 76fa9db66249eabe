import type { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { errorMessage } from '../../domain/model/result.ts';

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

/** Calls a worker's methods. Calls are answered in order; when the thread ends, pending calls reject. */
export class WorkerClient<Served extends WorkerMethods> {
  readonly #name: string;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #ended: Error | null = null;

  /** @param name  what the thread serves, for messages */
  constructor(name: string, module: URL, data: unknown) {
    this.#name = name;
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
    this.#worker.postMessage({ id: this.#lastId, method, args } satisfies WorkerCall);
    return call.promise as Promise<ReturnType<Served[Name]>>;
  }

  /** Waits for pending calls, then ends the thread. */
  async close(): Promise<void> {
    if (this.#ended === null) this.#worker.postMessage(null);
    await this.#exited;
  }

  #settle(reply: WorkerReply): void {
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if ('result' in reply) call?.resolve(reply.result);
    else call?.reject(new Error(`${this.#name}: ${reply.failed}`));
  }

  #end(why: string): void {
    this.#ended ??= new Error(`${this.#name}: ${why}`);
    for (const call of this.#calls.values()) call.reject(this.#ended);
    this.#calls.clear();
  }
}
