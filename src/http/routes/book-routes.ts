import { Type } from 'typebox';
import { type Book, type Level, renderDecimal } from '#contract';
import type { AggregatedBook, AggregatedLevel } from '#market-data';
import {
  type Call,
  type RouteResult,
  readAsset,
  readInstrument,
  respondWith,
  respondWithText,
  route,
} from '../route.ts';
import {
  Amount,
  GenericAssetIdSchema,
  InstrumentIdSchema,
  Nullable,
  SubaccountIdSchema,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

/** Renders a book with the best `depth` levels of each side. Source: contract, Order book. */
export const renderBook = (book: Book, depth = Number.POSITIVE_INFINITY) => ({
  instrument_id: book.instrumentId,
  bids: book.bids.slice(0, depth).map(renderLevel),
  asks: book.asks.slice(0, depth).map(renderLevel),
  timestamp: book.timestamp,
  sequence: book.sequence,
});

export const renderAggregatedBook = (book: AggregatedBook) => ({
  generic_asset_id: book.genericAssetId,
  bids: book.bids.map(renderAggregatedLevel),
  asks: book.asks.map(renderAggregatedLevel),
  members: book.members.map((member) => ({
    venue: member.venue,
    instrument_id: member.instrumentId,
    status: member.condition,
    age_ms: member.ageMs,
    inverted: member.inverted,
  })),
  timestamp: book.timestamp,
  sequence: book.sequence,
});

const renderLevel = ({ price, qty }: Level) => ({ price: renderDecimal(price), qty: renderDecimal(qty) });

const renderAggregatedLevel = ({ price, qty, breakdown }: AggregatedLevel) => ({
  price: renderDecimal(price),
  qty: renderDecimal(qty),
  breakdown: breakdown.map((part) => ({
    venue: part.venue,
    instrument_id: part.instrumentId,
    qty: renderDecimal(part.qty),
  })),
});

const DEPTH_LIGHT = 10; // default levels of each side
const DEPTH_MAX = 1000;

const LevelSchema = Type.Object({ price: Amount, qty: Amount });
const SequenceSchema = Type.Integer({ minimum: 0, description: 'Increases with every change.' });

export const BookSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    bids: Type.Array(LevelSchema),
    asks: Type.Array(LevelSchema),
    timestamp: Timestamp,
    sequence: SequenceSchema,
  },
  {
    description: 'The order book of one instrument in YES terms, best level first on both sides.',
    examples: EXAMPLES.Book,
  },
);

const AggregatedLevelSchema = Type.Object(
  {
    price: Amount,
    qty: Amount,
    breakdown: Type.Array(
      Type.Object({ venue: VenueNameSchema, instrument_id: InstrumentIdSchema, qty: Amount }),
    ),
  },
  { description: 'A level across venues; the quantities of its `breakdown` add up to `qty`.' },
);

const BookMemberSchema = Type.Object({
  venue: VenueNameSchema,
  instrument_id: InstrumentIdSchema,
  status: Type.Enum(['live', 'stale', 'gapped', 'crossed', 'closed', 'none'], {
    description: 'Only `live` members contribute levels and receive routed orders.',
  }),
  age_ms: Nullable(
    Type.Integer({ minimum: 0, description: 'Milliseconds since the last update from the venue.' }),
  ),
  inverted: Type.Boolean(),
});

export const AggregatedBookSchema = Type.Object(
  {
    generic_asset_id: GenericAssetIdSchema,
    bids: Type.Array(AggregatedLevelSchema),
    asks: Type.Array(AggregatedLevelSchema),
    members: Type.Array(BookMemberSchema),
    timestamp: Timestamp,
    sequence: SequenceSchema,
  },
  {
    description:
      'The merged order book of all members of an asset. `breakdown` lists the quantity of each venue in a level.',
    examples: EXAMPLES.AggregatedBook,
  },
);

const LightBookQuery = Type.Object({
  depth: Type.Integer({
    minimum: 1,
    maximum: DEPTH_MAX,
    default: DEPTH_LIGHT,
    description: 'Number of levels on each side.',
  }),
});

const AggregatedBookQuery = Type.Object({ subaccount_id: Type.Optional(SubaccountIdSchema) });

export const bookRoutes = [
  route({
    tag: 'Books',
    path: '/v1/markets/{id}/book',
    name: 'getLightBook',
    agents: true,
    summary: 'Get the best levels of an order book',
    notes: 'Returns the best `depth` levels of each side, in YES terms, best level first.',
    query: LightBookQuery,
    response: BookSchema,
    rejections: ['not_found', 'venue_unavailable'],
    handle: (call) => book(call, call.query.depth),
  }),
  route({
    tag: 'Books',
    path: '/v1/orderbooks/{id}',
    name: 'getBook',
    agents: true,
    summary: 'Get a full order book',
    notes: 'Returns all levels of both sides, in YES terms, best level first.',
    response: BookSchema,
    rejections: ['not_found', 'venue_unavailable'],
    handle: (call) => book(call, DEPTH_FULL),
  }),
  route({
    tag: 'Books',
    path: '/v1/orderbooks/generic-asset/{id}',
    name: 'getAggregatedBook',
    agents: true,
    summary: 'Get the merged order book of a generic asset',
    notes: 'In the YES terms of the asset. `breakdown` lists the quantity of each venue in a level.',
    query: AggregatedBookQuery,
    response: AggregatedBookSchema,
    rejections: ['not_found', 'venue_unavailable'],
    handle: aggregatedBook,
  }),
];

const DEPTH_FULL = Number.MAX_SAFE_INTEGER;

async function book(call: Call, depth: number): Promise<RouteResult> {
  const instrument = await readInstrument(call);
  if (!instrument.ok) return instrument;
  const found = await call.deps.marketData.book(instrument.value);
  return found.ok ? respondWithText(renderBookText(found.value, depth)) : found;
}

interface BookText {
  readonly book: Book;
  readonly text: string;
}

/**
 * Caches rendered books, because books are read far more often than they change. The key is the immutable
 * array of levels, so the garbage collector removes a text together with its book and the cache needs no
 * bound. Only the two default depths are cached.
 */
const RENDERED_BOOKS: ReadonlyMap<number, WeakMap<readonly Level[], BookText>> = new Map([
  [DEPTH_LIGHT, new WeakMap()],
  [DEPTH_FULL, new WeakMap()],
]);

function renderBookText(book: Book, depth: number): string {
  const cache = RENDERED_BOOKS.get(depth);
  const known = cache?.get(book.bids);
  if (known !== undefined && isSameBook(known.book, book)) return known.text;
  const text = JSON.stringify(renderBook(book, depth));
  cache?.set(book.bids, { book, text });
  return text;
}

const isSameBook = (a: Book, b: Book): boolean =>
  a === b ||
  (a.bids === b.bids &&
    a.asks === b.asks &&
    a.sequence === b.sequence &&
    a.timestamp === b.timestamp &&
    a.instrumentId === b.instrumentId);

async function aggregatedBook(call: Call<Type.Static<typeof AggregatedBookQuery>>): Promise<RouteResult> {
  const { trading, marketData } = call.deps;
  const { subaccount_id } = call.query;
  const granted =
    subaccount_id === undefined ? null : trading.access.checkSubaccount(call.caller, subaccount_id);
  if (granted?.ok === false) return granted;
  const asset = await readAsset(call);
  return asset.ok ? respondWith(await marketData.aggregatedBook(asset.value), renderAggregatedBook) : asset;
}
