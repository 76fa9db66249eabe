import { type Static, Type } from 'typebox';
import { ok, type Rejection, type Result, renderNotional } from '#contract';
import { computeEquity } from '#domain';
import {
  PNL_GROUPS,
  type PnlFilter,
  type PnlPoint,
  type PnlRange,
  type PnlShare,
  type PnlValue,
} from '#orders';
import { type Call, type RouteResult, readFilters, respond, route } from '../route.ts';
import {
  FillsWithoutFee,
  InstrumentRef,
  Limit,
  SignedAmount,
  SubaccountIdSchema,
  TimeInput,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import { IntervalSchema } from './trade-routes.ts';

const renderPnlPoint = (point: PnlPoint) => ({
  t: point.t,
  ...renderPnlValue(point),
  ...renderAtFair(point),
});

const renderPnlShare = (share: PnlShare) => ({
  group: share.group,
  ...renderPnlValue(share),
  ...renderAtFair(share),
});

const renderAtFair = ({ unrealizedAtFair }: Pick<PnlPoint, 'unrealizedAtFair'>) =>
  unrealizedAtFair === undefined ? {} : { unrealized_at_fair: renderNotional(unrealizedAtFair) };

const renderPnlValue = (value: PnlValue) => ({
  realized_pnl: renderNotional(value.realizedPnl),
  unrealized_pnl: renderNotional(value.unrealizedPnl),
  fees: renderNotional(value.fees),
  fills_without_fee: value.fillsWithoutFee,
  equity: renderNotional(computeEquity(value)),
});

const POINTS_BY_DEFAULT = 500;
const HISTORY_BY_DEFAULT = 200;

const ValuesSchema = {
  realized_pnl: SignedAmount,
  unrealized_pnl: SignedAmount,
  fees: {
    ...SignedAmount,
    description: 'Fees that are known.',
  },
  fills_without_fee: FillsWithoutFee,
  equity: SignedAmount,
  unrealized_at_fair: Type.Optional(
    Type.String({
      ...SignedAmount,
      description:
        'Unrealized PnL at the fair values of the caller, and at the mark where there is none; present only now, while an open position has a valid fair value.',
    }),
  ),
};

export const PnlPointSchema = Type.Object(
  { t: Timestamp, ...ValuesSchema },
  {
    description:
      'Cumulative PnL from the first fill to the end of the interval that starts at `t`: realized PnL, unrealized PnL, fees paid, and `equity` = realized + unrealized − fees.',
    examples: [
      {
        t: 1782903600000,
        realized_pnl: '12.5',
        unrealized_pnl: '-0.4',
        fees: '1.06',
        fills_without_fee: 0,
        equity: '11.04',
      },
    ],
  },
);

export const PnlShareSchema = Type.Object(
  {
    group: Type.String({ description: 'Venue, category, or `instrument_id` as text.' }),
    ...ValuesSchema,
  },
  {
    description: 'The PnL of one venue, category or instrument in the time range.',
    examples: [
      {
        group: 'Demo',
        realized_pnl: '12.5',
        unrealized_pnl: '-0.4',
        fees: '1.06',
        fills_without_fee: 0,
        equity: '11.04',
      },
    ],
  },
);

const FilterSchema = {
  subaccount_id: SubaccountIdSchema,
  venue: Type.Optional(VenueNameSchema),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  instrument_id: Type.Optional(InstrumentRef),
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
};

const PnlQuery = Type.Object({ ...FilterSchema, interval: IntervalSchema, limit: Limit(POINTS_BY_DEFAULT) });

const PnlHistoryQuery = Type.Object({
  ...FilterSchema,
  interval: IntervalSchema,
  limit: Limit(HISTORY_BY_DEFAULT),
});

const PnlSharesQuery = Type.Object({
  ...FilterSchema,
  by: Type.Enum([...PNL_GROUPS], { default: 'venue' }),
});

export const pnlRoutes = [
  route({
    tag: 'Positions',
    path: '/v1/pnl',
    name: 'listPnl',
    agents: true,
    summary: 'List the PnL of a subaccount over time',
    notes:
      'The newest `limit` intervals, ascending; intervals without a change are omitted. The first interval includes all earlier fills. The last one is valued now, like `GET /v1/positions`. Fills that a venue reversed are not included.',
    query: PnlQuery,
    response: Type.Array(PnlPointSchema),
    rejections: ['not_found', 'catching_up'],
    handle: curve,
  }),
  route({
    tag: 'Positions',
    path: '/v1/pnl/history',
    name: 'listPnlHistory',
    agents: true,
    summary: 'List the PnL of a subaccount over time, 200 intervals by default',
    notes: 'The same as `GET /v1/pnl`, with another default of `limit`.',
    query: PnlHistoryQuery,
    response: Type.Array(PnlPointSchema),
    rejections: ['not_found', 'catching_up'],
    handle: curve,
  }),
  route({
    tag: 'Positions',
    path: '/v1/pnl/breakdown',
    name: 'listPnlShares',
    agents: true,
    summary: 'Break down the PnL by venue, category or instrument',
    notes: 'The PnL of each `group` between `start` and `end`; without `start`, since its first fill.',
    query: PnlSharesQuery,
    response: Type.Array(PnlShareSchema),
    rejections: ['not_found', 'catching_up'],
    handle: shares,
  }),
];

async function curve(call: Call<Static<typeof PnlQuery>>): Promise<RouteResult> {
  const filter = await readFilter(call);
  if (!filter.ok) return filter;
  const { interval, limit } = call.query;
  const points = await call.deps.pnl.curve({ ...filter.value, interval, limit });
  return points.ok ? respond(points.value.map(renderPnlPoint)) : points;
}

async function shares(call: Call<Static<typeof PnlSharesQuery>>): Promise<RouteResult> {
  const filter = await readFilter(call);
  if (!filter.ok) return filter;
  const found = await call.deps.pnl.shares(filter.value, call.query.by);
  return found.ok ? respond(found.value.map(renderPnlShare)) : found;
}

async function readFilter(
  call: Call<Omit<Static<typeof PnlSharesQuery>, 'by'>>,
): Promise<Result<PnlFilter & PnlRange, Rejection>> {
  const { deps, caller, query } = call;
  const subaccountId = deps.trading.access.checkSubaccount(caller, query.subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  return ok({
    accountId: caller.accountId,
    subaccountId: subaccountId.value,
    category: query.category ?? null,
    ...filters.value,
  });
}
