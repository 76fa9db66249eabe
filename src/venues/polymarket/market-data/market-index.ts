import { ShardedMap, type VenueInstrument } from '#contract';
import { fees as feeTerms } from '#domain';
import type { Listing } from '../codec/polymarket-mapping.ts';

type Terms = Pick<
  VenueInstrument,
  'category' | 'priceTick' | 'priceMin' | 'priceMax' | 'qtyStep' | 'qtyMin' | 'fees'
>;

interface IndexedMarket {
  listing: Listing;
  seenIn: number; // number of the last full read that listed it as open; 0: none
}

/** The known markets by condition id and by token id, up to half a million. */
export class MarketIndex {
  readonly #byCondition = new ShardedMap<IndexedMarket>();
  readonly #byToken = new ShardedMap<IndexedMarket>();
  // Many markets share a few sets of terms, so each set is stored once to save memory.
  readonly #terms = new Map<string, Terms>();

  get size(): number {
    return this.#byCondition.size;
  }

  /** Condition ids of Protocol V2 have 31 bytes in some messages, and a zero byte more in others. */
  find(conditionId: string): Listing | null {
    return (this.#byCondition.get(conditionId) ?? this.#byCondition.get(`${conditionId}00`))?.listing ?? null;
  }

  byToken(tokenId: string): Listing | null {
    return this.#byToken.get(tokenId)?.listing ?? null;
  }

  /** All markets, in no particular order; markets may be added during the iteration. */
  all(): Iterable<Readonly<IndexedMarket>> {
    return this.#byCondition.values();
  }

  /** Stores the new state of a market and returns the stored object. */
  store(update: Listing): Listing {
    const listing = this.#withSharedTerms(update);
    const id = listing.instrument.venueInstrumentId;
    const market = this.#byCondition.get(id) ?? { listing, seenIn: 0 };
    market.listing = listing;
    this.#byCondition.set(id, market);
    this.#byToken.set(listing.yes, market);
    this.#byToken.set(listing.no, market);
    return listing;
  }

  markOpen(conditionId: string, readNumber: number): void {
    const market = this.#byCondition.get(conditionId);
    if (market !== undefined) market.seenIn = readNumber;
  }

  #withSharedTerms(listing: Listing): Listing {
    const { category, priceTick, priceMin, priceMax, qtyStep, qtyMin, fees } = listing.instrument;
    const key = `${priceTick} ${qtyMin} ${feeTerms.write(fees)} ${category}`;
    const terms = this.#terms.get(key) ?? { category, priceTick, priceMin, priceMax, qtyStep, qtyMin, fees };
    this.#terms.set(key, terms);
    return { ...listing, instrument: { ...listing.instrument, ...terms } };
  }
}
