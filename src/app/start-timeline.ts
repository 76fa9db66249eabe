import type { Clock, Log } from '#ports';

/** Records how long each step of a start takes, so that a slow takeover shows where its time went. */
export class StartTimeline {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #steps: [step: string, ms: number][] = [];
  #lastMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#lastMs = clock.monotonicMs();
  }

  /** The first step begins now: the time before was a wait. */
  begin(): void {
    this.#lastMs = this.#clock.monotonicMs();
  }

  /** A step has ended, and the next one begins. */
  mark(step: string): void {
    const nowMs = this.#clock.monotonicMs();
    this.#steps.push([step, Math.round(nowMs - this.#lastMs)]);
    this.#lastMs = nowMs;
  }

  /** Writes the log line with the milliseconds of each step. */
  write(log: Log): void {
    const total = this.#steps.reduce((sum, [, ms]) => sum + ms, 0);
    log.info('start steps', { total_ms: total, ms: Object.fromEntries(this.#steps) });
  }
}
