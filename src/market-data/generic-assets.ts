import type { AssetMember, GenericAsset, GenericAssetId, InstrumentId, VenueName } from '#contract';
import {
  type AssetReview,
  assetsDiffer,
  FIRST_REVIEW_ID,
  foldCase,
  matchesWords,
  toGenericAsset,
  toSearchWords,
} from '#domain';
import type { Log, MarketStore, StoredAsset, VenueAsset } from '#ports';
import type { InstrumentCatalogue, InstrumentIdRegistry } from './instrument-catalogue.ts';

const FIRST_ID = 501;

export interface AssetQuery {
  readonly q: string | null;
  readonly venue: VenueName | null;
  readonly category: string | null;
  readonly instrumentId: InstrumentId | null;
}

export type AssetApproval = Pick<AssetReview, 'by' | 'at'>;

export interface GenericAssetsDeps {
  readonly store: MarketStore;
  readonly catalogue: InstrumentCatalogue;
  readonly registry: InstrumentIdRegistry;
  readonly log: Log;
}

/**
 * The generic assets, all in memory: one for each contract that several listings share. A venue declares the
 * assets among its own listings; such an asset is identified by its first member. An operator approves assets
 * across venues; the ledger stores those and applies them at each start.
 */
export class GenericAssets {
  readonly #deps: GenericAssetsDeps;
  readonly #byKey = new Map<string, StoredAsset>();
  readonly #byId = new Map<GenericAssetId, GenericAsset>();
  readonly #byInstrument = new Map<InstrumentId, GenericAssetId>();
  readonly #approved = new Map<GenericAssetId, GenericAsset>();
  readonly #approvals = new Map<GenericAssetId, AssetApproval>();
  readonly #listeners: ((id: GenericAssetId) => void)[] = [];
  #nextId = FIRST_ID;
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: GenericAssetsDeps) {
    this.#deps = deps;
  }

  restore(stored: readonly StoredAsset[]): void {
    for (const asset of stored) this.#add(asset);
  }

  /** Applies the assets that a venue declares. Their instruments must be listed first; unknown members are omitted. */
  applyVenueAssets(venue: VenueName, assets: readonly VenueAsset[]): void {
    const changed = assets
      .flatMap((declared) => this.#toStored(venue, declared) ?? [])
      .filter((it) => this.#isChanged(it));
    if (changed.length === 0) return;
    for (const stored of changed) this.#replace(stored);
    this.#saving = this.#saving.then(() => this.#save(changed));
    for (const { asset } of changed) this.#announce(asset.genericAssetId);
  }

  /** Adds an approved asset; removes an asset whose approval was withdrawn and detaches its members. */
  applyReview(review: AssetReview): void {
    const id = review.genericAssetId;
    for (const { instrumentId } of this.#approved.get(id)?.members ?? []) this.#release(instrumentId);
    this.#approved.delete(id);
    this.#byId.delete(id);
    this.#approvals.delete(id);
    if (review.status === 'APPROVED') this.#addApproved(review);
    this.#announce(id);
  }

  /** Who approved the asset and when; null for one that its venue declares. */
  getApproval(id: GenericAssetId): AssetApproval | null {
    return this.#approvals.get(id) ?? null;
  }

  /** Called when an asset is added, changed or removed. */
  onChanged(listener: (id: GenericAssetId) => void): void {
    this.#listeners.push(listener);
  }

  #addApproved(review: AssetReview): void {
    const id = review.genericAssetId;
    this.#approvals.set(id, { by: review.by, at: review.at });
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
      .filter((asset) => matchesWords(words, getSearchTexts(asset)))
      .toSorted((a, b) => a.genericAssetId - b.genericAssetId);
  }

  /** Resolves when every asset applied so far is saved or its save has failed. */
  flush(): Promise<void> {
    return this.#saving;
  }

  #announce(id: GenericAssetId): void {
    for (const listener of this.#listeners) listener(id);
  }

  #toStored(venue: VenueName, declared: VenueAsset): StoredAsset | null {
    const members = declared.members.flatMap((member) => this.#toMember(venue, member) ?? []);
    const first = declared.members[0];
    if (first === undefined || members.length === 0) return null;
    const key = `${venue}:${first.venueInstrumentId}`;
    const known = this.#byKey.get(key)?.asset.genericAssetId;
    const genericAssetId = known ?? (this.#nextId as GenericAssetId);
    if (known === undefined) this.#nextId += 1;
    const { title, description, category } = declared;
    return { key, asset: { genericAssetId, title, description, category, members } };
  }

  #toMember(venue: VenueName, declared: VenueAsset['members'][number]): AssetMember | null {
    const instrumentId = this.#deps.registry.find(venue, declared.venueInstrumentId);
    if (instrumentId === null) {
      this.#deps.log.warn('an asset refers to an unknown instrument', {
        venue,
        venueInstrumentId: declared.venueInstrumentId,
      });
      return null;
    }
    if ((this.findByInstrument(instrumentId) ?? 0) >= FIRST_REVIEW_ID) {
      this.#deps.log.warn('a venue declares an instrument that belongs to an approved asset', {
        venue,
        instrumentId,
      });
      return null;
    }
    const ticker = this.#deps.catalogue.getCached(instrumentId)?.ticker ?? declared.venueInstrumentId;
    return { venue, instrumentId, ticker, inverted: declared.inverted };
  }

  #isChanged(stored: StoredAsset): boolean {
    const known = this.#byKey.get(stored.key);
    return known === undefined || assetsDiffer(known.asset, stored.asset);
  }

  #replace(stored: StoredAsset): void {
    const before = this.#byKey.get(stored.key)?.asset.members ?? [];
    for (const { instrumentId } of before) this.#release(instrumentId);
    this.#add(stored);
    for (const { instrumentId } of stored.asset.members)
      this.#deps.catalogue.setAsset(instrumentId, stored.asset.genericAssetId);
  }

  #release(id: InstrumentId): void {
    this.#byInstrument.delete(id);
    this.#deps.catalogue.setAsset(id, null);
  }

  #add(stored: StoredAsset): void {
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
      this.#deps.log.error('saving generic assets failed', { error: String(error) });
    }
  }
}

const getSearchTexts = (asset: GenericAsset): readonly string[] => [
  asset.title,
  asset.description ?? '',
  ...asset.members.map((member) => member.ticker),
];
