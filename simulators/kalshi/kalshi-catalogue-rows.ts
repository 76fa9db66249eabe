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
  fees: FeeTerms; // of its fills; the admin command `fees` changes them
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
  readonly ownFees: OwnFees; // instead of those of its series
  readonly shard: number;
  readonly tickers: readonly string[]; // its markets
}

/** Fee terms of an event; null where those of its series apply. */
export interface OwnFees {
  readonly type: string | null;
  readonly multiplier: number | null;
}

/** Fees that a series will have. */
export interface FeeChange {
  readonly series: string;
  readonly feeType: string;
  readonly feeMultiplier: number;
  readonly at: number; // Unix ms
}

const NO_OWN_FEES: OwnFees = { type: null, multiplier: null };

/** All listed series, events and markets, each in listing order. */
export class MarketCatalogue {
  readonly #listings: Listing[] = [];
  readonly #series = new Map<string, Series>();
  readonly #events = new Map<string, KalshiEvent>();
  #feeChanges: readonly FeeChange[] = []; // to come, in the order of their times

  get listings(): readonly Listing[] {
    return this.#listings;
  }

  get series(): ReadonlyMap<string, Series> {
    return this.#series;
  }

  get events(): ReadonlyMap<string, KalshiEvent> {
    return this.#events;
  }

  get feeChanges(): readonly FeeChange[] {
    return this.#feeChanges;
  }

  /** Adds an event's market and, if new, its series. Returns null when Kalshi does not list it. */
  add(event: CatalogueEvent): Listing | null {
    if (event.kalshi === undefined) return null;
    const listing = toListing(event, event.kalshi);
    const { seriesTicker, eventTicker } = listing.terms;
    this.#listings.push(listing);
    if (!this.#series.has(seriesTicker)) this.#series.set(seriesTicker, toSeries(listing));
    const tickers = [...(this.#events.get(eventTicker)?.tickers ?? []), listing.ticker];
    const { ownFees } = this.#events.get(eventTicker) ?? { ownFees: NO_OWN_FEES };
    this.#events.set(eventTicker, toEvent(listing, tickers, ownFees));
    return listing;
  }

  /**
   * Changes the fees of a series, until the next start. Returns false for an unknown series.
   *
   * @param at  when, Unix ms; null: now, and what was scheduled for the series is withdrawn
   */
  setSeriesFees(ticker: string, { type, multiplier }: OwnFees, at: number | null): boolean {
    const series = this.#series.get(ticker);
    if (series === undefined) return false;
    const fees = { feeType: type ?? series.feeType, feeMultiplier: multiplier ?? series.feeMultiplier };
    if (at === null) {
      this.#feeChanges = this.#feeChanges.filter((change) => change.series !== ticker);
      this.#changeSeries({ ...series, ...fees });
    } else {
      const changes = [...this.#feeChanges, { series: ticker, ...fees, at }];
      this.#feeChanges = changes.sort((a, b) => a.at - b.at);
    }
    return true;
  }

  applyDueFees(now: number): void {
    const due = this.#feeChanges.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.#feeChanges = this.#feeChanges.filter(({ at }) => at > now);
    for (const { series: ticker, feeType, feeMultiplier } of due) {
      const series = this.#series.get(ticker);
      if (series !== undefined) this.#changeSeries({ ...series, feeType, feeMultiplier });
    }
  }

  #changeSeries(series: Series): void {
    this.#series.set(series.ticker, series);
    for (const event of this.#events.values())
      if (event.seriesTicker === series.ticker) this.#applyFees(event);
  }

  /** Sets or clears the fees of an event, until the next start. Returns false for an unknown event. */
  setEventFees(ticker: string, ownFees: OwnFees): boolean {
    const event = this.#events.get(ticker);
    if (event === undefined) return false;
    const changed = { ...event, ownFees };
    this.#events.set(ticker, changed);
    this.#applyFees(changed);
    return true;
  }

  #applyFees({ seriesTicker, ownFees, tickers }: KalshiEvent): void {
    const series = this.#series.get(seriesTicker);
    if (series === undefined) return;
    const fees = {
      type: ownFees.type ?? series.feeType,
      multiplier: toScaled(ownFees.multiplier ?? series.feeMultiplier),
    };
    for (const listing of this.#listings) if (tickers.includes(listing.ticker)) listing.fees = fees;
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

const toEvent = (
  { event, terms, shard }: Listing,
  tickers: readonly string[],
  ownFees: OwnFees,
): KalshiEvent => ({
  ticker: terms.eventTicker,
  seriesTicker: terms.seriesTicker,
  title: terms.eventTitle,
  category: event.category,
  isExclusive: event.group?.isExclusive ?? false,
  ownFees,
  shard,
  tickers,
});

/** Returns the same UUID for the same name in every process. */
export function uuidFromName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
