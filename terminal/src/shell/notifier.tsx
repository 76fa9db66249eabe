import { useEffect, useRef, useState } from 'react';
import { useNotifications } from '../components/settings.tsx';
import { useNow } from '../components/use-now.ts';
import { useQuery } from '../components/use-query.ts';
import { useAccount } from '../feed/use-account.ts';
import { useHealth } from '../feed/use-health.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useChosenTab } from './chosen-tab.ts';
import { useEmergency } from './emergency.ts';
import { type Facts, findNews, listDoubtful, listIll, type News } from './news.ts';

const ALERTS_MS = 10_000;

/** Notifies of fills, orders in doubt, the kill switch, venues and alerts, if this browser wants them. */
export function Notifier() {
  const { subaccountId } = useSession();
  const [choice] = useNotifications();
  return choice === 'off' ? null : <Watcher key={subaccountId} hasSound={choice === 'sound'} />;
}

function Watcher({ hasSound }: { readonly hasSound: boolean }) {
  const facts = useFacts();
  const isChosen = useChosenTab(true);
  const [unseen, setUnseen] = useState(0);
  const before = useRef<Facts | null>(null);
  useEffect(() => {
    const news = before.current === null || facts === null ? [] : findNews(before.current, facts);
    before.current = facts;
    if (news.length === 0) return;
    if (document.hidden) setUnseen((count) => count + news.length);
    if (!isChosen() || !canNotify()) return;
    for (const each of news) notify(each, hasSound);
  }, [facts, isChosen, hasSound]);
  useTitleBadge(unseen, () => setUnseen(0));
  return null;
}

/** Null until everything is known: what was so from the beginning is no news. */
function useFacts(): Facts | null {
  const { client, account } = useSession();
  const now = useNow();
  const { venues, problem, clockOffMs, isKnown: isHealthKnown } = useHealth();
  const { isOn: isKilled, isKnown: isKillKnown } = useEmergency();
  const isAccountKnown = useAccount('isKnown');
  const fills = useAccount('fills');
  const doubtful = listDoubtful(useAccount('orders'), now - clockOffMs);
  const alerts = useQuery(
    'notifier/alerts',
    async (signal) => (account.permissions.includes('alerts') ? client.alerts.list({ signal }) : []),
    { everyMs: ALERTS_MS },
  );
  if (!isAccountKnown || !isKillKnown || !isHealthKnown) return null;
  const fired = new Map((alerts.data ?? []).map((alert) => [alert.id, alert]));
  return { fills, doubtful, isKilled, isServiceDown: problem !== null, illVenues: listIll(venues), fired };
}

/** Shown by the browser as soon as it exists. */
const notify = ({ title, body, tag }: News, hasSound: boolean): Notification =>
  new Notification(title, { body, tag, silent: !hasSound });

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

const BADGE = /^\(\d+\) /;

/** The number of unseen notifications before the title of the tab, until the tab is shown. */
function useTitleBadge(unseen: number, onSeen: () => void): void {
  useEffect(() => {
    const bare = document.title.replace(BADGE, '');
    document.title = unseen === 0 ? bare : `(${unseen}) ${bare}`;
  }, [unseen]);
  useEffect(() => {
    const onChange = (): void => {
      if (!document.hidden) onSeen();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  });
}
