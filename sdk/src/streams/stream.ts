/** A stream as an async iterator. It reconnects and resumes by itself, and reports when it cannot. */
import type { Addresses } from '../addresses.ts';
import {
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  StreamError,
  UnauthorizedError,
  ValidationError,
} from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import type { Signer } from '../signature.ts';
import type { CallOptions } from '../transport.ts';
import type { RateLimits } from '../types.ts';
import { Buffer } from './buffer.ts';
import { Connection, type Ending } from './connection.ts';
import type { Feed, Gap } from './feed.ts';
import type { ErrorFrame, ServerFrame } from './frames.ts';
import type { WebSocketConstructor } from './websocket.ts';

export interface StreamOptions {
  /** Closes the stream; the loop over it then ends. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum number of frames buffered for a slow reader; beyond it the stream ends with a StreamError. */
  readonly bufferMax?: number | undefined;
  /**
   * Receives frames that report lost data after a resume; without it such a gap ends the stream with a
   * StreamError.
   */
  readonly onGap?: ((gap: Gap) => void) | undefined;
  /** Receives the reason why a connection ended, before the next attempt. */
  readonly onReconnect?:
    | ((event: { reason: string; code: number | null; delayMs: number }) => void)
    | undefined;
}

export interface StreamDeps {
  readonly addresses: Addresses;
  readonly limits: (options: CallOptions) => Promise<RateLimits>;
  readonly webSocket: WebSocketConstructor;
  readonly timeoutMs: number;
  readonly signer: Signer;
  readonly runtime: Runtime;
}

const BUFFER_MAX = 10_000;
const RECONNECT_FIRST_MS = 250;
const RECONNECT_MAX_MS = 15_000;

/**
 * One subscription, read with `for await` by one reader. It starts with the first read, or with `open()` for
 * callers that must know that it is active before they act. Leaving the loop closes it.
 */
export class Stream<Frame> implements AsyncIterable<Frame> {
  readonly #feed: Feed<Frame>;
  readonly #deps: StreamDeps;
  readonly #options: StreamOptions;
  readonly #buffer: Buffer<Frame>;
  readonly #closing = new AbortController();
  #connection: Connection | null = null;
  #opened: Promise<void> | null = null;
  #settleOpened: { resolve(): void; reject(error: unknown): void } | null = null;
  #wasSubscribed = false;
  /** This connection received data, so the back-off of earlier failures is reset. */
  #isLive = false;

  constructor(feed: Feed<Frame>, deps: StreamDeps, options: StreamOptions) {
    this.#feed = feed;
    this.#deps = deps;
    this.#options = options;
    this.#buffer = new Buffer(options.bufferMax ?? BUFFER_MAX);
  }

  /** Resolves when the service has confirmed the subscription; throws its refusal. */
  open(): Promise<void> {
    this.#opened ??= this.#start();
    return this.#opened;
  }

  /** The next frame. Done after `close()`; throws the stream's error once. */
  next(): Promise<IteratorResult<Frame, void>> {
    // The reader receives the refusal from the buffer, so it must not also be an unhandled rejection here.
    this.open().catch(() => {});
    return this.#buffer.next();
  }

  return(): Promise<IteratorResult<Frame, void>> {
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Ends the stream now and drops unread frames. */
  close(): void {
    this.#buffer.clear();
    this.#stop(null);
  }

  #start(): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => {
      this.#settleOpened = { resolve, reject };
    });
    const outer = this.#options.signal;
    if (outer?.aborted) this.close();
    outer?.addEventListener('abort', () => this.close(), { once: true, signal: this.#closing.signal });
    this.#run().then(
      () => this.#stop(null),
      (error: unknown) => this.#stop({ error }),
    );
    return opened;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    if (!signal.aborted) await this.#feed.prepare(signal);
    for (let failures = 0; !signal.aborted; failures++) {
      const ending = await this.#connect(signal);
      if (signal.aborted) return;
      const reason = await this.#throwIfFinal(ending, signal);
      if (this.#isLive) failures = 0;
      await this.#pause(failures, { ...ending, reason }, signal);
    }
  }

  /** Runs one connection from handshake to close. */
  async #connect(signal: AbortSignal): Promise<Ending> {
    const { addresses, signer, webSocket, timeoutMs } = this.#deps;
    const query = await signer.handshakeQuery(this.#feed.path, this.#feed.query());
    signal.throwIfAborted();
    this.#isLive = false;
    const address = addresses.current;
    const url = toSocketUrl(address, this.#feed.path, query);
    this.#connection = new Connection({ url, webSocket, timeoutMs, onFrame: (frame) => this.#take(frame) });
    const ending = await this.#connection.ended;
    if (!ending.isOpened) addresses.leave(address, null);
    return ending;
  }

  #take(frame: ServerFrame): void {
    try {
      if (frame.type === 'subscribed') {
        this.#wasSubscribed = true;
        this.#settleOpened?.resolve();
      } else if (frame.type === 'error') this.#hear(frame);
      else if (frame.type !== 'connected') this.#isLive = true;
      const wanted = this.#feed.take(frame);
      if (wanted !== null && !this.#buffer.push(wanted)) throw overflow();
    } catch (error) {
      this.#stop({ error });
    }
  }

  #hear(frame: ErrorFrame): void {
    if (frame.error !== 'resume_gap') return;
    if (this.#options.onGap === undefined) throw new StreamError(frame);
    this.#options.onGap(frame);
  }

  /** Throws if another attempt cannot help; else the reason of the ending. */
  async #throwIfFinal({ isOpened, code, reason }: Ending, signal: AbortSignal): Promise<string> {
    if (code === 4400) throw new StreamError({ error: 'protocol', message: reason || 'protocol error' });
    if (code === 4401)
      throw new UnauthorizedError({ error: 'unauthorized', message: reason || 'key revoked' });
    if (code === 4403)
      throw new ForbiddenError({ error: 'forbidden', message: reason || 'access withdrawn' });
    if (isOpened) return reason;
    const refusal = await this.#findRefusal(signal);
    // The service may still count the last connection of a stream that was open: that one is tried again.
    const isFull = refusal instanceof StreamLimitError && !this.#wasSubscribed;
    if (isFull || isFinal(refusal)) throw refusal;
    return refusal instanceof Error ? refusal.message : reason;
  }

  /** Why the handshake was refused, as far as HTTP can report it; null if it reports nothing. */
  async #findRefusal(signal: AbortSignal): Promise<unknown> {
    try {
      await this.#feed.explain(signal);
      return await findStreamLimit(this.#deps, signal);
    } catch (error) {
      return error;
    }
  }

  async #pause(failures: number, ending: Ending, signal: AbortSignal): Promise<void> {
    const { runtime } = this.#deps;
    const backoff = Math.min(RECONNECT_FIRST_MS * 2 ** failures, RECONNECT_MAX_MS);
    const delayMs = Math.round(backoff * (0.5 + runtime.random() / 2));
    this.#options.onReconnect?.({ reason: ending.reason, code: ending.code, delayMs });
    await runtime.sleep(delayMs, signal);
  }

  #stop(failure: { readonly error: unknown } | null): void {
    this.#buffer.end(failure);
    this.#settleOpened?.reject(
      failure?.error ?? new StreamError({ error: 'closed', message: 'stream closed' }),
    );
    this.#closing.abort();
    this.#connection?.close();
  }
}

export const toSocketUrl = (address: string, path: string, query: string): string =>
  `${address.replace(/^http/, 'ws')}${path}?${query}`;

function overflow(): StreamError {
  return new StreamError({ error: 'overflow', message: 'the reader is too slow for this stream' });
}

class StreamLimitError extends RateLimitedError {}

/** The refusal of a handshake because the key has as many streams as it may; a WebSocket does not report it. */
export async function findStreamLimit(
  { limits }: Pick<StreamDeps, 'limits'>,
  signal: AbortSignal,
): Promise<StreamLimitError | null> {
  const { streams } = await limits({ signal });
  if (streams === undefined || streams.open < streams.max) return null;
  const message = `${streams.open} of ${streams.max} streams of this key are open`;
  const details = { bucket: 'connections', max: streams.max };
  return new StreamLimitError({ status: 429, error: 'rate_limited', message, details });
}

const FINAL_ERRORS = [UnauthorizedError, ForbiddenError, NotFoundError, ValidationError];

function isFinal(error: unknown): boolean {
  return FINAL_ERRORS.some((ErrorClass) => error instanceof ErrorClass);
}
