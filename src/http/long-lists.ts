import { err, type KeyId, ok, type Rejection, type Result, rejection } from '#contract';
import { type Clock, wait } from '#ports';
import type { RateLimiter } from './auth/auth-rate-limiter.ts';
import type { EventLoopQueue } from './event-loop-queue.ts';

/** Rows that are rendered in one iteration of the event loop, and that one read token pays for. */
export const ROWS_PER_PAGE = 100;

const RUNNING_MAX = 2; // per key
const WAITING_MAX = 20; // per key
const TOKEN_WAIT_MS = 1_000; // a list proceeds at this pace at least, whatever else its key reads
const RETRY_MS = 1_000;

interface LongListDeps {
  readonly clock: Clock;
  readonly rates: Pick<RateLimiter, 'takeSpare'>;
  readonly eventLoop: EventLoopQueue;
}

/** A list under way. `end` must be called once it is complete or abandoned; further calls do nothing. */
export interface LongList {
  /** Resolves when the next page may be read: it has paid its token, or waited a second for one. */
  pay(): Promise<void>;
  end(): void;
}

interface KeyLists {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits lists without `limit` that are longer than one page. Two of a key run at a time, further ones wait.
 *
 * Source: docs/decisions/access-and-rates.md.
 */
export class LongListLimiter {
  readonly #deps: LongListDeps;
  readonly #lists = new Map<KeyId, KeyLists>();

  constructor(deps: LongListDeps) {
    this.#deps = deps;
  }

  /** Resolves when the list may start. Rejects with `rate_limited` when too many lists of the key wait. */
  async begin(keyId: KeyId): Promise<Result<LongList, Rejection>> {
    const lists = this.#lists.get(keyId) ?? { running: 0, waiting: [] };
    this.#lists.set(keyId, lists);
    if (lists.running < RUNNING_MAX) lists.running += 1;
    else if (lists.waiting.length >= WAITING_MAX) return err(TOO_MANY);
    else await new Promise<void>((resolve) => lists.waiting.push(resolve)); // takes over the place of an ended list
    let isEnded = false;
    const end = (): void => {
      if (!isEnded) this.#end(keyId, lists);
      isEnded = true;
    };
    return ok({ pay: () => this.#pay(keyId), end });
  }

  /** Resolves in a later iteration of the event loop, in which one page may be rendered. */
  nextIteration(): Promise<void> {
    return this.#deps.eventLoop.next();
  }

  #end(keyId: KeyId, lists: KeyLists): void {
    const next = lists.waiting.shift();
    if (next !== undefined) return next();
    lists.running -= 1;
    if (lists.running === 0) this.#lists.delete(keyId);
  }

  async #pay(keyId: KeyId): Promise<void> {
    const { clock, rates } = this.#deps;
    const deadlineMs = clock.monotonicMs() + TOKEN_WAIT_MS;
    for (;;) {
      const leftMs = deadlineMs - clock.monotonicMs();
      const { allowed, retryAfterMs } = rates.takeSpare(keyId, 'read', 1);
      if (allowed || leftMs <= 0) return;
      await wait(clock, Math.min(retryAfterMs, leftMs));
    }
  }
}

const TOO_MANY = rejection(
  'rate_limited',
  `${RUNNING_MAX} long lists of this key run and ${WAITING_MAX} wait; use limit, or retry`,
  { bucket: 'lists', max: RUNNING_MAX + WAITING_MAX, retry_after_ms: RETRY_MS },
);
