import { Type } from 'typebox';
import { type ApiKey, type Caller, PERMISSIONS } from '../../../domain/access/access.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { SubaccountState } from '../../../oms/trading-service.ts';
import { respond, route } from '../route.ts';
import { Nullable, renderOptionalTime, SubaccountIdSchema, Time, Timestamp } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const AccountSchema = Type.Object(
  {
    account_id: Type.String(),
    key_id: Type.String(),
    permissions: Type.Array(Type.Enum([...PERMISSIONS])),
    subaccounts: Type.Array(SubaccountIdSchema),
    expires_at: Nullable(Time),
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
    summary: 'Get the account and the permissions of the key',
    response: AccountSchema,
    handle: ({ deps, caller }) => {
      const { trading, clock } = deps;
      return respond(
        renderAccount(caller, trading.key(caller.keyId), trading.queries.subaccounts(caller), clock.now()),
      );
    },
  }),
  route({
    tag: 'Account',
    path: '/v1/subaccounts',
    name: 'listSubaccounts',
    summary: 'List the subaccounts of the key',
    response: Type.Array(SubaccountSchema),
    handle: ({ deps, caller }) => respond(deps.trading.queries.subaccounts(caller).map(renderSubaccount)),
  }),
];

const renderAccount = (
  caller: Caller,
  key: ApiKey | null,
  subaccounts: readonly SubaccountState[],
  now: TimestampMs,
) => ({
  account_id: caller.accountId,
  key_id: caller.keyId,
  permissions: caller.permissions,
  subaccounts: subaccounts.map(({ subaccountId }) => subaccountId),
  expires_at: renderOptionalTime(key?.expiresAt ?? null),
  server_time: now,
});

const renderSubaccount = (subaccount: SubaccountState) => ({
  subaccount_id: subaccount.subaccountId,
  name: subaccount.name,
  status: 'ACTIVE' as const,
  kill_switch_active: subaccount.killSwitchActive,
});
