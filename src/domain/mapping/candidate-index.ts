import { extractDates } from './extract-dates.ts';
import { extractQuantities } from './extract-quantities.ts';
import { COMMON_WORDS, FILLER_WORDS, findConcept } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import { normalizeText, splitWords, toStem } from './listing-text.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 31;
/** A word that so many listings of one month share tells nothing of which of them is meant. */
const POSTINGS_MAX = 400;
const WORDS_MAX = 6; // the rarest of a listing
const CANDIDATES_MAX = 12; // worth a full comparison, of each listing

/**
 * Which listings of one venue may be the same contract as one of another, without comparing all with all:
 * those that share rare words and end in the same month or the next. It may propose too many, and
 * `compareListings` decides; what it leaves out shares no rare word.
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

  /** The likeliest first, at most a dozen. */
  findCandidates(listing: Listing): readonly Id[] {
    const { words, month } = getIndexKeys(listing);
    const found = words
      .map((word) => this.#near(word, month))
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

  #near(word: string, month: number | null): readonly Id[] {
    if (month === null) return this.#postings.get(`${word}/null`) ?? [];
    const keys = [month - 1, month, month + 1, null].map((of) => `${word}/${of}`);
    const lists = keys.map((key) => this.#postings.get(key) ?? []);
    // Looked at before they are joined: the list of a usual word may hold half the catalogue.
    const length = lists.reduce((total, ids) => total + ids.length, 0);
    return length > POSTINGS_MAX ? [] : lists.flat();
  }
}

/** The telling words of a title, and the month in which it ends; null when nobody says. */
function getIndexKeys({ title, closeTime }: Listing): {
  readonly words: readonly string[];
  readonly month: number | null;
} {
  const closeDay = closeTime === null ? null : Math.floor(closeTime / DAY_MS);
  const { spans, rest } = extractDates(normalizeText(title), closeDay);
  const words = splitWords(rest);
  // Of a ladder of prices the rung is what tells.
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
