import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Instrument, MarketStatus } from '../../../../sdk/src/index.ts';
import { useWatchlists } from '../../components/settings.tsx';
import { type Query, useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { closingFirst } from './facets.ts';

export const SHOWN_MAX = 200;
const LOOKUP_MAX = 100;

/** The search filter. `list` names a watchlist, which is shown in place of search results. */
export interface Wanted {
  readonly q: string;
  readonly venue: string | null;
  readonly status: MarketStatus | null;
  readonly category: string | null;
  readonly list: string | null;
  readonly order: 'found' | 'closing';
}

export interface Markets {
  readonly wanted: Wanted;
  readonly change: (field: Partial<Wanted>) => void;
  readonly found: Query<readonly Instrument[]>;
}

const EVERYTHING: Wanted = {
  q: '',
  venue: null,
  status: 'OPEN',
  category: null,
  list: null,
  order: 'found',
};

/** The markets that match the filter; updated while the user types. */
export function useMarkets(): Markets {
  const { client } = useSession();
  const [wanted, setWanted] = useState<Wanted>(EVERYTHING);
  const [watchlists] = useWatchlists();
  const [debounced] = useDebouncedValue(wanted, 120);
  const watched = debounced.list === null ? null : (watchlists[debounced.list] ?? []);
  const key = watched === null ? JSON.stringify(toSearchQuery(debounced)) : `watched/${watched.join(',')}`;
  const found = useQuery<readonly Instrument[]>(key, async (signal) => {
    if (watched === null) return (await client.markets.search(toSearchQuery(debounced), { signal })).items;
    return watched.length === 0 ? [] : client.markets.lookup(watched.slice(0, LOOKUP_MAX), { signal });
  });
  const data =
    found.data !== null && wanted.order === 'closing' ? closingFirst(found.data, Date.now()) : found.data;
  return {
    wanted,
    change: (field) => setWanted((before) => ({ ...before, ...field })),
    found: { ...found, data },
  };
}

const toSearchQuery = ({ q, venue, status, category }: Wanted) => ({
  limit: SHOWN_MAX,
  ...(q.trim() === '' ? {} : { q: q.trim() }),
  ...(venue === null ? {} : { venue }),
  ...(status === null ? {} : { status }),
  ...(category === null ? {} : { category }),
});
