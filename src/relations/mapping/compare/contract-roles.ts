import type { ListingFacts } from '../extract.ts';
import { CONCEPT_RULES } from '../lexicon/lexicon.ts';
import type { TextPassage } from '../text-passage.ts';

/**
 * Who has which role, where a contract names several: the party of each chamber, or the two persons of a ticket. Texts
 * with the same words in other roles are other contracts. Empty when the listing does not name at least two.
 */
export function readRoles(facts: ListingFacts): readonly string[] {
  const chambers = readChambers(facts.title) ?? readChambers(facts.claim);
  if (chambers !== null) return [chambers];
  const ticket = readTicket(facts);
  return ticket === null ? [] : [ticket];
}

/** Each chamber with its party, sorted: of "Democratic Senate, Republican …" or of "Senate: Democratic, …". */
function readChambers({ concepts }: TextPassage): string | null {
  const named = concepts.filter((name) => CHAMBER.test(name) || PARTY.test(name));
  const isOfficeFirst = CHAMBER.test(named[0] ?? '');
  const pairs: string[] = [];
  for (let at = 0; at + 1 < named.length; at += 2) {
    const [first = '', second = ''] = [named[at], named[at + 1]];
    const [office, party] = isOfficeFirst ? [first, second] : [second, first];
    if (!CHAMBER.test(office) || !PARTY.test(party)) return null;
    pairs.push(`${office.slice(7)}=${party.slice(6)}`);
  }
  const isWhole = named.length % 2 === 0 && new Set(pairs.map((pair) => pair.split('=')[0])).size === 2;
  return isWhole ? [...new Set(pairs)].toSorted().join(', ') : null;
}
const CHAMBER = new RegExp(`^office:(?:${CONCEPT_RULES.chambers.join('|')})$`);
const PARTY = /^party:/;

/** `vance, rubio`: the family names of the candidates for president and vice president. */
function readTicket(facts: ListingFacts): string | null {
  const { title, claim } = facts;
  const offices = claim.concepts.filter((name) => /^office:(?:vice-)?president$/.test(name));
  if (new Set(offices).size < 2 && !facts.stems.has('ticket')) return null;
  const isReversed = offices[0] === 'office:vice-president';
  const names = claim.names.length === 2 ? claim.names : title.names;
  if (names.length !== 2) return null;
  const last = names.map((name) => name.findLast((word) => !/^(?:jr|sr)$/.test(word)) ?? '');
  if (last.includes('')) return null;
  return (names === claim.names && isReversed ? last.toReversed() : last).join(', ');
}
