import { type EventKeys, readEventKeys } from './event-keys.ts';
import type { Listing } from './listing.ts';

/** A key in more listings of neighbouring months than this does not help to find a candidate. */
const POSTINGS_MAX = 2_500;
/** Listings that one search looks at, those of its rarest keys first: bounds its time, whatever the catalogue's size. */
const LOOKED_AT_MAX = 3_000;
/** A key in at most this many listings finds them in any month. */
const POSTINGS_RARE = 40;
const KEYS_MAX = 7; // the rarest keys of a listing
const CANDIDATES_MAX = 24; // full comparisons per listing
/** The first ones, whatever their weights: a listing of one side of a game shares less than its other lines do. */
const CANDIDATES_SURE = 8;
const WEIGHT_SHARE_MIN = 0.34; // of the best candidate's weight, from then on
const SAME_END_FACTOR = 1.5; // of the weight, when both titles end on one day

interface Posting<Id> extends Pick<EventKeys, 'day' | 'ends' | 'numbers'> {
  readonly id: Id;
  weight: number; // in the search that was counted last
  search: number; // the number of that search
  list: number; // the number of the last key that was looked up
}

/** The listings with one key. */
interface KeyPostings<Id> {
  all: Posting<Id>[] | null; // null once they were too many: then by month only
  readonly byMonth: Map<number, Posting<Id>[]>;
}

/**
 * An inverted index that finds the listings of one venue that may be the same contract as a listing of
 * another, without comparing all pairs: those that share rare keys and end in the same or a neighbouring
 * month. It may return too many, and `compareListings` decides; a listing without a shared rare key is
 * never returned.
 */
export class CandidateIndex<Id> {
  readonly #byKey = new Map<string, KeyPostings<Id>>();
  readonly #keys = new Map<Id, EventKeys>();
  #searches = 0;
  #lists = 0;

  /** Adds a listing. One that is present is replaced. */
  add(id: Id, listing: Listing): void {
    this.addKeys(id, readEventKeys(listing));
  }

  /** As `add`, for keys that were read before. */
  addKeys(id: Id, keys: EventKeys): void {
    this.remove(id);
    this.#keys.set(id, keys);
    const { day, ends, numbers } = keys;
    const posting: Posting<Id> = { id, day, ends, numbers, weight: 0, search: 0, list: 0 };
    for (const key of keys.keys) {
      const postings = this.#byKey.get(key) ?? { all: [], byMonth: new Map<number, Posting<Id>[]>() };
      this.#byKey.set(key, postings);
      postings.all?.push(posting);
      // A key that was ever frequent stays so.
      if ((postings.all?.length ?? 0) > POSTINGS_RARE) postings.all = null;
      for (const month of getMonths(keys)) {
        const ofMonth = postings.byMonth.get(month);
        if (ofMonth === undefined) postings.byMonth.set(month, [posting]);
        else ofMonth.push(posting);
      }
    }
  }

  /** Removes a listing; nothing happens for an unknown one. */
  remove(id: Id): void {
    const keys = this.#keys.get(id);
    if (keys === undefined) return;
    this.#keys.delete(id);
    for (const key of keys.keys) {
      const postings = this.#byKey.get(key);
      if (postings === undefined) continue;
      removePosting(postings.all ?? [], id);
      for (const month of getMonths(keys)) {
        const ofMonth = postings.byMonth.get(month) ?? [];
        removePosting(ofMonth, id);
        if (ofMonth.length === 0) postings.byMonth.delete(month);
      }
      if (postings.byMonth.size === 0 && postings.all !== null) this.#byKey.delete(key);
    }
  }

  /** A few candidates, best first. */
  findCandidates(listing: Listing): readonly Id[] {
    return this.findByKeys(readEventKeys(listing));
  }

  /** As `findCandidates`, for keys that were read before. */
  findByKeys(keys: EventKeys): readonly Id[] {
    const months = getMonthsAround(keys);
    const rarest = takeRarest(
      keys.keys
        .map((key) => this.#findByKey(key, months))
        .filter(({ length }) => length > 0)
        .sort((a, b) => a.length - b.length),
    );
    const found = this.#addWeights(rarest, keys);
    const best = found.reduce((most, { weight }) => Math.max(most, weight), 0);
    return found
      .sort((a, b) => b.weight - a.weight)
      .slice(0, CANDIDATES_MAX)
      .filter(({ weight }, at) => at < CANDIDATES_SURE || weight >= best * WEIGHT_SHARE_MIN)
      .map(({ id }) => id);
  }

  /** The possible listings of all keys, each once, with their weights. */
  #addWeights(found: readonly FoundKey<Id>[], keys: EventKeys): Posting<Id>[] {
    this.#searches += 1;
    const search = this.#searches;
    const possible: Posting<Id>[] = [];
    for (const { lists, length } of found) {
      const weight = 1 / (1 + Math.log(length));
      this.#lists += 1;
      for (const postings of lists)
        for (const posting of postings) {
          if (posting.list === this.#lists) continue; // in two months
          posting.list = this.#lists;
          if (!isDayPossible(posting, keys) || !areNumbersPossible(posting.numbers, keys.numbers)) continue;
          if (posting.search !== search) {
            posting.search = search;
            posting.weight = 0;
            possible.push(posting);
          }
          posting.weight += weight * (endsAlike(posting, keys) ? SAME_END_FACTOR : 1);
        }
    }
    return possible;
  }

  /** The listings with this key: all of them if they are few, otherwise those of the months. None if they are too many. */
  #findByKey(key: string, months: ReadonlySet<number>): FoundKey<Id> {
    const postings = this.#byKey.get(key);
    if (postings === undefined) return NOTHING;
    if (postings.all !== null) return { lists: [postings.all], length: postings.all.length };
    const lists: Posting<Id>[][] = [];
    for (const month of months) {
      const ofMonth = postings.byMonth.get(month);
      if (ofMonth !== undefined) lists.push(ofMonth);
    }
    const length = lists.reduce((total, ofMonth) => total + ofMonth.length, 0);
    return length > POSTINGS_MAX ? NOTHING : { lists, length };
  }
}

/** The listings with one key, by month. A listing may be in two months. */
interface FoundKey<Id> {
  readonly lists: readonly (readonly Posting<Id>[])[];
  readonly length: number;
}
const NOTHING = { lists: [], length: 0 };

/** The keys with the fewest listings, as long as all together are few enough. At least one. */
function takeRarest<Found extends { readonly length: number }>(
  shortestFirst: readonly Found[],
): readonly Found[] {
  let total = 0;
  const end = shortestFirst.findIndex(({ length }, at) => {
    total += length;
    return at >= KEYS_MAX || (at > 0 && total > LOOKED_AT_MAX);
  });
  return end < 0 ? shortestFirst : shortestFirst.slice(0, end);
}

type Days = Pick<EventKeys, 'day' | 'ends'>;

/** False when the titles name two days. Two time zones may differ by one. */
const isDayPossible = (one: Days, other: Days): boolean =>
  one.day === null || other.day === null || Math.abs(one.day - other.day) <= 1;

/** False when both titles have numbers and share none: a threshold and its complement have the same one. */
const areNumbersPossible = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === 0 || other.length === 0 || sharesNumber(one, other);

const endsAlike = (one: Days, other: Days): boolean => sharesNumber(one.ends, other.ends);

function sharesNumber(one: readonly number[], other: readonly number[]): boolean {
  for (const number of one) if (other.includes(number)) return true;
  return false;
}

const NO_MONTH = -1;
const getMonths = ({ months }: EventKeys): readonly number[] => (months.length === 0 ? [NO_MONTH] : months);

/** The months of the listing, those before and after them, and no month. */
const getMonthsAround = ({ months }: EventKeys): ReadonlySet<number> =>
  new Set([...months.flatMap((month) => [month - 1, month, month + 1]), NO_MONTH]);

function removePosting<Id>(postings: Posting<Id>[], id: Id): void {
  const at = postings.findIndex((posting) => posting.id === id);
  if (at >= 0) postings.splice(at, 1);
}
