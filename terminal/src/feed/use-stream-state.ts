import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { Feed } from './market-feed.ts';

/** Whether the stream of books lives, and else why not. */
export function useStreamState(): Feed['state'] {
  const { feed } = useSession();
  return useSyncExternalStore(feed.onState, () => feed.state);
}
