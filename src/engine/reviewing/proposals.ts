import type { Instrument } from '../../core/instruments/instrument.ts';
import { type AssetReview, fingerprintOf } from '../../core/instruments/review.ts';
import type { AssetDesk, Proposal } from '../../ports/assetdesk.ts';
import type { Clock } from '../../ports/clock.ts';

const FRESH_MS = 30_000;

/** Pairs that nobody has decided on. Finding them takes seconds, so what was just found serves all who ask. */
export class OpenProposals {
  readonly #desk: AssetDesk;
  readonly #clock: Clock;
  #found: Promise<readonly Proposal[]> | null = null;
  #foundAtMs = 0;

  constructor(desk: AssetDesk, clock: Clock) {
    this.#desk = desk;
    this.#clock = clock;
  }

  async open(reviews: readonly AssetReview[]): Promise<readonly Proposal[]> {
    const proposals = await this.#recent();
    return proposals.filter(({ a, b }) => !this.#isDecided(reviews, a, b));
  }

  #recent(): Promise<readonly Proposal[]> {
    if (this.#found !== null && this.#clock.monotonicMs() - this.#foundAtMs < FRESH_MS) return this.#found;
    const found = this.#desk.proposals();
    this.#found = found;
    this.#foundAtMs = this.#clock.monotonicMs();
    found.catch(() => {
      if (this.#found === found) this.#found = null;
    });
    return found;
  }

  #isDecided(reviews: readonly AssetReview[], a: Instrument, b: Instrument): boolean {
    const [assetA, assetB] = [this.#desk.assetOf(a.instrumentId), this.#desk.assetOf(b.instrumentId)];
    if (assetA !== null && assetA === assetB) return true;
    return reviews.some(({ status, members }) => {
      const of = [a, b].map((it) => members.find(({ instrumentId }) => instrumentId === it.instrumentId));
      if (of.includes(undefined)) return false;
      // A rejection speaks of the words that were read; other words are another question.
      return status !== 'REJECTED' || [a, b].every((it, at) => of[at]?.fingerprint === fingerprintOf(it));
    });
  }
}
