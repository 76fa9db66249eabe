import type { GenericAssetId, Instrument } from '#contract';
import { type AssetReview, bindInstruments, FIRST_REVIEW_ID, hasFingerprint, isStillTrading } from '#domain';
import type { StateStore } from '#orders';
import type { Journal, Log, MappingSource } from '#ports';

export interface ReviewRecordDeps {
  readonly store: StateStore;
  readonly mappingSource: MappingSource;
  readonly log: Log;
}

/** Journals the decisions, applies them to the market, and suspends an asset when a venue changes a listing. */
export class ReviewRecord {
  readonly #store: StateStore;
  readonly #mappingSource: MappingSource;
  readonly #log: Log;

  constructor({ store, mappingSource, log }: ReviewRecordDeps) {
    this.#store = store;
    this.#mappingSource = mappingSource;
    this.#log = log;
  }

  /** Lists the approved assets and watches their members. Call this before any venue reports instruments. */
  start(): void {
    for (const review of this.all()) {
      if (review.status !== 'APPROVED') continue;
      if (this.#hasChangedMode(review))
        this.#suspend(review, 'a venue changed between simulated and live', 'operator');
      else this.#mappingSource.applyReview(review);
    }
    this.#mappingSource.onListingUpdate((instrument) => this.#watch(instrument));
  }

  all(): readonly AssetReview[] {
    return [...this.#store.state.assetReviews.values()].sort((a, b) => a.genericAssetId - b.genericAssetId);
  }

  get(id: GenericAssetId): AssetReview | null {
    return this.#store.state.assetReviews.get(id) ?? null;
  }

  nextId(): GenericAssetId {
    const { assetReviews, assetIdSkipped } = this.#store.state;
    const ids = [...assetReviews.keys()];
    return Math.max(FIRST_REVIEW_ID, assetIdSkipped + 1, ...ids.map((id) => id + 1)) as GenericAssetId;
  }

  /** Applies a rejection at once, so that no order is routed by a removed asset. */
  async commit(review: Omit<AssetReview, 'at'>): Promise<AssetReview> {
    const decided: AssetReview = { ...review, at: this.#store.now() };
    const type = decided.status === 'APPROVED' ? 'AssetApproved' : 'AssetRejected';
    const durable = this.#store.commit('asset_review', decided.by, [
      ...bindInstruments(this.#store.state, decided.members),
      { type, review: decided },
    ]);
    if (decided.status !== 'APPROVED') this.#mappingSource.applyReview(decided);
    await durable;
    // List an approved asset once durable, unless it was suspended in the meantime.
    if (this.get(decided.genericAssetId) === decided) this.#mappingSource.applyReview(decided);
    return decided;
  }

  #watch(instrument: Instrument): void {
    if (!isStillTrading(instrument.status)) return;
    for (const review of this.#store.state.assetReviews.values()) {
      if (review.status !== 'APPROVED') continue;
      const member = review.members.find(({ instrumentId }) => instrumentId === instrument.instrumentId);
      if (member === undefined || hasFingerprint(instrument, member.fingerprint)) continue;
      const why = `${instrument.venue} changed the text, the terms or the dates of ${instrument.ticker}`;
      this.#suspend(review, why, instrument.venue);
    }
  }

  #suspend(review: AssetReview, why: string, by: string): void {
    const suspended: AssetReview = { ...review, status: 'SUSPENDED', by, why, at: this.#store.now() };
    const durable = this.#store.commit('asset_suspend', by, [{ type: 'AssetSuspended', review: suspended }]);
    this.#mappingSource.applyReview(suspended);
    this.#log.warn('a generic asset is suspended until its next review', {
      asset: review.genericAssetId,
      why,
    });
    // The journal reports its own failure; in this process the asset stays suspended.
    durable.catch((error: unknown) => this.#log.error('a suspension is not durable', { why: String(error) }));
  }

  #hasChangedMode({ members, simulated }: AssetReview): boolean {
    return members.some(({ venue }) => {
      const now = this.#mappingSource.isSimulated(venue);
      return now !== null && now !== simulated;
    });
  }
}

const REVIEWS_MAX = 1_000;

/** Every decision on one asset in the journal, oldest first. */
export async function readHistory(journal: Journal, id: GenericAssetId): Promise<readonly AssetReview[]> {
  const entries = await journal.entriesForAsset(id, REVIEWS_MAX);
  return entries
    .flatMap(({ events }) => events.flatMap((event) => ('review' in event ? [event.review] : [])))
    .filter((review) => review.genericAssetId === id);
}
