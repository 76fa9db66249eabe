import { createContext, type ReactNode, useContext } from 'react';
import type { Crossbook } from '../../../sdk/src/index.ts';
import type { StoredKey } from './keystore.ts';

/** Who is at the terminal, and the signed client of every page. */
export interface Session {
  readonly client: Crossbook;
  readonly key: StoredKey;
  /** Forgets the key of this browser and asks for another. */
  signOut(): void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('a page is shown only to whoever has a key');
  return session;
}
