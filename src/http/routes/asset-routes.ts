import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Type } from 'typebox';
import type { GenericAsset, MarketStatus } from '#contract';
import type { MarketData } from '#market-data';
import type { Safety } from '#relations';
import { type Call, type RouteResult, readAsset, readFilters, respond, route } from '../route.ts';
import {
  GenericAssetIdSchema,
  InstrumentIdSchema,
  InstrumentRef,
  LabelSchema,
  MarketStatusSchema,
  Nullable,
  SafetySchema,
  SearchTextSchema,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const GenericAssetSchema = Type.Object(
  {
    generic_asset_id: GenericAssetIdSchema,
    title: Type.String(),
    description: Nullable(Type.String()),
    category: Type.String(),
    status: MarketStatusSchema,
    venues: Type.Array(VenueNameSchema),
    members: Type.Array(
      Type.Object({
        venue: VenueNameSchema,
        instrument_id: InstrumentIdSchema,
        ticker: Type.String(),
        inverted: Type.Boolean({ description: 'True: YES of the asset is NO of this instrument.' }),
      }),
    ),
    safety: Nullable(SafetySchema),
  },
  {
    description:
      'The same contract on several venues. `OPEN` while at least one member is `OPEN`. `safety` is null for an asset that its venue declares.',
    examples: EXAMPLES.GenericAsset,
  },
);

const AssetsQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueNameSchema),
  category: Type.Optional(LabelSchema),
  instrument_id: Type.Optional(InstrumentRef),
});

export const assetRoutes = [
  route({
    tag: 'Generic assets',
    path: '/v1/generic-assets',
    name: 'listGenericAssets',
    agents: true,
    summary: 'List the assets that are listed on several venues',
    notes: 'BEST_PRICE and SPLIT orders are routed across the members of an asset.',
    query: AssetsQuery,
    response: Type.Array(GenericAssetSchema),
    rejections: ['not_found'],
    handle: listAssets,
  }),
  route({
    tag: 'Generic assets',
    path: '/v1/generic-assets/{id}',
    name: 'getGenericAsset',
    agents: true,
    summary: 'Get a generic asset with its members',
    response: GenericAssetSchema,
    rejections: ['not_found'],
    handle: getAsset,
  }),
];

async function listAssets(call: Call<Type.Static<typeof AssetsQuery>>): Promise<RouteResult> {
  const { marketData } = call.deps;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const assets = await marketData.assets({
    q: call.query.q ?? null,
    venue: filters.value.venue,
    category: call.query.category ?? null,
    instrumentId: filters.value.instrumentId,
  });
  const rendered = [];
  for (const asset of assets) {
    rendered.push(await renderWithStatus(marketData, asset));
    await yieldToEventLoop(); // two listings of it may have been compared
  }
  return respond(rendered);
}

async function getAsset(call: Call): Promise<RouteResult> {
  const asset = await readAsset(call);
  return asset.ok ? respond(await renderWithStatus(call.deps.marketData, asset.value)) : asset;
}

const renderWithStatus = async (marketData: MarketData, asset: GenericAsset) =>
  renderAsset(asset, await marketData.assetStatus(asset), await marketData.assetSafety(asset));

/** The generic asset record; `venues` in the order of its members, each once. */
const renderAsset = (asset: GenericAsset, status: MarketStatus, safety: Safety | null) => ({
  generic_asset_id: asset.genericAssetId,
  title: asset.title,
  description: asset.description,
  category: asset.category,
  status,
  venues: [...new Set(asset.members.map(({ venue }) => venue))],
  members: asset.members.map((member) => ({
    venue: member.venue,
    instrument_id: member.instrumentId,
    ticker: member.ticker,
    inverted: member.inverted,
  })),
  safety,
});
