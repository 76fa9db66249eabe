import { extractDates } from './extract-dates.ts';
import { extractQuantities } from './extract-quantities.ts';
import { COMMON_WORDS, FILLER_WORDS, findConcept } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import { normalizeText, splitWords, toStem } from './listing-text.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 31;
/** A word in more listings of neighbouring months than this does not help to find a candidate. */
const POSTINGS_MAX = 400;
const WORDS_MAX = 6; // the rarest words of a listing
const CANDIDATES_MAX = 12; // full comparisons per listing

/**
 * An inverted index that finds the listings of one venue that may be the same contract as a listing of
 * another, without comparing all pairs: those that share rare words and end in the same or a neighbouring
 * month. It may return too many, and `compareListings` decides; a listing without a shared rare word is
 * never returned.
 */
export class CandidateIndex<Id> {
  readonly #postings = new Map<string, Id[]>();

  add(id: Id, listing: Listing): void {
    const { words, month } = getIndexKeys(listing);
    for (const word of words) {
      const key = `${word}/${month}`;
      const ids = this.#postings.get(key);
      if (ids === undefined) this.#postings.set(key, [id]);
      else ids.push(id);
    }
  }

  /** At most twelve candidates, best first. */
  findCandidates(listing: Listing): readonly Id[] {
    const { words, month } = getIndexKeys(listing);
    const found = words
      .map((word) => this.#findByWord(word, month))
      .filter((ids) => ids.length > 0)
      .sort((a, b) => a.length - b.length)
      .slice(0, WORDS_MAX);
    const weights = new Map<Id, number>();
    for (const ids of found)
      for (const id of ids) weights.set(id, (weights.get(id) ?? 0) + 1 / (1 + Math.log(ids.length)));
    return [...weights]
      .sort((a, b) => b[1] - a[1])
      .slice(0, CANDIDATES_MAX)
      .map(([id]) => id);
  }

  #findByWord(word: string, month: number | null): readonly Id[] {
    if (month === null) return this.#postings.get(`${word}/null`) ?? [];
    const keys = [month - 1, month, month + 1, null].map((of) => `${word}/${of}`);
    const lists = keys.map((key) => this.#postings.get(key) ?? []);
    // Count before joining: the list of a frequent word may hold half the catalogue.
    const length = lists.reduce((total, ids) => total + ids.length, 0);
    return length > POSTINGS_MAX ? [] : lists.flat();
  }
}

/** The distinctive words of a title and the month in which it ends; null when neither title nor venue gives one. */
function getIndexKeys({ title, closeTime }: Listing): {
  readonly words: readonly string[];
  readonly month: number | null;
} {
  const closeDay = closeTime === null ? null : Math.floor(closeTime / DAY_MS);
  const { spans, rest } = extractDates(normalizeText(title), closeDay);
  const words = splitWords(rest);
  // Markets on several thresholds of one quantity differ in their number only.
  const keys = new Set(extractQuantities(rest).quantities.map(({ value }) => `#${value}`));
  for (let at = 0; at < words.length; ) {
    const known = findConcept(words, at);
    const word = words[at]?.text ?? '';
    if (known !== null) keys.add(`${known.concept.kind}:${known.concept.name}`);
    else if (!FILLER_WORDS.has(word) && !COMMON_WORDS.has(word)) keys.add(toStem(word));
    at += known?.length ?? 1;
  }
  const end = spans[0]?.to ?? closeDay;
  return { words: [...keys], month: end === null ? null : Math.floor((end - 1) / MONTH_DAYS) };
}
