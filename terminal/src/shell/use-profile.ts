import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';

/** `live` if any tradable venue is not simulated, and until the venues are known: unknown is never shown as safe. */
export function useProfile(): 'live' | 'sandbox' {
  const { client } = useSession();
  const { data } = useQuery('profile', (signal) => client.venues.list({ signal }));
  const traded =
    data?.filter(({ status, capabilities }) => status === 'LIVE' && capabilities.trading) ?? null;
  return traded !== null && traded.every(({ capabilities }) => capabilities.simulated) ? 'sandbox' : 'live';
}
