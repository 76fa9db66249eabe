import assert from 'node:assert/strict';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { compareFacts } from '../../src/relations/mapping/compare-listings.ts';
import { extractFacts, type ListingFacts } from '../../src/relations/mapping/extract.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import type { CatalogueEvent } from './event-catalogue.ts';

const day = (start: number, days: number): TimestampMs => (start + days * 86_400_000) as TimestampMs;

/** Listings of one event are the same contract at both exchanges; listings of different events are not. */
export function assertMatchesOneToOne(events: readonly CatalogueEvent[], start: number): void {
  const kalshi = extractAll(events, (event) => kalshiListing(event, start));
  const polymarket = extractAll(events, (event) => polymarketListing(event, start));
  for (const [one, a] of kalshi)
    for (const [other, b] of polymarket) {
      const { verdict } = compareFacts(a, b);
      const title = `${a.listing.title} / ${b.listing.title}`;
      if (one === other) assert.equal(verdict, one.inverted === true ? 'same-inverted' : 'same', title);
      else assert.ok(!verdict.startsWith('same'), title);
    }
}

/** Reads each listing once: reading takes longer than comparing. */
function extractAll(
  events: readonly CatalogueEvent[],
  toListing: (event: CatalogueEvent) => Listing | null,
): ReadonlyMap<CatalogueEvent, ListingFacts> {
  const facts = new Map<CatalogueEvent, ListingFacts>();
  for (const event of events) {
    const listing = toListing(event);
    if (listing !== null) facts.set(event, extractFacts(listing));
  }
  return facts;
}

/**
 * The event as Kalshi lists it, at an exchange that first started at `start`; null if Kalshi does not list
 * it.
 */
function kalshiListing({ kalshi, category }: CatalogueEvent, start: number): Listing | null {
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
function polymarketListing({ polymarket, category }: CatalogueEvent, start: number): Listing | null {
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
