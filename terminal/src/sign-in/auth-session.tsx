import { createContext, type ReactNode, useContext } from 'react';
import type { Account, Crossbook, Subaccount } from '../../../sdk/src/index.ts';
import type { AccountFeed } from '../feed/account-feed.ts';
import type { ComplexFeed } from '../feed/complex-feed.ts';
import type { HealthLog } from '../feed/health-log.ts';
import type { Feed } from '../feed/market-feed.ts';
import type { StoredKey } from './key-store.ts';

/** The signed-in key, its account and subaccount, and the clients that pages use to reach the service. */
export interface Session {
  readonly client: Crossbook;
  readonly feed: Feed;
  readonly healthLog: HealthLog;
  readonly accountFeed: AccountFeed;
  readonly complexFeed: ComplexFeed;
  readonly key: StoredKey;
  readonly account: Account;
  readonly subaccounts: readonly Subaccount[];
  readonly subaccountId: string;
  readonly choose: (subaccountId: string) => void;
  /** Deletes the key of this browser and shows the sign-in page. */
  readonly signOut: () => void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
