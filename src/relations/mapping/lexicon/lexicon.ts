import { SentenceReader } from '../sentences.ts';
import { toStem } from '../word-table.ts';
import categories from './categories.json' with { type: 'json' };
import commonWords from './common-words.json' with { type: 'json' };
import companies from './companies.json' with { type: 'json' };
import conceptRules from './concept-rules.json' with { type: 'json' };
import contests from './contests.json' with { type: 'json' };
import countingRules from './counting-rules.json' with { type: 'json' };
import countries from './countries.json' with { type: 'json' };
import economy from './economy.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import nicknames from './nicknames.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };
import politics from './politics.json' with { type: 'json' };
import sportPatterns from './sport-patterns.json' with { type: 'json' };
import sports from './sports.json' with { type: 'json' };
import teams from './teams.json' with { type: 'json' };
import weather from './weather.json' with { type: 'json' };

/**
 * The spellings of each concept in listings, by kind and name.
 *
 * A spelling with a capital letter matches only as written (`Heat`, `US`). A lower-case spelling matches in
 * any case. A single lower-case word also matches by its stem (`raise`, `raising`), unless it starts with
 * `=` or its kind holds proper names. A name that starts with `~` is the opposite of the concept: the
 * spellings of `~shutdown` say that no shutdown happens.
 *
 * Kinds that need an explanation: `way` is the direction of a rate or figure, and several names of it form a
 * set, so that "hold or raise" is the complement of "cut". `rank` is a place among several. `scope` is the
 * region of a count or ranking. `station` is the place of a weather reading, because a city and its airport
 * report different values. `end` selects the highest or lowest of several values. `phase` is the counted part
 * of a run. The first spelling of a `team` is its full name, which starts with its city.
 */
export type Lexicon = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A known thing. */
export interface Concept {
  readonly id: string; // `team:nba-thunder`
  readonly kind: string;
  readonly name: string;
  readonly isOpposite: boolean;
}

/** Words without meaning for the comparison; any listing may use them. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(commonWords.filler);
/** Words that titles capitalize although they are not names. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(commonWords.common);
/** Common words that one title may have alone: terms of sport and of trade. */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(commonWords.neutral);
/** Words that select one or more of several: "first", "most", "both". */
export const ORDINAL_WORDS: ReadonlySet<string> = new Set(commonWords.ordinals);
export const NEGATION_WORDS: ReadonlySet<string> = new Set(commonWords.negations);
/** Words after a name that make it another person or product: "jr", "pro". */
export const NAME_SUFFIXES: ReadonlySet<string> = new Set(commonWords.nameSuffixes);
/** Words of the venues' standard phrases, which do not change what a claim requires. */
export const BOILERPLATE_WORDS: readonly string[] = commonWords.boilerplate;

/**
 * How the quantity in question is counted or measured, which rules state more often than titles. The first
 * name of each kind is the usual one, which rules may omit.
 */
export const COUNTING_RULES: Lexicon = countingRules;

/**
 * How the comparison treats kinds of concepts and single concepts.
 * `identityKinds`: a concept of one title must be in the other listing. `facetKinds`: titles with different
 * concepts differ, but one title may omit them. `facetsReadFromRules`: facets that are read from the rules
 * when the title has none. `optionalConcepts`: so usual that a title may omit them. `impliedBy`: concepts
 * that may be omitted when both titles have a concept of one of these kinds. `directedActs`: acts of one
 * party on another. `sharedCities`: cities with two teams in a league.
 */
export const CONCEPT_RULES: {
  readonly identityKinds: readonly string[];
  readonly facetKinds: readonly string[];
  readonly facetsReadFromRules: readonly string[];
  readonly optionalConcepts: readonly string[];
  readonly impliedBy: Readonly<Record<string, readonly string[]>>;
  readonly quarterStepBanks: readonly string[]; // that move their rate by multiples of 25 basis points
  readonly chambers: readonly string[]; // offices that are chambers of one parliament
  readonly tenthMetrics: readonly string[]; // figures that are published with one decimal
  readonly hundredthMetrics: readonly string[];
  readonly wholeMetrics: readonly string[]; // percentages without decimals
  readonly shareMetrics: readonly string[]; // that are percentages, also where a text writes no sign
  readonly directedActs: readonly string[];
  readonly sharedCities: readonly string[];
} = conceptRules;

/** Nicknames that teams of several sports share. The sport of the listing selects the team. */
const NICKNAMES: Readonly<Record<string, Nickname>> = nicknames;

interface Nickname {
  readonly spellings: readonly string[];
  readonly teams: Readonly<Record<string, string>>; // by sport
}

/** A later file takes precedence where two define the same single word. */
const LEXICONS: readonly Lexicon[] = [
  politics,
  economy,
  companies,
  contests,
  sports,
  teams,
  { nick: Object.fromEntries(Object.entries(NICKNAMES).map(([name, { spellings }]) => [name, spellings])) },
  places,
  countries,
  weather,
  categories,
  events,
  COUNTING_RULES,
];

/** Kinds of proper names, whose spellings never match by their stem: `main` must not match `Maine`. */
const PROPER_NAME_KINDS: ReadonlySet<string> = new Set([
  'place',
  'country',
  'team',
  'station',
  'company',
  'asset',
  'nick',
]);

interface Phrase {
  readonly words: readonly string[]; // in lower case
  readonly capitals: string | null; // `A` or `a` for each word; null when any case matches
  readonly concept: Concept;
}

/** Phrases by the word they start with, the longest first. */
const PHRASES = new Map<string, Phrase[]>();
const CONCEPTS_BY_STEM = new Map<string, Concept>();
/** For the words that were looked up last: most words of a catalogue start nothing. */
const STARTS = new Map<string, Starts>();
const STARTS_MAX = 20_000;

for (const lexicon of LEXICONS) addLexicon(lexicon);
const PHRASE_WORDS_MAX = Math.max(...[...PHRASES.values()].flat().map(({ words }) => words.length));
for (const phrases of PHRASES.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** The place in a team's full name: `place:boston` for `team:nba-celtics`. */
const TEAM_CITIES = new Map<string, string>();
for (const [name, [fullName = '']] of Object.entries(teams.team)) {
  const words = fullName.split(' ').map((text) => ({ text, isCapital: false }));
  const city = words.length > 1 ? findConcept(words.slice(0, -1), 0)?.concept : undefined;
  if (city?.kind === 'place') TEAM_CITIES.set(`team:${name}`, `place:${city.name}`);
}

/** Teams by the words of their city and the initials of their nickname: `los angeles l` for the Lakers. */
const TEAMS_BY_INITIALS = new Map<string, string[]>();
for (const [name, [fullName = '']] of Object.entries(teams.team)) {
  const words = fullName.split(' ');
  for (let count = 1; count < words.length; count += 1) {
    const initials = words.slice(-count).map((word) => word[0] ?? '');
    const city = words.slice(0, -count).join(' ');
    for (const key of new Set([`${city} ${initials[0]}`, `${city} ${initials.join('')}`]))
      TEAMS_BY_INITIALS.set(key, [...(TEAMS_BY_INITIALS.get(key) ?? []), `team:${name}`]);
  }
}
const LEAGUE_SPORTS: Readonly<Record<string, string>> = {
  nba: 'basketball',
  wnb: 'basketball',
  nfl: 'football',
  mlb: 'baseball',
  nhl: 'hockey',
};

/** The team that a city and the initials of a nickname mean in a sport: "Chicago WS" in baseball. Null if unclear. */
export function findTeamByInitials(words: readonly string[], sport: string | null): string | null {
  const found = (TEAMS_BY_INITIALS.get(words.join(' ')) ?? []).filter(
    (team) => LEAGUE_SPORTS[team.slice(5, 8)] === sport,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `thunder` for `team:thunder`. Text without a kind is returned unchanged. */
export const getConceptName = (concept: string): string => concept.slice(concept.indexOf(':') + 1);

/** Takes and returns written concepts: `place:boston` for `team:nba-celtics`, null for any other concept. */
export const findTeamCity = (team: string): string | null => TEAM_CITIES.get(team) ?? null;

/** The team that a shared nickname means in this sport. Any other concept is returned unchanged. */
export function resolveNickname(concept: Concept, sport: string | null): Concept {
  if (concept.kind !== 'nick') return concept;
  const name = NICKNAMES[concept.name]?.teams[sport ?? ''];
  return name === undefined ? concept : { id: `team:${name}`, kind: 'team', name, isOpposite: false };
}

/** The teams that a nickname may mean. Empty for any other concept. */
export const findNicknameTeams = (concept: string): readonly string[] =>
  concept.startsWith('nick:')
    ? Object.values(NICKNAMES[getConceptName(concept)]?.teams ?? {}).map((name) => `team:${name}`)
    : [];

const SPORT_PATTERNS = Object.entries(sportPatterns).map(
  ([sport, pattern]) => [sport, new RegExp(pattern, 'i')] as const,
);

const ANY_SPORT = new RegExp(Object.values(sportPatterns).join('|'), 'i');

/**
 * The sport that a text names, the first in the order of the patterns when it names several; null for none.
 *
 * @param sentences  the text in parts, of which each is read by itself
 */
export function findSport(sentences: readonly string[]): string | null {
  const ranks = sentences.map((it) => SPORT_RANKS.read(it));
  return SPORT_PATTERNS[Math.min(...ranks)]?.[0] ?? null;
}

/** The place of the first pattern that matches; infinity if none does. */
const SPORT_RANKS = new SentenceReader((sentence) => {
  if (!ANY_SPORT.test(sentence)) return Infinity; // most sentences: one search instead of one for each sport
  const rank = SPORT_PATTERNS.findIndex(([, pattern]) => pattern.test(sentence));
  return rank < 0 ? Infinity : rank;
});

interface TextWord {
  readonly text: string;
  readonly isCapital: boolean;
}

/** The concept of the longest known phrase at `words[at]` and its length in words; null for no known phrase. */
export function findConcept(
  words: readonly TextWord[],
  at: number,
): { readonly concept: Concept; readonly length: number } | null {
  const first = words[at];
  if (first === undefined) return null;
  const { phrases, single } = findStarts(first.text);
  for (const phrase of phrases)
    if (matchesAt(phrase, words, at)) return { concept: phrase.concept, length: phrase.words.length };
  return single;
}

/** What a text can mean that starts with one word. */
interface Starts {
  readonly phrases: readonly Phrase[];
  readonly single: { readonly concept: Concept; readonly length: 1 } | null;
}

function findStarts(word: string): Starts {
  const known = STARTS.get(word);
  if (known !== undefined) return known;
  const concept = CONCEPTS_BY_STEM.get(toStem(word));
  const starts = {
    phrases: PHRASES.get(word) ?? [],
    single: concept === undefined ? null : ({ concept, length: 1 } as const),
  };
  if (STARTS.size >= STARTS_MAX) STARTS.clear();
  STARTS.set(word, starts);
  return starts;
}

/** Whether a known phrase may start with the last words and go on after them. */
export const isOpenEnded = (words: readonly TextWord[]): boolean =>
  words.some(
    ({ text }, at) =>
      at > words.length - PHRASE_WORDS_MAX &&
      findStarts(text).phrases.some(
        (phrase) =>
          phrase.words.length > words.length - at &&
          words.slice(at).every((word, index) => word.text === phrase.words[index]),
      ),
  );

function matchesAt(phrase: Phrase, words: readonly TextWord[], at: number): boolean {
  return phrase.words.every((expected, index) => {
    const word = words[at + index];
    if (word?.text !== expected) return false;
    return phrase.capitals === null || word.isCapital === (phrase.capitals[index] === 'A');
  });
}

function addLexicon(lexicon: Lexicon): void {
  for (const [kind, names] of Object.entries(lexicon)) {
    for (const [name, spellings] of Object.entries(names)) {
      const plain = name.replace('~', '');
      const concept = { id: `${kind}:${plain}`, kind, name: plain, isOpposite: name.startsWith('~') };
      for (const spelling of spellings) addSpelling(spelling, concept);
    }
  }
}

function addSpelling(spelling: string, concept: Concept): void {
  const written = spelling.replace(/^=/, '').split(' ');
  const words = written.map((word) => word.toLowerCase());
  const hasCapitals = written.some((word, index) => word !== words[index]);
  const capitals = hasCapitals ? written.map((word) => (/^[A-Z]/.test(word) ? 'A' : 'a')).join('') : null;
  const first = words[0] ?? '';
  const isExact = spelling.startsWith('=') || PROPER_NAME_KINDS.has(concept.kind);
  if (words.length === 1 && !hasCapitals && !isExact && first.length > 3)
    CONCEPTS_BY_STEM.set(toStem(first), concept);
  PHRASES.set(first, [...(PHRASES.get(first) ?? []), { words, capitals, concept }]);
}
