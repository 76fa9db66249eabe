import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';

/**
 * `live` if any tradable venue is not simulated, and until the venues are known: unknown is never shown as safe. `replay` if the
 * market data comes from a recording.
 */
export function useProfile(): 'live' | 'sandbox' | 'replay' {
  const { client } = useSession();
  const { data } = useQuery('profile', (signal) => client.venues.list({ signal }));
  const { data: time } = useQuery('market time', (signal) => client.time({ signal }));
  const traded =
    data?.filter(({ status, capabilities }) => status === 'LIVE' && capabilities.trading) ?? null;
  const isSafe = traded !== null && traded.every(({ capabilities }) => capabilities.simulated);
  if (!isSafe) return 'live';
  return time?.market_time === undefined ? 'sandbox' : 'replay';
}
