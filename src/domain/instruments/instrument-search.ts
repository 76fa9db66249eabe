import type { EventId, Instrument, MarketStatus, VenueName } from '#contract';
import { foldCase, toNameKey, toSearchWords } from './case-fold.ts';
import { findEventId } from './event-id.ts';

/** A normalised search: case-folded words and exact filters. */
export interface SearchRule {
  readonly words: readonly string[]; // case-folded; empty: everything matches
  readonly tickerKey: string; // `toNameKey` of the complete text
  readonly venue: VenueName | null;
  readonly status: MarketStatus | null;
  readonly category: string | null; // case-folded
  readonly eventId: EventId | null;
  readonly series: string | null; // case-folded
}

/** Result tiers: 0 exact ticker, 1 all words in the title, 2 all other matches. */
export const TIERS = [0, 1, 2] as const;
export type Tier = (typeof TIERS)[number];

/** Position of the last result of a page. Later results have a higher tier, or the same tier and a larger id. */
export interface SearchPosition {
  readonly tier: Tier;
  readonly instrumentId: number;
}

/** Position before the first result. */
export const SEARCH_START: SearchPosition = { tier: 0, instrumentId: 0 };

export function toSearchRule(query: {
  readonly q: string | null;
  readonly venue: VenueName | null;
  readonly status: MarketStatus | null;
  readonly category: string | null;
  readonly eventId?: EventId | null;
  readonly series?: string | null;
}): SearchRule {
  return {
    words: toSearchWords(query.q ?? ''),
    tickerKey: toNameKey(query.q ?? ''),
    venue: query.venue,
    status: query.status,
    category: foldOrNull(query.category),
    eventId: query.eventId ?? null,
    series: foldOrNull(query.series ?? null),
  };
}

const foldOrNull = (text: string | null): string | null => (text === null ? null : foldCase(text));

/**
 * Defines what a search finds. An index only selects candidates; this function decides.
 *
 * @returns the tier of the instrument, null when it does not match
 * Source   contract, Market discovery; docs/decisions/listings.md.
 */
export function findTier(rule: SearchRule, instrument: Instrument): Tier | null {
  if (!passesFilters(rule, instrument)) return null;
  if (rule.words.length === 0) return 2;
  if (toNameKey(instrument.ticker) === rule.tickerKey) return 0;
  const title = foldCase(instrument.title);
  const missing = rule.words.filter((word) => !title.includes(word));
  if (missing.length === 0) return 1;
  const rest = toOtherText(instrument);
  return missing.every((word) => rest.includes(word)) ? 2 : null;
}

/** True when each case-folded word occurs in one of the texts of any other record. */
export const matchesWords = (words: readonly string[], texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => foldCase(text).includes(word)));

/** Searchable text other than the title. Words contain no line break, so no match spans the two texts. */
export const toOtherText = (instrument: Instrument): string =>
  `${foldCase(instrument.description ?? '')}\n${foldCase(instrument.ticker)}`;

export function passesFilters(rule: SearchRule, instrument: Instrument): boolean {
  if (rule.venue !== null && instrument.venue !== rule.venue) return false;
  if (rule.status !== null && instrument.status !== rule.status) return false;
  if (rule.category !== null && foldCase(instrument.category) !== rule.category) return false;
  if (rule.series !== null && foldOrNull(instrument.event?.series ?? null) !== rule.series) return false;
  return rule.eventId === null || findEventId(instrument) === rule.eventId;
}

/** Keys to find one instrument. At least one of ticker and slug is set; both must match. */
export interface MatchKeys {
  readonly ticker: string | null;
  readonly slug: string | null;
  readonly venue: VenueName | null;
}

/** True when all keys match, ignoring case. */
export function matchesKeys(keys: MatchKeys, instrument: Instrument): boolean {
  if (keys.venue !== null && keys.venue !== instrument.venue) return false;
  if (keys.ticker !== null && foldCase(keys.ticker) !== foldCase(instrument.ticker)) return false;
  return keys.slug === null || foldCase(keys.slug) === foldCase(instrument.slug);
}

/** Of several matches: OPEN first, then the configured order of venues, then the lowest id. */
export function findBestMatch(
  matches: readonly Instrument[],
  venueOrder: readonly VenueName[],
): Instrument | null {
  const rank = (instrument: Instrument): readonly number[] => [
    instrument.status === 'OPEN' ? 0 : 1,
    venueOrder.indexOf(instrument.venue),
    instrument.instrumentId,
  ];
  return matches.toSorted((a, b) => compare(rank(a), rank(b)))[0] ?? null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * A term identifies a set of instruments: those of one venue, or those with `rai` in the title. A search is the
 * intersection of such sets. Texts yield all sequences of one, two and three characters. So a short word is
 * one term, and a longer word is the terms of its three-character sequences.
 *
 * A term is a 31-bit hash. Hashes may collide, and the sequences of a word may occur apart in a text, so the
 * intersection only selects candidates; `findTier` decides.
 */
export type Term = number;

const GRAM = 3;
// Seeds differ above the 16 bits of a character, so that a title's `a` is not a text's `b`.
const SEED = {
  title: 0x1_0000,
  text: 0x2_0000,
  venue: 0x3_0000,
  status: 0x4_0000,
  category: 0x5_0000,
  event: 0x6_0000,
  series: 0x7_0000,
} as const;

/** Calls `visit` for each term of the instrument, some of them more than once. */
export function visitTerms(instrument: Instrument, visit: (term: Term) => void): void {
  const title = foldCase(instrument.title);
  visitGrams(SEED.title, title, visit);
  visitGrams(SEED.text, title, visit);
  visitGrams(SEED.text, toOtherText(instrument), visit);
  visit(labelTerm(SEED.venue, instrument.venue));
  visit(labelTerm(SEED.status, instrument.status));
  visit(labelTerm(SEED.category, foldCase(instrument.category)));
  const eventId = findEventId(instrument);
  if (eventId !== null) visit(labelTerm(SEED.event, eventId));
  const series = instrument.event?.series ?? null;
  if (series !== null) visit(labelTerm(SEED.series, foldCase(series)));
}

/** Terms of every instrument that matches the rule with all words in its title. */
export const toTitleTerms = (rule: SearchRule): readonly Term[] => ruleTerms(SEED.title, rule);

/** Terms of every instrument that matches the rule in any tier. */
export const toTextTerms = (rule: SearchRule): readonly Term[] => ruleTerms(SEED.text, rule);

const ruleTerms = (seed: number, rule: SearchRule): readonly Term[] => [
  ...new Set([...wordTerms(seed, rule.words), ...toFilterTerms(rule)]),
];

/** Terms of every instrument that has all these parts of words in its title, or in any of its texts. */
export const toWordTerms = (where: 'title' | 'text', parts: readonly string[]): readonly Term[] =>
  wordTerms(SEED[where], parts);

function wordTerms(seed: number, words: readonly string[]): readonly Term[] {
  const terms = new Set<Term>();
  for (const word of words) {
    const length = Math.min(word.length, GRAM);
    for (let at = 0; at + length <= word.length; at += 1)
      terms.add(labelTerm(seed, word.slice(at, at + length)));
  }
  return [...terms];
}

/** Terms of every instrument that passes the filters. */
export function toFilterTerms(rule: SearchRule): readonly Term[] {
  const terms: Term[] = [];
  if (rule.venue !== null) terms.push(labelTerm(SEED.venue, rule.venue));
  if (rule.status !== null) terms.push(labelTerm(SEED.status, rule.status));
  if (rule.category !== null) terms.push(labelTerm(SEED.category, rule.category));
  if (rule.eventId !== null) terms.push(labelTerm(SEED.event, rule.eventId));
  if (rule.series !== null) terms.push(labelTerm(SEED.series, rule.series));
  return terms;
}

function visitGrams(seed: number, text: string, visit: (term: Term) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    let hash: number = seed;
    const end = Math.min(at + GRAM, text.length);
    for (let next = at; next < end; next += 1) {
      const unit = text.charCodeAt(next);
      // Words contain no spaces, so sequences across a space are not needed.
      if (isSpace(unit)) break;
      hash = mix(hash, unit);
      visit(finish(hash));
    }
  }
}

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

function labelTerm(seed: number, label: string): Term {
  let hash = seed;
  for (let at = 0; at < label.length; at += 1) hash = mix(hash, label.charCodeAt(at));
  return finish(hash);
}

// Multiply and rotate, so that one unit changes high and low bits; takes about a nanosecond.
function mix(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return (mixed << 13) | (mixed >>> 19);
}

const finish = (hash: number): Term => (hash ^ (hash >>> 16)) & 0x7fffffff;
