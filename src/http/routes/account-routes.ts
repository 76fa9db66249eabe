import { type TSchema, Type } from 'typebox';
import {
  AGENT_LIMIT_LIST,
  type AgentLimitKind,
  type AgentPolicy,
  type Caller,
  type Notional,
  PERMISSIONS,
  renderNotional,
  type TimestampMs,
} from '#contract';
import type { AgentUsed, DayLimitUsage, SubaccountState, TradingService } from '#orders';
import { respond, route } from '../route.ts';
import {
  Amount,
  describedAmount,
  Nullable,
  renderOptionalNotional,
  renderOptionalTime,
  SignedAmount,
  SubaccountIdSchema,
  Time,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { DAY_LIMIT_USAGE, renderDayLimitUsage } from './risk-routes.ts';

const SHOWN: Readonly<Record<AgentLimitKind, TSchema>> = {
  amount: Amount,
  count: Type.Integer(),
  venues: Type.Array(VenueNameSchema),
  categories: Type.Array(Type.String()),
  assets: Type.Array(Type.Integer()),
};

export const AgentSchema = Type.Object(
  {
    simulated_only: Type.Boolean(),
    ...Object.fromEntries(AGENT_LIMIT_LIST.map(({ kind, name }) => [name, Nullable(SHOWN[kind])])),
    day_cost: describedAmount('Fills of the UTC day, and what live orders may still spend.'),
    day_loss: { ...SignedAmount, description: 'Realized in the UTC day; negative for a gain.' },
    orders_last_hour: Type.Integer(),
  },
  {
    description:
      'The policy of an agent key, and what it has used: the cost of the fills of the UTC day with what live orders may still spend, the realized loss of the day (negative: a gain), and the orders of the last 60 minutes. Null for another kind of key.',
  },
);

const KeyLimitsSchema = Type.Object(DAY_LIMIT_USAGE, {
  description:
    'The limits of the key alone, and what it has used, counted as in the risk state. Null for a key without limits.',
});

export const AccountSchema = Type.Object(
  {
    account_id: Type.String(),
    key_id: Type.String(),
    permissions: Type.Array(Type.Enum([...PERMISSIONS])),
    subaccounts: Type.Array(SubaccountIdSchema),
    expires_at: Nullable(Time),
    agent: Nullable(AgentSchema),
    limits: Nullable(KeyLimitsSchema),
    server_time: Timestamp,
  },
  {
    description: 'The account and key of the caller, and the permissions of the key.',
    examples: EXAMPLES.Account,
  },
);

export const SubaccountSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    name: Type.String(),
    status: Type.Enum(['ACTIVE']),
    kill_switch_active: Type.Boolean(),
  },
  { examples: [{ subaccount_id: 'sa_1', name: 'Desk one', status: 'ACTIVE', kill_switch_active: false }] },
);

export const accountRoutes = [
  route({
    tag: 'Account',
    path: '/v1/account',
    name: 'getAccount',
    agents: true,
    summary: 'Get the account and the permissions of the key',
    response: AccountSchema,
    handle: ({ deps, caller }) => {
      const { trading, clock } = deps;
      return respond(renderAccount(caller, trading, clock.now()));
    },
  }),
  route({
    tag: 'Account',
    path: '/v1/subaccounts',
    name: 'listSubaccounts',
    agents: true,
    summary: 'List the subaccounts of the key',
    response: Type.Array(SubaccountSchema),
    handle: ({ deps, caller }) => respond(deps.trading.queries.subaccounts(caller).map(renderSubaccount)),
  }),
];

const renderAccount = (
  caller: Caller,
  trading: Pick<TradingService, 'access' | 'queries'>,
  now: TimestampMs,
) => ({
  account_id: caller.accountId,
  key_id: caller.keyId,
  permissions: caller.permissions,
  subaccounts: trading.queries.subaccounts(caller).map(({ subaccountId }) => subaccountId),
  expires_at: renderOptionalTime(trading.access.key(caller.keyId)?.expiresAt ?? null),
  agent: renderAgent(trading.access.key(caller.keyId)?.agent ?? null, trading.access.agentUsed(caller.keyId)),
  limits: renderKeyLimits(trading.access.keyLimits(caller.keyId)),
  server_time: now,
});

const renderKeyLimits = (usage: DayLimitUsage | null) => (usage === null ? null : renderDayLimitUsage(usage));

export function renderAgent(policy: AgentPolicy | null, used: AgentUsed | null) {
  if (policy === null || used === null) return null;
  return {
    simulated_only: policy.simulatedOnly,
    ...Object.fromEntries(
      AGENT_LIMIT_LIST.map(({ kind, field, name }) => [
        name,
        kind === 'amount' ? renderOptionalNotional(policy[field] as Notional | null) : policy[field],
      ]),
    ),
    day_cost: renderNotional(used.dayCost),
    day_loss: renderNotional(used.dayLoss),
    orders_last_hour: used.ordersLastHour,
  };
}

const renderSubaccount = (subaccount: SubaccountState) => ({
  subaccount_id: subaccount.subaccountId,
  name: subaccount.name,
  status: 'ACTIVE' as const,
  kill_switch_active: subaccount.killSwitchActive,
});
