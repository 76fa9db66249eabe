import { Type } from 'typebox';
import { err, staleTimestamp } from '../../../domain/model/result.ts';
import { readSubaccountId } from '../params.ts';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import {
  KillSwitchBody,
  KillSwitchSchema,
  LimitsChangeSchema,
  LimitsSchema,
  OptionalSubaccountQuery,
  PositionSchema,
  RiskStateSchema,
  renderKillSwitch,
  renderLimits,
  renderPosition,
  renderRiskState,
  SubaccountQuery,
} from '../schemas/risk-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = { method: 'GET', permission: 'read', bucket: 'read', isMutating: false, tag: 'Risk' } as const;
const GUARD = { permission: 'risk', bucket: 'risk', isMutating: true, tag: 'Risk' } as const;

export const riskRoutes = [
  route({
    ...READ,
    path: '/v1/risk',
    name: 'getRisk',
    summary: 'Get the risk state of a subaccount',
    query: SubaccountQuery,
    response: RiskStateSchema,
    rejections: ['not_found'],
    handle: state,
  }),
  route({
    ...READ,
    path: '/v1/risk/limits',
    name: 'getLimits',
    summary: 'Get the limits of a subaccount or of the account',
    notes: 'Without `subaccount_id`, returns the limits of the account.',
    query: OptionalSubaccountQuery,
    response: LimitsSchema,
    rejections: ['not_found'],
    handle: limits,
  }),
  route({
    ...GUARD,
    method: 'PUT',
    path: '/v1/risk/limits',
    name: 'setLimits',
    summary: 'Set the limits of a subaccount or of the account',
    notes:
      'A limit below the current usage cancels no orders, but only orders that reduce the usage are accepted.',
    query: NoQuery,
    body: LimitsChangeSchema,
    response: LimitsSchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, body }) =>
      respondWith(await deps.trading.setLimits(caller, body), renderLimits),
  }),
  route({
    ...GUARD,
    allowsStaleTimestamp: true,
    method: 'POST',
    path: '/v1/risk/kill-switch',
    name: 'setKillSwitch',
    summary: 'Switch the kill switch on or off',
    notes:
      'While it is on, new orders are rejected with `kill_switch`; resting orders stay; cancels and reads work. Applies to all subaccounts of the key.',
    query: NoQuery,
    body: KillSwitchBody,
    response: KillSwitchSchema,
    rejections: [],
    handle: setKillSwitch,
  }),
];

/** Switching off with an unverified timestamp could be a delayed request, so it is rejected. On is always safe. */
async function setKillSwitch({ deps, caller, body, isTimestampFresh }: Call): Promise<RouteResult> {
  const isOn = (Object(body) as { readonly enabled?: unknown }).enabled === true;
  if (!isTimestampFresh && !isOn) return err(staleTimestamp(deps.clock.now()));
  return respondWith(await deps.trading.setKillSwitch(caller, body), renderKillSwitch);
}

function state({ deps, caller, query }: Call<Type.Static<typeof SubaccountQuery>>): RouteResult {
  const subaccountId = readSubaccountId(query.subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  return respondWith(deps.trading.risk(caller, subaccountId.value), renderRiskState);
}

function limits({ deps, caller, query }: Call<Type.Static<typeof OptionalSubaccountQuery>>): RouteResult {
  const named = query.subaccount_id;
  const subaccountId = named === undefined ? null : readSubaccountId(named);
  if (subaccountId?.ok === false) return subaccountId;
  return respondWith(deps.trading.limits(caller, subaccountId?.value ?? null), renderLimits);
}

export const positionRoutes = [
  route({
    method: 'GET',
    path: '/v1/positions',
    name: 'listPositions',
    tag: 'Positions',
    permission: 'read',
    bucket: 'read',
    isMutating: false,
    summary: 'List the open positions of a subaccount',
    notes:
      'One position for each instrument, sorted by `instrument_id`. A long NO position is shown as short YES.',
    query: SubaccountQuery,
    response: Type.Array(PositionSchema),
    rejections: ['not_found'],
    handle: list,
  }),
];

function list({ deps, caller, query }: Call<Type.Static<typeof SubaccountQuery>>): RouteResult {
  const subaccountId = readSubaccountId(query.subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const positions = deps.trading.positions(caller, subaccountId.value);
  return respondWith(positions, (all) => all.map(renderPosition));
}
