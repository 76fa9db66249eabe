import type { Instrument, InstrumentId, Notional, VenueName } from '#contract';
import type { BookState } from '#domain';
import type { LegDefinition, LegSource, SetDefinition } from '#relations';
import type { InstrumentCatalogue } from '../instrument-catalogue.ts';
import type { MarketVenue } from '../market-data-types.ts';
import type { OrderBooks } from '../order-books.ts';

/** What an evaluation needs of an instrument. Kept for every watched one, because the catalogue caches only some. */
type Terms = Pick<
  Instrument,
  'instrumentId' | 'venue' | 'venueInstrumentId' | 'status' | 'fees' | 'qtyStep' | 'qtyMin' | 'closeTime'
>;

interface LegTermsDeps {
  readonly catalogue: Pick<InstrumentCatalogue, 'lookup' | 'onUpdated'>;
  readonly books: Pick<OrderBooks, 'getQuoted'>;
  readonly venues: readonly MarketVenue[];
}

export interface LegQuote extends LegSource {
  readonly state: BookState;
  readonly ageMs: number;
}

/** The trading terms and the present books of the watched instruments. */
export class LegTerms {
  readonly #deps: LegTermsDeps;
  readonly #terms = new Map<InstrumentId, Terms>();
  readonly #notionalMins: ReadonlyMap<VenueName, Notional | null>;

  constructor(deps: LegTermsDeps) {
    this.#deps = deps;
    this.#notionalMins = new Map(
      deps.venues.map(({ name, capabilities }) => [name, capabilities.buyNotionalMin ?? null]),
    );
    deps.catalogue.onUpdated((instrument) => {
      if (this.#terms.has(instrument.instrumentId)) this.#put(instrument);
    });
  }

  /** Resolves when the terms of these instruments are known. */
  async load(ids: readonly InstrumentId[]): Promise<void> {
    const missing = ids.filter((id) => !this.#terms.has(id));
    for (const instrument of await this.#deps.catalogue.lookup(missing)) this.#put(instrument);
  }

  get(id: InstrumentId): Terms | null {
    return this.#terms.get(id) ?? null;
  }

  values(): Iterable<Terms> {
    return this.#terms.values();
  }

  /** Null without a book or fees. */
  quote({ instrumentId }: LegDefinition): LegQuote | null {
    const terms = this.#terms.get(instrumentId);
    const quoted = this.#deps.books.getQuoted(instrumentId);
    if (terms === undefined || terms.fees === null || quoted === null) return null;
    const { fees, qtyStep, qtyMin, venue } = terms;
    const buyNotionalMin = this.#notionalMins.get(venue) ?? null;
    return {
      book: quoted.book,
      state: quoted.state,
      ageMs: quoted.ageMs,
      fees,
      qtyStep,
      qtyMin,
      buyNotionalMin,
    };
  }

  #put(instrument: Instrument): void {
    const { instrumentId, venue, venueInstrumentId, status, fees, qtyStep, qtyMin, closeTime } = instrument;
    this.#terms.set(instrumentId, {
      instrumentId,
      venue,
      venueInstrumentId,
      status,
      fees,
      qtyStep,
      qtyMin,
      closeTime,
    });
  }
}

/**
 * True when a set may use a book in this state. A set within one instrument exists only while its book is crossed; it is
 * shown, but orders are not routed on such a book.
 */
export const isUsable = ({ kind }: SetDefinition, state: BookState): boolean =>
  state === 'live' || (kind === 'INTERNAL' && state === 'crossed');
