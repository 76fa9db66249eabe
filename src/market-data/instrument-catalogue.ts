import {
  assert,
  createLruCache,
  type FeeSchedule,
  type GenericAssetId,
  type Instrument,
  type InstrumentId,
  ShardedMap,
  type VenueInstrument,
  type VenueName,
} from '#contract';
import { DEAREST_PUBLISHED, instrumentsDiffer, pickDearer, termsDiffer } from '#domain';
import type { Clock, InstrumentBinding, Log, MarketStore, Metrics } from '#ports';
import { SaveQueue } from './save-queue.ts';

const CACHED_MAX = 20_000;
// The instruments of a large batch share most posting sets of the search index (search-index.ts). Copying a
// batch to the store's thread blocks the event loop: about 14 µs per instrument.
const BATCH_MAX = 5_000;
const DELAY_MS = 5;

export interface CatalogueDeps {
  readonly store: MarketStore;
  readonly registry: InstrumentIdRegistry;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

type Listener = (instrument: Instrument) => void;

/** All instruments are in the store; recently updated or requested ones are cached in memory. */
export class InstrumentCatalogue {
  readonly #store: MarketStore;
  readonly #registry: InstrumentIdRegistry;
  readonly #cache = createLruCache<InstrumentId, Instrument>(CACHED_MAX);
  readonly #unsaved: SaveQueue<InstrumentId, Instrument>;
  // Updated while not cached: the store reports whether the record changed.
  readonly #awaitingComparison = new Set<InstrumentId>();
  readonly #updatedListeners: Listener[] = [];
  readonly #changedListeners: Listener[] = [];
  #dearestFees = DEAREST_PUBLISHED;

  constructor({ store, registry, clock, log, metrics }: CatalogueDeps) {
    this.#store = store;
    this.#registry = registry;
    this.#unsaved = new SaveQueue({
      clock,
      save: async (instruments) =>
        this.#announceChanged(instruments, await store.saveInstruments(instruments)),
      onFailure: (error) => {
        metrics.count('market_save_failed', { what: 'instruments' });
        log.error('saving instruments failed; retrying', { error: String(error) });
      },
      batchMax: BATCH_MAX,
      itemsMax: Number.POSITIVE_INFINITY, // one record per instrument
      delayMs: DELAY_MS,
    });
  }

  /** Applies a venue's instrument records. They are visible in memory at once, and in searches when saved. */
  applyVenueInstruments(
    venue: VenueName,
    instruments: readonly VenueInstrument[],
    findAssetId: (id: InstrumentId) => GenericAssetId | null,
  ): void {
    for (const listing of instruments) {
      const instrumentId = this.#registry.getOrAssign(venue, listing.venueInstrumentId);
      this.#put({ ...listing, venue, instrumentId, genericAssetId: findAssetId(instrumentId) });
    }
  }

  /** Updates a cached record; the store updates the others when it saves the asset. */
  setAsset(id: InstrumentId, genericAssetId: GenericAssetId | null): void {
    const instrument = this.getCached(id);
    if (instrument !== null) this.#put({ ...instrument, genericAssetId });
  }

  /** The dearest schedule that a venue has listed since the start. */
  get dearestFees(): FeeSchedule {
    return this.#dearestFees;
  }

  /** The cached record, or null. */
  getCached(id: InstrumentId): Instrument | null {
    return this.#unsaved.get(id) ?? this.#cache.get(id) ?? null;
  }

  async load(id: InstrumentId): Promise<Instrument | null> {
    const [instrument] = await this.lookup([id]);
    return instrument ?? null;
  }

  /** In request order, each once, unknown ones left out. */
  async lookup(ids: readonly InstrumentId[]): Promise<readonly Instrument[]> {
    const missing = ids.filter((id) => this.getCached(id) === null);
    const stored = missing.length === 0 ? [] : await this.#store.instruments(missing);
    const found = new Map(stored.map((instrument) => [instrument.instrumentId, instrument]));
    return [...new Set(ids)].flatMap((id) => this.#addToCache(id, found.get(id)) ?? []);
  }

  /** Replaces each record by its cached version, which may be newer than the stored one. */
  preferCached(instruments: readonly Instrument[]): readonly Instrument[] {
    return instruments.map((instrument) => this.getCached(instrument.instrumentId) ?? instrument);
  }

  onUpdated(listener: Listener): void {
    this.#updatedListeners.push(listener);
  }

  /** Called when the status, result or terms changed, or when the instrument is new. */
  onChanged(listener: Listener): void {
    this.#changedListeners.push(listener);
  }

  /** Resolves when the save queue has room for more instruments. */
  waitForRoom(): Promise<void> {
    return this.#unsaved.waitForRoom();
  }

  flush(): Promise<void> {
    return this.#unsaved.flush();
  }

  stop(): void {
    this.#unsaved.stop();
  }

  #put(instrument: Instrument): void {
    const id = instrument.instrumentId;
    const before = this.getCached(id);
    if (before !== null && !instrumentsDiffer(before, instrument)) return;
    if (instrument.fees !== null) this.#dearestFees = pickDearer(this.#dearestFees, instrument.fees);
    this.#unsaved.push(id, instrument);
    this.#cache.set(id, instrument);
    if (before === null) this.#awaitingComparison.add(id);
    for (const listener of this.#updatedListeners) listener(instrument);
    if (before !== null && termsDiffer(before, instrument)) this.#announce(instrument);
  }

  #announceChanged(saved: readonly Instrument[], changed: readonly InstrumentId[]): void {
    for (const id of changed) {
      const instrument = this.getCached(id);
      if (this.#awaitingComparison.has(id) && instrument !== null) this.#announce(instrument);
    }
    for (const { instrumentId } of saved) this.#awaitingComparison.delete(instrumentId);
  }

  /** Prefers the cached record: it is at least as new as the one just read from the store. */
  #addToCache(id: InstrumentId, stored: Instrument | undefined): Instrument | null {
    const known = this.getCached(id);
    if (known !== null || stored === undefined) return known;
    this.#cache.set(id, stored);
    return stored;
  }

  #announce(instrument: Instrument): void {
    for (const listener of this.#changedListeners) listener(instrument);
  }
}

const FIRST_ID = 1001;
const ID_BLOCK_AFTER_LOSS = 1_000_000_000;

/**
 * Maps our instrument ids to venue contracts. An id is assigned once, in the order in which instruments are
 * first listed, and is never reused for another contract.
 */
export class InstrumentIdRegistry {
  readonly #ids = new Map<VenueName, ShardedMap<InstrumentId>>();
  #nextId = FIRST_ID;

  /** Restores ids assigned by previous processes. */
  restore(bindings: readonly InstrumentBinding[]): void {
    for (const { venue, venueInstrumentId, instrumentId } of bindings) {
      this.#venue(venue).set(venueInstrumentId, instrumentId);
      this.#nextId = Math.max(this.#nextId, instrumentId + 1);
    }
  }

  /**
   * Applies the ids under which orders were placed. Where the catalogue differs, the ledger is authoritative.
   *
   * @returns ids whose catalogue records refer to another contract and must be deleted
   */
  applyLedgerBindings(bindings: readonly InstrumentBinding[]): readonly InstrumentId[] {
    if (bindings.length > 0 && this.#ids.size === 0) this.#skipLostIds(bindings);
    const conflicting = bindings.filter(
      (it) => this.find(it.venue, it.venueInstrumentId) !== it.instrumentId,
    );
    if (conflicting.length === 0) return [];
    const stale = new Set<InstrumentId>();
    const taken = new Map(conflicting.map((binding) => [binding.instrumentId, binding]));
    for (const natives of this.#ids.values()) {
      for (const [native, id] of natives) {
        if (!taken.has(id)) continue;
        natives.delete(native);
        stale.add(id);
      }
    }
    for (const { venue, venueInstrumentId } of conflicting) {
      const id = this.find(venue, venueInstrumentId);
      if (id !== null) stale.add(id);
    }
    this.restore(conflicting);
    return [...stale];
  }

  /** Assigns no id up to this one: a lost process may have assigned it to another contract. */
  skipTo(last: number): void {
    this.#nextId = Math.max(this.#nextId, last + 1);
  }

  find(venue: VenueName, venueInstrumentId: string): InstrumentId | null {
    return this.#ids.get(venue)?.get(venueInstrumentId) ?? null;
  }

  /** The instrument's id; assigns one if it has none. */
  getOrAssign(venue: VenueName, venueInstrumentId: string): InstrumentId {
    const natives = this.#venue(venue);
    const known = natives.get(venueInstrumentId);
    if (known !== undefined) return known;
    const id = this.#nextId as InstrumentId;
    assert(Number.isSafeInteger(id), 'an instrument id is a safe integer');
    this.#nextId += 1;
    natives.set(venueInstrumentId, id);
    return id;
  }

  // The catalogue is lost, and with it the contracts of ids without orders. New ids start far above them, so
  // that an id stored by a caller becomes unknown instead of referring to another contract.
  #skipLostIds(bindings: readonly InstrumentBinding[]): void {
    const highest = bindings.reduce((most, { instrumentId }) => Math.max(most, instrumentId), 0);
    this.#nextId = (Math.floor(highest / ID_BLOCK_AFTER_LOSS) + 1) * ID_BLOCK_AFTER_LOSS + 1;
  }

  #venue(venue: VenueName): ShardedMap<InstrumentId> {
    const natives = this.#ids.get(venue) ?? new ShardedMap<InstrumentId>();
    this.#ids.set(venue, natives);
    return natives;
  }
}
