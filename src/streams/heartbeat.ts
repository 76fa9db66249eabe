import type { Clock, Timer } from '#ports';

export interface HeartbeatEvents {
  /** Called once per period before the ping, to check whether the key is still valid. */
  onPeriod(): void;
  ping(): void;
  heartbeat(): void;
  /** Monotonic time of the last sent frame. Read only when a timer fires, so that sending remains cheap. */
  lastFrameMs(): number;
  onDead(): void;
}

const UNANSWERED_MAX = 2;

/**
 * Detects a dead connection in both directions. It sends a ping each period; two unanswered pings mean that
 * the peer is gone. It sends a heartbeat frame after a period without frames, so that the peer can detect a
 * dead server.
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
