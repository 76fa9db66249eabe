import { isWordCode, type KnownWord, readWord } from './word-table.ts';

/** One word of a text, in lower case, with its position in the sentence. */
export interface Word {
  readonly text: string; // lower case
  readonly stem: string;
  readonly at: number; // position in the text
  readonly isCapital: boolean;
  readonly isJoined: boolean; // separated from the previous word by a space only
  readonly isInBrackets: boolean;
}

/** `#1` and `No. 1` in words. */
const RANKS: Readonly<Record<string, string>> = { 1: 'number one', 2: 'second', 3: 'third' };
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

/**
 * The text with uniform quotes, dashes, accents and abbreviations, in its original case:
 * `U.S.` becomes `US`, `Newsom’s` becomes `Newsom`, and an en dash becomes a hyphen.
 */
export function normalizeText(text: string): string {
  const latin = OTHER_CHARACTER.test(text) ? toAscii(text) : text;
  let normal = latin;
  for (const [signs, normalize] of NORMALIZATIONS)
    if (signs.some((sign) => normal.includes(sign))) normal = normalize(normal);
  return UNEVEN_SPACE.test(normal) ? normal.replaceAll(/\s+/g, ' ').trim() : normal.trim();
}

const UNEVEN_SPACE = /\s\s|[^\S ]/;
const OTHER_CHARACTER = /[^\n\r -~]/; // not plain ASCII

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

/** Letters that have no accent to remove: "Bodø" is "Bodo". */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
};

const toAscii = (text: string): string =>
  text
    .replaceAll('º', '°')
    .replaceAll(/(?<=\d) ?[½¼¾]/g, (sign) => FRACTIONS[sign.trim()] ?? sign)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØłŁđĐðÐþÞıßæÆœŒ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-');

/** What the press calls a person or a work. A nickname in quotes stands within the name itself. */
const ALIASES: readonly (readonly [sign: string, words: RegExp, name: string])[] = [
  ['RFK', /\bRFK(?: Jr\b)?/g, 'Robert F Kennedy Jr'],
  ['AOC', /\bAOC\b/g, 'Alexandria Ocasio-Cortez'],
  ['Bibi', /(?<!")\bBibi(?: Netanyahu)?\b(?!")/g, 'Benjamin Netanyahu'],
  ['Canelo', /(?<!")\bCanelo(?: Alvarez)?\b(?!")/g, 'Saul Alvarez'],
  ['Vini', /\bVini(?:cius)? Jr\b/g, 'Vinicius Junior'],
  ['GTA ', /\bGTA (?=VI\b|6\b)/g, 'Grand Theft Auto '],
  ['SGA', /\bSGA\b/g, 'Shai Gilgeous-Alexander'],
];

/** "Wins the election by 5-10%": an election is won by a share of the votes. */
const WON_BY_SHARE =
  /\bwins? (the [^.,:;?%]{3,60}?) by (?=(?:between |at least |more than |less than )?\d+(?:\.\d+)?(?:%| ?(?:-|to|and) ?\d+(?:\.\d+)?%))/g;

/** "Regular Season Wins O/U 10.5: Over" */
const SEASON_WINS = /\b((?:Regular )?Season Wins):? O\/U (\d+\.5): (Over|Under)$/;

/** What each step changes contains one of its signs. Most texts contain none, and a search for a sign is fast. */
const NORMALIZATIONS: readonly (readonly [signs: readonly string[], normalize: (text: string) => string])[] =
  [
    [['.'], (text) => text.replaceAll(/\b(?:[A-Za-z]\.){2,}/g, (dotted) => dotted.replaceAll('.', ''))],
    [["A's"], (text) => text.replaceAll(/\bA's\b/g, 'Athletics')],
    [["'"], (text) => text.replaceAll(/'s\b/g, '').replaceAll(/(\w)n't\b/g, '$1 not')],
    [
      ['Super Bowl '],
      (text) =>
        text.replaceAll(
          /\bSuper Bowl ([LXVI]+)\b/g,
          (_, numeral: string) => `Super Bowl ${1966 + fromRoman(numeral)}`,
        ),
    ],
    [
      [' Awards', ' Golden Globe'],
      (text) =>
        text.replaceAll(
          EDITION,
          (_, edition: string, named: string) => `${(FIRST_AWARDS[named] ?? 0) + Number(edition)} ${named}`,
        ),
    ],
    [['#', 'No.'], (text) => text.replaceAll(RANK, (_, rank: string) => RANKS[rank] ?? '')],
    [
      [' II', ' IV', ' IX', ' VI'],
      (text) =>
        text.replaceAll(/(?<=[A-Z]\w* )(?:II|III|IV|VI|VII|VIII|IX)\b/g, (numeral) =>
          String(ROMAN.indexOf(numeral) + 1),
        ),
    ],
    [['yy', 'iy'], (text) => text.replaceAll(/(?<=[a-z]{3})(?:yy|iy)\b/g, 'y')], // Zelenskyy, Zelenskiy
    [
      [' place or '],
      (text) =>
        text.replaceAll(PLACE_OR_BETTER, (_, named: string) => `top ${PLACES[named.toLowerCase()] ?? named}`),
    ],
    [
      ['odium'],
      (text) =>
        text
          .replaceAll(/\bpodium finish\b/gi, 'top 3 finish')
          .replaceAll(/\bon the podium\b/gi, 'in the top 3')
          .replaceAll(/(?<=\bGrand Prix:? )Podium(?= ?[:?]|$)/g, 'Top 3'),
    ],
    [['pple App Store'], (text) => text.replaceAll(/\bApple App Store\b/g, 'App Store')],
    [['" of ', '" or '], (text) => text.replaceAll(/(?<=\d)"(?= (?:of|or) )/g, ' inches')],
    [['light Test '], (text) => text.replaceAll(/\bFlight Test (?=\d)/g, 'Flight ')],
    [
      ['1st', 'first'],
      (text) =>
        text.replaceAll(
          PLACES_IN_ORDER,
          (_, last: string) => `in the top ${PLACES[last.toLowerCase()] ?? Number.parseInt(last, 10)}`,
        ),
    ],
    [['ettle'], (text) => text.replaceAll(/\bsettle(s?) to(?= "?[A-Z])/g, 'resolve$1 to')],
    [['TD'], (text) => text.replaceAll(/\bTD(s?)\b/g, 'touchdown$1')],
    [
      ['quarter'],
      (text) =>
        text.replaceAll(
          REPORTED_QUARTER,
          (_, named: string) => `Q${QUARTERS.indexOf(named.toLowerCase()) + 1}`,
        ),
    ],
    [['CS2'], (text) => text.replaceAll(/\bCS2\b/g, 'Counter-Strike')],
    [['Rainbow Six'], (text) => text.replaceAll(/\bRainbow Six(?:: | )?(?:Siege)?/g, 'R6 ').trimEnd()],
    [
      [' set ', ' sets '],
      (text) => text.replaceAll(SETS_A_MARK, (_, ending: string) => (ending === '' ? 'have ' : 'has ')),
    ],
    [['Holland'], (text) => text.replaceAll(HOLLAND, 'Netherlands')],
    [['Utd'], (text) => text.replaceAll(/\bUtd\b/g, 'United')],
    [[' of 0', ' by 0'], (text) => text.replaceAll(NO_MOVE, 'no change')],
    [['%'], (text) => text.replaceAll(WON_BY_SHARE, 'wins $1 by a margin of victory of ')],
    [[' Wins O/U ', ' Wins: O/U '], (text) => text.replace(SEASON_WINS, '$1 $3 $2')],
    ...ALIASES.map(
      ([sign, words, name]) => [[sign], (text: string) => text.replaceAll(words, name)] as const,
    ),
    [['CLI'], (text) => text.replaceAll(/\bCLI(?=[A-Z]{3}\b)/g, '')], // the climatological report of a station
    [['St.'], (text) => text.replaceAll(/\bSt\.(?! [A-Z])/g, 'State')],
  ];

/** "Sets the fastest lap" is no set of a match. */
const SETS_A_MARK =
  /\bset(s?) (?=(?:the|a|an)(?: new)? (?:fastest|highest|lowest|longest|quickest|record)\b)/g;

/** The country, but no person and no other place: "Tom Holland", "North Holland", "Holland, Michigan". */
const HOLLAND = /(?<!\b(?!Will |If |Can |Does )[A-Z][a-z]+\.? )\bHolland\b(?!,? [A-Z])/g;

/** A move of nothing: "a Hike of 0bps". */
const NO_MOVE = /\b(?:hike|cut|increase|decrease|raise|change)s? (?:of|by) 0 ?(?:bps?|basis points?)\b/gi;

/** "The 69th Annual Grammy Awards" are those of 2027. */
const EDITION =
  /\b(\d+)(?:st|nd|rd|th) (?:Annual )?(Academy Awards|Grammy Awards|Golden Globe|Tony Awards|(?:Primetime )?Emmy Awards)/g;
/** The year before the first of them, so that the number of an edition is the distance from it. */
const FIRST_AWARDS: Readonly<Record<string, number>> = {
  'Academy Awards': 1928,
  'Grammy Awards': 1958,
  'Golden Globe': 1943,
  'Tony Awards': 1946,
  'Emmy Awards': 1948,
  'Primetime Emmy Awards': 1948,
};

/** "#1", but not the number of an edition: "Cup #3". */
const RANK =
  /(?<!\b(?:Cup|Series|Season|Event|Stage|Qualifiers?|Open|Week|Split|League|Tournament|Masters|Major) )(?:#|\bNo\. ?)([123])\b/g;

/** The quarter of a company or an economy, not of a game. */
const REPORTED_QUARTER =
  /\b(first|second|third|fourth)[- ]quarter(?= (?:20\d\d )?(?:revenue|earnings|results|deliveries|sales|profit|income|GDP|report)\b)/gi;
const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** "In fourth place or better" is "in the top 4". */
const PLACE_OR_BETTER =
  /\b(first|second|third|fourth|fifth|sixth|eighth|tenth|\d{1,3}(?=st|nd|rd|th))(?:st|nd|rd|th)? place or (?:better|higher)\b/gi;
/** "Ranked 1st, 2nd, 3rd or 4th". */
const PLACES_IN_ORDER =
  /\b(?:(?:in|ranked) )?(?:1st|first)(?:, (?:2nd|second))(?:, (?:3rd|third))?(?:, (?:4th|fourth))?(?:, (?:5th|fifth))?,? or (2nd|3rd|4th|5th|6th|second|third|fourth|fifth|sixth)\b(?: place)?/gi;
const PLACES: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
};

const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

/** The value of a Roman numeral up to 89: `LXI` is 61. */
const fromRoman = (numeral: string): number =>
  numeral.split('').reduce((total, digit, at) => {
    const value = ROMAN_DIGITS[digit] ?? 0;
    return total + (value < (ROMAN_DIGITS[numeral[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);

/** Words of Latin letters and digits, in order. Everything else separates them. */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = -1;
  let isInBrackets = false;
  for (let from = findWord(text, 0); from < text.length; from = findWord(text, end)) {
    if (from - end > 1) isInBrackets = readBracket(text, Math.max(0, end), from) ?? isInBrackets;
    const isJoined = end >= 0 && isBlank(text, end, from);
    const { written, lower, stem } = readWord(text, from);
    end = from + written.length;
    const isCapital = isUpperCase(text.charCodeAt(from));
    words.push({ text: lower, stem, at: from, isCapital, isJoined, isInBrackets });
  }
  return words;
}

/** Visits the words of a text as `splitWords` finds them, without an object for each. */
export function visitWords(
  text: string,
  visit: (word: KnownWord, at: number, isCapital: boolean) => void,
): void {
  for (let from = findWord(text, 0); from < text.length; ) {
    const word = readWord(text, from);
    visit(word, from, isUpperCase(text.charCodeAt(from)));
    from = findWord(text, from + word.written.length);
  }
}

const isUpperCase = (code: number): boolean => code >= 65 && code <= 90;
const SPACE = 32;
const OPENING_BRACKET = 40;
const CLOSING_BRACKET = 41;

/** Where the next word starts; the length of the text if there is none. */
function findWord(text: string, from: number): number {
  let at = Math.max(0, from);
  while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1)
    if (text.charCodeAt(at) !== SPACE) return text.slice(from, to).trim() === '';
  return true;
}

/** True when the text between two words opens a bracket, false when it closes one, null for neither. */
function readBracket(text: string, from: number, to: number): boolean | null {
  for (let at = to - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === CLOSING_BRACKET) return code === OPENING_BRACKET;
  }
  return null;
}

/** The scores in sets, maps or games: `2-0`, but not the date 2027-01-12 nor the payment 50-50. */
export const readScores = (text: string): readonly string[] =>
  findMatches(SCORE, text).map(([score]) => score);
const SCORE = /(?<![-\d])\d-\d(?![-\d])/g;

/** As `matchAll`, which copies a long pattern at each call. The pattern is global. */
export function findMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}

/** Replaces a part by spaces: it is not extracted twice, and other positions in the text stay valid. */
export const blankOut = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}${' '.repeat(to - from)}${text.slice(to)}`;

/** The two outcomes that are not Yes and No, as the rules of a listing begin with them. */
export interface NamedOutcomes {
  readonly yes: string;
  readonly no: string;
  readonly rest: string; // the rules after them
}

/** Of "YES is Bulls; NO is Heat. In the NBA game …". Null for any other rules. */
export function readOutcomes(rules: string): NamedOutcomes | null {
  const found = OUTCOMES.exec(rules);
  const [whole = '', yes = '', no = ''] = found ?? [];
  return found === null ? null : { yes, no, rest: rules.slice(whole.length) };
}
const OUTCOMES = /^YES is ([^;]+); NO is (.+?)\.(?= |$)/;

/** A name of several words and its initials: "LoL" for "League of Legends". */
export interface Abbreviation {
  readonly initials: string;
  readonly words: readonly string[];
}

/** The initials of every sequence of two to six words that starts and ends with a capitalized word. */
export const findAbbreviations = (normalized: string): readonly Abbreviation[] =>
  findMatches(CAPITALIZED_WORDS, normalized).flatMap(([text]) => {
    const written = text.split(/[ -]/);
    const words = written.map((word) => word.toLowerCase());
    return written.flatMap((_, from) => [...abbreviate(written, words, from)]);
  });

const CAPITALIZED_WORDS = /[A-Z][a-z]+(?:[ -](?:(?:of|the|and|for) )*[A-Z][a-z]+)+/g;
const SMALL_WORDS: ReadonlySet<string> = new Set(['of', 'the', 'and', 'for']);
const WORDS_PER_NAME_MAX = 6;

/** Of the sequences that start at one word: with the initials of small words, and without them. */
function* abbreviate(
  written: readonly string[],
  words: readonly string[],
  from: number,
): Generator<Abbreviation> {
  if (SMALL_WORDS.has(written[from] ?? '')) return;
  let [initials, short] = ['', ''];
  for (let at = from; at < Math.min(from + WORDS_PER_NAME_MAX, words.length); at += 1) {
    const word = words[at] ?? '';
    initials += word[0] ?? '';
    if (!SMALL_WORDS.has(word)) short += word[0] ?? '';
    if (at === from || SMALL_WORDS.has(written[at] ?? '')) continue;
    const named = words.slice(from, at + 1);
    yield { initials, words: named };
    if (short !== initials && short.length > 1) yield { initials: short, words: named };
  }
}
