import type { Dispatcher } from 'undici';
import type { HttpResult } from '../ports/network.ts';

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * One request and its answer. The pool calls `onRequestStart` immediately before the first byte is
 * written, once a connection stands and its TLS handshake is done. So whatever fails earlier is proven
 * `unsent`, and whatever fails from then on is `lost`, however it is called.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<HttpResult>;
  readonly #settle: (result: HttpResult) => void;
  readonly #bodyBytesMax: number;
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  constructor(bodyBytesMax: number) {
    this.#bodyBytesMax = bodyBytesMax;
    const { promise, resolve } = Promise.withResolvers<HttpResult>();
    this.result = promise;
    this.#settle = resolve;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: it was told as unsent, so it must not leave now.
    if (this.#isOver) controller.abort(new Error('given up before it was sent'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return; // an interim answer; the real one follows
    this.#status = status;
    this.#headers = flat(headers);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bodyBytesMax) this.giveUp(`the answer exceeds ${this.#bodyBytesMax} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString('utf8');
    this.#end({ kind: 'answer', status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    this.#break(whyOf(error));
  }

  /** Ends it from our side, and with it the connection that still carries it. */
  giveUp(why: string): void {
    this.#break(why);
    this.#controller?.abort(new Error(why));
  }

  #break(why: string): void {
    this.#end({ kind: this.#controller === null ? 'unsent' : 'lost', why });
  }

  #end(result: HttpResult): void {
    this.#isOver = true;
    this.#settle(result);
  }
}

function flat(headers: RawHeaders): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(pairs);
}

/** The reason without our own words around it: `connect ECONNREFUSED 127.0.0.1:9`. */
function whyOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(whyOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
