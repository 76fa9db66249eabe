import { err, ok, type Rejection, type Result, rejection } from '#contract';
import {
  type Clock,
  JournalFailedError,
  JournalLostError,
  type JournalOwnership,
  JournalUnavailableError,
  SOLE_OWNER,
  type Timer,
} from '#ports';

interface SuspensionDeps {
  readonly journalOwnership: JournalOwnership;
  readonly clock: Clock;
  readonly ackWaitMs: number;
}

const LOOK_MS = 20;
const RETRY_AFTER_MS = 1_000;

const NOT_STORED = rejection('journal_unavailable', 'the journal cannot be written now: nothing was stored', {
  outcome: 'not_stored',
  retry_after_ms: RETRY_AFTER_MS,
});
const UNKNOWN = rejection(
  'journal_unavailable',
  'the journal has not confirmed this request yet, and may still store it: repeat an order with the same client_order_id',
  { outcome: 'unknown', retry_after_ms: RETRY_AFTER_MS },
);

/**
 * Bounds the wait of callers while the journal is suspended: the outcome of a commit is unknown, or the ownership is in
 * doubt. The decision of a request goes on with the same state once the journal answers; only its caller stops waiting.
 */
export class JournalSuspension {
  readonly #deps: SuspensionDeps;
  readonly #timer: Timer | null;
  readonly #waiting = new Set<() => void>();
  #sinceMs: number | null = null; // monotonic; null: the journal is not suspended

  constructor(deps: SuspensionDeps) {
    this.#deps = deps;
    this.#timer = deps.journalOwnership === SOLE_OWNER ? null : deps.clock.every(LOOK_MS, () => this.#look());
  }

  /** True while new requests wait. */
  get isSuspended(): boolean {
    return this.#deps.journalOwnership.isSuspended();
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /**
   * Runs a request. A request that takes risk begins only once the journal is not suspended; a cancel or the kill switch
   * takes effect in memory at once. Refuses `journal_unavailable` after `ackWaitMs` of suspension, `not_owner` once
   * another process owns the journal, and `shutting_down` after a failure of storage.
   */
  async run<Value>(
    work: () => Promise<Result<Value, Rejection>>,
    { reducesRisk = false }: { readonly reducesRisk?: boolean } = {},
  ): Promise<Result<Value, Rejection>> {
    try {
      if (!reducesRisk && this.isSuspended && !(await this.#isResumed())) return err(NOT_STORED);
      return await (this.#timer === null ? work() : this.#bounded(work()));
    } catch (error) {
      const refusal = toJournalRejection(error);
      if (refusal === null) throw error;
      return err(refusal);
    }
  }

  /** Waits until a write is durable; null, or why it is not known to be. */
  async whenDurable(durable: Promise<void>): Promise<Rejection | null> {
    try {
      if (this.#timer === null) await durable;
      else {
        const bounded = await this.#bounded(durable.then(() => ok(null)));
        if (!bounded.ok) return bounded.error;
      }
      return null;
    } catch (error) {
      const refusal = toJournalRejection(error);
      if (refusal === null) throw error;
      return refusal;
    }
  }

  /** Resolves with true once the journal is not suspended; with false after `ackWaitMs` of suspension. */
  async #isResumed(): Promise<boolean> {
    await new Promise<void>((resolve) => void this.#waiting.add(resolve));
    return !this.isSuspended;
  }

  #bounded<Value>(working: Promise<Result<Value, Rejection>>): Promise<Result<Value, Rejection>> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (this.isSuspended) resolve(err(UNKNOWN));
        else this.#waiting.add(giveUp);
      };
      this.#waiting.add(giveUp);
      working.then(resolve, reject).finally(() => this.#waiting.delete(giveUp));
    });
  }

  #look(): void {
    const { clock, ackWaitMs } = this.#deps;
    if (!this.isSuspended) {
      const wasSuspended = this.#sinceMs !== null;
      this.#sinceMs = null;
      return wasSuspended ? this.#wake() : undefined;
    }
    this.#sinceMs ??= clock.monotonicMs();
    if (clock.monotonicMs() - this.#sinceMs >= ackWaitMs) this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** Why a request cannot go on; whether it was stored depends on when that was found. */
const STORAGE_FAILED = [
  'shutting_down',
  'storage has failed: no requests are accepted until a restart',
] as const;
const NOT_OWNER = ['not_owner', 'another node owns the journal: send the request to that node'] as const;
const WAS_BEGUN = { outcome: 'unknown' };
const WAS_NOT_BEGUN = { outcome: 'not_stored' };

/** The rejection of a request that the journal did not confirm; null for any other error. */
export function toJournalRejection(error: unknown): Rejection | null {
  if (error instanceof JournalLostError) return rejection(...NOT_OWNER, WAS_BEGUN);
  if (error instanceof JournalFailedError) return rejection(...STORAGE_FAILED, WAS_BEGUN);
  return error instanceof JournalUnavailableError ? NOT_STORED : null;
}

/** The rejection of a request that begins after the journal has failed. */
export function toFailureRejection(failure: Error): Rejection {
  if (failure instanceof JournalUnavailableError) return NOT_STORED;
  return failure instanceof JournalLostError
    ? rejection(...NOT_OWNER, WAS_NOT_BEGUN)
    : rejection(...STORAGE_FAILED, WAS_NOT_BEGUN);
}
