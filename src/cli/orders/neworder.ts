import type { NewOrder, Side, Tif } from '../../../sdk/src/index.ts';
import { idNumber } from '../client/calling.ts';
import type { Connection } from '../client/connect.ts';
import { invalid } from '../failure.ts';

export interface OrderOptions {
  readonly price?: string;
  readonly no?: boolean; // the NO contract
  readonly tif?: string;
  readonly expires?: string;
  readonly asset?: string;
  readonly split?: boolean;
  readonly best?: boolean;
  readonly venues?: string;
}

/** The words of the command line. */
interface TypedOrder {
  readonly target: string; // instrument or asset
  readonly qty: string;
  readonly price: string | undefined;
}

/** Reads `ID QTY [@PRICE]`, or `QTY [@PRICE]` with `--asset`. Fails on what can mean two things. */
export function typedOrder(words: readonly string[], options: OrderOptions): TypedOrder {
  const [target, qty, at, ...others] = options.asset === undefined ? words : [options.asset, ...words];
  if (target === undefined || qty === undefined || others.length > 0)
    throw invalid('expected ID QTY [@PRICE], or QTY [@PRICE] with --asset ID.');
  if (at !== undefined && !at.startsWith('@')) throw invalid(`${at}: a price is written @${at}.`);
  if (at !== undefined && options.price !== undefined) throw invalid('say the price once.');
  if (options.split === true && options.best === true) throw invalid('--split or --best, not both.');
  const isRouted = options.split === true || options.best === true || options.venues !== undefined;
  if (isRouted && options.asset === undefined)
    throw invalid('--split, --best and --venues route a generic asset: say --asset ID.');
  return { target, qty, price: at?.slice(1) ?? options.price };
}

/** The order as the API takes it; a name of an instrument is looked up. */
export async function orderOf(
  connection: Connection,
  side: Side,
  { target, qty, price }: TypedOrder,
  options: OrderOptions,
): Promise<NewOrder> {
  const where =
    options.asset === undefined
      ? { instrument_id: await instrumentOf(connection, target) }
      : { generic_asset_id: idNumber('--asset', target), routing: routingOf(options) };
  const order = {
    subaccount_id: await connection.subaccount(),
    side,
    outcome: options.no === true ? 'NO' : 'YES',
    qty,
    ...where,
    ...termsOf(price, options),
  };
  return order as NewOrder;
}

async function instrumentOf({ client }: Connection, target: string): Promise<number> {
  if (/^\d+$/.test(target)) return Number(target);
  return (await client.markets.get(target)).instrument_id;
}

const routingOf = ({ split, venues }: OrderOptions) => ({
  mode: split === true ? ('SPLIT' as const) : ('BEST_PRICE' as const),
  ...(venues === undefined ? {} : { venues: venues.split(',') }),
});

/** Combinations that make no sense are left for the service to refuse, in its own words. */
function termsOf(price: string | undefined, { tif: asked, expires }: OrderOptions) {
  const tif = (asked?.toUpperCase() ?? (expires === undefined ? undefined : 'GTD')) as Tif | undefined;
  return {
    type: price === undefined ? 'MARKET' : 'LIMIT',
    ...(price === undefined ? {} : { price }),
    ...(tif === undefined ? {} : { tif }),
    ...(expires === undefined ? {} : { expires_at: expires }),
  };
}
