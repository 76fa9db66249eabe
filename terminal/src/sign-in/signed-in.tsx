import { Button, Center, Loader, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Crossbook } from '../../../sdk/src/index.ts';
import { ErrorNote } from '../components/notes.tsx';
import { useQuery } from '../components/use-query.ts';
import { AccountFeed } from '../feed/account-feed.ts';
import { ComplexFeed } from '../feed/complex-feed.ts';
import { HealthLog } from '../feed/health-log.ts';
import { Feed } from '../feed/market-feed.ts';
import { type Session, SessionProvider } from './auth-session.tsx';
import type { StoredKey } from './key-store.ts';
import { withoutDirectionMarks } from './readable-text.ts';

interface SignedInProps {
  readonly storedKey: StoredKey;
  readonly signOut: () => void;
  readonly children: ReactNode;
}

/** Loads the key's account and subaccounts, then shows the pages. */
export function SignedIn({ storedKey, signOut, children }: SignedInProps) {
  const client = useMemo(() => {
    const fetch = withoutDirectionMarks((url, init) => globalThis.fetch(url, init));
    return new Crossbook({ baseUrl: location.origin, ...storedKey, fetch });
  }, [storedKey]);
  const lines = useStreams(client, storedKey);
  const who = useQuery(storedKey.keyId, async (signal) => ({
    account: await client.account.get({ signal }),
    subaccounts: await client.subaccounts.list({ signal }),
  }));
  const [chosen, choose] = useLocalStorage({
    key: 'crossbook.subaccount',
    getInitialValueInEffect: false,
    defaultValue: '',
  });
  if (who.data === null || lines === null) {
    return (
      <Center mih="100vh" p="md">
        {who.error === null ? (
          <Loader aria-label="Signing in" />
        ) : (
          <SignInFailed error={who.error} retry={who.reload} signOut={signOut} />
        )}
      </Center>
    );
  }
  const { account, subaccounts } = who.data;
  const isKnown = subaccounts.some(({ subaccount_id: id }) => id === chosen);
  const subaccountId = isKnown ? chosen : (subaccounts[0]?.subaccount_id ?? '');
  const session = { client, ...lines, key: storedKey, account, subaccounts, subaccountId, choose, signOut };
  return <SubaccountProvider session={session}>{children}</SubaccountProvider>;
}

/** Opens the streams of this key. They open in an effect, so that they are closed when the key changes. */
function useStreams(client: Crossbook, storedKey: StoredKey): Pick<Session, 'feed' | 'healthLog'> | null {
  const [lines, setLines] = useState<Pick<Session, 'feed' | 'healthLog'> | null>(null);
  useEffect(() => {
    const opened = { feed: new Feed(storedKey), healthLog: new HealthLog(client) };
    setLines(opened);
    return () => {
      opened.feed.close();
      opened.healthLog.close();
    };
  }, [client, storedKey]);
  return lines;
}

/** Streams the selected subaccount's data; opens a new feed when the selection changes. */
function SubaccountProvider({
  session,
  children,
}: {
  session: Omit<Session, 'accountFeed' | 'complexFeed'>;
  children: ReactNode;
}) {
  const { client, feed, subaccountId } = session;
  const [accountFeed, setAccountFeed] = useState<AccountFeed | null>(null);
  const complexFeed = useMemo(
    () => new ComplexFeed(client, feed.streams, subaccountId),
    [client, feed, subaccountId],
  );
  useEffect(() => {
    const opened = new AccountFeed(feed.streams, subaccountId);
    setAccountFeed(opened);
    return () => opened.close();
  }, [feed, subaccountId]);
  if (accountFeed === null) return null;
  return <SessionProvider session={{ ...session, accountFeed, complexFeed }}>{children}</SessionProvider>;
}

function SignInFailed({ error, retry, signOut }: { error: Error; retry: () => void; signOut: () => void }) {
  return (
    <Stack maw={480}>
      <ErrorNote error={error} onRetry={retry} />
      <Button variant="default" onClick={signOut}>
        Use another key
      </Button>
    </Stack>
  );
}
