import { type EventKeys, readEventKeys } from './event-keys.ts';
import type { Listing } from './listing.ts';

/** A key in more listings of neighbouring months than this does not help to find a candidate. */
const POSTINGS_MAX = 400;
/** A key in at most this many listings finds them in any month. */
const POSTINGS_RARE = 40;
const KEYS_MAX = 7; // the rarest keys of a listing
const CANDIDATES_MAX = 12; // full comparisons per listing
const WEIGHT_SHARE_MIN = 0.34; // of the best candidate's weight
const SAME_END_FACTOR = 1.5; // of the weight, when both titles end on one day

interface Posting<Id> extends Pick<EventKeys, 'day' | 'ends' | 'numbers'> {
  readonly id: Id;
}

/**
 * An inverted index that finds the listings of one venue that may be the same contract as a listing of
 * another, without comparing all pairs: those that share rare keys and end in the same or a neighbouring
 * month. It may return too many, and `compareListings` decides; a listing without a shared rare key is
 * never returned.
 */
export class CandidateIndex<Id> {
  readonly #byMonth = new Map<string, Posting<Id>[]>();
  readonly #byKey = new Map<string, Posting<Id>[]>();

  readonly #frequent = new Set<string>();
  readonly #keys = new Map<Id, EventKeys>();

  /** Adds a listing. One that is present is replaced. */
  add(id: Id, listing: Listing): void {
    this.remove(id);
    const keys = readEventKeys(listing);
    this.#keys.set(id, keys);
    const posting = { id, day: keys.day, ends: keys.ends, numbers: keys.numbers };
    for (const key of keys.keys) {
      this.#addToKey(key, posting);
      for (const month of getMonths(keys)) getPostings(this.#byMonth, `${key}/${month}`).push(posting);
    }
  }

  /** A key that was ever frequent stays so, since its listings are then kept by month only. */
  #addToKey(key: string, posting: Posting<Id>): void {
    if (this.#frequent.has(key)) return;
    const postings = getPostings(this.#byKey, key);
    postings.push(posting);
    if (postings.length <= POSTINGS_RARE) return;
    this.#frequent.add(key);
    this.#byKey.delete(key);
  }

  /** Removes a listing; nothing happens for an unknown one. */
  remove(id: Id): void {
    const keys = this.#keys.get(id);
    if (keys === undefined) return;
    this.#keys.delete(id);
    for (const key of keys.keys) {
      removePosting(this.#byKey, key, id);
      for (const month of getMonths(keys)) removePosting(this.#byMonth, `${key}/${month}`, id);
    }
  }

  /** At most twelve candidates, best first. */
  findCandidates(listing: Listing): readonly Id[] {
    const keys = readEventKeys(listing);
    const found = keys.keys
      .map((key) => this.#findByKey(key, keys))
      .filter((postings) => postings.length > 0)
      .sort((a, b) => a.length - b.length)
      .slice(0, KEYS_MAX);
    const weights = new Map<Posting<Id>, number>();
    for (const postings of found) {
      const weight = 1 / (1 + Math.log(postings.length));
      for (const posting of postings)
        if (isDayPossible(posting, keys) && areNumbersPossible(posting.numbers, keys.numbers))
          weights.set(
            posting,
            (weights.get(posting) ?? 0) + weight * (endsAlike(posting, keys) ? SAME_END_FACTOR : 1),
          );
    }
    const best = Math.max(0, ...weights.values());
    return [...weights]
      .filter(([, weight]) => weight >= best * WEIGHT_SHARE_MIN)
      .sort((a, b) => b[1] - a[1])
      .slice(0, CANDIDATES_MAX)
      .map(([{ id }]) => id);
  }

  /** The listings with this key: all of them if they are few, otherwise those of the same or a neighbouring month. */
  #findByKey(key: string, { months }: EventKeys): readonly Posting<Id>[] {
    if (!this.#frequent.has(key)) return this.#byKey.get(key) ?? [];
    const wanted = new Set([...months.flatMap((month) => [month - 1, month, month + 1]), NO_MONTH]);
    const lists = [...wanted].map((month) => this.#byMonth.get(`${key}/${month}`) ?? []);
    // Count before joining: the list of a frequent key may hold half the catalogue.
    const length = lists.reduce((total, postings) => total + postings.length, 0);
    return length > POSTINGS_MAX ? [] : [...new Set(lists.flat())];
  }
}

type Days = Pick<EventKeys, 'day' | 'ends'>;

/** False when the titles name two days. Two time zones may differ by one. */
const isDayPossible = (one: Days, other: Days): boolean =>
  one.day === null || other.day === null || Math.abs(one.day - other.day) <= 1;

/** False when both titles have numbers and share none: a threshold and its complement have the same one. */
const areNumbersPossible = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((number) => other.includes(number));

const endsAlike = (one: Days, other: Days): boolean => one.ends.some((end) => other.ends.includes(end));

const NO_MONTH = -1;
const getMonths = ({ months }: EventKeys): readonly number[] => (months.length === 0 ? [NO_MONTH] : months);

function getPostings<Id>(map: Map<string, Posting<Id>[]>, key: string): Posting<Id>[] {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created: Posting<Id>[] = [];
  map.set(key, created);
  return created;
}

function removePosting<Id>(map: Map<string, Posting<Id>[]>, name: string, id: Id): void {
  const postings = map.get(name) ?? [];
  const at = postings.findIndex((posting) => posting.id === id);
  if (at >= 0) postings.splice(at, 1);
  if (postings.length === 0) map.delete(name);
}
