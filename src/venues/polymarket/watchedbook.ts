import type { BookSides } from '../../core/books/apply.ts';
import { HeldBook } from '../../core/books/held.ts';
import { isCrossed } from '../../core/books/quote.ts';
import { agreesWith, sameSides, type WireBook, type WireChange } from './books.ts';
import type { Listing } from './map.ts';
import type { Shard } from './shard.ts';

const TRUSTED_MS = 30_000;

/** What became of changes: `early` ones are in the snapshot that is there or will come. */
export type Applied = 'applied' | 'early' | 'impossible' | 'gap';

/** One book of YES, whose mirror is the book of NO, and what its word is worth. */
export class WatchedBook {
  readonly listing: Listing; // as it was when its book came to be watched
  readonly tokenId: string;
  readonly shard: Shard;
  askedAtMs: number; // monotonic: last subscription
  isSuspect = false; // the venue's other book differed, while no event said so
  #held: HeldBook | null = null; // null: lost, until the next snapshot
  #atMs = 0; // the venue's clock
  #heardAtMs: number; // monotonic: last event or check that bore it out
  #crossedAtMs: number | null = null;

  constructor(listing: Listing, shard: Shard, nowMs: number) {
    this.listing = listing;
    this.tokenId = listing.yes;
    this.shard = shard;
    this.askedAtMs = nowMs;
    this.#heardAtMs = nowMs;
  }

  get id(): string {
    return this.listing.instrument.venueInstrumentId;
  }

  /** A view, which changes with the book; null while it is lost. */
  get sides(): BookSides | null {
    return this.#held;
  }

  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** The sides at this moment; null unless they may be traded on. */
  tradable(nowMs: number): BookSides | null {
    const isTrusted = !this.isSuspect && this.shard.isUp && nowMs - this.#heardAtMs <= TRUSTED_MS;
    return this.#held !== null && isTrusted && !isCrossed(this.#held) ? this.#held.told() : null;
  }

  /** For how long its sides have met; zero while they do not. */
  crossedMs(nowMs: number): number {
    return this.#crossedAtMs === null ? 0 : nowMs - this.#crossedAtMs;
  }

  /** False for one that is older than what is held: the venue's books come over several roads. */
  replace({ sides, atMs }: WireBook, nowMs: number): boolean {
    if (this.#held !== null && atMs < this.#atMs) return false;
    this.#held = new HeldBook(sides);
    this.#atMs = atMs;
    this.heard(nowMs);
    return true;
  }

  /** After `impossible` and `gap` the book is not to be trusted, and has to be lost. */
  apply(changes: readonly WireChange[], atMs: number, nowMs: number): Applied {
    const held = this.#held;
    if (held === null || atMs < this.#atMs) return 'early';
    for (const { side, level } of changes) if (!held.set(side, level)) return 'impossible';
    const best = changes.at(-1)?.best ?? null;
    if (best !== null && !agreesWith(held, best)) return 'gap';
    this.#atMs = atMs;
    this.heard(nowMs);
    return 'applied';
  }

  /** It was borne out: told anew, changed, or found as it is. */
  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
    this.isSuspect = false;
    const isMet = this.#held !== null && isCrossed(this.#held);
    this.#crossedAtMs = isMet ? (this.#crossedAtMs ?? nowMs) : null;
  }

  isSameAs({ sides }: WireBook): boolean {
    return this.#held !== null && sameSides(this.#held, sides);
  }

  isNewerThan({ atMs }: WireBook): boolean {
    return this.#atMs > atMs;
  }

  lose(): void {
    this.#held = null;
    this.#crossedAtMs = null;
  }
}
