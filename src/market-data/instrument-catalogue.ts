import { LRUCache } from 'lru-cache';
import { instrumentsDiffer, termsDiffer } from '../domain/events/instrument-diff.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Instrument, VenueInstrument } from '../domain/model/instrument.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { InstrumentIdRegistry } from './instrument-ids.ts';
import { SaveQueue } from './save-queue.ts';

const HOT_MAX = 20_000;
// Large batches share most of the search index's sets (store/sqlite/market/postings.ts), but one is handed
// to the store's thread in a single turn, which the loop feels: about 14 µs an instrument.
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

/** The instruments: those lately told or asked for in memory, all of them in the store. */
export class InstrumentCatalogue {
  readonly #store: MarketStore;
  readonly #registry: InstrumentIdRegistry;
  readonly #hot = new LRUCache<InstrumentId, Instrument>({ max: HOT_MAX });
  readonly #unsaved: SaveQueue<InstrumentId, Instrument>;
  // Told while not in memory: whether anything changed is for the store to say.
  readonly #unjudged = new Set<InstrumentId>();
  readonly #toldListeners: Listener[] = [];
  readonly #changedListeners: Listener[] = [];

  constructor({ store, registry, clock, log, metrics }: CatalogueDeps) {
    this.#store = store;
    this.#registry = registry;
    this.#unsaved = new SaveQueue({
      clock,
      save: async (instruments) => this.#judge(instruments, await store.saveInstruments(instruments)),
      onFailure: (error) => {
        metrics.count('market_save_failed', { what: 'instruments' });
        log.error('instruments could not be saved and will be tried again', { error: String(error) });
      },
      batchMax: BATCH_MAX,
      itemsMax: Number.POSITIVE_INFINITY, // one record for each instrument there is
      delayMs: DELAY_MS,
    });
  }

  /** Takes in what a venue says of its instruments. In memory they are new at once, in searches when saved. */
  applyVenueInstruments(
    venue: VenueName,
    instruments: readonly VenueInstrument[],
    assetOf: (id: InstrumentId) => GenericAssetId | null,
  ): void {
    for (const told of instruments) {
      const instrumentId = this.#registry.getOrAssign(venue, told.venueInstrumentId);
      this.#put({ ...told, venue, instrumentId, genericAssetId: assetOf(instrumentId) });
    }
  }

  /** Where the record is in memory; otherwise the store sets it with the asset itself. */
  setAsset(id: InstrumentId, genericAssetId: GenericAssetId | null): void {
    const instrument = this.getCached(id);
    if (instrument !== null) this.#put({ ...instrument, genericAssetId });
  }

  /** At once, null when it is not in memory. */
  getCached(id: InstrumentId): Instrument | null {
    return this.#unsaved.get(id) ?? this.#hot.get(id) ?? null;
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
    return [...new Set(ids)].flatMap((id) => this.#warm(id, found.get(id)) ?? []);
  }

  /** Of each record the newest word, which may not have reached the store yet. */
  preferCached(instruments: readonly Instrument[]): readonly Instrument[] {
    return instruments.map((instrument) => this.getCached(instrument.instrumentId) ?? instrument);
  }

  onUpdated(listener: Listener): void {
    this.#toldListeners.push(listener);
  }

  /** Status, result or terms changed, or the instrument is new here. */
  onChanged(listener: Listener): void {
    this.#changedListeners.push(listener);
  }

  /** Resolves when more can be told: what is not saved yet stays in memory. */
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
    this.#unsaved.push(id, instrument);
    this.#hot.set(id, instrument);
    if (before === null) this.#unjudged.add(id);
    for (const listener of this.#toldListeners) listener(instrument);
    if (before !== null && termsDiffer(before, instrument)) this.#announce(instrument);
  }

  #judge(saved: readonly Instrument[], changed: readonly InstrumentId[]): void {
    for (const id of changed) {
      const instrument = this.getCached(id);
      if (this.#unjudged.has(id) && instrument !== null) this.#announce(instrument);
    }
    for (const { instrumentId } of saved) this.#unjudged.delete(instrumentId);
  }

  /** What memory says goes before what the store said a moment ago. */
  #warm(id: InstrumentId, stored: Instrument | undefined): Instrument | null {
    const known = this.getCached(id);
    if (known !== null || stored === undefined) return known;
    this.#hot.set(id, stored);
    return stored;
  }

  #announce(instrument: Instrument): void {
    for (const listener of this.#changedListeners) listener(instrument);
  }
}
