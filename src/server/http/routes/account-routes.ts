import { Type } from 'typebox';
import type { ApiKey, Caller } from '../../../domain/access/access.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { SubaccountState } from '../../../oms/trading-service.ts';
import { respond, route } from '../route.ts';
import { renderOptionalTime } from '../schemas/common-schema.ts';
import { AccountSchema, NoQuery, SubaccountSchema } from '../schemas/service-schema.ts';

const READ = {
  method: 'GET',
  permission: 'read',
  bucket: 'read',
  isMutating: false,
  tag: 'Account',
} as const;

export const accountRoutes = [
  route({
    ...READ,
    path: '/v1/account',
    name: 'getAccount',
    summary: 'Get the account and the permissions of the key',
    query: NoQuery,
    response: AccountSchema,
    rejections: [],
    handle: ({ deps, caller }) => {
      const { trading, clock } = deps;
      return respond(
        renderAccount(caller, trading.key(caller.keyId), trading.subaccounts(caller), clock.now()),
      );
    },
  }),
  route({
    ...READ,
    path: '/v1/subaccounts',
    name: 'listSubaccounts',
    summary: 'List the subaccounts of the key',
    query: NoQuery,
    response: Type.Array(SubaccountSchema),
    rejections: [],
    handle: ({ deps, caller }) => respond(deps.trading.subaccounts(caller).map(renderSubaccount)),
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
