import { Type } from 'typebox';
import type { GenericAsset } from '../../core/instruments/instrument.ts';
import type { MarketData } from '../../market/marketdata.ts';
import { assetOf, instrumentFilterOf, venueOf } from './arguments.ts';
import { renderAsset } from './render/instrument.ts';
import { answer, type Call, type Handled, route } from './route.ts';
import { AssetsQuery, GenericAssetSchema } from './schemas/instrument.ts';
import { NoQuery } from './schemas/service.ts';

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
    summary: 'Assets listed on several venues',
    notes: 'What BEST_PRICE and SPLIT route over.',
    query: AssetsQuery,
    answer: Type.Array(GenericAssetSchema),
    refusals: ['not_found'],
    handle: listAssets,
  }),
  route({
    ...READ_ASSETS,
    path: '/v1/generic-assets/{id}',
    name: 'getGenericAsset',
    summary: 'One such asset and its members',
    query: NoQuery,
    answer: GenericAssetSchema,
    refusals: ['not_found'],
    handle: one,
  }),
];

async function listAssets(call: Call<Type.Static<typeof AssetsQuery>>): Promise<Handled> {
  const { marketData } = call.deps;
  const venue = venueOf(call, call.query.venue);
  if (!venue.ok) return venue;
  const instrumentId = await instrumentFilterOf(call, call.query.instrument_id);
  if (!instrumentId.ok) return instrumentId;
  const assets = await marketData.assets({
    q: call.query.q ?? null,
    venue: venue.value,
    category: call.query.category ?? null,
    instrumentId: instrumentId.value ?? null,
  });
  return answer(await Promise.all(assets.map((asset) => rendered(marketData, asset))));
}

async function one(call: Call): Promise<Handled> {
  const asset = await assetOf(call);
  return asset.ok ? answer(await rendered(call.deps.marketData, asset.value)) : asset;
}

const rendered = async (marketData: MarketData, asset: GenericAsset) =>
  renderAsset(asset, await marketData.assetStatus(asset));
