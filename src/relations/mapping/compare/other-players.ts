import { type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { readSidesOfRules } from '../part-results.ts';
import { areOtherPersons } from './compare-names.ts';

/** Brothers fight and play too: the outcome has the first name where the names of the sides omit it. */
export const isOfPersons = ({ participants: { sport } }: ListingFacts): boolean =>
  sport === 'mma' || sport === 'tennis';

/**
 * Two players of one family name. A side that one title writes without a first name has the one of the outcome, or of
 * the rules.
 *
 * @param pairing  for each side of `a` its place among those of `b`
 */
export function findOtherPlayers(
  a: ListingFacts,
  sidesA: readonly string[],
  b: ListingFacts,
  sidesB: readonly string[],
  pairing: readonly (number | null)[],
): readonly Reason[] {
  if (!isOfPersons(a) && !isOfPersons(b)) return [];
  const [left, right] = [readFullNames(a, sidesA), readFullNames(b, sidesB)];
  return left.flatMap((name, at) => {
    const namesake = right[pairing[at] ?? -1];
    const isOther = namesake !== undefined && areOtherPersons(name, namesake);
    return isOther ? [veto('name', `${name.join(' ')} / ${namesake.join(' ')}`)] : [];
  });
}

function readFullNames(facts: ListingFacts, sides: readonly string[]): readonly (readonly string[])[] {
  const { winner, loser } = facts.participants;
  const full = [...(readSidesOfRules(facts) ?? []), winner, loser].map((name) => name?.split(' ') ?? []);
  return sides.map((side) => {
    const name = side.split(' ');
    return full.find((it) => it.length > name.length && name.every((word) => it.includes(word))) ?? name;
  });
}
