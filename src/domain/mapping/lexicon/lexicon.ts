import { toStem } from '../listing-text.ts';
import { NICKS, TEAM_OF_NICK } from './aliases.ts';
import { KINDS } from './categories.ts';
import { COMPANIES } from './companies.ts';
import { CONTESTS } from './contests.ts';
import { COUNTRIES } from './countries.ts';
import { ECONOMY } from './economy.ts';
import { ACTS } from './events.ts';
import type { Lexicon } from './lexicon-entry.ts';
import { PLACES } from './places.ts';
import { POLITICS } from './politics.ts';
import { COUNTING_RULES } from './resolution-rules.ts';
import { SPORTS } from './sports.ts';
import { TEAMS } from './teams.ts';
import { WEATHER } from './weather.ts';

/** A thing with a name: `team:nba-thunder`. A `~` before the name says the opposite of it. */
export interface Concept {
  readonly kind: string;
  readonly name: string;
  readonly isOpposite: boolean;
}

interface Phrase {
  readonly words: readonly string[];
  readonly capitals: string | null; // as it must be written, when that counts
  readonly concept: Concept;
}

const PHRASES = new Map<string, Phrase[]>();
/** Single words in lower case by their stem, so that `raising` is `raise`; `main` is no `maine`. */
const STEMS = new Map<string, Concept>();
const PROPER: ReadonlySet<string> = new Set([
  'place',
  'country',
  'team',
  'station',
  'company',
  'asset',
  'nick',
]);
for (const lexicon of [
  POLITICS,
  ECONOMY,
  COMPANIES,
  CONTESTS,
  SPORTS,
  TEAMS,
  NICKS,
  PLACES,
  COUNTRIES,
  WEATHER,
  KINDS,
  ACTS,
  COUNTING_RULES,
])
  addAll(lexicon);
for (const phrases of PHRASES.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** The place that a team is named after: `team:nba-celtics` is of `place:boston`. */
const CITY_OF = new Map<string, string>();
for (const [name, spellings] of Object.entries(TEAMS['team'] ?? {})) {
  const words = (spellings.split('|')[0] ?? '').split(' ').map((text) => ({ text, isCapital: false }));
  const city = words.length > 1 ? findConcept(words.slice(0, -1), 0)?.concept : undefined;
  if (city?.kind === 'place') CITY_OF.set(`team:${name}`, `place:${city.name}`);
}

export const findTeamCity = (team: string): string | null => CITY_OF.get(team) ?? null;

/** A name that teams of several sports bear, as the one of this sport. */
export function resolveNickname(concept: Concept, sport: string | null): Concept {
  if (concept.kind !== 'nick') return concept;
  const name = TEAM_OF_NICK[concept.name]?.[sport ?? ''];
  return name === undefined ? concept : { kind: 'team', name, isOpposite: false };
}

const SPORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bNBA\b|basketball/i, 'basketball'],
  [/\bNFL\b|(?:pro|professional|American|college) football/i, 'football'],
  [/\bMLB\b|baseball/i, 'baseball'],
  [/\bNHL\b|hockey/i, 'hockey'],
  [/soccer|Premier League|Champions League|stoppage time/i, 'soccer'],
];

/** The sport that a listing speaks of first; null where it names none. */
export const findSport = (text: string): string | null =>
  SPORT_WORDS.find(([words]) => words.test(text))?.[1] ?? null;

interface Spoken {
  readonly text: string;
  readonly isCapital: boolean;
}

/** The longest known phrase that begins at `words[at]`, and how many words it takes; null when none does. */
export function findConcept(
  words: readonly Spoken[],
  at: number,
): { readonly concept: Concept; readonly length: number } | null {
  const first = words[at];
  if (first === undefined) return null;
  for (const phrase of PHRASES.get(first.text) ?? []) {
    if (fits(phrase, words, at)) return { concept: phrase.concept, length: phrase.words.length };
  }
  const concept = STEMS.get(toStem(first.text));
  return concept === undefined ? null : { concept, length: 1 };
}

function fits({ words: wanted, capitals }: Phrase, words: readonly Spoken[], at: number): boolean {
  return wanted.every((word, index) => {
    const spoken = words[at + index];
    if (spoken?.text !== word) return false;
    return capitals === null || spoken.isCapital === (capitals[index] === 'A');
  });
}

function addAll(lexicon: Lexicon): void {
  for (const [kind, names] of Object.entries(lexicon)) {
    for (const [name, spellings] of Object.entries(names)) {
      const concept = { kind, name: name.replace('~', ''), isOpposite: name.startsWith('~') };
      for (const spelling of spellings.split('|')) add(spelling, concept);
    }
  }
}

function add(spelling: string, concept: Concept): void {
  const written = spelling.replace(/^=/, '').split(' ');
  const words = written.map((word) => word.toLowerCase());
  const hasCapitals = written.some((word, index) => word !== words[index]);
  const capitals = hasCapitals ? written.map((word) => (/^[A-Z]/.test(word) ? 'A' : 'a')).join('') : null;
  const first = words[0] ?? '';
  const isExact = spelling.startsWith('=') || PROPER.has(concept.kind);
  if (words.length === 1 && !hasCapitals && !isExact && first.length > 3) STEMS.set(toStem(first), concept);
  PHRASES.set(first, [...(PHRASES.get(first) ?? []), { words, capitals, concept }]);
}
