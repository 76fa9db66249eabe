import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { ComplexState } from './complex-feed.ts';

/** The selected subaccount's complex orders, newest first. */
export function useComplexOrders(): ComplexState {
  const { complexFeed } = useSession();
  return useSyncExternalStore(complexFeed.subscribe, complexFeed.state);
}
