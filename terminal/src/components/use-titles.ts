import { useMemo } from 'react';
import type { GenericAsset, Instrument, Order } from '../../../sdk/src/index.ts';
import { useAssets } from './use-assets.ts';
import { useInstruments } from './use-instruments.ts';

/** The titles of orders: instruments of their legs, and assets that they name. */
export interface Titles {
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly assets: ReadonlyMap<number, GenericAsset>;
}

export function useTitles(orders: readonly Order[]): Titles {
  const ids = useMemo(() => [...new Set(orders.flatMap(toInstrumentIds))], [orders]);
  return { markets: useInstruments(ids), assets: useAssets() };
}

const toInstrumentIds = ({ instrument_id: id, legs }: Order): readonly number[] => [
  ...(id === null ? [] : [id]),
  ...legs.map((leg) => leg.instrument_id),
];

/** The subject of an order: its title, its routing with venues, and the market page to link to. */
export interface OrderSubject {
  readonly title: string;
  readonly place: string;
  readonly instrumentId: number | null;
}

/**
 * The title and venues of an order. An order on an asset shows the asset's title, because side and outcome are in the
 * asset's terms and a member may be inverted.
 */
export function toSubject(
  { instrument_id: id, generic_asset_id: assetId, legs, routing }: Order,
  { markets, assets }: Titles,
): OrderSubject {
  const isDirect = routing.mode === 'DIRECT';
  const asset = assetId === null ? undefined : assets.get(assetId);
  const instrumentId = id ?? legs[0]?.instrument_id ?? asset?.members[0]?.instrument_id ?? null;
  const title = isDirect
    ? ((instrumentId === null ? undefined : markets.get(instrumentId)?.title) ?? `Instrument ${instrumentId}`)
    : (asset?.title ?? `Asset ${assetId}`);
  const venues = [...new Set(legs.map(({ venue }) => venue))].join(', ');
  return { title, place: [routing.mode, venues].filter((part) => part !== '').join(' · '), instrumentId };
}
