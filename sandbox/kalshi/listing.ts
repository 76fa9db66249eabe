import { createHash } from 'node:crypto';
import type { KalshiListing, Question } from '../world/question.ts';
import type { FeeTerms } from './fees.ts';
import { scaled } from './units.ts';

/** A market's fixed facts. */
export interface Listing {
  readonly question: Question;
  readonly terms: KalshiListing;
  readonly ticker: string;
  readonly marketId: string; // the UUID that only sockets speak of
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

export interface Event {
  readonly ticker: string;
  readonly seriesTicker: string;
  readonly title: string;
  readonly category: string;
  readonly shard: number;
  readonly tickers: readonly string[]; // its markets
}

/** Everything that the exchange lists: series, their events, the events' markets, each in a fixed order. */
export interface Catalogue {
  readonly listings: readonly Listing[];
  readonly series: ReadonlyMap<string, Series>;
  readonly events: ReadonlyMap<string, Event>;
}

/** The catalogue of the questions that Kalshi lists. A series is described by its first market. */
export function catalogueOf(questions: readonly Question[]): Catalogue {
  const listings = questions.flatMap((question) =>
    question.kalshi === undefined ? [] : [listingOf(question, question.kalshi)],
  );
  const series = new Map<string, Series>();
  const events = new Map<string, Event>();
  for (const listing of listings) {
    const { seriesTicker, eventTicker } = listing.terms;
    if (!series.has(seriesTicker)) series.set(seriesTicker, seriesOf(listing));
    const tickers = [...(events.get(eventTicker)?.tickers ?? []), listing.ticker];
    events.set(eventTicker, eventOf(listing, tickers));
  }
  return { listings, series, events };
}

function listingOf(question: Question, terms: KalshiListing): Listing {
  return {
    question,
    terms,
    ticker: terms.ticker,
    marketId: uuidFor(terms.ticker),
    shard: terms.shard ?? 0,
    fees: { type: terms.feeType ?? 'quadratic', multiplier: scaled(terms.feeMultiplier ?? 1) },
  };
}

const seriesOf = ({ question, terms, shard }: Listing): Series => ({
  ticker: terms.seriesTicker,
  title: terms.seriesTitle,
  category: question.category,
  feeType: terms.feeType ?? 'quadratic',
  feeMultiplier: terms.feeMultiplier ?? 1,
  shard,
});

const eventOf = ({ question, terms, shard }: Listing, tickers: readonly string[]): Event => ({
  ticker: terms.eventTicker,
  seriesTicker: terms.seriesTicker,
  title: terms.eventTitle,
  category: question.category,
  shard,
  tickers,
});

/** The same UUID for the same name, at every start. */
export function uuidFor(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
