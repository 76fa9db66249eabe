import type { Balance } from '../../../sdk/src/index.ts';
import { useAccount } from '../feed/use-account.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { showMoney } from './amounts.ts';
import { type Query, useQuery } from './use-query.ts';

const EVERY_MS = 5_000;

/** The cash at each venue; read again after each fill. */
export function useBalances(): Query<readonly Balance[]> {
  const { client, subaccountId } = useSession();
  const fills = useAccount('fills');
  return useQuery<readonly Balance[]>(
    `balances/${subaccountId}`,
    (signal) => client.balances.list({ subaccount_id: subaccountId }, { signal }),
    { version: fills[0]?.id ?? '', everyMs: EVERY_MS },
  );
}

/** The available cash in words. */
export function showCash({ available, currency, scope, stale }: Balance): string {
  if (available === null) return scope === 'SUBACCOUNT' ? 'not limited' : 'not known';
  return `${showMoney(available)} ${currency}${stale ? ' (out of date)' : ''}`;
}
