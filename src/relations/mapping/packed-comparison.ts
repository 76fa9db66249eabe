import type { ListingComparison } from './compare-listings.ts';
import type { Reason } from './evidence.ts';

/** The fields of a comparison as a thread sends them. */
export type PackedFields = Pick<PackedComparison, 'verdict' | 'score' | 'relation' | 'inverted' | 'packed'>;

type Row = readonly [name: string, kind: Reason['kind'], weight: number, words: string];

/**
 * A comparison that keeps its reasons as JSON, in rows without the names of the fields: one object in the place of about
 * forty. A catalogue has tens of thousands of pairs, and a person reads the reasons of a few.
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
    const packed = `${this.packed.slice(0, -1)},${JSON.stringify(toRow(reason))}]`;
    return new PackedComparison({ verdict: 'unsure', score, relation: 'unsure', inverted, packed });
  }

  /** Parsed at each call. */
  get reasons(): readonly Reason[] {
    const rows = JSON.parse(this.packed) as readonly Row[];
    return rows.map(([name, kind, weight, words]) => ({ name, kind, weight, words }));
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
        packed: JSON.stringify(match.reasons.map(toRow)),
      });

const toRow = ({ name, kind, weight, words }: Reason): Row => [name, kind, weight, words];
