import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { Feed } from './market-feed.ts';

/** Whether the stream of books is live, and the reason if it is not. */
export function useStreamState(): Feed['state'] {
  const { feed } = useSession();
  return useSyncExternalStore(feed.onState, () => feed.state);
}

/** Why there are no books now, once that is known; null while the stream is live or connecting. */
export function useStreamProblem(): string | null {
  const { isLive, why } = useStreamState();
  return isLive || why === 'connecting' ? null : why;
}
