import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';

/**
 * `live` if any tradable venue is not simulated, and until the venues are known: unknown is never shown as safe. `shadow` if
 * the market data is real and the fills are not, `replay` if the market data comes from a recording.
 */
export function useProfile(): 'live' | 'sandbox' | 'shadow' | 'replay' {
  const { client } = useSession();
  const { data } = useQuery('profile', (signal) => client.venues.list({ signal }));
  const { data: service } = useQuery('service profile', (signal) => client.health({ signal }));
  const traded =
    data?.filter(({ status, capabilities }) => status === 'LIVE' && capabilities.trading) ?? null;
  const isSafe = traded !== null && traded.every(({ capabilities }) => capabilities.simulated);
  if (!isSafe) return 'live';
  const profile = service?.profile;
  return profile === 'shadow' || profile === 'replay' ? profile : 'sandbox';
}
