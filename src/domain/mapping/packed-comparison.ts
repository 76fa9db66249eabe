import type { ListingComparison } from './compare-listings.ts';
import type { Reason } from './evidence.ts';

/** The fields of a comparison as a thread sends them. */
export type PackedFields = Pick<PackedComparison, 'verdict' | 'score' | 'relation' | 'inverted' | 'packed'>;

/**
 * A comparison that keeps its reasons as JSON: one object in the place of about forty. A catalogue has tens of thousands
 * of pairs, and a person reads the reasons of a few.
 */
export class PackedComparison implements ListingComparison {
  readonly verdict: ListingComparison['verdict'];
  readonly score: number;
  readonly relation: ListingComparison['relation'];
  readonly inverted: boolean;
  readonly packed: string; // the reasons

  constructor({ verdict, score, relation, inverted, packed }: PackedFields) {
    this.verdict = verdict;
    this.score = score;
    this.relation = relation;
    this.inverted = inverted;
    this.packed = packed;
  }

  /** The comparison as `unsure` with one more reason. Does not parse the others, of which there is at least one. */
  withhold(reason: Reason): PackedComparison {
    const { score, inverted } = this;
    const packed = `${this.packed.slice(0, -1)},${JSON.stringify(reason)}]`;
    return new PackedComparison({ verdict: 'unsure', score, relation: 'unsure', inverted, packed });
  }

  /** Parsed at each call. */
  get reasons(): readonly Reason[] {
    return JSON.parse(this.packed) as readonly Reason[];
  }
}

export const packComparison = (match: ListingComparison): PackedComparison =>
  match instanceof PackedComparison
    ? match
    : new PackedComparison({
        verdict: match.verdict,
        score: match.score,
        relation: match.relation,
        inverted: match.inverted,
        packed: JSON.stringify(match.reasons),
      });
