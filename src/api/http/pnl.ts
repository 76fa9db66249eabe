import { type Static, Type } from 'typebox';
import type { Refusal } from '../../core/kernel/refusal.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { PnlFilter, PnlRange } from '../../engine/pnl/pnl.ts';
import { instrumentFilterOf, rangeOf, venueOf } from './arguments.ts';
import { renderPnlPoint, renderPnlShare } from './render/pnl.ts';
import { answer, type Call, type Handled, route } from './route.ts';
import { PnlPointSchema, PnlQuery, PnlShareSchema, PnlSharesQuery } from './schemas/pnl.ts';

const READ = {
  method: 'GET',
  permission: 'read',
  bucket: 'read',
  isMutating: false,
  tag: 'Positions',
} as const;

export const pnlRoutes = [
  route({
    ...READ,
    path: '/v1/pnl',
    name: 'listPnl',
    summary: 'The PnL of a subaccount over time',
    notes:
      'Ascending, the newest `limit` intervals; those in which nothing changed are left out. The first holds all that came before it, the last is valued now as `GET /v1/positions` values it. A fill that a venue took back is in none of them.',
    query: PnlQuery,
    answer: Type.Array(PnlPointSchema),
    refusals: ['not_found', 'catching_up'],
    handle: curve,
  }),
  route({
    ...READ,
    path: '/v1/pnl/breakdown',
    name: 'listPnlShares',
    summary: 'Which venue, category or instrument brought it',
    notes: 'By `group`, what each brought between `start` and `end`; without `start`, since its first fill.',
    query: PnlSharesQuery,
    answer: Type.Array(PnlShareSchema),
    refusals: ['not_found', 'catching_up'],
    handle: shares,
  }),
];

async function curve(call: Call<Static<typeof PnlQuery>>): Promise<Handled> {
  const filter = await filterOf(call);
  if (!filter.ok) return filter;
  const { interval, limit } = call.query;
  const points = await call.deps.pnl.curve({ ...filter.value, interval, limit });
  return points.ok ? answer(points.value.map(renderPnlPoint)) : points;
}

async function shares(call: Call<Static<typeof PnlSharesQuery>>): Promise<Handled> {
  const filter = await filterOf(call);
  if (!filter.ok) return filter;
  const found = await call.deps.pnl.shares(filter.value, call.query.by);
  return found.ok ? answer(found.value.map(renderPnlShare)) : found;
}

async function filterOf(
  call: Call<Omit<Static<typeof PnlSharesQuery>, 'by'>>,
): Promise<Result<PnlFilter & PnlRange, Refusal>> {
  const { deps, caller, query } = call;
  const subaccountId = deps.trading.checkSubaccount(caller, query.subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const range = rangeOf(query);
  if (!range.ok) return range;
  const venue = venueOf(call, query.venue);
  if (!venue.ok) return venue;
  const instrumentId = await instrumentFilterOf(call, query.instrument_id);
  if (!instrumentId.ok) return instrumentId;
  return ok({
    accountId: caller.accountId,
    subaccountId: subaccountId.value,
    venue: venue.value,
    category: query.category ?? null,
    instrumentId: instrumentId.value ?? null,
    ...range.value,
  });
}
