/** A stream as an async iterator. It reconnects and resumes by itself, and reports when it cannot. */
import {
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  StreamError,
  UnauthorizedError,
  ValidationError,
} from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { Buffer } from './buffer.ts';
import type { Feed, Gap } from './feed.ts';
import type { ErrorFrame, ServerFrame } from './frames.ts';
import {
  type Multiplexer,
  StreamLimitError,
  type Subscription,
  type SubscriptionEnding,
} from './multiplexer.ts';

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
  readonly multiplexer: Multiplexer;
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
  #subscription: Subscription | null = null;
  #opened: Promise<void> | null = null;
  #settleOpened: { resolve(): void; reject(error: unknown): void } | null = null;
  #wasSubscribed = false;

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
      const ending = await this.#subscribe();
      if (signal.aborted) return;
      const reason = this.#throwIfFinal(ending);
      if (ending.isLive) failures = 0;
      await this.#pause(failures, { ...ending, reason }, signal);
    }
  }

  /** Runs one subscription from its request to its end. */
  #subscribe(): Promise<SubscriptionEnding> {
    this.#subscription = this.#deps.multiplexer.subscribe({
      topic: this.#feed.topic,
      query: this.#feed.query(),
      onFrame: (frame) => this.#take(frame),
    });
    return this.#subscription.ended;
  }

  #take(frame: ServerFrame): void {
    try {
      if (frame.type === 'subscribed') {
        this.#wasSubscribed = true;
        this.#settleOpened?.resolve();
      } else if (frame.type === 'error') this.#hear(frame);
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
  #throwIfFinal({ code, reason, refusal }: SubscriptionEnding): string {
    if (code === 4400) throw new StreamError({ error: 'protocol', message: reason || 'protocol error' });
    if (code === 4401)
      throw new UnauthorizedError({ error: 'unauthorized', message: reason || 'key revoked' });
    if (code === 4403)
      throw new ForbiddenError({ error: 'forbidden', message: reason || 'access withdrawn' });
    // The service may still count the last connection of a stream that was open: that one is tried again.
    if ((isLimit(refusal) && !this.#wasSubscribed) || isFinal(refusal)) throw refusal;
    return refusal instanceof Error ? refusal.message : reason;
  }

  async #pause(failures: number, ending: SubscriptionEnding, signal: AbortSignal): Promise<void> {
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
    this.#subscription?.close();
  }
}

function overflow(): StreamError {
  return new StreamError({ error: 'overflow', message: 'the reader is too slow for this stream' });
}

/** The key has as many connections or subscriptions as it may. */
const isLimit = (refusal: unknown): boolean =>
  refusal instanceof StreamLimitError ||
  (refusal instanceof RateLimitedError && refusal.details?.['bucket'] === 'subscriptions');

const FINAL_ERRORS = [UnauthorizedError, ForbiddenError, NotFoundError, ValidationError];

/** Another attempt cannot help. */
export function isFinal(error: unknown): boolean {
  return FINAL_ERRORS.some((ErrorClass) => error instanceof ErrorClass);
}
