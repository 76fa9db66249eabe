import clubs from './lexicon/clubs.json' with { type: 'json' };
import { findConcept, findTeamByInitials } from './lexicon/lexicon.ts';
import { normalizeText, splitWords } from './listing-text.ts';

/** Words of a side's name that it may omit: "FC", "Calcio", "Esports". */
export const CLUB_AFFIXES: ReadonlySet<string> = new Set(clubs.affixes.split(' '));

const APART_WORDS: ReadonlySet<string> = new Set(clubs.apart.split(' '));

/** Whether a word of a name distinguishes two teams: "Iowa State" is not "Iowa", and "Real Sociedad B" a second team. */
export const isDistinguishing = (word: string): boolean =>
  APART_WORDS.has(word) || /^(?:[a-vx-z]|\d+)$/.test(word);

const CLUBS_BY_SPELLING = new Map(
  Object.entries(clubs.clubs).flatMap(([name, spellings]) =>
    spellings.map((spelling) => [spelling, name] as const),
  ),
);

/** One name for all spellings of a soccer club: `como` for "Como 1907", `inter` for "FC Internazionale Milano". */
export function toClubName(text: string): string | null {
  // "2" is a second team: "Real Sociedad II". A year within a name distinguishes two clubs: "CSKA 1948 Sofia".
  const written = splitWords(normalizeText(text));
  const words = written.filter(
    ({ text: word }, at) =>
      !/^(?![23]$)\d+$/.test(word) ||
      (word.length === 4 &&
        at > 0 &&
        at < written.length - 1 &&
        !CLUB_AFFIXES.has(written[at - 1]?.text ?? '')),
  );
  const spellings = [words, words.filter((word) => !CLUB_AFFIXES.has(word.text))].map((some) =>
    some.map((word) => word.text).join(' '),
  );
  const known = spellings
    .map((spelling) => CLUBS_BY_SPELLING.get(spelling) ?? toSecondTeam(spelling))
    .find((it) => it !== undefined);
  return known ?? toCountryName(words) ?? (spellings.findLast((spelling) => spelling !== '') || null);
}

/** The second team of a club in any of its spellings: "slavia prague b" for "SK Slavia Praha B". */
function toSecondTeam(spelling: string): string | undefined {
  const [, first = '', team] = /^(.+) (b|c|2|3|ii|iii|u\d\d)$/.exec(spelling) ?? [];
  const club = CLUBS_BY_SPELLING.get(first);
  return club === undefined ? undefined : `${club} ${team}`;
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
    .replaceAll(/\b1\. ?(?=[A-Z]{2,5}\b)/g, '')
    .replaceAll(/(?<=\b[A-Z][A-Za-z]+ )(?:1[89]\d\d(?! [A-Z][a-z])|0\d|29|96|98)\b/g, '')
    .replaceAll(/(?<=\b(?:TSG|SV|FSV|FC|SC|SSV|VfL|AC) |(?<![A-Za-z] ))(?:1[89]\d\d|0\d) (?=[A-Z][a-z])/g, '')
    .replaceAll(/\b(?:AFC|CFC|RCD|RCD|TSG|FSV|VfB|VfL|ACF|SSC)\b ?/g, '')
    .replaceAll(/\b(Espanyol) de Barcelona\b/g, '$1')
    .replaceAll(/ {2,}/g, ' ');

const stripTeamCodes = (text: string): string =>
  text.replaceAll(CODE_AND_NAME, (whole, name: string) => (isTeamName(name) ? name : whole));
const CODE_AND_NAME = /\b[A-Z]{2,3} ([A-Z0-9][A-Za-z0-9]*[a-z][A-Za-z0-9]*)\b/g;

/**
 * A text with the names of known teams instead of codes: "DET Lions" becomes "Lions", and in football "New York G" becomes "New
 * York Giants". Takes texts of the sports whose teams have codes.
 */
export const nameTeams = (text: string, sport: string | null): string =>
  stripTeamCodes(text).replaceAll(CITY_AND_LETTER, (whole, city: string, letter: string) => {
    const team = findTeamByInitials(`${city} ${letter}`.toLowerCase().split(' '), sport);
    if (team === null) return whole;
    const name = team.slice(team.indexOf('-') + 1).replaceAll('-', ' ');
    return `${city} ${name.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())}`;
  });
const CITY_AND_LETTER = /\b(New York|Los Angeles|Chicago) ([A-Z]{1,2})\b/g;

const isTeamName = (name: string): boolean => {
  const found = findConcept(splitWords(name), 0)?.concept.kind;
  return found === 'team' || found === 'nick';
};
