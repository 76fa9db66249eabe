import { useSyncExternalStore } from 'react';
import { useSession } from '../session/session.tsx';
import type { AccountState } from './accountfeed.ts';

/** The chosen subaccount's orders, fills and positions as they stand now. */
export function useAccount(): AccountState {
  const { accountFeed } = useSession();
  return useSyncExternalStore(accountFeed.subscribe, accountFeed.state);
}
