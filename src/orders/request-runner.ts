import { err, type Rejection, type Result } from '#contract';
import type { JournalSuspension } from './journal-suspension.ts';
import { STOPPING } from './order-admission.ts';

/** Runs requests: refuses them while the service stops, and bounds their wait for the journal. */
export class RequestRunner {
  readonly #suspension: JournalSuspension;
  #isStopping = false;

  constructor(suspension: JournalSuspension) {
    this.#suspension = suspension;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Refuses new requests from now on. */
  close(): void {
    this.#isStopping = true;
  }

  /**
   * Runs a request. Refuses `shutting_down` once closed or after a failure of storage, and as
   * `JournalSuspension.run` does.
   */
  run<Value>(
    work: () => Promise<Result<Value, Rejection>>,
    rules: { readonly reducesRisk?: boolean } = {},
  ): Promise<Result<Value, Rejection>> {
    return this.#isStopping ? Promise.resolve(err(STOPPING)) : this.#suspension.run(work, rules);
  }
}
