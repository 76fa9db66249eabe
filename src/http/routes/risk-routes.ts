import { type TSchema, Type } from 'typebox';
import {
  DAY_LIMIT_LIST,
  err,
  LIMIT_LIST,
  type LimitField,
  type LimitKind,
  type Limits,
  type Notional,
  renderDecimal,
  renderTime,
  staleTimestamp,
} from '#contract';
import type { DayLimitUsage, KillSwitchState, RiskState } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import {
  Amount,
  Count,
  CountBody,
  Decimal,
  Nullable,
  OptionalSubaccountQuery,
  ParentIdSchema,
  renderOptionalDecimal,
  renderOptionalNotional,
  renderOptionalTime,
  SignedAmount,
  SubaccountIdSchema,
  SubaccountQuery,
  Time,
  Timestamp,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

// The limits in requests and records, each with the schema of its kind.
const SHOWN: Readonly<Record<LimitKind, TSchema>> = { qty: Decimal, amount: Amount, count: Count };
const REQUESTED: Readonly<Record<LimitKind, TSchema>> = { qty: Decimal, amount: Decimal, count: CountBody };

const LIMIT_FIELDS = Object.fromEntries(
  LIMIT_LIST.map(({ kind, name, about }) => [name, Nullable(SHOWN[kind], about)]),
);

/** An example with the limits that it does not name. */
const withNoLimits = (limits: object): object => ({ ...limits, ...NO_LIMIT, ...limits });
const NO_LIMIT = Object.fromEntries(LIMIT_LIST.map(({ name }) => [name, null]));
const NO_DAY_USE = Object.fromEntries(
  DAY_LIMIT_LIST.map(({ name }) => [name, { max: null, used: null, left: null }]),
);

export const LimitsSchema = Type.Object(
  { subaccount_id: Nullable(SubaccountIdSchema), ...LIMIT_FIELDS, updated_at: Nullable(Time) },
  {
    description:
      'Null means no limit. With `subaccount_id` null, the limits of the account. Both levels apply.',
    examples: EXAMPLES.Limits.map(withNoLimits),
  },
);

export const LimitsChangeSchema = Type.Object(
  {
    subaccount_id: Type.Optional(SubaccountIdSchema),
    ...Object.fromEntries(
      LIMIT_LIST.map(({ kind, name }) => [name, Type.Optional(Nullable(REQUESTED[kind]))]),
    ),
  },
  {
    description:
      'Omitted fields keep their values; null removes a limit. Without `subaccount_id`, the limits of the account change.',
    examples: [{ subaccount_id: 'sa_1', max_order_qty: '50' }],
  },
);

export const DAY_LIMIT_USAGE = Object.fromEntries(
  DAY_LIMIT_LIST.map(({ kind, name, isSigned }) => {
    const of = Nullable(SHOWN[kind]);
    return [name, Type.Object({ max: of, used: isSigned ? Nullable(SignedAmount) : of, left: of })];
  }),
);

const UsageSchema = Type.Object(
  {
    scope: Type.Enum(['subaccount', 'account']),
    max_position_qty: Type.Object({ max: Nullable(Amount), used: Amount, left: Nullable(Amount) }),
    max_open_orders: Type.Object({
      max: Nullable(Count),
      used: Count,
      left: Nullable(Count),
    }),
    ...DAY_LIMIT_USAGE,
  },
  {
    description:
      'The limits of one level; those of the account cover all of its subaccounts. `max` null: no limit.',
  },
);

export const RiskStateSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    breached: Type.Boolean(),
    breaches: Type.Array(
      Type.Object({
        limit: Type.Enum(LIMIT_LIST.filter(({ bounds }) => bounds !== 'order').map(({ name }) => name)),
        scope: Type.Enum(['subaccount', 'account']),
        max: Type.String(),
        value: Type.String(),
      }),
    ),
    kill_switch_active: Type.Boolean(),
    open_orders: Count,
    position_qty: Amount,
    limits: Type.Object(LIMIT_FIELDS),
    account_limits: Type.Object(LIMIT_FIELDS),
    usage: Type.Array(UsageSchema, {
      description:
        'First the subaccount, then the account across all subaccounts. Computed like the limit checks: positions, costs and losses include open orders that may still fill. `used` of a limit by the day or the minute is null without a limit; that of `day_loss_max` is negative after a gain.',
    }),
    timestamp: Timestamp,
  },
  {
    description: 'Limit breaches, kill switch and limit usage of a subaccount.',
    examples: EXAMPLES.RiskState.map((state) => ({
      ...state,
      limits: withNoLimits(state.limits),
      account_limits: withNoLimits(state.account_limits),
      usage: state.usage.map((usage) => ({ ...usage, ...NO_DAY_USE, ...usage })),
    })),
  },
);

const KillSwitchBody = Type.Object({ enabled: Type.Boolean() }, { examples: [{ enabled: true }] });

export const KillSwitchSchema = Type.Object(
  {
    enabled: Type.Boolean(),
    kill_switch_active: Type.Boolean(),
    subaccounts: Type.Array(SubaccountIdSchema),
    paused_complex_orders: Type.Array(ParentIdSchema, {
      description: 'They place nothing while the switch is on: a stop among them does not fire.',
    }),
    updated_at: Time,
  },
  {
    description: 'The state of the kill switch and the subaccounts that it covers.',
    examples: EXAMPLES.KillSwitch,
  },
);

export const riskRoutes = [
  route({
    tag: 'Risk',
    path: '/v1/risk',
    name: 'getRisk',
    agents: true,
    summary: 'Get the risk state of a subaccount',
    query: SubaccountQuery,
    response: RiskStateSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.queries.risk(caller, query.subaccount_id), renderRiskState),
  }),
  route({
    tag: 'Risk',
    path: '/v1/risk/limits',
    name: 'getLimits',
    agents: true,
    summary: 'Get the limits of a subaccount or of the account',
    notes: 'Without `subaccount_id`, returns the limits of the account.',
    query: OptionalSubaccountQuery,
    response: LimitsSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.risk.limits(caller, query.subaccount_id ?? null), renderLimits),
  }),
  route({
    tag: 'Risk',
    permission: 'risk',
    method: 'PUT',
    path: '/v1/risk/limits',
    name: 'setLimits',
    agents: 'limits',
    summary: 'Set the limits of a subaccount or of the account',
    notes:
      'A limit below the current usage cancels no orders, but only orders that reduce the usage are accepted.',
    body: LimitsChangeSchema,
    response: LimitsSchema,
    rejections: ['agent_policy', 'not_found'],
    handle: async ({ deps, caller, body }) =>
      respondWith(await deps.trading.risk.setLimits(caller, body), renderLimits),
  }),
  route({
    tag: 'Risk',
    permission: 'risk',
    allowsStaleTimestamp: true,
    reducesRisk: true,
    method: 'POST',
    path: '/v1/risk/kill-switch',
    name: 'setKillSwitch',
    agents: true,
    summary: 'Switch the kill switch on or off',
    notes:
      'While it is on, new orders are rejected with `kill_switch`; resting orders stay; cancels and reads work. Applies to all subaccounts of the key.',
    body: KillSwitchBody,
    response: KillSwitchSchema,
    handle: setKillSwitch,
  }),
];

/** Switching off with an unverified timestamp could be a delayed request, so it is rejected. On is always safe. */
async function setKillSwitch({ deps, caller, body, isTimestampFresh }: Call): Promise<RouteResult> {
  const isOn = (Object(body) as { readonly enabled?: unknown }).enabled === true;
  if (!isTimestampFresh && !isOn) return err(staleTimestamp(deps.clock.now()));
  return respondWith(await deps.trading.risk.setKillSwitch(caller, body), renderKillSwitch);
}

/** The risk state of a subaccount. Source: contract, Risk state, limits, kill switch result. */
export const renderRiskState = (state: RiskState) => ({
  subaccount_id: state.subaccountId,
  breached: state.breaches.length > 0,
  breaches: state.breaches.map(({ limit, scope, max, value }) => ({ limit, scope, max, value })),
  kill_switch_active: state.killSwitchActive,
  open_orders: state.openOrders,
  position_qty: renderDecimal(state.positionQty),
  limits: renderLimitFields(state.limits),
  account_limits: renderLimitFields(state.accountLimits),
  usage: state.usage.map(renderUsage),
  timestamp: state.timestamp,
});

export const renderLimits = (limits: Limits) => ({
  subaccount_id: limits.subaccountId,
  ...renderLimitFields(limits),
  updated_at: renderOptionalTime(limits.updatedAt),
});

/** `left` is never negative, even when a limit was set below the current usage. */
const renderUsage = ({ scope, positionQty, openOrders, ...dayLimits }: RiskState['usage'][number]) => ({
  scope,
  max_position_qty: {
    max: renderOptionalDecimal(positionQty.max),
    used: renderDecimal(positionQty.used),
    left:
      positionQty.max === null
        ? null
        : renderOptionalDecimal(BigInt(computeLeft(positionQty.max, positionQty.used))),
  },
  max_open_orders: {
    ...openOrders,
    left: openOrders.max === null ? null : computeLeft(openOrders.max, openOrders.used),
  },
  ...renderDayLimitUsage(dayLimits),
});

export const renderDayLimitUsage = (usage: DayLimitUsage) =>
  Object.fromEntries(
    DAY_LIMIT_LIST.map(({ kind, field, name }) => {
      const { max, used } = usage[field];
      const render = RENDERERS[kind];
      const left = max === null || used === null ? null : computeLeft(max, used);
      return [name, { max: render(max), used: render(used), left: render(left) }];
    }),
  );

const RENDERERS: Readonly<Record<LimitKind, (value: bigint | number | null) => string | number | null>> = {
  qty: (value) => renderOptionalDecimal(value as bigint | null),
  amount: (value) => renderOptionalNotional(value as Notional | null),
  count: (value) => value as number | null,
};

function computeLeft(max: bigint | number, used: bigint | number): bigint | number {
  if (typeof max === 'bigint') return max > used ? max - BigInt(used) : 0n;
  return Math.max(0, max - Number(used));
}

/** Quantities keep the caller's spelling. */
const renderLimitFields = (limits: Limits) =>
  Object.fromEntries(
    LIMIT_LIST.map(({ kind, field, name }) => [
      name,
      kind === 'qty' ? limits[`${field}Text` as LimitField] : RENDERERS[kind](limits[field]),
    ]),
  );

const renderKillSwitch = (state: KillSwitchState) => ({
  enabled: state.enabled,
  kill_switch_active: state.active,
  subaccounts: state.subaccounts,
  paused_complex_orders: state.pausedComplexOrders,
  updated_at: renderTime(state.updatedAt),
});
