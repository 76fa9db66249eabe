import { Type } from 'typebox';
import { type InstrumentId, parseInstrumentId } from '../../../domain/model/ids.ts';
import type { GenericAsset, Instrument } from '../../../domain/model/instrument.ts';
import { err, invalidFields, notFound, rejection } from '../../../domain/model/result.ts';
import type { MarketData } from '../../../market-data/market-data-types.ts';
import { createBodyReader } from '../body-validator.ts';
import { readCursorPosition, respondWithList, respondWithPage } from '../pagination.ts';
import { readAsset, readInstrument, readInstrumentFilter, readVenueFilter } from '../params.ts';
import { type Call, type RouteResult, respond, respondWith, route } from '../route.ts';
import {
  AssetsQuery,
  GenericAssetSchema,
  InstrumentSchema,
  ListQuery,
  LookupBody,
  MatchQuery,
  renderAsset,
  renderInstrument,
  SearchPageSchema,
  SearchQuery,
} from '../schemas/instrument-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = { permission: 'read', bucket: 'read', isMutating: false, tag: 'Markets' } as const;

export const marketRoutes = [
  route({
    ...READ,
    method: 'GET',
    path: '/v1/markets/search',
    name: 'searchMarkets',
    summary: 'Search instruments',
    notes:
      'Every word of `q` must occur in title, description or ticker. Order: exact tickers, matches in titles, other matches.',
    query: SearchQuery,
    response: SearchPageSchema,
    rejections: ['invalid_cursor'],
    handle: search,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/markets',
    name: 'listMarkets',
    summary: 'List the instruments of a venue',
    notes: 'Sorted by `instrument_id`. Without `limit`, the whole list is streamed.',
    query: ListQuery,
    response: Type.Array(InstrumentSchema),
    rejections: ['invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/markets/match',
    name: 'matchMarket',
    summary: 'Find one instrument by ticker or slug',
    notes: 'Requires at least one of them. If both are given, both must match. Exact match, ignoring case.',
    query: MatchQuery,
    response: InstrumentSchema,
    rejections: ['not_found'],
    handle: match,
  }),
  route({
    ...READ,
    method: 'POST',
    path: '/v1/markets/lookup',
    name: 'lookupMarkets',
    summary: 'Fetch several instruments at once',
    notes: 'Returned in the order of the request, each once. Unknown ids are omitted.',
    query: NoQuery,
    body: LookupBody,
    response: Type.Array(InstrumentSchema),
    rejections: ['lookup_too_large'],
    handle: lookup,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/markets/{id}',
    name: 'getMarket',
    summary: 'Fetch one instrument',
    query: NoQuery,
    response: InstrumentSchema,
    rejections: ['not_found'],
    handle: async (call) =>
      respondWith(await readInstrument(call, call.params['id'] ?? ''), renderInstrument),
  }),
];

async function search(call: Call<Type.Static<typeof SearchQuery>>): Promise<RouteResult> {
  const { marketData, config } = call.deps;
  const venue = readVenueFilter(call, call.query.venue);
  if (!venue.ok) return venue;
  const { q, status, category, cursor, limit } = call.query;
  const page = await marketData.search({
    q: textOrNull(q),
    venue: venue.value,
    status: status ?? null,
    category: category ?? null,
    cursor: cursor ?? null,
    limit: limit ?? config.markets.pageSize,
  });
  return respondWith(page, ({ items, nextCursor }) => ({
    items: items.map(renderInstrument),
    next_cursor: nextCursor,
  }));
}

async function list(call: Call<Type.Static<typeof ListQuery>>): Promise<RouteResult> {
  const venue = readVenueFilter(call, call.query.venue);
  if (!venue.ok) return venue;
  const { q, limit } = call.query;
  const scope = JSON.stringify(['markets', venue.value, textOrNull(q)]);
  const after = readCursorPosition(scope, call.query);
  if (!after.ok) return after;
  const pages = call.deps.marketData.list({
    venue: venue.value,
    q: textOrNull(q),
    afterId: after.value as InstrumentId | null,
    limit: limit === undefined ? null : limit + 1,
  });
  const idOf = (instrument: Instrument): number => instrument.instrumentId;
  return limit === undefined
    ? respondWithList(pages, renderInstrument)
    : respondWithPage(pages, limit, scope, renderInstrument, idOf);
}

async function match(call: Call<Type.Static<typeof MatchQuery>>): Promise<RouteResult> {
  const venue = readVenueFilter(call, call.query.venue);
  if (!venue.ok) return venue;
  const { ticker = null, slug = null } = call.query;
  if (ticker === null && slug === null) {
    const issue = 'ticker or slug is required';
    return err(
      invalidFields([
        { field: 'ticker', issue },
        { field: 'slug', issue },
      ]),
    );
  }
  const found = await call.deps.marketData.match({ ticker, slug, venue: venue.value });
  return found === null ? err(notFound('instrument')) : respond(renderInstrument(found));
}

const readLookup = createBodyReader(LookupBody);

async function lookup({ deps, body }: Call): Promise<RouteResult> {
  const read = readLookup(body);
  if (!read.ok) return read;
  const given = read.value.instrument_ids;
  const max = deps.config.markets.lookupMax;
  if (given.length > max) {
    return err(
      rejection('lookup_too_large', `at most ${max} ids in one lookup`, { max, given: given.length }),
    );
  }
  const ids = given.flatMap((id) => parseInstrumentId(id) ?? []);
  return respond((await deps.marketData.lookup(ids)).map(renderInstrument));
}

/** An empty search text matches everything. */
const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text;

const READ_ASSETS = {
  method: 'GET',
  permission: 'read',
  bucket: 'read',
  isMutating: false,
  tag: 'Generic assets',
} as const;

export const assetRoutes = [
  route({
    ...READ_ASSETS,
    path: '/v1/generic-assets',
    name: 'listGenericAssets',
    summary: 'List the assets that are listed on several venues',
    notes: 'BEST_PRICE and SPLIT orders are routed across the members of an asset.',
    query: AssetsQuery,
    response: Type.Array(GenericAssetSchema),
    rejections: ['not_found'],
    handle: listAssets,
  }),
  route({
    ...READ_ASSETS,
    path: '/v1/generic-assets/{id}',
    name: 'getGenericAsset',
    summary: 'Get a generic asset with its members',
    query: NoQuery,
    response: GenericAssetSchema,
    rejections: ['not_found'],
    handle: one,
  }),
];

async function listAssets(call: Call<Type.Static<typeof AssetsQuery>>): Promise<RouteResult> {
  const { marketData } = call.deps;
  const venue = readVenueFilter(call, call.query.venue);
  if (!venue.ok) return venue;
  const instrumentId = await readInstrumentFilter(call, call.query.instrument_id);
  if (!instrumentId.ok) return instrumentId;
  const assets = await marketData.assets({
    q: call.query.q ?? null,
    venue: venue.value,
    category: call.query.category ?? null,
    instrumentId: instrumentId.value ?? null,
  });
  return respond(await Promise.all(assets.map((asset) => rendered(marketData, asset))));
}

async function one(call: Call): Promise<RouteResult> {
  const asset = await readAsset(call);
  return asset.ok ? respond(await rendered(call.deps.marketData, asset.value)) : asset;
}

const rendered = async (marketData: MarketData, asset: GenericAsset) =>
  renderAsset(asset, await marketData.assetStatus(asset));
