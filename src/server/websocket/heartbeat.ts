import type { Clock, Timer } from '../../ports/environment.ts';

export interface HeartbeatEvents {
  /** Once every period, before the ping goes out: the moment to look whether the peer may still listen. */
  onPeriod(): void;
  ping(): void;
  heartbeat(): void;
  /** When a frame was last sent, by the monotonic clock: asked when a timer fires, so that sending stays cheap. */
  lastFrameMs(): number;
  onDead(): void;
}

const UNANSWERED_MAX = 2;

/**
 * Keeps one connection honest in both directions: a ping each period, two of them unanswered mean that
 * nobody is there; and a heartbeat when a period passed without a frame, so that the peer knows we are.
 */
export class HeartbeatMonitor {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #events: HeartbeatEvents;
  readonly #pings: Timer;
  #quiet: Timer;
  #unanswered = 0;

  constructor(clock: Clock, periodMs: number, events: HeartbeatEvents) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#events = events;
    this.#pings = clock.every(periodMs, () => this.#onPeriod());
    this.#quiet = clock.after(periodMs, () => this.#onQuiet());
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
    const quietMs = this.#clock.monotonicMs() - this.#events.lastFrameMs();
    const isDue = quietMs >= this.#periodMs;
    if (isDue) this.#events.heartbeat();
    this.#quiet = this.#clock.after(isDue ? this.#periodMs : this.#periodMs - quietMs, () => this.#onQuiet());
  }
}
