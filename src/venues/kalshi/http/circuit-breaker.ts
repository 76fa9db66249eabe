import type { Clock } from '../../../ports/environment.ts';

const FAILURES_MAX = 5;
const OPEN_MS = 5_000;

/**
 * Stops new orders to a venue that has stopped answering. It looks at every answer and lost request, reads
 * among them, and holds back new orders only: reads and cancels always go, and the first answer closes it.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #lastFailureMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why no new order may leave now; null when it may. */
  get whyOpen(): string | null {
    const isOpen =
      this.#failures >= FAILURES_MAX && this.#clock.monotonicMs() - this.#lastFailureMs < OPEN_MS;
    return isOpen ? `${this.#failures} requests in a row got no proper answer` : null;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#lastFailureMs = this.#clock.monotonicMs();
  }
}
