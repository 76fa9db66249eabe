import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { AccountState } from './account-feed.ts';

/** The chosen subaccount's orders, fills and positions as they stand now. */
export function useAccount(): AccountState {
  const { accountFeed } = useSession();
  return useSyncExternalStore(accountFeed.subscribe, accountFeed.state);
}
