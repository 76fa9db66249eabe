import { Worker } from 'node:worker_threads';
import { messageOf } from '../database.ts';

/** Named functions of a thread, called from another by message. Arguments and results are copied. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: string };

/** Calls a worker's methods. Calls are answered in their order; when the thread ends, the rest reject. */
export class Thread<Served extends Methods> {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #ended: Error | null = null;

  constructor(module: URL, data: unknown) {
    this.#worker = new Worker(module, { workerData: data });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', resolve);
    });
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(messageOf(error)));
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
    this.#worker.postMessage({ id: this.#lastId, method, args } satisfies Call);
    return call.promise as Promise<ReturnType<Served[Name]>>;
  }

  /** Lets what was asked be answered, then ends the thread. */
  async close(): Promise<void> {
    if (this.#ended === null) this.#worker.postMessage(null);
    await this.#exited;
  }

  #settle(reply: Reply): void {
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if ('result' in reply) call?.resolve(reply.result);
    else call?.reject(new Error(`market store: ${reply.failed}`));
  }

  #end(why: string): void {
    this.#ended ??= new Error(`market store: ${why}`);
    for (const call of this.#calls.values()) call.reject(this.#ended);
    this.#calls.clear();
  }
}
