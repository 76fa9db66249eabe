import type { EventId, GenericAssetId, Instrument, InstrumentId } from '#contract';
import { findEventId } from '#domain';
import type { Log, MarketStore } from '#ports';
import { createCrossSets, createEventSets, createInternalSet } from '#relations';
import type { GenericAssets } from '../generic-assets.ts';
import type { InstrumentCatalogue } from '../instrument-catalogue.ts';
import { readMembers } from './hedges.ts';
import type { LegTerms } from './leg-terms.ts';
import type { RegisteredSet, SetRegistry } from './set-registry.ts';

interface SetSourceDeps {
  readonly store: Pick<MarketStore, 'list'>;
  readonly catalogue: Pick<InstrumentCatalogue, 'getCached' | 'load' | 'preferCached' | 'onUpdated'>;
  readonly assets: Pick<GenericAssets, 'get' | 'find' | 'onChanged'>;
  readonly registry: SetRegistry;
  readonly terms: LegTerms;
  readonly log: Log;
  /** The sets of a group changed: `removed` are no longer watched, and all others of these instruments are due. */
  readonly onChanged: (removed: readonly RegisteredSet[], ids: readonly InstrumentId[]) => void;
}

/**
 * Registers the sets of generic assets as they change, and those of an event once a book of one of its instruments
 * changes: until then no set of the event can be evaluated.
 */
export class SetSources {
  readonly #deps: SetSourceDeps;
  readonly #eventOf = new Map<InstrumentId, EventId | null>(); // null: no sets come from its event
  readonly #events = new Set<EventId>();
  readonly #waiting = new Set<InstrumentId>(); // whose event is to be read
  #reading: Promise<void> | null = null;

  constructor(deps: SetSourceDeps) {
    this.#deps = deps;
    deps.assets.onChanged((id) => this.#run(this.#registerAsset(id)));
    deps.catalogue.onUpdated((instrument) => this.#onListing(instrument));
  }

  start(): void {
    const all = this.#deps.assets.find({ q: null, venue: null, category: null, instrumentId: null });
    this.#run(this.#registerAll(all.map(({ genericAssetId }) => genericAssetId)));
  }

  /** Call for each changed book. Reads the event of the instrument, once, in the background. */
  onBook(id: InstrumentId): void {
    if (this.#eventOf.has(id)) return;
    this.#eventOf.set(id, null);
    this.#waiting.add(id);
    this.#read();
  }

  /** Registers the set within one instrument, when its book is first crossed. */
  registerInternal(id: InstrumentId): void {
    const group = `instrument:${id}`;
    if (this.#deps.registry.has(group)) return;
    this.#run(
      this.#deps.terms.load([id]).then(() => {
        const known = this.#deps.terms.get(id);
        if (known === null) return;
        this.#deps.registry.replace(group, [createInternalSet(known.venue, id)]);
        this.#deps.onChanged([], [id]);
      }),
    );
  }

  /** A listing that joins a watched event, or leaves it by its result, changes the sets of the event. */
  #onListing(instrument: Instrument): void {
    const { instrumentId, event } = instrument;
    if (event === null || this.#events.size === 0) return;
    const eventId = this.#eventOf.get(instrumentId) ?? findEventId(instrument);
    if (eventId === null || !this.#events.has(eventId)) return;
    this.#waiting.add(instrumentId);
    this.#read();
  }

  async #registerAll(ids: readonly GenericAssetId[]): Promise<void> {
    for (const id of ids) await this.#registerAsset(id);
  }

  async #registerAsset(id: GenericAssetId): Promise<void> {
    const { assets, terms, registry, onChanged } = this.#deps;
    await terms.load(assets.get(id)?.members.map(({ instrumentId }) => instrumentId) ?? []);
    const members = assets.get(id)?.members ?? []; // as they are after the wait
    onChanged(
      registry.replace(`asset:${id}`, createCrossSets(id, members)),
      members.map(({ instrumentId }) => instrumentId),
    );
  }

  #read(): void {
    if (this.#reading !== null) return;
    this.#reading = this.#readWaiting().finally(() => {
      this.#reading = null;
    });
    this.#run(this.#reading);
  }

  async #readWaiting(): Promise<void> {
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      const instrument = this.#deps.catalogue.getCached(id) ?? (await this.#deps.catalogue.load(id));
      if (instrument !== null && mayHaveSets(instrument)) await this.#registerEvent(instrument);
    }
  }

  async #registerEvent(instrument: Instrument): Promise<void> {
    const { registry, terms, onChanged } = this.#deps;
    const eventId = findEventId(instrument);
    if (eventId === null || instrument.event === null) return;
    const members = await readMembers(this.#deps, eventId);
    await terms.load(members.map(({ instrumentId }) => instrumentId));
    this.#events.add(eventId);
    for (const { instrumentId } of members) this.#eventOf.set(instrumentId, eventId);
    onChanged(
      registry.replace(`event:${eventId}`, createEventSets(eventId, instrument.event, members)),
      members.map(({ instrumentId }) => instrumentId),
    );
  }

  #run(task: Promise<void>): void {
    task.catch((error: unknown) =>
      this.#deps.log.error('the sets of an asset or event could not be read', { error: String(error) }),
    );
  }
}

const mayHaveSets = ({ event, venueTerms }: Instrument): boolean =>
  event !== null &&
  (event.exclusive === 'AT_MOST_ONE' ||
    event.exclusive === 'EXACTLY_ONE' ||
    venueTerms['strike_type'] !== undefined);
