import type { Instrument } from '../../core/instruments/instrument.ts';
import { fingerprintOf } from '../../core/instruments/review.ts';
import { invalidField, type Refusal } from '../../core/kernel/refusal.ts';
import { listingOf } from '../../core/matching/listing.ts';
import { type Match, matchListings } from '../../core/matching/score.ts';
import type { Decision } from './decision.ts';

const WHY_LENGTH_MAX = 500;

/** How the others compare with the first. */
export const matchesOf = ([first, ...others]: readonly Instrument[]): readonly Match[] =>
  first === undefined ? [] : others.map((other) => matchListings(listingOf(first), listingOf(other)));

/** Matching must agree, unless a person vouches, or vouched elsewhere for exactly these texts. */
export function whyUnlike(
  members: readonly Instrument[],
  { members: named, despite }: Decision,
): Refusal | null {
  const isSeen = named.every(
    ({ fingerprint }, at) => fingerprint !== null && fingerprint === fingerprintOf(members[at] as Instrument),
  );
  if (despite || isSeen) return null;
  const matches = matchesOf(members);
  const at = matches.findIndex(({ verdict }) => verdict === 'different' || verdict === 'unsure');
  const match = matches[at];
  if (match !== undefined) {
    const reasons = match.features.filter(({ kind }) => kind === 'veto' || kind === 'gap');
    const told =
      reasons.map(({ name, words }) => `${name} (${words})`).join('; ') || `a score of ${match.score}`;
    return invalidField(
      'members',
      `has ${members[at + 1]?.ticker}, judged ${match.verdict}: ${told}. Say despite after reading both`,
    );
  }
  const turned = matches.findIndex((it, at) => (named[at + 1]?.inverted ?? it.inverted) !== it.inverted);
  return turned < 0
    ? null
    : invalidField(
        'inverted',
        `is not how ${members[turned + 1]?.ticker} reads. Say despite after reading both`,
      );
}

export function wrongWords({ by, why }: Pick<Decision, 'members' | 'by' | 'why'>): Refusal | null {
  if (by.trim() === '' || by.length > 100)
    return invalidField('by', 'must say who decides, in at most 100 characters');
  if (why.trim() === '' || why.length > WHY_LENGTH_MAX)
    return invalidField('why', `must say why, in at most ${WHY_LENGTH_MAX} characters`);
  return null;
}
