import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Timer, wait } from '#ports';

/** A request of which nothing has been sent to an owner. Its body is not read yet. */
export interface UnsentRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Monotonic time until which it may wait for an owner. */
  readonly untilMs: number;
}

interface WaitingParts {
  readonly clock: Clock;
  readonly onCount: (count: number) => void;
}

const WAITING_MAX = 1_000;
const SLICE_SIZE = 20;

/** Requests that wait for an owner that can be reached: during a takeover, a resignation or a restart. */
export class WaitingRequests {
  readonly #parts: WaitingParts;
  /** What ends the wait of each, in the order of arrival. */
  readonly #waiting = new Map<UnsentRequest, () => void>();

  constructor(parts: WaitingParts) {
    this.#parts = parts;
    parts.onCount(0);
  }

  /**
   * @param onLate  called when the time of the request is over
   * @returns  false when it cannot wait: its time is over, or too many wait
   */
  add(unsent: UnsentRequest, onLate: () => void): boolean {
    const { clock } = this.#parts;
    const leftMs = unsent.untilMs - clock.monotonicMs();
    if (leftMs <= 0 || this.#waiting.size >= WAITING_MAX) return false;
    const onLeft = (): void => void this.#remove(unsent);
    const timer: Timer = clock.after(leftMs, () => {
      this.#remove(unsent);
      onLate();
    });
    unsent.response.once('close', onLeft);
    this.#waiting.set(unsent, () => {
      timer.cancel();
      unsent.response.off('close', onLeft);
    });
    this.#parts.onCount(this.#waiting.size);
    return true;
  }

  /** Ends the wait of those that wait now, in slices so that a thousand of them do not hold the event loop. */
  async release(send: (unsent: UnsentRequest) => void): Promise<void> {
    for (const [index, unsent] of [...this.#waiting.keys()].entries()) {
      if (index > 0 && index % SLICE_SIZE === 0) await wait(this.#parts.clock, 0);
      if (this.#remove(unsent)) send(unsent);
    }
  }

  #remove(unsent: UnsentRequest): boolean {
    const end = this.#waiting.get(unsent);
    if (end === undefined) return false;
    end();
    this.#waiting.delete(unsent);
    this.#parts.onCount(this.#waiting.size);
    return true;
  }
}
