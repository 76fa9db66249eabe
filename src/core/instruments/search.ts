import type { VenueName } from '../kernel/ids.ts';
import { fold, nameKey, wordsOf } from './fold.ts';
import type { Instrument, MarketStatus } from './instrument.ts';

/** A search as a store needs it: words folded once, filters exact. */
export interface SearchRule {
  readonly words: readonly string[]; // folded; none: everything matches
  readonly tickerKey: string; // the whole text, as `nameKey` writes it
  readonly venue: VenueName | null;
  readonly status: MarketStatus | null;
  readonly category: string | null; // folded
}

/** Answers come tier by tier: exact ticker, then every word in the title, then the others. */
export const TIERS = [0, 1, 2] as const;
export type Tier = (typeof TIERS)[number];

/** Where a page ends: what follows has a higher tier, or the same tier and a larger id. */
export interface SearchPosition {
  readonly tier: Tier;
  readonly instrumentId: number;
}

/** Before the first answer. */
export const SEARCH_START: SearchPosition = { tier: 0, instrumentId: 0 };

export function searchRule(query: {
  readonly q: string | null;
  readonly venue: VenueName | null;
  readonly status: MarketStatus | null;
  readonly category: string | null;
}): SearchRule {
  return {
    words: wordsOf(query.q ?? ''),
    tickerKey: nameKey(query.q ?? ''),
    venue: query.venue,
    status: query.status,
    category: query.category === null ? null : fold(query.category),
  };
}

/**
 * The one definition of what a search finds; an index may propose, this decides.
 *
 * @returns the tier in which the instrument answers, null when it does not
 * Source   contract, Market discovery; docs/decisions/0028-search-and-match.md.
 */
export function tierOf(rule: SearchRule, instrument: Instrument): Tier | null {
  if (!passesFilters(rule, instrument)) return null;
  if (rule.words.length === 0) return 2;
  if (nameKey(instrument.ticker) === rule.tickerKey) return 0;
  const title = fold(instrument.title);
  const missing = rule.words.filter((word) => !title.includes(word));
  if (missing.length === 0) return 1;
  const rest = restOf(instrument);
  return missing.every((word) => rest.includes(word)) ? 2 : null;
}

/** The same words and filters over any record: true when each word occurs in one of the texts. */
export const matchesWords = (words: readonly string[], texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => fold(text).includes(word)));

/** Searchable beside the title. A word holds no line break, so none can span the two texts. */
export const restOf = (instrument: Instrument): string =>
  `${fold(instrument.description ?? '')}\n${fold(instrument.ticker)}`;

function passesFilters(rule: SearchRule, instrument: Instrument): boolean {
  if (rule.venue !== null && instrument.venue !== rule.venue) return false;
  if (rule.status !== null && instrument.status !== rule.status) return false;
  return rule.category === null || fold(instrument.category) === rule.category;
}
