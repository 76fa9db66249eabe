/** A word as it is compared. */
export interface KnownWord {
  readonly lower: string;
  readonly stem: string;
}

interface TableEntry extends KnownWord {
  readonly written: string;
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

/** The word at [from, end) of a text. */
export function readWord(text: string, from: number, end: number): KnownWord {
  let hash = 0;
  for (let at = from; at < end; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
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
  const regular = REGULAR_FORMS[word] ?? word;
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
