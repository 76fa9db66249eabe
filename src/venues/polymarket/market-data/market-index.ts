import { fees as feeTerms } from '../../../domain/events/event-formats.ts';
import { ShardedMap } from '../../../domain/model/collections.ts';
import type { VenueInstrument } from '../../../domain/model/instrument.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';

type Terms = Pick<
  VenueInstrument,
  'category' | 'priceTick' | 'priceMin' | 'priceMax' | 'qtyStep' | 'qtyMin' | 'fees'
>;

interface IndexedMarket {
  listing: Listing;
  seenIn: number; // the last walk over the open markets that it was open in; 0: none
}

/** The markets that are known, by what they are asked for by. There may be half a million of them. */
export class MarketIndex {
  readonly #byCondition = new ShardedMap<IndexedMarket>();
  readonly #byToken = new ShardedMap<IndexedMarket>();
  // So many markets have a handful of terms: one object for each.
  readonly #terms = new Map<string, Terms>();

  get size(): number {
    return this.#byCondition.size;
  }

  find(conditionId: string): Listing | null {
    return this.#byCondition.get(conditionId)?.listing ?? null;
  }

  byToken(tokenId: string): Listing | null {
    return this.#byToken.get(tokenId)?.listing ?? null;
  }

  /** Every market, in no promised order; others may come to be held meanwhile. */
  all(): Iterable<Readonly<IndexedMarket>> {
    return this.#byCondition.values();
  }

  /** Holds the newest word on a market; returned as it is held. */
  store(told: Listing): Listing {
    const listing = this.#sharing(told);
    const id = listing.instrument.venueInstrumentId;
    const held = this.#byCondition.get(id) ?? { listing, seenIn: 0 };
    held.listing = listing;
    this.#byCondition.set(id, held);
    this.#byToken.set(listing.yes, held);
    this.#byToken.set(listing.no, held);
    return listing;
  }

  markOpen(conditionId: string, walk: number): void {
    const held = this.#byCondition.get(conditionId);
    if (held !== undefined) held.seenIn = walk;
  }

  #sharing(listing: Listing): Listing {
    const { category, priceTick, priceMin, priceMax, qtyStep, qtyMin, fees } = listing.instrument;
    const key = `${priceTick} ${qtyMin} ${feeTerms.write(fees)} ${category}`;
    const terms = this.#terms.get(key) ?? { category, priceTick, priceMin, priceMax, qtyStep, qtyMin, fees };
    this.#terms.set(key, terms);
    return { ...listing, instrument: { ...listing.instrument, ...terms } };
  }
}
