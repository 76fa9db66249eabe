import type { Listing } from '../../src/domain/mapping/listing.ts';
import type { TimestampMs } from '../../src/domain/model/time.ts';
import type { CatalogueEvent } from './event-catalogue.ts';

const day = (start: number, days: number): TimestampMs => (start + days * 86_400_000) as TimestampMs;

/** The question as Kalshi lists it, of an exchange that first started at `start`; null where it does not. */
export function kalshiListing({ kalshi, category }: CatalogueEvent, start: number): Listing | null {
  if (kalshi === undefined) return null;
  const { ticker, eventTitle, yesSubTitle, rulesPrimary: rules, closeInDays } = kalshi;
  const title = yesSubTitle === '' ? eventTitle : `${eventTitle}: ${yesSubTitle}`;
  return {
    venue: 'Kalshi',
    ticker,
    title,
    rules,
    category,
    openTime: day(start, 0),
    closeTime: day(start, closeInDays),
  };
}

/** Likewise at Polymarket. */
export function polymarketListing({ polymarket, category }: CatalogueEvent, start: number): Listing | null {
  if (polymarket === undefined) return null;
  const { slug: ticker, question: title, description: rules, endInDays } = polymarket;
  return {
    venue: 'Polymarket',
    ticker,
    title,
    rules,
    category,
    openTime: day(start, 0),
    closeTime: day(start, endInDays),
  };
}
