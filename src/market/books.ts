import { applyDelta, applySnapshot, type BookSides, EMPTY_SIDES } from '../core/books/apply.ts';
import type { Book } from '../core/books/book.ts';
import { isCrossed, midOf } from '../core/books/quote.ts';
import type { Instrument, MarketStatus } from '../core/instruments/instrument.ts';
import type { Price } from '../core/kernel/decimal.ts';
import type { InstrumentId, VenueName } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { QuotedBook } from '../ports/marketview.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { VenueBookUpdate } from '../ports/venue.ts';
import type { MarketVenue } from './venues.ts';

export interface BooksDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly statusOf: (id: InstrumentId) => MarketStatus | null;
  readonly onMidMoved: (id: InstrumentId, before: Price | null, after: Price | null) => void;
}

/** `gapped`: a message is missing, or none came yet. Only a live book is traded on (I-26). */
export const BOOK_CONDITIONS = ['live', 'stale', 'gapped', 'crossed', 'closed', 'none'] as const;
export type BookCondition = (typeof BOOK_CONDITIONS)[number];

/** One instrument's book and what is known of its trustworthiness. */
interface Entry {
  readonly instrumentId: InstrumentId;
  readonly venue: MarketVenue;
  sides: BookSides;
  timestamp: TimestampMs;
  sequence: number;
  status: MarketStatus | null;
  isLost: boolean;
  isCrossed: boolean;
  mid: Price | null;
  heardAtMs: number; // monotonic
  lagMs: number; // how old the last word was when we heard it
}

/** One book for each instrument that a feed tells of. Thousands of changes a second pass here. */
export class Books {
  readonly #deps: BooksDeps;
  readonly #entries = new Map<InstrumentId, Entry>();
  readonly #firstSequence: number;
  readonly #listeners = new Set<(id: InstrumentId) => void>();

  constructor(deps: BooksDeps) {
    this.#deps = deps;
    // A start counts on from its own time, so that no restart takes a book's sequence back.
    this.#firstSequence = deps.clock.now();
  }

  apply(venue: MarketVenue, id: InstrumentId, update: VenueBookUpdate): void {
    const entry = this.#entries.get(id) ?? this.#open(venue, id, update.at);
    entry.heardAtMs = this.#deps.clock.monotonicMs();
    entry.lagMs = Math.max(0, this.#deps.clock.now() - update.at);
    if (update.kind === 'lost') return this.#lose(entry, update.at, 'lost');
    // A change of a book that we do not have says nothing; the snapshot will include it.
    if (update.kind === 'delta' && entry.isLost) return this.#drop(entry, 'no_snapshot');
    const sides = update.kind === 'snapshot' ? applySnapshot(update) : applyDelta(entry.sides, update);
    if (sides === null) return this.#lose(entry, update.at, 'bad_levels');
    this.#set(entry, sides, update.at);
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
  quoted(id: InstrumentId): QuotedBook | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    const usable = this.#conditionOf(entry) === 'live';
    return { book: bookOf(entry), usable, ageMs: this.#ageOf(entry) };
  }

  /** Whether the book may be traded on, and if not why not; `none` when no feed ever told of it. */
  condition(id: InstrumentId): BookCondition {
    const entry = this.#entries.get(id);
    return entry === undefined ? 'none' : this.#conditionOf(entry);
  }

  /** True when the venue's present book is known, tradable or not. */
  isKnown(id: InstrumentId): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !entry.isLost && !this.#isStale(entry);
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

  #open(venue: MarketVenue, instrumentId: InstrumentId, timestamp: TimestampMs): Entry {
    const entry: Entry = {
      instrumentId,
      venue,
      sides: EMPTY_SIDES,
      timestamp,
      sequence: this.#firstSequence,
      status: this.#deps.statusOf(instrumentId),
      isLost: true, // until its first snapshot
      isCrossed: false,
      mid: null,
      heardAtMs: 0,
      lagMs: 0,
    };
    this.#entries.set(instrumentId, entry);
    return entry;
  }

  #set(entry: Entry, sides: BookSides, at: TimestampMs): void {
    const before = entry.mid;
    entry.sides = sides;
    entry.timestamp = at;
    entry.isLost = false;
    entry.isCrossed = isCrossed(sides);
    entry.mid = midOf(sides);
    this.#advance(entry);
    if (entry.mid !== before) this.#deps.onMidMoved(entry.instrumentId, before, entry.mid);
  }

  // The levels stay to be looked at, and the mark with them; nothing is traded on them. A message that
  // cannot be true has told us nothing, so the book may have moved on without us just the same.
  #lose(entry: Entry, at: TimestampMs, why: string): void {
    if (!entry.isLost) {
      entry.isLost = true;
      entry.timestamp = at;
      this.#advance(entry);
    }
    this.#drop(entry, why);
  }

  #advance(entry: Entry): void {
    entry.sequence += 1;
    for (const listener of this.#listeners) listener(entry.instrumentId);
  }

  #drop(entry: Entry, why: string): void {
    this.#deps.metrics.count('market_book_dropped', { venue: entry.venue.name, why });
  }

  #conditionOf(entry: Entry): BookCondition {
    if (entry.status !== 'OPEN') return 'closed';
    if (entry.isLost) return 'gapped';
    if (this.#isStale(entry)) return 'stale';
    return entry.isCrossed ? 'crossed' : 'live';
  }

  #isStale(entry: Entry): boolean {
    const { bookAgeMsMax } = entry.venue;
    return bookAgeMsMax !== null && this.#ageOf(entry) > bookAgeMsMax;
  }

  #ageOf(entry: Entry): number {
    return this.#deps.clock.monotonicMs() - entry.heardAtMs + entry.lagMs;
  }
}

const bookOf = ({ instrumentId, sides, timestamp, sequence }: Entry): Book => ({
  instrumentId,
  bids: sides.bids,
  asks: sides.asks,
  timestamp,
  sequence,
});
