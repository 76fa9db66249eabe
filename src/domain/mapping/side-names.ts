import clubs from './lexicon/clubs.json' with { type: 'json' };
import { findConcept } from './lexicon/lexicon.ts';
import { normalizeText, splitWords } from './listing-text.ts';

/** Words of a side's name that it may omit: "FC", "Calcio", "Esports". */
export const CLUB_AFFIXES: ReadonlySet<string> = new Set(clubs.affixes.split(' '));

const CLUBS_BY_SPELLING = new Map(
  Object.entries(clubs.clubs).flatMap(([name, spellings]) =>
    spellings.map((spelling) => [spelling, name] as const),
  ),
);

/** One name for all spellings of a soccer club: `como` for "Como 1907", `inter` for "FC Internazionale Milano". */
export function toClubName(text: string): string | null {
  // "2" is a second team: "Real Sociedad II".
  const words = splitWords(normalizeText(text)).filter((word) => !/^(?![23]$)\d+$/.test(word.text));
  const spellings = [words, words.filter((word) => !CLUB_AFFIXES.has(word.text))].map((some) =>
    some.map((word) => word.text).join(' '),
  );
  const known = spellings.map((spelling) => CLUBS_BY_SPELLING.get(spelling)).find((it) => it !== undefined);
  return known ?? toCountryName(words) ?? (spellings.findLast((spelling) => spelling !== '') || null);
}

/** "Korea Republic" is the team of South Korea. */
function toCountryName(words: Parameters<typeof findConcept>[0]): string | null {
  const found = findConcept(words, 0);
  if (found?.length !== words.length || found.concept.kind !== 'country') return null;
  return found.concept.name.replaceAll('-', ' ');
}

const WORDS_BY_CLUB = new Map(
  Object.entries(clubs.clubs).map(([name, spellings]) => [name, spellings.flatMap((it) => it.split(' '))]),
);

/** Whether two names are those of two known clubs: "inter" is not "inter miami". */
export const areOtherClubs = (one: string, other: string): boolean =>
  one !== other && WORDS_BY_CLUB.has(one) && WORDS_BY_CLUB.has(other);

/** The words of all names of the club that a text names. Empty for an unknown one. */
export const findClubWords = (text: string): readonly string[] =>
  WORDS_BY_CLUB.get(toClubName(text) ?? '') ?? [];

/**
 * A soccer text without the founding years and the legal forms in the names of clubs: "1. FSV Mainz 05" becomes
 * "Mainz", and "AFC Bournemouth" names no conference.
 */
export const stripClubNumbers = (text: string): string =>
  text
    .replaceAll(/\b1\. ?(?=[A-Z])/g, '')
    .replaceAll(/(?<=\b[A-Z][A-Za-z]+ )(?:1[89]\d\d|0\d|29|96|98)\b/g, '')
    .replaceAll(/\b(?:1[89]\d\d|0\d) (?=[A-Z][a-z])/g, '')
    .replaceAll(/\b(?:AFC|CFC|RCD|RCD|TSG|FSV|VfB|VfL|ACF|SSC)\b ?/g, '')
    .replaceAll(/\b(Espanyol) de Barcelona\b/g, '$1')
    .replaceAll(/ {2,}/g, ' ');
