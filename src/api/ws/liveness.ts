import type { Clock, Timer } from '../../ports/clock.ts';

export interface LivenessEvents {
  /** Once every period, before the ping goes out: the moment to look whether the peer may still listen. */
  onPeriod(): void;
  ping(): void;
  heartbeat(): void;
  onDead(): void;
}

const UNANSWERED_MAX = 2;

/**
 * Keeps one connection honest in both directions: a ping each period, two of them unanswered mean that
 * nobody is there; and a heartbeat when a period passed without a frame, so that the peer knows we are.
 */
export class Liveness {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #events: LivenessEvents;
  readonly #pings: Timer;
  #quiet: Timer;
  #lastFrameMs: number;
  #unanswered = 0;

  constructor(clock: Clock, periodMs: number, events: LivenessEvents) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#events = events;
    this.#lastFrameMs = clock.monotonicMs();
    this.#pings = clock.every(periodMs, () => this.#onPeriod());
    this.#quiet = clock.after(periodMs, () => this.#onQuiet());
  }

  /** A frame left. Only notes the time: the timer looks at it when it fires, so sending stays cheap. */
  frameSent(): void {
    this.#lastFrameMs = this.#clock.monotonicMs();
  }

  pongReceived(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    this.#pings.cancel();
    this.#quiet.cancel();
  }

  #onPeriod(): void {
    this.#events.onPeriod();
    if (this.#unanswered >= UNANSWERED_MAX) return this.#events.onDead();
    this.#unanswered += 1;
    this.#events.ping();
  }

  #onQuiet(): void {
    const quietMs = this.#clock.monotonicMs() - this.#lastFrameMs;
    const isDue = quietMs >= this.#periodMs;
    if (isDue) this.#events.heartbeat();
    this.#quiet = this.#clock.after(isDue ? this.#periodMs : this.#periodMs - quietMs, () => this.#onQuiet());
  }
}
