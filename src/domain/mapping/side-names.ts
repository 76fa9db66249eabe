import clubs from './lexicon/clubs.json' with { type: 'json' };
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
  const words = splitWords(normalizeText(text))
    .map((word) => word.text)
    .filter((word) => !/^\d+$/.test(word));
  const spellings = [words, words.filter((word) => !CLUB_AFFIXES.has(word))].map((some) => some.join(' '));
  const known = spellings.map((spelling) => CLUBS_BY_SPELLING.get(spelling)).find((it) => it !== undefined);
  return known ?? (spellings.findLast((spelling) => spelling !== '') || null);
}

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
