import { type Instrument, type InstrumentId, renderDecimal, type VenueName } from '#contract';
import type { RecordedStatusKind } from '#domain';
import type { QuotedBook, Recorder, Timer, VenueBookUpdate } from '#ports';
import type { MarketComponents } from './market-components.ts';

const CHECK_EVERY_MS = 1_000;
const SUBSCRIBE_EVERY_MS = 30_000;
const SLICE = 50; // instruments recorded in full before other work continues
const BOOKS_SHARE = 0.5; // of a venue's subscriptions, so that other readers have the rest

export interface RecordingSettings {
  readonly venues: readonly string[]; // empty: all
  /** `watched`: every book that is received. `assets`: of generic assets. A list: these instrument ids. */
  readonly instruments: 'watched' | 'assets' | readonly number[];
}

export interface Recording {
  readonly recorder: Recorder;
  readonly settings: RecordingSettings;
}

/** What was last recorded of one instrument. */
interface Entry {
  readonly venue: VenueName;
  sequence: number;
  needsSnapshot: boolean;
  isUsable: boolean; // false after GAP or STALE, until HEALTHY or a snapshot
}

type Parts = Pick<
  MarketComponents,
  'books' | 'catalogue' | 'assets' | 'trades' | 'subscriber' | 'venueHealth' | 'clock' | 'venues'
>;

/** Passes the selected market data to the recorder, with the state of venues and books. */
export class RecordingFeed {
  readonly #parts: Parts;
  readonly #recorder: Recorder;
  readonly #settings: RecordingSettings;
  readonly #listed: ReadonlySet<number>;
  readonly #entries = new Map<InstrumentId, Entry>();
  readonly #health = new Map<VenueName, boolean>();
  #timers: Timer[] = [];
  #isRunning = false;

  constructor(parts: Parts, { recorder, settings }: Recording) {
    this.#parts = parts;
    this.#recorder = recorder;
    this.#settings = settings;
    this.#listed = new Set(typeof settings.instruments === 'string' ? [] : settings.instruments);
    parts.trades.onPrint((print) => {
      const { id, venue, instrumentId, price, qty, side, timestamp } = print;
      if (!this.#isRunning || !this.#isSelected(venue, instrumentId)) return;
      this.#openEntry(venue, instrumentId);
      recorder.record({ table: 'print', venue, venueMs: timestamp, id, instrumentId, price, qty, side });
    });
    parts.catalogue.onUpdated((instrument) => {
      if (this.#isRunning && this.#entries.has(instrument.instrumentId)) this.#describe(instrument);
    });
    recorder.onPartBegun(() => void this.#recordAll());
  }

  start(): void {
    const { clock } = this.#parts;
    this.#isRunning = true;
    this.#timers = [
      clock.every(CHECK_EVERY_MS, () => this.#check()),
      clock.every(SUBSCRIBE_EVERY_MS, () => void this.#subscribe()),
    ];
    void this.#subscribe();
  }

  stop(): void {
    this.#isRunning = false;
    for (const timer of this.#timers) timer.cancel();
  }

  /** Called after the update was applied. */
  onBook(venue: VenueName, id: InstrumentId, update: VenueBookUpdate): void {
    if (!this.#isRunning || !this.#isSelected(venue, id)) return;
    const quoted = this.#parts.books.getQuoted(id);
    if (quoted === null) return;
    const entry = this.#openEntry(venue, id);
    if (quoted.book.sequence === entry.sequence) return; // confirmed as unchanged, or not applicable
    if (this.#parts.books.hasGap(id)) {
      const isFirst = entry.sequence < 0;
      entry.sequence = quoted.book.sequence;
      if (isFirst) return; // a reader has no book yet
      this.#markUnusable(id, entry, 'GAP', update.kind === 'lost' ? update.why : 'an update was invalid');
      return;
    }
    if (update.kind !== 'delta' || entry.needsSnapshot) return this.#recordSnapshot(id, entry, quoted);
    entry.sequence = quoted.book.sequence;
    entry.isUsable = true;
    const { at: venueMs, bids, asks } = update;
    const { sequence } = entry;
    this.#recorder.record({
      table: 'book',
      venue,
      venueMs,
      instrumentId: id,
      sequence,
      kind: 'DELTA',
      bids,
      asks,
    });
  }

  #isSelected(venue: VenueName, id: InstrumentId): boolean {
    const { venues, instruments } = this.#settings;
    if (venues.length > 0 && !venues.includes(venue)) return false;
    if (instruments === 'watched') return true;
    return instruments === 'assets' ? this.#parts.assets.findByInstrument(id) !== null : this.#listed.has(id);
  }

  #openEntry(venue: VenueName, id: InstrumentId): Entry {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = { venue, sequence: -1, needsSnapshot: true, isUsable: true };
    this.#entries.set(id, entry);
    if (!this.#health.has(venue)) this.#recordHealth();
    void this.#loadAndDescribe(id);
    return entry;
  }

  async #loadAndDescribe(id: InstrumentId): Promise<void> {
    const { catalogue } = this.#parts;
    const instrument = catalogue.getCached(id) ?? (await catalogue.load(id).catch(() => null));
    if (instrument !== null && this.#isRunning) this.#describe(instrument);
  }

  #describe(instrument: Instrument): void {
    const { venue, instrumentId, status, settlementPrice, result } = instrument;
    this.#recorder.record({ table: 'instrument', venue, instrument });
    const value = settlementPrice === null ? result : renderDecimal(settlementPrice);
    this.#recordStatus(venue, instrumentId, status, value);
  }

  #recordSnapshot(id: InstrumentId, entry: Entry, { book }: QuotedBook): void {
    const { bids, asks, sequence, timestamp: venueMs } = book;
    entry.sequence = sequence;
    entry.needsSnapshot = false;
    entry.isUsable = true;
    const kind = bids.length + asks.length === 0 ? 'CLEAR' : 'SNAPSHOT';
    const { venue } = entry;
    this.#recorder.record({ table: 'book', venue, venueMs, instrumentId: id, sequence, kind, bids, asks });
  }

  #markUnusable(id: InstrumentId, entry: Entry, kind: 'GAP' | 'STALE', why: string): void {
    if (kind === 'GAP') entry.needsSnapshot = true;
    entry.isUsable = false;
    this.#recordStatus(entry.venue, id, kind, why);
  }

  #recordStatus(
    venue: VenueName,
    instrumentId: InstrumentId | null,
    kind: RecordedStatusKind,
    value: string | null,
  ): void {
    this.#recorder.record({ table: 'status', venue, instrumentId, kind, value });
  }

  /** Books that became stale by time alone, subscriptions that ended, and venues whose health changed. */
  #check(): void {
    this.#recordHealth();
    for (const [id, entry] of this.#entries) {
      const quoted = this.#parts.books.getQuoted(id);
      if (quoted === null && entry.sequence >= 0) {
        this.#markUnusable(id, entry, 'GAP', 'the subscription ended');
        this.#entries.delete(id);
      } else if (quoted?.state === 'stale' && entry.isUsable) {
        this.#markUnusable(id, entry, 'STALE', 'the book is too old');
      } else if (quoted?.state === 'live' && !entry.isUsable && !entry.needsSnapshot) {
        entry.isUsable = true;
        this.#recordStatus(entry.venue, id, 'HEALTHY', null);
      }
    }
  }

  #recordHealth(): void {
    const recorded = new Set([...this.#entries.values()].map(({ venue }) => venue));
    for (const { venue, healthy, reason } of this.#parts.venueHealth.states()) {
      if (!recorded.has(venue) || this.#health.get(venue) === healthy) continue;
      this.#health.set(venue, healthy);
      this.#recordStatus(venue, null, healthy ? 'HEALTHY' : 'DISCONNECT', reason);
    }
  }

  /** A part begins: it gets everything that a reader of this part alone needs, in slices. */
  async #recordAll(): Promise<void> {
    for (const entry of this.#entries.values()) entry.needsSnapshot = true;
    this.#health.clear();
    this.#recordHealth();
    const ids = [...this.#entries.keys()];
    for (let from = 0; from < ids.length && this.#isRunning; from += SLICE) {
      for (const id of ids.slice(from, from + SLICE)) this.#recordFully(id);
      await new Promise<void>((resolve) => void this.#parts.clock.after(0, resolve));
    }
  }

  #recordFully(id: InstrumentId): void {
    const entry = this.#entries.get(id);
    const quoted = this.#parts.books.getQuoted(id);
    void this.#loadAndDescribe(id);
    if (entry === undefined || quoted === null || !entry.needsSnapshot) return;
    if (this.#parts.books.hasGap(id)) this.#markUnusable(id, entry, 'GAP', 'no book');
    else this.#recordSnapshot(id, entry, quoted);
  }

  /** Keeps the selected books of venues subscribed that deliver books on subscription only. */
  async #subscribe(): Promise<void> {
    const { assets, catalogue, subscriber, venues } = this.#parts;
    const { instruments } = this.#settings;
    if (instruments === 'watched') return;
    const members =
      instruments === 'assets'
        ? assets
            .find({ q: null, venue: null, category: null, instrumentId: null })
            .flatMap((asset) => asset.members.map(({ instrumentId }) => instrumentId))
        : (instruments as readonly InstrumentId[]);
    const left = new Map(venues.map(({ name, watchedMax }) => [name, Math.floor(watchedMax * BOOKS_SHARE)]));
    for (const instrument of await catalogue.lookup(members)) {
      const free = left.get(instrument.venue) ?? 0;
      if (!this.#isRunning || free === 0 || !this.#isSelected(instrument.venue, instrument.instrumentId))
        continue;
      if (subscriber.subscribe(instrument)) left.set(instrument.venue, free - 1);
    }
  }
}
