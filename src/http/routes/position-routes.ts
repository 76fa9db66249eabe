import { Type } from 'typebox';
import {
  absolute,
  err,
  type GenericAssetId,
  type InstrumentId,
  invalidField,
  parseClientOrderId,
  renderDecimal,
  renderNotional,
  renderTime,
} from '#contract';
import type { MarkedPosition } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  ClientOrderIdSchema,
  describedAmount,
  GenericAssetIdInput,
  InstrumentIdInput,
  InstrumentIdSchema,
  Nullable,
  PriceDecimal,
  renderOptionalDecimal,
  SideSchema,
  SignedAmount,
  SubaccountIdSchema,
  SubaccountQuery,
  TagSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { ADMISSION_REJECTIONS, respondWithSubmitted } from './order-routes.ts';
import { OrderSchema } from './order-schema.ts';

export const PositionSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    side: SideSchema,
    qty: Amount,
    avg_price: Amount,
    unrealized_pnl: SignedAmount,
    subaccount_id: SubaccountIdSchema,
    venue: VenueNameSchema,
    outcome: Type.Literal('YES', { description: 'Side, quantity and prices are of YES contracts.' }),
    mark_price: Nullable(Amount),
    realized_pnl: SignedAmount,
    updated_at: Time,
    fair_price: Type.Optional(
      describedAmount('The fair value that the caller has set; absent without a valid one.'),
    ),
    unrealized_at_fair: Type.Optional(SignedAmount),
  },
  {
    description:
      'The position of a subaccount in one instrument, in YES contracts: `BUY` is long, `SELL` short. `SELL`, 10, `avg_price` 0.6 is short 10 YES at 0.6, which is the same as long 10 NO at 0.4. `fair_price` and `unrealized_at_fair` are present while the caller has set a valid fair value.',
    examples: EXAMPLES.Position,
  },
);

const ClosePositionSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    instrument_id: Type.Optional(InstrumentIdInput),
    generic_asset_id: Type.Optional(GenericAssetIdInput),
    price: Type.Optional(PriceDecimal),
    tif: Type.Optional(Type.Enum(['IOC', 'GTC'], { description: '`IOC` by default; `GTC` needs a price.' })),
    client_order_id: Type.Optional(ClientOrderIdSchema),
    tag: Type.Optional(TagSchema),
  },
  {
    additionalProperties: false,
    description:
      'One of `instrument_id` and `generic_asset_id`. `price` is the limit in YES terms of the instrument or asset; without it the order is MARKET.',
    examples: [{ subaccount_id: 'sa_1', instrument_id: 'Demo:RAIN-LON-JUL01' }],
  },
);

const readClose = createBodyReader(ClosePositionSchema);

export const positionRoutes = [
  route({
    path: '/v1/positions',
    name: 'listPositions',
    agents: true,
    tag: 'Positions',
    summary: 'List the open positions of a subaccount',
    notes:
      'One position for each instrument, sorted by `instrument_id`. A long NO position is shown as short YES.',
    query: SubaccountQuery,
    response: Type.Array(PositionSchema),
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.queries.positions(caller, query.subaccount_id), (all) =>
        all.map(renderPosition),
      ),
  }),
  route({
    path: '/v1/positions/close',
    name: 'closePosition',
    agents: true,
    tag: 'Positions',
    permission: 'trade',
    method: 'POST',
    summary: 'Close the position in one instrument or one asset',
    notes:
      'Places one reduce-only order for the whole position: in an asset for the net of its members, divided over what is held at each (`SPLIT`). It never opens a position. With a `client_order_id`, an identical repeat returns the first response and `Idempotent-Replayed: true`.',
    body: ClosePositionSchema,
    response: OrderSchema,
    rejections: [...ADMISSION_REJECTIONS, 'approval_required', 'idempotency_conflict'],
    takesIdempotencyKey: true,
    handle: close,
  }),
];

async function close({ deps, caller, body, idempotencyKey, command, trace }: Call): Promise<RouteResult> {
  const read = readClose(body);
  if (!read.ok) return read;
  const { subaccount_id, instrument_id, generic_asset_id, price, tif = 'IOC', ...rest } = read.value;
  if ((instrument_id === undefined) === (generic_asset_id === undefined))
    return err(invalidField('instrument_id', 'one of instrument_id and generic_asset_id is required'));
  if (tif === 'GTC' && price === undefined) return err(invalidField('price', 'is required with tif GTC'));
  const terms = await deps.trading.orders.findClosingTerms(caller, {
    subaccountId: subaccount_id,
    instrumentId: (instrument_id ?? null) as InstrumentId | null,
    genericAssetId: (generic_asset_id ?? null) as GenericAssetId | null,
    clientOrderId: parseClientOrderId(rest.client_order_id ?? idempotencyKey),
  });
  if (!terms.ok) return terms;
  const order = {
    ...rest,
    subaccount_id,
    ...(instrument_id === undefined ? { generic_asset_id, routing: { mode: 'SPLIT' } } : { instrument_id }),
    ...terms.value,
    outcome: 'YES',
    ...(price === undefined ? { type: 'MARKET' } : { type: 'LIMIT', price }),
    tif,
    reduce_only: true,
  };
  const submitted = await deps.trading.orders.submit(caller, order, idempotencyKey, command, trace);
  return submitted.ok ? respondWithSubmitted(submitted.value) : submitted;
}

/**
 * Renders a position; HTTP and the stream use the same record. All is in YES terms:
 * long NO is `SELL`, 10 NO at 0.4 is short 10 YES at 0.6. A closed position has quantity and average price "0".
 *
 * Source: contract, Position and NO contracts.
 */
export const renderPosition = ({ position, avgPrice, markPrice, unrealizedPnl, fair }: MarkedPosition) => ({
  instrument_id: position.instrumentId,
  side: position.net < 0n ? ('SELL' as const) : ('BUY' as const),
  qty: renderDecimal(absolute(position.net)),
  avg_price: renderDecimal(avgPrice ?? 0n),
  unrealized_pnl: renderNotional(unrealizedPnl),
  subaccount_id: position.subaccountId,
  venue: position.venue,
  outcome: 'YES' as const,
  mark_price: renderOptionalDecimal(markPrice),
  realized_pnl: renderNotional(position.realizedPnl),
  updated_at: renderTime(position.updatedAt),
  ...(fair !== undefined && {
    fair_price: renderDecimal(fair.price),
    unrealized_at_fair: renderNotional(fair.unrealizedPnl),
  }),
});
