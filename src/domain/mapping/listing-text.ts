import { type KnownWord, readWord } from './word-table.ts';

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

const toAscii = (text: string): string =>
  text
    .replaceAll('º', '°')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-');

/** What each step changes contains one of its signs. Most texts contain none, and a search for a sign is fast. */
const NORMALIZATIONS: readonly (readonly [signs: readonly string[], normalize: (text: string) => string])[] =
  [
    [['.'], (text) => text.replaceAll(/\b(?:[A-Za-z]\.){2,}/g, (dotted) => dotted.replaceAll('.', ''))],
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
      ['Academy Awards'],
      (text) =>
        text.replaceAll(
          /\b(\d+)(?:st|nd|rd|th) (?:Annual )?Academy Awards/g,
          (_, edition: string) => `${1928 + Number(edition)} Academy Awards`,
        ),
    ],
    [
      ['#', 'No.'],
      (text) => text.replaceAll(/(?:#|\bNo\. ?)([123])\b/g, (_, rank: string) => RANKS[rank] ?? ''),
    ],
    [
      [' II', ' IV', ' IX', ' VI'],
      (text) =>
        text.replaceAll(/(?<=[A-Z]\w* )(?:II|III|IV|VI|VII|VIII|IX)\b/g, (numeral) =>
          String(ROMAN.indexOf(numeral) + 1),
        ),
    ],
    [['yy', 'iy'], (text) => text.replaceAll(/(?<=[a-z]{3})(?:yy|iy)\b/g, 'y')], // Zelenskyy, Zelenskiy
    [['St.'], (text) => text.replaceAll(/\bSt\.(?! [A-Z])/g, 'State')],
  ];

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
    end = findWordEnd(text, from);
    const { lower, stem } = readWord(text, from, end);
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
    const end = findWordEnd(text, from);
    visit(readWord(text, from, end), from, isUpperCase(text.charCodeAt(from)));
    from = findWord(text, end);
  }
}

const isUpperCase = (code: number): boolean => code >= 65 && code <= 90;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || isUpperCase(code);
const isWordCode = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57);
const SPACE = 32;
const APOSTROPHE = 39;
const OPENING_BRACKET = 40;
const CLOSING_BRACKET = 41;

/** Where the next word starts; the length of the text if there is none. */
function findWord(text: string, from: number): number {
  let at = Math.max(0, from);
  while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
  return at;
}

/** An apostrophe between letters belongs to the word: "O'Brien". */
function findWordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
  if (text.charCodeAt(end) !== APOSTROPHE || !isLetter(text.charCodeAt(end + 1))) return end;
  end += 1;
  while (end < text.length && isLetter(text.charCodeAt(end))) end += 1;
  return end;
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

/** Replaces a part by spaces: it is not extracted twice, and other positions in the text stay valid. */
export const blankOut = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}${' '.repeat(to - from)}${text.slice(to)}`;

/** A name of several words and its initials: "LoL" for "League of Legends". */
export interface Abbreviation {
  readonly initials: string;
  readonly words: readonly string[];
}

/** The initials of every sequence of two to six words that starts and ends with a capitalized word. */
export const findAbbreviations = (normalized: string): readonly Abbreviation[] =>
  [...normalized.matchAll(CAPITALIZED_WORDS)].flatMap(([text]) => {
    const words = text.split(/[ -]/);
    return words.flatMap((_, from) =>
      [2, 3, 4, 5, 6].flatMap((count) => toAbbreviations(words.slice(from, from + count), count)),
    );
  });

const CAPITALIZED_WORDS = /[A-Z][a-z]+(?:[ -](?:(?:of|the|and|for) )*[A-Z][a-z]+)+/g;
const SMALL_WORD = /^(?:of|the|and|for)$/;

function toAbbreviations(written: readonly string[], count: number): readonly Abbreviation[] {
  if (written.length < count || SMALL_WORD.test(written[0] ?? '') || SMALL_WORD.test(written.at(-1) ?? ''))
    return [];
  const words = written.map((word) => word.toLowerCase());
  const toInitials = (some: readonly string[]): string => some.map((word) => word[0] ?? '').join('');
  const variants = new Set([toInitials(words), toInitials(words.filter((word) => !SMALL_WORD.test(word)))]);
  return [...variants].filter((initials) => initials.length > 1).map((initials) => ({ initials, words }));
}
