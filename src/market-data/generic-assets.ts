import { assetsDiffer } from '../domain/events/instrument-diff.ts';
import { type AssetReview, FIRST_REVIEW_ID, toGenericAsset } from '../domain/instruments/asset-review.ts';
import { foldCase, toSearchWords } from '../domain/instruments/case-fold.ts';
import { matchesWords } from '../domain/instruments/instrument-search.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { AssetMember, GenericAsset } from '../domain/model/instrument.ts';
import type { MarketStore, StoredAsset } from '../ports/market-store.ts';
import type { Log } from '../ports/telemetry.ts';
import type { VenueAsset } from '../ports/venue.ts';
import type { InstrumentCatalogue } from './instrument-catalogue.ts';
import type { InstrumentIdRegistry } from './instrument-ids.ts';

const FIRST_ID = 501;

export interface AssetQuery {
  readonly q: string | null;
  readonly venue: VenueName | null;
  readonly category: string | null;
  readonly instrumentId: InstrumentId | null;
}

export interface GenericAssetsDeps {
  readonly store: MarketStore;
  readonly catalogue: InstrumentCatalogue;
  readonly registry: InstrumentIdRegistry;
  readonly log: Log;
}

/**
 * The generic assets, all in memory: there is one for each contract that several listings share. A venue
 * declares those among its own listings, and their ids belong to their first members. Those across venues
 * are approved by people; the ledger has them, and tells them again at each start.
 */
export class GenericAssets {
  readonly #deps: GenericAssetsDeps;
  readonly #byKey = new Map<string, StoredAsset>();
  readonly #byId = new Map<GenericAssetId, GenericAsset>();
  readonly #byInstrument = new Map<InstrumentId, GenericAssetId>();
  readonly #approved = new Map<GenericAssetId, GenericAsset>();
  #nextId = FIRST_ID;
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: GenericAssetsDeps) {
    this.#deps = deps;
  }

  restore(stored: readonly StoredAsset[]): void {
    for (const asset of stored) this.#hold(asset);
  }

  /** Takes in what a venue declares. Instruments must have been told first; an unknown member is left out. */
  applyVenueAssets(venue: VenueName, assets: readonly VenueAsset[]): void {
    const changed = assets
      .flatMap((told) => this.#stored(venue, told) ?? [])
      .filter((it) => this.#isNews(it));
    if (changed.length === 0) return;
    for (const stored of changed) this.#replace(stored);
    this.#saving = this.#saving.then(() => this.#save(changed));
  }

  /** Lists an approved asset; takes one off that is approved no longer, and its members stand alone again. */
  applyReview(review: AssetReview): void {
    const id = review.genericAssetId;
    for (const { instrumentId } of this.#approved.get(id)?.members ?? []) this.#release(instrumentId);
    this.#approved.delete(id);
    this.#byId.delete(id);
    if (review.status !== 'APPROVED') return;
    const asset = toGenericAsset(review);
    this.#approved.set(id, asset);
    this.#byId.set(id, asset);
    for (const { instrumentId } of asset.members) {
      this.#byInstrument.set(instrumentId, id);
      this.#deps.catalogue.setAsset(instrumentId, id);
    }
  }

  get(id: GenericAssetId): GenericAsset | null {
    return this.#byId.get(id) ?? null;
  }

  findByInstrument(id: InstrumentId): GenericAssetId | null {
    return this.#byInstrument.get(id) ?? null;
  }

  /** By id. */
  find({ q, venue, category, instrumentId }: AssetQuery): readonly GenericAsset[] {
    const words = toSearchWords(q ?? '');
    return [...this.#byId.values()]
      .filter(({ members }) => venue === null || members.some((member) => member.venue === venue))
      .filter((asset) => category === null || foldCase(asset.category) === foldCase(category))
      .filter(
        (asset) => instrumentId === null || this.findByInstrument(instrumentId) === asset.genericAssetId,
      )
      .filter((asset) => matchesWords(words, textsOf(asset)))
      .toSorted((a, b) => a.genericAssetId - b.genericAssetId);
  }

  /** Resolves when every asset told so far is saved or has failed to be. */
  flush(): Promise<void> {
    return this.#saving;
  }

  #stored(venue: VenueName, told: VenueAsset): StoredAsset | null {
    const members = told.members.flatMap((member) => this.#member(venue, member) ?? []);
    const first = told.members[0];
    if (first === undefined || members.length === 0) return null;
    const key = `${venue}:${first.venueInstrumentId}`;
    const known = this.#byKey.get(key)?.asset.genericAssetId;
    const genericAssetId = known ?? (this.#nextId as GenericAssetId);
    if (known === undefined) this.#nextId += 1;
    const { title, description, category } = told;
    return { key, asset: { genericAssetId, title, description, category, members } };
  }

  #member(venue: VenueName, told: VenueAsset['members'][number]): AssetMember | null {
    const instrumentId = this.#deps.registry.find(venue, told.venueInstrumentId);
    if (instrumentId === null) {
      this.#deps.log.warn('an asset names an instrument that was never told', {
        venue,
        venueInstrumentId: told.venueInstrumentId,
      });
      return null;
    }
    if ((this.findByInstrument(instrumentId) ?? 0) >= FIRST_REVIEW_ID) {
      this.#deps.log.warn('a venue declares an instrument that people have approved in another asset', {
        venue,
        instrumentId,
      });
      return null;
    }
    const ticker = this.#deps.catalogue.getCached(instrumentId)?.ticker ?? told.venueInstrumentId;
    return { venue, instrumentId, ticker, inverted: told.inverted };
  }

  #isNews(stored: StoredAsset): boolean {
    const known = this.#byKey.get(stored.key);
    return known === undefined || assetsDiffer(known.asset, stored.asset);
  }

  #replace(stored: StoredAsset): void {
    const before = this.#byKey.get(stored.key)?.asset.members ?? [];
    for (const { instrumentId } of before) this.#release(instrumentId);
    this.#hold(stored);
    for (const { instrumentId } of stored.asset.members)
      this.#deps.catalogue.setAsset(instrumentId, stored.asset.genericAssetId);
  }

  #release(id: InstrumentId): void {
    this.#byInstrument.delete(id);
    this.#deps.catalogue.setAsset(id, null);
  }

  #hold(stored: StoredAsset): void {
    const { asset } = stored;
    this.#byKey.set(stored.key, stored);
    this.#byId.set(asset.genericAssetId, asset);
    for (const { instrumentId } of asset.members) this.#byInstrument.set(instrumentId, asset.genericAssetId);
    this.#nextId = Math.max(this.#nextId, asset.genericAssetId + 1);
  }

  async #save(assets: readonly StoredAsset[]): Promise<void> {
    try {
      await this.#deps.store.saveAssets(assets);
    } catch (error) {
      this.#deps.log.error('generic assets could not be saved', { error: String(error) });
    }
  }
}

const textsOf = (asset: GenericAsset): readonly string[] => [
  asset.title,
  asset.description ?? '',
  ...asset.members.map((member) => member.ticker),
];
