import { Type } from 'typebox';
import { absolute, renderDecimal, renderNotional } from '../../../domain/model/money.ts';
import { renderTime } from '../../../domain/model/time.ts';
import type { MarkedPosition } from '../../../oms/trading-service.ts';
import { respondWith, route } from '../route.ts';
import {
  Amount,
  InstrumentIdSchema,
  Nullable,
  OutcomeSchema,
  renderOptionalDecimal,
  SideSchema,
  SignedAmount,
  SubaccountIdSchema,
  SubaccountQuery,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const PositionSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    side: SideSchema,
    qty: Amount,
    avg_price: Amount,
    unrealized_pnl: SignedAmount,
    subaccount_id: SubaccountIdSchema,
    venue: VenueNameSchema,
    outcome: OutcomeSchema,
    mark_price: Nullable(Amount),
    realized_pnl: SignedAmount,
    updated_at: Time,
    fair_price: Type.Optional(Amount),
    unrealized_at_fair: Type.Optional(SignedAmount),
  },
  {
    description:
      'The position of a subaccount in one instrument. `SELL` is short YES, which equals long NO; prices are in YES terms. `fair_price` and `unrealized_at_fair` are present while the caller has set a valid fair value.',
    examples: EXAMPLES.Position,
  },
);

export const positionRoutes = [
  route({
    path: '/v1/positions',
    name: 'listPositions',
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
];

/**
 * Renders a position; HTTP and the stream use the same record. Long YES is `BUY` and `YES`; long NO is `SELL`
 * and `NO`, with prices in YES terms. A closed position has quantity and average price "0".
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
  outcome: position.net < 0n ? ('NO' as const) : ('YES' as const),
  mark_price: renderOptionalDecimal(markPrice),
  realized_pnl: renderNotional(position.realizedPnl),
  updated_at: renderTime(position.updatedAt),
  ...(fair !== undefined && {
    fair_price: renderDecimal(fair.price),
    unrealized_at_fair: renderNotional(fair.unrealizedPnl),
  }),
});
