import { createHash } from 'node:crypto';
import type { CatalogueEvent, KalshiListing } from '../catalogue/event-catalogue.ts';
import type { FeeTerms } from './kalshi-fees.ts';
import { toScaled } from './wire-units.ts';

/** The constant data of a market. */
export interface Listing {
  readonly event: CatalogueEvent;
  readonly terms: KalshiListing;
  readonly ticker: string;
  readonly marketId: string; // the UUID that only WebSocket messages contain
  readonly shard: number;
  readonly fees: FeeTerms;
}

export interface Series {
  readonly ticker: string;
  readonly title: string;
  readonly category: string;
  readonly feeType: string;
  readonly feeMultiplier: number;
  readonly shard: number;
}

export interface KalshiEvent {
  readonly ticker: string;
  readonly seriesTicker: string;
  readonly title: string;
  readonly category: string;
  readonly isExclusive: boolean; // at most one of its markets resolves YES
  readonly shard: number;
  readonly tickers: readonly string[]; // its markets
}

/** All listed series, events and markets, each in listing order. */
export class MarketCatalogue {
  readonly #listings: Listing[] = [];
  readonly #series = new Map<string, Series>();
  readonly #events = new Map<string, KalshiEvent>();

  get listings(): readonly Listing[] {
    return this.#listings;
  }

  get series(): ReadonlyMap<string, Series> {
    return this.#series;
  }

  get events(): ReadonlyMap<string, KalshiEvent> {
    return this.#events;
  }

  /** Adds an event's market and, if new, its series. Returns null when Kalshi does not list it. */
  add(event: CatalogueEvent): Listing | null {
    if (event.kalshi === undefined) return null;
    const listing = toListing(event, event.kalshi);
    const { seriesTicker, eventTicker } = listing.terms;
    this.#listings.push(listing);
    if (!this.#series.has(seriesTicker)) this.#series.set(seriesTicker, toSeries(listing));
    const tickers = [...(this.#events.get(eventTicker)?.tickers ?? []), listing.ticker];
    this.#events.set(eventTicker, toEvent(listing, tickers));
    return listing;
  }
}

function toListing(event: CatalogueEvent, terms: KalshiListing): Listing {
  return {
    event,
    terms,
    ticker: terms.ticker,
    marketId: uuidFromName(terms.ticker),
    shard: terms.shard ?? 0,
    fees: { type: terms.feeType ?? 'quadratic', multiplier: toScaled(terms.feeMultiplier ?? 1) },
  };
}

const toSeries = ({ event, terms, shard }: Listing): Series => ({
  ticker: terms.seriesTicker,
  title: terms.seriesTitle,
  category: event.category,
  feeType: terms.feeType ?? 'quadratic',
  feeMultiplier: terms.feeMultiplier ?? 1,
  shard,
});

const toEvent = ({ event, terms, shard }: Listing, tickers: readonly string[]): KalshiEvent => ({
  ticker: terms.eventTicker,
  seriesTicker: terms.seriesTicker,
  title: terms.eventTitle,
  category: event.category,
  isExclusive: event.group?.isExclusive ?? false,
  shard,
  tickers,
});

/** Returns the same UUID for the same name in every process. */
export function uuidFromName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
