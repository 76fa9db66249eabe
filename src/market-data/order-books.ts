import type { Book, Instrument, InstrumentId, MarketStatus, Price, TimestampMs, VenueName } from '#contract';
import {
  applyDelta,
  applySnapshot,
  type BookSides,
  computeBookState,
  computeMid,
  EMPTY_SIDES,
  isCrossed,
} from '#domain';
import type { Clock, Metrics, QuotedBook, VenueBookUpdate } from '#ports';
import type { MarketVenue } from './market-data-types.ts';

export interface OrderBooksDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly getStatus: (id: InstrumentId) => MarketStatus | null;
  readonly onMidMoved: (id: InstrumentId, before: Price | null, after: Price | null) => void;
  readonly onFirstBook: (id: InstrumentId) => void;
}

/** One instrument's book and the state that decides whether it may be traded on. */
interface BookEntry {
  readonly instrumentId: InstrumentId;
  readonly venue: MarketVenue;
  sides: BookSides;
  timestamp: TimestampMs;
  sequence: number;
  status: MarketStatus | null;
  hasSnapshot: boolean; // at least one snapshot was received
  hasGap: boolean;
  isCrossed: boolean;
  mid: Price | null;
  freshness: Freshness;
}

/** When the venue last confirmed a book. */
interface Freshness {
  readonly receivedAtMs: number; // monotonic
  readonly lagMs: number; // age of the message when it was received
}

/** One book per instrument with a feed. This is a hot path: thousands of updates per second. */
export class OrderBooks {
  readonly #deps: OrderBooksDeps;
  readonly #entries = new Map<InstrumentId, BookEntry>();
  /** Per venue, when it last confirmed all its books as unchanged. */
  readonly #confirmed = new Map<VenueName, Freshness>();
  readonly #listeners = new Set<(id: InstrumentId) => void>();
  #firstSequence: number;

  constructor(deps: OrderBooksDeps) {
    this.#deps = deps;
    // Sequences start at the current time, so that a restart never decreases a book's sequence.
    this.#firstSequence = deps.clock.now();
  }

  apply(venue: MarketVenue, id: InstrumentId, update: VenueBookUpdate): void {
    const entry = this.#entries.get(id) ?? this.#open(venue, id, update.at);
    entry.freshness = this.#computeFreshness(update.at);
    if (update.kind === 'alive') return; // the message only confirms the book
    if (update.kind === 'lost') return this.#markLost(entry, update.at, 'lost');
    // A delta cannot be applied without a snapshot; the next snapshot will include it.
    if (update.kind === 'delta' && entry.hasGap) return this.#countDropped(entry, 'no_snapshot');
    const sides = update.kind === 'snapshot' ? applySnapshot(update) : applyDelta(entry.sides, update);
    if (sides === null) return this.#markLost(entry, update.at, 'bad_levels');
    this.#set(entry, sides, update.at);
  }

  /** The venue confirmed that all its books are unchanged. */
  confirmAll(venue: MarketVenue, at: TimestampMs): void {
    this.#confirmed.set(venue.name, this.#computeFreshness(at));
  }

  /** The listener is called after every change of a book or of its tradability. */
  onChanged(listener: (id: InstrumentId) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A book is tradable only while its market is open. */
  setStatus({ instrumentId, status }: Instrument): void {
    const entry = this.#entries.get(instrumentId);
    if (entry === undefined || entry.status === status) return;
    entry.status = status;
    this.#advance(entry);
  }

  /** Null when no feed ever sent an update of the book. */
  getQuoted(id: InstrumentId): QuotedBook | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    const ageMs = this.#computeAgeMs(entry);
    const { hasSnapshot, status, hasGap, isCrossed: crossed, venue } = entry;
    const ageMsMax = venue.bookAgeMsMax;
    const state = computeBookState({ hasSnapshot, status, hasGap, isCrossed: crossed, ageMs, ageMsMax });
    return { book: toBook(entry), state, usable: state === 'live', ageMs };
  }

  /** True when our copy matches the venue's current book, tradable or not. */
  isCurrent(id: InstrumentId): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !entry.hasGap && !this.#isStale(entry);
  }

  /** True from a lost or invalid update until the next snapshot, and before the first one. */
  hasGap(id: InstrumentId): boolean {
    return this.#entries.get(id)?.hasGap ?? true;
  }

  /** True once a snapshot was received, even if the book was lost later. */
  hasSnapshot(id: InstrumentId): boolean {
    return this.#entries.get(id)?.hasSnapshot ?? false;
  }

  /** Removes a book whose feed ended. If the feed returns, the sequence continues from its last value. */
  forget(id: InstrumentId): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#firstSequence = Math.max(this.#firstSequence, entry.sequence + 1);
    if (entry.mid !== null) this.#deps.onMidMoved(id, entry.mid, null);
  }

  /** A book without levels, for a market without orders. */
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
      oldest = Math.max(oldest ?? 0, this.#computeAgeMs(entry));
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
      freshness: this.#computeFreshness(timestamp),
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

  // The levels and the mark stay visible, but nothing is traded on them. After an impossible message the book
  // may have changed without our knowledge, so it counts as lost too.
  #markLost(entry: BookEntry, at: TimestampMs, why: string): void {
    if (!entry.hasGap) {
      entry.hasGap = true;
      entry.timestamp = at;
      this.#advance(entry);
    }
    this.#countDropped(entry, why);
  }

  #advance(entry: BookEntry): void {
    entry.sequence += 1;
    for (const listener of this.#listeners) listener(entry.instrumentId);
  }

  #countDropped(entry: BookEntry, why: string): void {
    this.#deps.metrics.count('market_book_dropped', { venue: entry.venue.name, why });
  }

  #isStale(entry: BookEntry): boolean {
    const { bookAgeMsMax } = entry.venue;
    return bookAgeMsMax !== null && this.#computeAgeMs(entry) > bookAgeMsMax;
  }

  /** Uses the later of the book's own update and the venue's confirmation of all books. */
  #computeAgeMs({ freshness, venue }: BookEntry): number {
    const confirmed = this.#confirmed.get(venue.name);
    const { receivedAtMs, lagMs } =
      confirmed !== undefined && confirmed.receivedAtMs > freshness.receivedAtMs ? confirmed : freshness;
    return this.#deps.clock.monotonicMs() - receivedAtMs + lagMs;
  }

  #computeFreshness(at: TimestampMs): Freshness {
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

interface MarkSources {
  readonly mid: (id: InstrumentId) => Price | null;
  readonly lastPrice: (id: InstrumentId) => Price | null;
}

/** The price that values an open position: the book's mid, else the last price. Notifies listeners of changes. */
export class MarkPrices {
  readonly #sources: MarkSources;
  readonly #listeners: ((id: InstrumentId) => void)[] = [];

  constructor(sources: MarkSources) {
    this.#sources = sources;
  }

  mark(id: InstrumentId): Price | null {
    return this.#sources.mid(id) ?? this.#sources.lastPrice(id);
  }

  midMoved(id: InstrumentId, before: Price | null, after: Price | null): void {
    const last = before === null || after === null ? this.#sources.lastPrice(id) : null;
    if ((before ?? last) !== (after ?? last)) this.#announce(id);
  }

  lastPriceMoved(id: InstrumentId): void {
    if (this.#sources.mid(id) === null) this.#announce(id);
  }

  onChanged(listener: (id: InstrumentId) => void): void {
    this.#listeners.push(listener);
  }

  #announce(id: InstrumentId): void {
    for (const listener of this.#listeners) listener(id);
  }
}
