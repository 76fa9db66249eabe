import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createMemoryStore, type MemoryStore } from '../../../test/support/storage/memory-journal.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../../contract/model/ids.ts';
import type { Instrument } from '../../contract/model/instrument.ts';
import { type AssetReview, toGenericAsset } from '../../domain/instruments/asset-review.ts';
import { StateStore } from '../../orders/state-store.ts';
import type { MappingSource } from '../../ports/mapping-source.ts';
import { compareListings } from '../../relations/mapping/compare-listings.ts';
import { withholdContested } from '../../relations/mapping/exclusive-pairs.ts';
import { toListing } from '../../relations/mapping/listing.ts';
import { MappingReview } from './mapping-review.ts';

/** A mapping source with a few instruments. It records the listed assets and publishes changed listings. */
export class FixedMappingSource implements MappingSource {
  readonly shown = new Map<GenericAssetId, AssetReview>();
  readonly simulated = new Map<string, boolean>();
  readonly #instruments: Map<InstrumentId, Instrument>;
  readonly #listeners: ((instrument: Instrument) => void)[] = [];

  constructor(instruments: readonly Instrument[]) {
    this.#instruments = new Map(instruments.map((it) => [it.instrumentId, it]));
    for (const { venue } of instruments) this.simulated.set(venue, true);
  }

  publish(instrument: Instrument): void {
    this.#instruments.set(instrument.instrumentId, instrument);
    for (const listener of this.#listeners) listener(instrument);
  }

  async instrument(id: InstrumentId): Promise<Instrument | null> {
    return this.#instruments.get(id) ?? null;
  }

  async findByName(venue: VenueName, name: string): Promise<Instrument | null> {
    return (
      [...this.#instruments.values()].find(
        (it) => it.venue === venue && [it.ticker, it.venueInstrumentId].includes(name),
      ) ?? null
    );
  }

  isSimulated(venue: VenueName): boolean | null {
    return this.simulated.get(venue) ?? null;
  }

  getAssetId(id: InstrumentId): GenericAssetId | null {
    const review = [...this.shown.values()].find((it) =>
      toGenericAsset(it).members.some((of) => of.instrumentId === id),
    );
    return review?.genericAssetId ?? null;
  }

  async findProposals() {
    const all = [...this.#instruments.values()];
    const pairs = all.flatMap((a, at) => all.slice(at + 1).map((b) => ({ a, b })));
    const compared = pairs
      .filter(({ a, b }) => a.venue !== b.venue)
      .map(({ a, b }) => ({ a, b, match: compareListings(toListing(a), toListing(b)) }))
      .filter(({ match }) => match.verdict !== 'different');
    return withholdContested(compared, ({ venue }: Instrument) => venue);
  }

  applyReview(review: AssetReview): void {
    if (review.status === 'APPROVED') this.shown.set(review.genericAssetId, review);
    else this.shown.delete(review.genericAssetId);
  }

  onListingUpdate(listener: (instrument: Instrument) => void): void {
    this.#listeners.push(listener);
  }
}

/** Reviews over a store in memory. Pass a restarted `storage` to simulate the next process. */
export async function openReviews(mappingSource: FixedMappingSource, storage?: MemoryStore) {
  const clock = new ManualClock();
  const log = { info() {}, warn() {}, error() {} };
  const kept = storage ?? (await createMemoryStore(clock));
  const store = new StateStore({ journal: kept.journal, clock, log, terminalInMemoryMax: 0 });
  await store.load();
  const reviews = new MappingReview({ store, mappingSource, clock, log });
  reviews.start();
  return { reviews, store, clock, storage: kept };
}
