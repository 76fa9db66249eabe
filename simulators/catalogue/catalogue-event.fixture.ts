import type { Listing } from '../../src/domain/mapping/listing.ts';
import type { TimestampMs } from '../../src/domain/model/time.ts';
import type { CatalogueEvent } from './event-catalogue.ts';

const day = (start: number, days: number): TimestampMs => (start + days * 86_400_000) as TimestampMs;

/**
 * The event as Kalshi lists it, at an exchange that first started at `start`; null if Kalshi does not list
 * it.
 */
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

/** The event as Polymarket lists it; null if Polymarket does not list it. */
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
