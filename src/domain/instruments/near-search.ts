import type { Instrument } from '#contract';
import { foldCase } from './case-fold.ts';
import {
  passesFilters,
  type SearchRule,
  type Term,
  toFilterTerms,
  toOtherText,
  toWordTerms,
} from './instrument-search.ts';

const LENGTH_MIN = 4; // of a word that may have an edit: one edit of a shorter word is another word
const LENGTH_MAX = 24;
const PREFIX_LENGTH_MIN = 5;
const EDITED_WORDS_MAX = 4;
const DIGIT = /\d/;

/** Digits are never edited, because 2026 is another year than 2027. */
const mayBeEdited = (word: string): boolean =>
  word.length >= LENGTH_MIN && word.length <= LENGTH_MAX && !DIGIT.test(word);

/** Null when the text has no word that may be misspelled, so that nothing can be near. */
export function toNearWords(rule: SearchRule): ReadonlySet<string> | null {
  const words = rule.words.filter(mayBeEdited).slice(0, EDITED_WORDS_MAX);
  return words.length === 0 ? null : new Set(words);
}

/**
 * True when every word of the search occurs in the instrument, where a word of 4 letters or more may differ from a word of
 * the title by one edit: a letter that is missing, extra or wrong, or two neighbours that are exchanged. A word of 5
 * letters or more may also be the beginning of the title's word.
 *
 * An index only selects candidates; this function decides. docs/decisions/listings.md
 */
export function isNear(rule: SearchRule, instrument: Instrument): boolean {
  const edited = toNearWords(rule);
  if (edited === null || !passesFilters(rule, instrument)) return false;
  const title = foldCase(instrument.title);
  const text = `${title}\n${toOtherText(instrument)}`;
  const titleWords = title.split(NOT_IN_WORDS);
  return rule.words.every(
    (word) => text.includes(word) || (edited.has(word) && titleWords.some((each) => isNearWord(word, each))),
  );
}

const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

function isNearWord(word: string, other: string): boolean {
  if (isOneEdit(word, other)) return true;
  if (word.length < PREFIX_LENGTH_MIN || other.length <= word.length) return false;
  return [-1, 0, 1].some((change) => isOneEdit(word, other.slice(0, word.length + change)));
}

/** True for equal words, and for words that differ by one edit. */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (inA.length <= 1 && inB.length <= 1) return true;
  return inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0];
}

/**
 * For each word of the search, sets of terms of which a near instrument has at least one completely: the terms of the
 * word itself, those of what an edit at each place leaves unchanged, and those of each exchange of neighbours.
 */
export function toNearTerms(rule: SearchRule): readonly (readonly (readonly Term[])[])[] {
  const edited = toNearWords(rule) ?? new Set<string>();
  const filters = toFilterTerms(rule);
  const words = rule.words.map((word) => [
    toWordTerms('text', [word]),
    ...(edited.has(word) ? toEdits(word).map((parts) => toWordTerms('title', parts)) : []),
  ]);
  return filters.length === 0 ? words : [[filters], ...words];
}

/** What remains of the word in another one that differs by one edit, for every edit. */
function toEdits(word: string): readonly (readonly string[])[] {
  const edits: string[][] = [];
  for (let at = 0; at < word.length; at += 1) {
    edits.push([word.slice(0, at), word.slice(at + 1)]);
    const next = word[at + 1];
    if (next !== undefined) edits.push([`${word.slice(0, at)}${next}${word[at]}${word.slice(at + 2)}`]);
  }
  return edits.map((parts) => parts.filter((part) => part !== ''));
}
