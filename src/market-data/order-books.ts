import type { Book } from '../domain/model/book.ts';
import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Instrument, MarketStatus } from '../domain/model/instrument.ts';
import type { Price } from '../domain/model/money.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import {
  type BookState,
  computeBookState,
  computeMid,
  isCrossed,
} from '../domain/order-books/book-quotes.ts';
import {
  applyDelta,
  applySnapshot,
  type BookSides,
  EMPTY_SIDES,
} from '../domain/order-books/live-order-book.ts';
import type { Clock } from '../ports/environment.ts';
import type { QuotedBook } from '../ports/market-view.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { VenueBookUpdate } from '../ports/venue.ts';
import type { MarketVenue } from './market-data-types.ts';

export interface OrderBooksDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly getStatus: (id: InstrumentId) => MarketStatus | null;
  readonly onMidMoved: (id: InstrumentId, before: Price | null, after: Price | null) => void;
  readonly onFirstBook: (id: InstrumentId) => void;
}

/** One instrument's book and what is known of its trustworthiness. */
interface BookEntry {
  readonly instrumentId: InstrumentId;
  readonly venue: MarketVenue;
  sides: BookSides;
  timestamp: TimestampMs;
  sequence: number;
  status: MarketStatus | null;
  hasSnapshot: boolean; // a snapshot arrived
  hasGap: boolean;
  isCrossed: boolean;
  mid: Price | null;
  freshness: Freshness;
}

/** When a venue last spoke. */
interface Freshness {
  readonly receivedAtMs: number; // monotonic
  readonly lagMs: number; // how old it was when we heard it
}

/** One book for each instrument that a feed tells of. Thousands of changes a second pass here. */
export class OrderBooks {
  readonly #deps: OrderBooksDeps;
  readonly #entries = new Map<InstrumentId, BookEntry>();
  /** The last proof of each venue that what it told of every book is still so. */
  readonly #alive = new Map<VenueName, Freshness>();
  readonly #listeners = new Set<(id: InstrumentId) => void>();
  #firstSequence: number;

  constructor(deps: OrderBooksDeps) {
    this.#deps = deps;
    // A start counts on from its own time, so that no restart takes a book's sequence back.
    this.#firstSequence = deps.clock.now();
  }

  apply(venue: MarketVenue, id: InstrumentId, update: VenueBookUpdate): void {
    const entry = this.#entries.get(id) ?? this.#open(venue, id, update.at);
    entry.freshness = this.#wordOf(update.at);
    if (update.kind === 'alive') return; // the word itself was the news
    if (update.kind === 'lost') return this.#lose(entry, update.at, 'lost');
    // A change of a book that we do not have says nothing; the snapshot will include it.
    if (update.kind === 'delta' && entry.hasGap) return this.#drop(entry, 'no_snapshot');
    const sides = update.kind === 'snapshot' ? applySnapshot(update) : applyDelta(entry.sides, update);
    if (sides === null) return this.#lose(entry, update.at, 'bad_levels');
    this.#set(entry, sides, update.at);
  }

  /** Every book that the venue told is still as it was. */
  confirmAll(venue: MarketVenue, at: TimestampMs): void {
    this.#alive.set(venue.name, this.#wordOf(at));
  }

  /** Called after every change of a book, or of whether it may be traded on. */
  onChanged(listener: (id: InstrumentId) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Trading on a book ends and begins with its market. */
  setStatus({ instrumentId, status }: Instrument): void {
    const entry = this.#entries.get(instrumentId);
    if (entry === undefined || entry.status === status) return;
    entry.status = status;
    this.#advance(entry);
  }

  /** Null when no feed ever told of it. */
  getQuoted(id: InstrumentId): QuotedBook | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    const state = this.#stateOf(entry);
    return { book: toBook(entry), state, usable: state === 'live', ageMs: this.#ageOf(entry) };
  }

  /** True when the venue's present book is known, tradable or not. */
  isCurrent(id: InstrumentId): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !entry.hasGap && !this.#isStale(entry);
  }

  /** True once the venue has told the book, whatever became of it since. */
  hasSnapshot(id: InstrumentId): boolean {
    return this.#entries.get(id)?.hasSnapshot ?? false;
  }

  /** Nobody tells of it any more. When it is told again its sequence goes on from where it was. */
  forget(id: InstrumentId): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#firstSequence = Math.max(this.#firstSequence, entry.sequence + 1);
    if (entry.mid !== null) this.#deps.onMidMoved(id, entry.mid, null);
  }

  /** A book without levels, for a market that has none yet. */
  emptyBook(instrument: Instrument): Book {
    const { instrumentId, updatedAt } = instrument;
    return { instrumentId, ...EMPTY_SIDES, timestamp: updatedAt, sequence: this.#firstSequence };
  }

  mid(id: InstrumentId): Price | null {
    return this.#entries.get(id)?.mid ?? null;
  }

  /** Age of the venue's oldest book of an open market; null when it has none. */
  oldestAgeMs(venue: VenueName): number | null {
    let oldest: number | null = null;
    for (const entry of this.#entries.values()) {
      if (entry.venue.name !== venue || entry.status !== 'OPEN') continue;
      oldest = Math.max(oldest ?? 0, this.#ageOf(entry));
    }
    return oldest;
  }

  #open(venue: MarketVenue, instrumentId: InstrumentId, timestamp: TimestampMs): BookEntry {
    const entry: BookEntry = {
      instrumentId,
      venue,
      sides: EMPTY_SIDES,
      timestamp,
      sequence: this.#firstSequence,
      status: this.#deps.getStatus(instrumentId),
      hasSnapshot: false,
      hasGap: true, // until its first snapshot
      isCrossed: false,
      mid: null,
      freshness: this.#wordOf(timestamp),
    };
    this.#entries.set(instrumentId, entry);
    return entry;
  }

  #set(entry: BookEntry, sides: BookSides, at: TimestampMs): void {
    const { mid: before, hasSnapshot } = entry;
    entry.sides = sides;
    entry.timestamp = at;
    entry.hasSnapshot = true;
    entry.hasGap = false;
    entry.isCrossed = isCrossed(sides);
    entry.mid = computeMid(sides);
    this.#advance(entry);
    if (entry.mid !== before) this.#deps.onMidMoved(entry.instrumentId, before, entry.mid);
    if (!hasSnapshot) this.#deps.onFirstBook(entry.instrumentId);
  }

  // The levels stay to be looked at, and the mark with them; nothing is traded on them. A message that
  // cannot be true has told us nothing, so the book may have moved on without us just the same.
  #lose(entry: BookEntry, at: TimestampMs, why: string): void {
    if (!entry.hasGap) {
      entry.hasGap = true;
      entry.timestamp = at;
      this.#advance(entry);
    }
    this.#drop(entry, why);
  }

  #advance(entry: BookEntry): void {
    entry.sequence += 1;
    for (const listener of this.#listeners) listener(entry.instrumentId);
  }

  #drop(entry: BookEntry, why: string): void {
    this.#deps.metrics.count('market_book_dropped', { venue: entry.venue.name, why });
  }

  #stateOf(entry: BookEntry): BookState {
    return computeBookState({ ...entry, ageMs: this.#ageOf(entry), ageMsMax: entry.venue.bookAgeMsMax });
  }

  #isStale(entry: BookEntry): boolean {
    const { bookAgeMsMax } = entry.venue;
    return bookAgeMsMax !== null && this.#ageOf(entry) > bookAgeMsMax;
  }

  /** By the later of what was said of this book and what was said of all of them. */
  #ageOf({ freshness, venue }: BookEntry): number {
    const alive = this.#alive.get(venue.name);
    const { receivedAtMs, lagMs } =
      alive !== undefined && alive.receivedAtMs > freshness.receivedAtMs ? alive : freshness;
    return this.#deps.clock.monotonicMs() - receivedAtMs + lagMs;
  }

  #wordOf(at: TimestampMs): Freshness {
    const { clock } = this.#deps;
    return { receivedAtMs: clock.monotonicMs(), lagMs: Math.max(0, clock.now() - at) };
  }
}

const toBook = ({ instrumentId, sides, timestamp, sequence }: BookEntry): Book => ({
  instrumentId,
  bids: sides.bids,
  asks: sides.asks,
  timestamp,
  sequence,
});
