import type { Caller } from '../../src/contract/access/access.ts';
import type { AccountId, KeyId, SubaccountId } from '../../src/contract/model/ids.ts';
import type { AccountAdmin } from '../../src/orders/trading-service.ts';

const account = (id: string): AccountId => id as AccountId;
const subaccount = (id: string): SubaccountId => id as SubaccountId;
export const PUBLIC_KEY = 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';

const caller = (keyId: string, accountId: string, subaccounts: Caller['subaccounts']): Caller => ({
  keyId: keyId as KeyId,
  accountId: account(accountId),
  permissions: ['read', 'trade', 'risk'],
  subaccounts,
});

/**
 * Keys for a whole account, for one subaccount of it, and for another account with the same subaccount names.
 */
export const ACCOUNT_OWNER = caller('key_head', 'acc_1', '*');
export const SUBACCOUNT_TRADER = caller('key_clerk', 'acc_1', [subaccount('sa_2')]);
export const OTHER_ACCOUNT = caller('key_stranger', 'acc_2', '*');
export const CALLERS: readonly Caller[] = [ACCOUNT_OWNER, SUBACCOUNT_TRADER, OTHER_ACCOUNT];

export const SUBACCOUNTS: Readonly<Record<string, readonly SubaccountId[]>> = {
  acc_1: [subaccount('sa_1'), subaccount('sa_2'), subaccount('sa_3')],
  acc_2: [subaccount('sa_1'), subaccount('sa_2')],
};

/** The subaccounts a caller may use. */
export const getGrantedSubaccounts = ({ accountId, subaccounts }: Caller): readonly SubaccountId[] =>
  subaccounts === '*' ? (SUBACCOUNTS[accountId] ?? []) : subaccounts;

/** Every subaccount, with a caller that may use it. */
export function* allSubaccounts(): Generator<readonly [Caller, SubaccountId]> {
  for (const caller of [ACCOUNT_OWNER, OTHER_ACCOUNT]) {
    for (const subaccountId of SUBACCOUNTS[caller.accountId] ?? []) yield [caller, subaccountId];
  }
}

export async function openAccounts(operating: AccountAdmin): Promise<void> {
  for (const [accountId, subaccounts] of Object.entries(SUBACCOUNTS)) {
    await operating.createAccount(account(accountId));
    for (const subaccountId of subaccounts) {
      await operating.createSubaccount({ accountId: account(accountId), subaccountId, name: subaccountId });
    }
  }
  for (const { subaccounts, ...person } of CALLERS) {
    await operating.createKey({ ...person, subaccounts, publicKey: PUBLIC_KEY, expiresAt: null });
  }
}
