import { type Static, Type } from 'typebox';
import { renderNotional } from '#contract';
import { PERFORMANCE_GROUPS, type TradeFigures } from '#domain';
import { PERFORMANCE_FILLS_MAX, type Performance } from '#orders';
import { type Call, omitUndefined, type RouteResult, readFilters, respondWith, route } from '../route.ts';
import {
  Amount,
  Count,
  FillsWithoutFee,
  SignedAmount,
  SubaccountIdSchema,
  TagSchema,
  TimeInput,
  VenueNameSchema,
} from './common-schema.ts';

const FIGURES = {
  fills: Count,
  traded: { ...Amount, description: 'Sum of price × quantity.' },
  fees: {
    ...SignedAmount,
    description: 'Fees that are known.',
  },
  fills_without_fee: FillsWithoutFee,
  net_pnl: {
    ...SignedAmount,
    description: 'What the trades are worth now, or what their markets paid, less their cost and fees.',
  },
  unvalued_fills: Type.Integer({
    minimum: 0,
    description: 'Fills of markets without a price, in `net_pnl` by their fees only.',
  }),
  settled_markets: Count,
  won_markets: Type.Integer({
    minimum: 0,
    description:
      'Settled markets whose trades of this group gained after fees; a fee that is not known counts as the highest published one.',
  }),
  mid_slippage: {
    ...SignedAmount,
    description: 'Paid above, or received below, the mid price in the moment the order was accepted.',
  },
  mid_fills: Type.Integer({ minimum: 0, description: 'Fills for which that mid price is stored.' }),
  expected_slippage: {
    ...SignedAmount,
    description:
      'The same against the average price that the book then offered, as in a preview; only of fills that took liquidity.',
  },
  expected_fills: Type.Integer({ minimum: 0, description: 'Fills for which that average is stored.' }),
};

export const PerformanceSchema = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        group: Type.String({
          description: 'A day in UTC as `2026-07-31`, a venue, or a tag; empty for trades without a tag.',
        }),
        ...FIGURES,
      }),
    ),
    total: Type.Object(FIGURES),
    truncated: Type.Boolean({
      description: `True: only the newest ${PERFORMANCE_FILLS_MAX} fills of the range are included.`,
    }),
  },
  {
    description:
      'Figures of the trades in a time range. The trades of a group count like a separate position, so the groups add up to the total. Settlements and reversed fills are no trades.',
  },
);

const PerformanceQuerySchema = Type.Object({
  subaccount_id: SubaccountIdSchema,
  by: Type.Enum([...PERFORMANCE_GROUPS], { default: 'day' }),
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
  venue: Type.Optional(VenueNameSchema),
  tag: Type.Optional(TagSchema),
});

export const performanceRoutes = [
  route({
    tag: 'Positions',
    path: '/v1/performance',
    name: 'getPerformance',
    agents: true,
    summary: 'Sum up the trades of a subaccount by day, venue or tag',
    notes:
      'Net PnL, fees, traded money, settled markets won, and slippage against the market at acceptance. Orders of older versions have no stored market; `mid_fills` and `expected_fills` count the fills that have one.',
    query: PerformanceQuerySchema,
    response: PerformanceSchema,
    rejections: ['not_found'],
    handle: performance,
  }),
];

async function performance(call: Call<Static<typeof PerformanceQuerySchema>>): Promise<RouteResult> {
  const { subaccount_id: subaccountId, by, tag } = call.query;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { start, end, venue } = filters.value;
  const range = {
    start: start ?? undefined,
    end: end ?? undefined,
    venue: venue ?? undefined,
    tag,
  };
  const { queries } = call.deps.trading;
  return respondWith(
    await queries.performance(call.caller, { subaccountId, by, ...omitUndefined(range) }),
    renderPerformance,
  );
}

const renderPerformance = ({ groups, total, isTruncated }: Performance) => ({
  groups: groups.map(({ group, ...figures }) => ({ group, ...renderFigures(figures) })),
  total: renderFigures(total),
  truncated: isTruncated,
});

const renderFigures = (figures: TradeFigures) => ({
  fills: figures.fills,
  traded: renderNotional(figures.traded),
  fees: renderNotional(figures.fees),
  fills_without_fee: figures.fillsWithoutFee,
  net_pnl: renderNotional(figures.netPnl),
  unvalued_fills: figures.unvaluedFills,
  settled_markets: figures.settledMarkets,
  won_markets: figures.wonMarkets,
  mid_slippage: renderNotional(figures.midSlippage),
  mid_fills: figures.midFills,
  expected_slippage: renderNotional(figures.expectedSlippage),
  expected_fills: figures.expectedFills,
});
