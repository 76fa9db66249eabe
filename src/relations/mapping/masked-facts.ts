import type { ListingFacts } from './extract.ts';
import type { TextPassage } from './text-passage.ts';

/** The facts of a listing with another reading of its title and claim. The rest is read on demand, as in `own`. */
export class MaskedFacts implements ListingFacts {
  readonly title: TextPassage;
  readonly claim: TextPassage;
  readonly readings: unknown[] = [];
  readonly #own: ListingFacts;
  readonly #isHidden: (name: readonly string[]) => boolean;

  /** @param isHidden  whether a name among the sources is not compared */
  constructor(
    own: ListingFacts,
    title: TextPassage,
    claim: TextPassage,
    isHidden: (name: readonly string[]) => boolean = () => false,
  ) {
    this.#own = own;
    this.#isHidden = isHidden;
    this.title = title;
    this.claim = claim;
  }

  get whole(): ListingFacts {
    return this.#own.whole;
  }
  get listing(): ListingFacts['listing'] {
    return this.#own.listing;
  }
  get normalTitle(): string {
    return this.#own.normalTitle;
  }
  get rulesText(): string {
    return this.#own.rulesText;
  }
  get claimText(): string {
    return this.#own.claimText;
  }
  get rules(): TextPassage {
    return this.#own.rules;
  }
  get stems(): ListingFacts['stems'] {
    return this.#own.stems;
  }
  get claimWords(): ReadonlySet<string> {
    return this.#own.claimWords;
  }
  get affirmedStems(): ListingFacts['affirmedStems'] {
    return this.#own.affirmedStems;
  }
  get closeDay(): number | null {
    return this.#own.closeDay;
  }
  get openDay(): number | null {
    return this.#own.openDay;
  }
  get tickerDay(): number | null {
    return this.#own.tickerDay;
  }
  get claimStems(): ReadonlySet<string> | null {
    return this.#own.claimStems;
  }
  get isClaimNegated(): boolean {
    return this.#own.isClaimNegated;
  }
  get isAnyTime(): boolean {
    return this.#own.isAnyTime;
  }
  get participants(): ListingFacts['participants'] {
    return this.#own.participants;
  }
  get doubleChance(): ListingFacts['doubleChance'] {
    return this.#own.doubleChance;
  }
  get joinedActs(): readonly string[] {
    // "Wins or draws" is compared as the outcome.
    return this.doubleChance === null ? this.#own.joinedActs : [];
  }
  get sources(): ListingFacts['sources'] {
    return this.#own.sources.filter((name) => !this.#isHidden(name));
  }
  get abbreviations(): ListingFacts['abbreviations'] {
    return this.#own.abbreviations;
  }
  get published(): ListingFacts['published'] {
    return this.#own.published;
  }
}
