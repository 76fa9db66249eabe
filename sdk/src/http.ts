/** One HTTP exchange: sends the bytes and returns the outcome as a value. Retries nothing. */
import { ConnectionError, TimeoutError } from './errors.ts';

/** The part of fetch that this client uses; the global one fits, and so do undici's and a test's. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  redirect: 'manual';
  signal: AbortSignal;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Parsed JSON, or text if text was requested. */
  readonly body: unknown;
}

export type Exchange =
  | Answer
  // `isSent` false is proof that no byte of the request left.
  | { readonly kind: 'fault'; readonly error: TimeoutError | ConnectionError; readonly isSent: boolean }
  | { readonly kind: 'aborted'; readonly reason: unknown; readonly isSent: boolean };

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly expects: 'json' | 'text';
}

/** Sends once and reads the whole response, within `timeoutMs` and until the caller aborts. */
export async function exchange(fetch: Fetch, outgoing: Outgoing): Promise<Exchange> {
  if (outgoing.signal?.aborted) return { kind: 'aborted', reason: outgoing.signal.reason, isSent: false };
  const deadline = startDeadline(outgoing);
  try {
    const response = await fetch(outgoing.url, toFetchInit(outgoing, deadline.signal));
    return toExchange(outgoing, response, await response.text());
  } catch (error) {
    if (outgoing.signal?.aborted) return { kind: 'aborted', reason: outgoing.signal.reason, isSent: true };
    if (deadline.signal.aborted) return timeoutFault(outgoing);
    return connectionFault(outgoing, error);
  } finally {
    deadline.stop();
  }
}

/** A signal that aborts after `timeoutMs` or with the caller's signal; `stop` releases both. */
function startDeadline({ timeoutMs, signal }: Outgoing): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

// Redirects are not followed: a signature is valid for one address, and a write must not go to another.
function toFetchInit({ method, headers, body }: Outgoing, signal: AbortSignal): FetchInit {
  const init: FetchInit = { method, headers, redirect: 'manual', signal };
  if (body !== null) init.body = body;
  return init;
}

function toExchange(outgoing: Outgoing, { status, headers }: FetchAnswer, text: string): Exchange {
  if (outgoing.expects === 'text' && isSuccess(status))
    return { kind: 'answer', status, headers, body: text };
  const body = parseJson(text);
  // The status identifies an error, even without a body; a success without a readable record is unusable.
  if (body === undefined && isSuccess(status)) return unreadableFault(outgoing);
  return { kind: 'answer', status, headers, body };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function timeoutFault({ method, url, timeoutMs }: Outgoing): Exchange {
  const message = `${method} ${url}: no response within ${timeoutMs} ms`;
  return { kind: 'fault', error: new TimeoutError({ error: 'timeout', message }), isSent: true };
}

function connectionFault({ method, url }: Outgoing, cause: unknown): Exchange {
  const message = `${method} ${url}: the service was not reached`;
  const error = new ConnectionError({ error: 'connection', message, cause });
  return { kind: 'fault', error, isSent: !failedBeforeSending(cause) };
}

function unreadableFault({ method, url }: Outgoing): Exchange {
  const message = `${method} ${url}: the response could not be read`;
  return { kind: 'fault', error: new ConnectionError({ error: 'unreadable', message }), isSent: true };
}

const BEFORE_SENDING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** True when the error code shows that no connection was made. Browsers report no such code. */
function failedBeforeSending(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && BEFORE_SENDING.has(String(current.code))) return true;
  }
  return false;
}
