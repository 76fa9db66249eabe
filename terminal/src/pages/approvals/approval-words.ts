import type { GenericAsset, Instrument } from '../../../../sdk/src/index.ts';
import { type PriceFormat, showPrice } from '../../components/prices.ts';

/** The titles that orders of agents refer to. */
export interface ApprovalTitles {
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly assets: ReadonlyMap<number, GenericAsset>;
}

interface OrderTerms {
  readonly side: string;
  readonly outcome: string;
  readonly qty: string;
  readonly price: string | null;
  readonly tif: string | null;
  readonly flags: readonly string[];
  readonly instrumentId: number | null;
  readonly assetId: number | null;
}

/** The terms of an order as its agent sent them. An absent field has the default of the API. */
export function toOrderTerms(order: Readonly<Record<string, unknown>>): OrderTerms {
  const text = (field: string): string | null => {
    const given = order[field];
    return typeof given === 'string' || typeof given === 'number' ? String(given) : null;
  };
  const id = (field: string): number | null =>
    order[field] === undefined || order[field] === null ? null : Number(order[field]);
  return {
    side: text('side') ?? '',
    outcome: text('outcome') ?? text('binary_outcome') ?? 'YES',
    qty: text('qty') ?? '',
    price: text('price'),
    tif: text('tif'),
    flags: [
      ...(order['post_only'] === true ? ['post-only'] : []),
      ...(order['reduce_only'] === true ? ['reduce-only'] : []),
    ],
    instrumentId: id('instrument_id'),
    assetId: id('generic_asset_id'),
  };
}

/** The order in one line, such as `BUY 100 YES up to 48¢`. */
export function describeOrder(order: Readonly<Record<string, unknown>>, format: PriceFormat): string {
  const { side, outcome, qty, price, tif, flags } = toOrderTerms(order);
  const limit =
    price === null
      ? 'at the market price'
      : `${side === 'SELL' ? 'at least' : 'up to'} ${showPrice(price, format)}`;
  return [`${side} ${qty} ${outcome} ${limit}`, ...(tif === null ? [] : [tif]), ...flags].join(', ');
}

/** The market or the matched markets of the order. */
export function findTitle(
  order: Readonly<Record<string, unknown>>,
  { markets, assets }: ApprovalTitles,
): string {
  const { instrumentId, assetId } = toOrderTerms(order);
  if (instrumentId !== null) {
    const market = markets.get(instrumentId);
    return market === undefined ? `Instrument ${instrumentId}` : `${market.title} · ${market.venue}`;
  }
  const asset = assetId === null ? undefined : assets.get(assetId);
  return `${asset?.title ?? `Asset ${assetId}`} · best venue`;
}
