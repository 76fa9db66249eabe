import type { Listing } from './listing.ts';

/** One word of a text: as it was written, and folded for comparing. */
export interface Word {
  readonly text: string; // lower case
  readonly isCapital: boolean;
  readonly isJoined: boolean; // only a space stands between it and the word before
  readonly isAside: boolean; // in brackets
}

const RANKS: Readonly<Record<string, string>> = { 1: 'number one', 2: 'second', 3: 'third' };
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

/**
 * The text in one spelling of quotes, dashes, accents and dotted abbreviations, its case kept:
 * `U.S.` becomes `US`, `Newsom’s` `Newsom`, `1,000–2,000` `1,000 - 2,000`.
 */
export function normalizeText(text: string): string {
  return text
    .replaceAll('º', '°')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/\b(?:[A-Za-z]\.){2,}/g, (dotted) => dotted.replaceAll('.', ''))
    .replaceAll(/'s\b/g, '')
    .replaceAll(/(\w)n't\b/g, '$1 not')
    .replaceAll(/(?:#|\bNo\. ?)([123])\b/g, (_, rank: string) => RANKS[rank] ?? '')
    .replaceAll(/(?<=[A-Z]\w* )(?:II|III|IV|VI|VII|VIII|IX)\b/g, (numeral) =>
      String(ROMAN.indexOf(numeral) + 1),
    )
    .replaceAll(/(?<=[a-z]{3})(?:yy|iy)\b/g, 'y') // Zelenskyy, Zelenskiy
    .replaceAll(/\bSt\.(?! [A-Z])/g, 'State')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)?/g;

export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = -1;
  let isAside = false;
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const isJoined = end >= 0 && text.slice(end, index).trim() === '';
    if (index - end > 1) isAside = asideAfter(text.slice(Math.max(0, end), index)) ?? isAside;
    words.push({ text: written.toLowerCase(), isCapital: /^[A-Z]/.test(written), isJoined, isAside });
    end = index + written.length;
  }
  return words;
}

/** Whether what stands between two words opens or closes a bracket; null when it does neither. */
function asideAfter(between: string): boolean | null {
  const at = Math.max(between.lastIndexOf('('), between.lastIndexOf(')'));
  return at < 0 ? null : between[at] === '(';
}

/** Spaces in place of what was read, so that nothing is read twice and places stay. */
export const blankOut = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}${' '.repeat(to - from)}${text.slice(to)}`;

/** Crude on purpose: `wins`, `winning` and `win` meet; what it joins wrongly, names and numbers keep apart. */
export function toStem(word: string): string {
  const regular = IRREGULAR[word] ?? word;
  return regular.length <= 3 ? regular : cutOf(regular);
}

const IRREGULAR: Readonly<Record<string, string>> = {
  sale: 'sell',
  sales: 'sell',
  sold: 'sell',
  growth: 'grow',
  grew: 'grow',
  held: 'hold',
  chosen: 'choose',
  chose: 'choose',
  bought: 'buy',
  began: 'begin',
  gave: 'give',
  spent: 'spend',
  sent: 'send',
  paid: 'pay',
  payment: 'pay',
  payments: 'pay',
  children: 'child',
};

function cutOf(word: string): string {
  const stem = word
    .replace(/(?<=.{6})(?<!govern)ments?$/, '') // a statement is no state, a government no governor
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=[^aeiou])(?:ers|er|ors|or)$/, '')
    .replace(/([^aeiousl])\1(?:ings|ing|ed)$/, '$1')
    .replace(/(?<=..)(?:ings|ing|ed|es|s)$/, '')
    .replace(/e$/, '');
  return stem.length < 3 ? word : stem;
}

/** Words in a row, and what they are called for short: "LoL" for "League of Legends". */
export interface Abbreviation {
  readonly short: string; // its initials
  readonly words: readonly string[];
}

/** Two to six words between two capitals in a row, small words between them allowed, by their initials. */
export const findAbbreviations = ({ title, rules }: Listing): readonly Abbreviation[] =>
  [...normalizeText(`${title} . ${rules ?? ''}`).matchAll(RUN)].flatMap(([text]) => {
    const words = text.split(/[ -]/);
    return words.flatMap((_, from) =>
      [2, 3, 4, 5, 6].flatMap((count) => runOf(words.slice(from, from + count), count)),
    );
  });

const RUN = /[A-Z][a-z]+(?:[ -](?:(?:of|the|and|for) )*[A-Z][a-z]+)+/g;
const SMALL = /^(?:of|the|and|for)$/;

function runOf(written: readonly string[], count: number): readonly Abbreviation[] {
  if (written.length < count || SMALL.test(written[0] ?? '') || SMALL.test(written.at(-1) ?? '')) return [];
  const words = written.map((word) => word.toLowerCase());
  const initials = (some: readonly string[]): string => some.map((word) => word[0] ?? '').join('');
  const shorts = new Set([initials(words), initials(words.filter((word) => !SMALL.test(word)))]);
  return [...shorts].filter((short) => short.length > 1).map((short) => ({ short, words }));
}
