import type { Order } from '../../../../sdk/src/index.ts';

/** The request body that repeats the order. It has no client order id, so that it creates a new order. */
export function orderBody(order: Order): Readonly<Record<string, unknown>> {
  const { subaccount_id, instrument_id, generic_asset_id, side, outcome, type, tif, price, qty, routing } =
    order;
  return {
    subaccount_id,
    ...(routing.mode === 'DIRECT' ? { instrument_id } : { generic_asset_id }),
    side,
    outcome,
    type,
    tif,
    ...(price === null ? {} : { price }),
    qty,
    ...(order.expires_at === null ? {} : { expires_at: order.expires_at }),
    routing,
  };
}

/** Commands and code that send the same order. None contains a key or a signature; they are added when the command runs. */
export const COPIES = {
  curl: (order: Order): string =>
    `npm run -s crossbook -- sign POST /v1/orders --body '${quoted(order)}' --curl | sh`,
  TypeScript: (order: Order): string =>
    [
      "import { Crossbook } from '@crossbook/sdk';",
      '',
      'const client = await Crossbook.fromEnv();',
      `const order = await client.orders.create(${JSON.stringify(orderBody(order), null, 2)});`,
      '',
    ].join('\n'),
  'Command line': (order: Order): string =>
    `npm run -s crossbook -- api POST /v1/orders --body '${quoted(order)}'`,
} as const;

/** JSON escaped for single quotes in a shell. */
const quoted = (order: Order): string => JSON.stringify(orderBody(order)).replaceAll("'", String.raw`'\''`);
