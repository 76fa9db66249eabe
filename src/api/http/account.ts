import { Type } from 'typebox';
import { renderAccount, renderSubaccount } from './render/account.ts';
import { answer, route } from './route.ts';
import { AccountSchema, NoQuery, SubaccountSchema } from './schemas/service.ts';

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
    summary: 'Who is calling, and what the key may do',
    query: NoQuery,
    answer: AccountSchema,
    refusals: [],
    handle: ({ deps, caller }) => {
      const { trading, clock } = deps;
      return answer(
        renderAccount(caller, trading.key(caller.keyId), trading.subaccounts(caller), clock.now()),
      );
    },
  }),
  route({
    ...READ,
    path: '/v1/subaccounts',
    name: 'listSubaccounts',
    summary: 'The subaccounts that the key may use',
    query: NoQuery,
    answer: Type.Array(SubaccountSchema),
    refusals: [],
    handle: ({ deps, caller }) => answer(deps.trading.subaccounts(caller).map(renderSubaccount)),
  }),
];
