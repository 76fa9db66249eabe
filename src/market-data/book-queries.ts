import type { Book } from '../domain/model/book.ts';
import type { AssetMember, GenericAsset, Instrument } from '../domain/model/instrument.ts';
import { err, ok, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import { aggregateBooks, type MemberBook } from '../domain/order-books/aggregated-book.ts';
import { isOn } from './book-subscriptions.ts';
import type { MarketParts } from './create-market.ts';
import type { AggregatedBook } from './market-data-types.ts';

/**
 * One instrument's book, empty where its market has none. Waits a moment for one that was never asked for.
 *
 * Refuses  `venue_unavailable` when the market is on and we do not know the venue's present book.
 */
export async function bookOf(parts: MarketParts, instrument: Instrument): Promise<Result<Book, Rejection>> {
  const { books, demand } = parts;
  await demand.firstBook(instrument);
  if (isMissing(parts, instrument)) return unavailable(instrument.venue);
  return ok(books.quoted(instrument.instrumentId)?.book ?? books.emptyBook(instrument));
}

/**
 * The asset's book over the members that may be traded on now. Its sequence is the sum of theirs, so it
 * grows with every change of any.
 *
 * Refuses  `venue_unavailable` when no member is usable and one only because its book is not to be had.
 */
export async function aggregatedBook(
  parts: MarketParts,
  asset: GenericAsset,
): Promise<Result<AggregatedBook, Rejection>> {
  const members = await parts.catalogue.lookup(asset.members.map(({ instrumentId }) => instrumentId));
  await Promise.all(members.map((member) => parts.demand.firstBook(member)));
  const quotes = asset.members.map((member) => ({ member, quote: parts.books.quoted(member.instrumentId) }));
  const usable = quotes.flatMap(({ member, quote }) =>
    quote?.usable === true ? [memberBook(member, quote.book)] : [],
  );
  const missing = asset.members.find((member) => isMemberMissing(parts, member));
  if (usable.length === 0 && missing !== undefined) return unavailable(missing.venue);
  const books = quotes.flatMap(({ quote }) => quote?.book ?? []);
  return ok({
    genericAssetId: asset.genericAssetId,
    ...aggregateBooks(usable),
    members: quotes.map(({ member: { venue, instrumentId, inverted }, quote }) => ({
      venue,
      instrumentId,
      inverted,
      condition: quote?.state ?? 'none',
      ageMs: quote === null ? null : Math.round(quote.ageMs),
    })),
    timestamp: Math.max(0, ...books.map((book) => book.timestamp)) as TimestampMs,
    sequence: books.reduce((sum, book) => sum + book.sequence, 0),
  });
}

const memberBook = (member: AssetMember, { bids, asks }: Book): MemberBook => ({
  venue: member.venue,
  instrumentId: member.instrumentId,
  inverted: member.inverted,
  sides: { bids, asks },
});

function isMemberMissing(parts: MarketParts, member: AssetMember): boolean {
  const instrument = parts.catalogue.known(member.instrumentId);
  return instrument !== null && isMissing(parts, instrument);
}

function isMissing({ books, venues }: MarketParts, instrument: Instrument): boolean {
  const { instrumentId, venue } = instrument;
  if (!isOn(instrument) || books.isKnown(instrumentId)) return false;
  // Demo tells every book it has, so one that it never told is empty.
  const isTrusted = venues.find(({ name }) => name === venue)?.bookAgeMsMax === null;
  return !(isTrusted && books.quoted(instrumentId) === null);
}

const unavailable = (venue: string) =>
  err(rejection('venue_unavailable', `the book of ${venue} is not to be had now`, { venue }));
