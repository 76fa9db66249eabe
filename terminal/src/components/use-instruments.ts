import type { Instrument } from '../../../sdk/src/index.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useQuery } from './use-query.ts';

const LOOKUP_MAX = 100;

// Titles do not change, so instruments are cached for the lifetime of the page.
const known = new Map<number, Instrument>();

/** The instruments with these ids that are already loaded. The missing ones are fetched in one request. */
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
