import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { AccountState } from './account-feed.ts';

/** The current orders, fills and positions of the selected subaccount. */
export function useAccount(): AccountState {
  const { accountFeed } = useSession();
  return useSyncExternalStore(accountFeed.subscribe, accountFeed.state);
}
