import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type AssetMember,
  type Book,
  err,
  type GenericAsset,
  type Instrument,
  type InstrumentId,
  ok,
  type Rejection,
  type Result,
  rejection,
  type TimestampMs,
  type VenueName,
} from '#contract';
import {
  aggregateBooks,
  computeAssetStatus,
  findBestMatch,
  type MemberBook,
  matchesKeys,
  SEARCH_START,
  type SearchPosition,
  TIERS,
  toSearchRule,
} from '#domain';
import { isOpenOrPaused } from './book-subscriptions.ts';
import { getEvent, listEvents } from './event-queries.ts';
import { listGenericEvents } from './generic-events.ts';
import type { MarketComponents } from './market-components.ts';
import type { AggregatedBook, MarketData, SearchPage, SearchQuery } from './market-data-types.ts';

const LIST_PAGE = 100; // read and rendered in one iteration of the event loop

/** Null also for a ticker that several instruments of the venue have, so that a name is never another market. */
async function findByTicker(
  { catalogue, store }: MarketComponents,
  venue: VenueName,
  ticker: string,
): Promise<Instrument | null> {
  await catalogue.flush(); // so that recently listed instruments are found
  const found = await store.matches({ ticker, slug: null, venue });
  const [only] = found;
  return only === undefined || found.length > 1 ? null : catalogue.load(only.instrumentId);
}

/** Read access for API callers. `cursorKey` authenticates search cursors. */
export function createMarketData(parts: MarketComponents, cursorKey: () => string): MarketData {
  const {
    catalogue,
    assets,
    assetSafety,
    trades,
    priceHistory,
    venueHealth,
    instrumentIds,
    venues,
    subscriber,
  } = parts;
  // A caller that reads a market's trades or prices will need its book and future trades.
  const subscribed = <Value>(id: InstrumentId | null, value: Value): Value => {
    const instrument = id === null ? null : catalogue.getCached(id);
    if (instrument !== null) subscriber.subscribe(instrument);
    return value;
  };
  return {
    search: (query) => search(parts, query, cursorKey()),
    list: (query) => list(parts, query),
    events: (query) => listEvents(parts, query),
    event: (id) => getEvent(parts, id),
    genericEvents: (query) => listGenericEvents(parts, query),
    match: (query) => match(parts, query),
    instrument: (id) => catalogue.load(id),
    instrumentByNativeId: async (venue, venueInstrumentId) => {
      const id = instrumentIds.find(venue, venueInstrumentId);
      return id === null ? findByTicker(parts, venue, venueInstrumentId) : catalogue.load(id);
    },
    lookup: (ids) => catalogue.lookup(ids),

    book: (instrument) => getBook(parts, instrument),
    aggregatedBook: (asset) => getAggregatedBook(parts, asset),
    assets: async (query) => assets.find(query),
    asset: async (id) => assets.get(id),
    assetStatus: async (asset) => {
      const members = await catalogue.lookup(asset.members.map((member) => member.instrumentId));
      return computeAssetStatus(members.map((member) => member.status));
    },
    assetSafety: (asset) => assetSafety.get(asset),

    prints: (query) => subscribed(query.instrumentId, trades.prints(query)),
    stats: (id) => priceHistory.stats(id), // the venue's figures need no book
    candles: (query) => subscribed(query.instrumentId, priceHistory.candles(query)),
    prices: (query) => subscribed(query.instrumentId, priceHistory.prices(query)),

    opportunities: parts.opportunities,

    venues: () =>
      venues.map(({ name, venue, capabilities }) => ({
        name,
        status: venue === null ? 'DISABLED' : 'LIVE',
        capabilities,
      })),
    venueHealth: () => venueHealth.states(),
    venueHistory: (venue) => venueHealth.history(venue),
    onBook: (listener) => parts.books.onChanged(listener),
    onPrint: (listener) => trades.onPrint(listener),
    printsSince: (id) => trades.printsSince(id),
  };
}

async function search(
  { store }: MarketComponents,
  query: SearchQuery,
  key: string,
): Promise<Result<SearchPage, Rejection>> {
  const position = query.cursor === null ? SEARCH_START : parseCursor(query.cursor, query, key);
  if (position === null)
    return err(rejection('invalid_cursor', 'the cursor does not belong to this search', null));
  const rule = toSearchRule(query);
  const { items, next } = await store.search(rule, position, query.limit);
  if (items.length === 0 && query.near === true && query.cursor === null) {
    const near = await store.near(rule, query.limit);
    return ok({ items: near, nextCursor: null, isNear: near.length > 0 });
  }
  return ok({ items, nextCursor: next === null ? null : createCursor(next, query, key), isNear: false });
}

async function* list(
  { store }: MarketComponents,
  { venue, q, eventId = null, series = null, afterId, limit }: Parameters<MarketData['list']>[0],
): AsyncGenerator<readonly Instrument[]> {
  const rule = toSearchRule({ q, venue, status: null, category: null, eventId, series });
  let last: number = afterId ?? 0;
  for (let left = limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
    const size = Math.min(left, LIST_PAGE);
    const page = await store.list(rule, last, size);
    if (page.length > 0) yield page;
    if (page.length < size) return;
    left -= page.length;
    last = page.at(-1)?.instrumentId ?? last;
  }
}

async function match(
  { store, catalogue, venueOrder }: MarketComponents,
  keys: Parameters<MarketData['match']>[0],
): Promise<Instrument | null> {
  // The cached record may have a newer status than the stored one, and the status decides between matches.
  const matches = catalogue.preferCached(await store.matches(keys)).filter((it) => matchesKeys(keys, it));
  return findBestMatch(matches, venueOrder);
}

/**
 * One instrument's book, empty when its market has none. Subscribes if needed and waits briefly for a snapshot.
 *
 * Refuses  `venue_unavailable` when the market is open or paused and the venue's current book is unknown.
 */
export async function getBook(
  parts: MarketComponents,
  instrument: Instrument,
): Promise<Result<Book, Rejection>> {
  const { books, subscriber } = parts;
  await subscriber.waitForFirstBook(instrument);
  if (isMissing(parts, instrument)) return unavailable(instrument.venue);
  return ok(books.getQuoted(instrument.instrumentId)?.book ?? books.emptyBook(instrument));
}

/**
 * The asset's book over all tradable members. Its sequence is the sum of the members' sequences, so it grows
 * with every change of any member.
 *
 * Refuses  `venue_unavailable` when no member is tradable and at least one member's current book is unknown.
 */
export async function getAggregatedBook(
  parts: MarketComponents,
  asset: GenericAsset,
): Promise<Result<AggregatedBook, Rejection>> {
  const members = await parts.catalogue.lookup(asset.members.map(({ instrumentId }) => instrumentId));
  await Promise.all(members.map((member) => parts.subscriber.waitForFirstBook(member)));
  const quotes = asset.members.map((member) => ({
    member,
    quote: parts.books.getQuoted(member.instrumentId),
  }));
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

function isMemberMissing(parts: MarketComponents, member: AssetMember): boolean {
  const instrument = parts.catalogue.getCached(member.instrumentId);
  return instrument !== null && isMissing(parts, instrument);
}

function isMissing({ books, venues }: MarketComponents, instrument: Instrument): boolean {
  const { instrumentId, venue } = instrument;
  if (!isOpenOrPaused(instrument) || books.isCurrent(instrumentId)) return false;
  // Demo publishes every book it has, so a book without an update is empty.
  const isTrusted = venues.find(({ name }) => name === venue)?.bookAgeMsMax === null;
  return !(isTrusted && books.getQuoted(instrumentId) === null);
}

const unavailable = (venue: string) =>
  err(rejection('venue_unavailable', `the current order book of ${venue} is not available`, { venue }));

const SEAL_BYTES = 12;
const POSITION = /^([0-2])\.(0|[1-9]\d{0,15})$/;

/** The search parameters for which a cursor is valid. */
export interface CursorScope {
  readonly q: string | null;
  readonly venue: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly eventId?: string | null;
  readonly series?: string | null;
}

/**
 * Encodes a search position as opaque text. The seal authenticates it and binds it to the search parameters, so
 * an altered cursor or a cursor of another search is rejected.
 */
export function createCursor(position: SearchPosition, scope: CursorScope, key: string): string {
  const text = `${position.tier}.${position.instrumentId}`;
  return Buffer.concat([computeSeal(text, scope, key), Buffer.from(text)]).toString('base64url');
}

/** The position, or null for a cursor that we did not create for this search. */
export function parseCursor(cursor: string, scope: CursorScope, key: string): SearchPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node decodes base64 leniently; accept only the canonical encoding.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== cursor) return null;
  const text = bytes.toString('utf8', SEAL_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), computeSeal(text, scope, key))) return null;
  const match = POSITION.exec(text);
  const tier = TIERS.find((it) => String(it) === match?.[1]);
  return tier === undefined ? null : { tier, instrumentId: Number(match?.[2]) };
}

function computeSeal(position: string, scope: CursorScope, key: string): Buffer {
  const { q, venue, status, category, eventId = null, series = null } = scope;
  const ofEvent = eventId === null && series === null ? [] : [eventId, series];
  const sealed = JSON.stringify([position, q, venue, status, category, ...ofEvent]);
  return createHmac('sha256', key).update(sealed).digest().subarray(0, SEAL_BYTES);
}
