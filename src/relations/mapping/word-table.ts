import { getOwn } from '#contract';

/** A word as it is compared. */
export interface KnownWord {
  readonly written: string;
  readonly lower: string;
  readonly stem: string;
}

interface TableEntry extends KnownWord {
  readonly hash: number;
}

/** The texts of a catalogue share a few thousand words. */
const WORDS_MAX = 20_000;
const SLOTS = 65_536; // a power of two, so that a table with all words is less than a third full

/**
 * The words that were read last. A hash table over parts of a text: a `Map` would need each part as a string, and most
 * of what a comparison does is to read words.
 */
let table: (TableEntry | undefined)[] = createTable();
let tableSize = 0;

function createTable(): (TableEntry | undefined)[] {
  return Array.from({ length: SLOTS }, () => undefined);
}

/** The word that starts at `from`. An apostrophe between letters belongs to it: "O'Brien". */
export function readWord(text: string, from: number): KnownWord {
  let hash = 0;
  let end = from;
  for (let code = text.charCodeAt(end); isWordCode(code); code = text.charCodeAt(end)) {
    hash = addCode(hash, code);
    end += 1;
  }
  if (text.charCodeAt(end) === APOSTROPHE && isLetter(text.charCodeAt(end + 1))) {
    hash = addCode(hash, APOSTROPHE);
    end += 1;
    for (let code = text.charCodeAt(end); isLetter(code); code = text.charCodeAt(end)) {
      hash = addCode(hash, code);
      end += 1;
    }
  }
  return findEntry(text, from, end, hash);
}

const APOSTROPHE = 39;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Of a Latin letter or a digit. */
export const isWordCode = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57);
const addCode = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0;

function findEntry(text: string, from: number, end: number, hash: number): TableEntry {
  let slot = mixBits(hash) & (SLOTS - 1);
  for (let entry = table[slot]; entry !== undefined; entry = table[slot]) {
    if (entry.hash === hash && isWritten(entry.written, text, from, end)) return entry;
    slot = (slot + 1) & (SLOTS - 1);
  }
  if (tableSize < WORDS_MAX) tableSize += 1;
  else {
    table = createTable();
    tableSize = 1;
    slot = mixBits(hash) & (SLOTS - 1);
  }
  const written = text.slice(from, end);
  const lower = written.toLowerCase();
  const entry = { written, hash, lower, stem: toStem(lower) };
  table[slot] = entry;
  return entry;
}

/** Words that end alike differ in the upper bits only. */
const mixBits = (hash: number): number => hash ^ (hash >>> 15);

function isWritten(written: string, text: string, from: number, end: number): boolean {
  if (written.length !== end - from) return false;
  for (let at = 0; at < written.length; at += 1)
    if (written.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}

/** A rough stem: `wins`, `winning` and `win` share it. Names and numbers separate the words it merges wrongly. */
export function toStem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const regular = getOwn(REGULAR_FORMS, word) ?? word;
  const stem = regular.length <= 3 ? regular : cutSuffix(regular);
  if (STEMS.size >= WORDS_MAX) STEMS.clear();
  STEMS.set(word, stem);
  return stem;
}

/** Stems of the words that were read last. */
const STEMS = new Map<string, string>();

const REGULAR_FORMS: Readonly<Record<string, string>> = {
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

function cutSuffix(word: string): string {
  const stem = word
    .replace(/(?<=.{6})(?<!govern)ments?$/, '') // keeps `statement` from `state` and `government` from `governor`
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=[^aeiou])(?:ers|er|ors|or)$/, '')
    .replace(/([^aeiousl])\1(?:ings|ing|ed)$/, '$1')
    .replace(/(?<=..)(?:ings|ing|ed|es|s)$/, '')
    .replace(/e$/, '');
  return stem.length < 3 ? word : stem;
}
