import {
  isOperationOver,
  ok,
  type PositionOperation,
  positionKey,
  type Qty,
  type Rejection,
  type RejectionCode,
  type Result,
  renderTime,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type { Clock, Log, MarketView, Timer, Venue } from '#ports';
import type { RequestRunner } from '../request-runner.ts';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import {
  type AutomaticCandidate,
  type AutomaticMinimums,
  findHistory,
  hasPairs,
  isPaused,
  isTraded,
  listMergeable,
  listRedeemable,
} from './automatic-candidates.ts';
import type { PositionOperations } from './position-operations.ts';

export interface AutomaticOperationsDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly log: Log;
  readonly requests: Pick<RequestRunner, 'run'>;
  readonly positionOperations: Pick<PositionOperations, 'beginAutomatic'>;
  readonly automatic: AutomaticMinimums;
}

/** From a change to the look at it, so that the fills and claims of one moment are seen together. */
export const LOOK_MS = 1_000;
/** Between two looks while something could be converted and may not be yet. */
export const LOOK_AGAIN_MS = 60_000;
/** Pairs are merged once neither they nor the orders of their market have changed for so long. */
export const QUIET_MS = 600_000;

/** Pairs as they were first seen without an order of their market. */
interface QuietPairs {
  readonly qty: Qty | null;
  readonly since: TimestampMs;
}

/**
 * Redeems and merges by itself what is worth a configured minimum: looks when claims, pairs, operations or kill switches
 * change and after a start, and begins at most one operation of a venue while none is open there (I-54).
 *
 * Source  docs/decisions/token-holdings.md
 */
export class AutomaticOperations {
  readonly #deps: AutomaticOperationsDeps;
  readonly #quiet = new Map<string, QuietPairs>(); // by positionKey
  #problems = new Map<VenueName, string>();
  #timer: { readonly dueMs: number; readonly timer: Timer } | null = null;
  #isLooking = false;
  #isStopped = false;

  constructor(deps: AutomaticOperationsDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { redeemMin, mergeMin } = this.#deps.automatic;
    if (redeemMin === null && mergeMin === null) return;
    this.#deps.store.onDurable(({ tokenPairs, settings }) => {
      const { claims, operations, killSwitches } = settings ?? {};
      const changed =
        tokenPairs.length + (claims?.length ?? 0) + (operations?.size ?? 0) + (killSwitches?.size ?? 0);
      if (changed > 0) this.#lookIn(LOOK_MS);
    });
    this.#lookIn(LOOK_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.timer.cancel();
  }

  /** Why a venue's tokens wait although their minimum is reached, shown in its health; null if none wait for that. */
  findProblem(venue: VenueName): string | null {
    return this.#problems.get(venue) ?? null;
  }

  #lookIn(ms: number): void {
    const { clock, log } = this.#deps;
    const dueMs = clock.monotonicMs() + ms;
    if (this.#isStopped || (this.#timer !== null && this.#timer.dueMs <= dueMs)) return;
    this.#timer?.timer.cancel();
    const timer = clock.after(ms, () => {
      this.#timer = null;
      this.#look().catch((error: unknown) => {
        log.error('automatic operations could not be begun', { why: String(error) });
        this.#lookIn(LOOK_AGAIN_MS);
      });
    });
    this.#timer = { dueMs, timer };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return this.#lookIn(LOOK_MS);
    this.#isLooking = true;
    try {
      const problems = new Map<VenueName, string>();
      const candidates = this.#deps.venues.all().flatMap((venue) => this.#listCandidates(venue));
      this.#forgetQuiet(candidates);
      for (const candidate of candidates) {
        const { venue } = candidate;
        await this.#deps.market.prefetchInstrument(candidate.instrumentId);
        const problem = await this.#begin(candidate);
        if (problem !== null && !problems.has(venue)) problems.set(venue, problem);
      }
      this.#setProblems(problems);
      const { store, automatic } = this.#deps;
      if (candidates.length > 0 || hasPairs(store.state, automatic.mergeMin)) this.#lookIn(LOOK_AGAIN_MS);
    } finally {
      this.#isLooking = false;
    }
  }

  #listCandidates({ name: venue, capabilities }: Venue): readonly AutomaticCandidate[] {
    const { store, automatic } = this.#deps;
    if (capabilities.operations === undefined) return [];
    const { redeemMin, mergeMin } = automatic;
    const place = { venue, qtyStep: capabilities.operations.qtyStep };
    return [
      ...(redeemMin === null ? [] : listRedeemable(store.state, venue, redeemMin)),
      ...(mergeMin === null ? [] : listMergeable(store.state, place, mergeMin)),
    ];
  }

  /**
   * Begins the operation if nothing prevents it; the checks and the beginning are one step.
   *
   * @returns  what an operator should know of a candidate that could not be begun
   */
  async #begin(candidate: AutomaticCandidate): Promise<string | null> {
    const { requests, log } = this.#deps;
    const describe = (why: string): string =>
      `the automatic ${candidate.kind.toLowerCase()} of instrument ${candidate.instrumentId} ${why}`;
    let failed: string | null = null;
    const begun = await requests.run(async (): Promise<Result<PositionOperation | null, Rejection>> => {
      const { idempotencyKey, failure } = findHistory(this.#deps.store.state, candidate);
      if (failure !== null && this.#deps.store.now() < failure.retryAt) {
        failed = `failed (${failure.venueMessage ?? failure.why}): the next attempt is at ${renderTime(failure.retryAt)}`;
        return ok(null);
      }
      return this.#mayBegin(candidate)
        ? this.#deps.positionOperations.beginAutomatic({ ...candidate, idempotencyKey })
        : ok(null);
    });
    if (!begun.ok)
      return LASTING.has(begun.error.code) ? describe(`is not possible: ${begun.error.message}`) : null;
    if (begun.value !== null)
      log.info('an automatic operation was begun', { venue: candidate.venue, id: begun.value.id });
    return failed === null ? null : describe(failed);
  }

  #mayBegin(candidate: AutomaticCandidate): boolean {
    const { state } = this.#deps.store;
    const isQuiet = candidate.kind === 'REDEEM' || this.#isQuiet(candidate); // counted also while others go first
    const isOpen = [...state.operations.values()].some(
      ({ venue, ...each }) => venue === candidate.venue && !isOperationOver(each),
    );
    return isQuiet && !isOpen && !this.#isStopped && !isPaused(state, candidate);
  }

  /** Whether the pairs and the orders of their market have not changed for `QUIET_MS`. */
  #isQuiet(candidate: AutomaticCandidate): boolean {
    const { store, market } = this.#deps;
    const key = toKey(candidate);
    if (isTraded(store.state, candidate, market)) this.#quiet.delete(key);
    else if (this.#quiet.get(key)?.qty !== candidate.qty)
      this.#quiet.set(key, { qty: candidate.qty, since: store.now() });
    const since = this.#quiet.get(key)?.since;
    return since !== undefined && store.now() - since >= QUIET_MS;
  }

  /** Pairs that were merged or sold begin their time again when they come back. */
  #forgetQuiet(candidates: readonly AutomaticCandidate[]): void {
    const present = new Set(candidates.map(toKey));
    for (const key of this.#quiet.keys()) if (!present.has(key)) this.#quiet.delete(key);
  }

  #setProblems(problems: Map<VenueName, string>): void {
    for (const [venue, why] of problems)
      if (this.#problems.get(venue) !== why) this.#deps.log.warn('tokens are not converted', { venue, why });
    this.#problems = problems;
  }
}

/** Refusals that do not pass by themselves. */
const LASTING: ReadonlySet<RejectionCode> = new Set(['operation_unsupported', 'idempotency_conflict']);

const toKey = ({ accountId, subaccountId, instrumentId }: AutomaticCandidate): string =>
  positionKey(accountId, subaccountId, instrumentId);
