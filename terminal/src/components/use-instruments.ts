import type { Instrument } from '../../../sdk/src/index.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useQuery } from './use-query.ts';

const LOOKUP_MAX = 100;

// Titles do not change; as many are kept as this page has shown orders and positions of.
const known = new Map<number, Instrument>();

/** The instruments of these ids, as far as they are known by now; the others follow in one round trip. */
export function useInstruments(ids: readonly number[]): ReadonlyMap<number, Instrument> {
  const { client } = useSession();
  const missing = [...new Set(ids)].filter((id) => !known.has(id)).toSorted((one, other) => one - other);
  useQuery(`instruments/${missing.join(',')}`, async (signal) => {
    for (let at = 0; at < missing.length; at += LOOKUP_MAX) {
      const found = await client.markets.lookup(missing.slice(at, at + LOOKUP_MAX), { signal });
      for (const each of found) known.set(each.instrument_id, each);
    }
    return missing;
  });
  return known;
}
