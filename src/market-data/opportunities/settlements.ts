import { createLruCache, type Instrument, type InstrumentId } from '#contract';
import type { Log } from '#ports';
import {
  assessOneVenue,
  assessPair,
  compareListings,
  type SetDefinition,
  type Settlement,
  toListing,
} from '#relations';
import type { InstrumentCatalogue } from '../instrument-catalogue.ts';

const CACHED_MAX = 20_000;

interface SettlementsDeps {
  readonly catalogue: Pick<InstrumentCatalogue, 'lookup' | 'onUpdated'>;
  readonly log: Log;
}

/**
 * How the legs of sets settle. Comparing two listings takes up to 2 ms, so it is done once per set, when the set
 * first has an edge, and again when a listing has changed.
 */
export class Settlements {
  readonly #deps: SettlementsDeps;
  readonly #known = createLruCache<string, Settlement>(CACHED_MAX);
  readonly #versions = new Map<InstrumentId, number>(); // how often a listing has changed, for compared ones

  constructor(deps: SettlementsDeps) {
    this.#deps = deps;
    deps.catalogue.onUpdated(({ instrumentId }) => {
      const version = this.#versions.get(instrumentId);
      if (version !== undefined) this.#versions.set(instrumentId, version + 1);
    });
  }

  /** Resolves when `get` finds the settlement of the set. Never rejects. */
  async prepare(set: SetDefinition): Promise<void> {
    if (this.get(set) !== null) return;
    try {
      const instruments = await this.#deps.catalogue.lookup(set.legs.map(({ instrumentId }) => instrumentId));
      const byId = new Map(instruments.map((instrument) => [instrument.instrumentId, instrument]));
      const legs = set.legs.flatMap(({ instrumentId }) => byId.get(instrumentId) ?? []);
      if (legs.length < set.legs.length) return;
      for (const { instrumentId } of legs)
        this.#versions.set(instrumentId, this.#versions.get(instrumentId) ?? 0);
      this.#known.set(this.#toKey(set), assess(set, legs));
    } catch (error) {
      this.#deps.log.error('the settlement of a set could not be compared', { error: String(error) });
    }
  }

  /** Null until it is prepared, and after a change of a listing. */
  get(set: SetDefinition): Settlement | null {
    return this.#known.get(this.#toKey(set)) ?? null;
  }

  #toKey({ kind, legs }: SetDefinition): string {
    const parts = legs.map(
      ({ instrumentId, outcome }) => `${instrumentId}${outcome}${this.#versions.get(instrumentId) ?? 0}`,
    );
    return [kind, ...parts].join(':');
  }
}

function assess({ kind, legs }: SetDefinition, instruments: readonly Instrument[]): Settlement {
  const [first, second] = instruments;
  if (kind !== 'CROSS' || first === undefined || second === undefined)
    return assessOneVenue(kind, instruments);
  // The first leg buys YES of the asset and the second NO, so equal outcomes mean opposite instruments.
  const isInverted = legs[0]?.outcome === legs[1]?.outcome;
  return assessPair([first, second], compareListings(toListing(first), toListing(second)), isInverted);
}
