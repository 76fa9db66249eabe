import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { AccountState } from './account-feed.ts';

/**
 * One part of the selected subaccount's state, such as its orders. The caller renders only when that part changes: a new
 * mark price of a position does not render a list of orders.
 */
export function useAccount<Part extends keyof AccountState>(part: Part): AccountState[Part] {
  const { accountFeed } = useSession();
  return useSyncExternalStore(accountFeed.subscribe, () => accountFeed.state()[part]);
}
