import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Instrument, MarketStatus, SearchPage } from '../../../../sdk/src/index.ts';
import { useWatchlists } from '../../components/settings.tsx';
import { useUrlState } from '../../components/url-state.ts';
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
  readonly isNear: boolean; // nothing matches exactly; words of these differ by one letter
}

const EVERYTHING = { q: '', venue: '', status: 'OPEN', category: '', list: '', order: 'found' } as const;

/** The filter as the URL has it. There an empty value is no choice. */
function useWanted(): readonly [Wanted, (field: Partial<Wanted>) => void] {
  const [values, change] = useUrlState(EVERYTHING);
  const wanted = useMemo(() => {
    const { q, venue, status, category, list, order } = values;
    return {
      q,
      venue: venue || null,
      status: (status || null) as MarketStatus | null,
      category: category || null,
      list: list || null,
      order: order === 'closing' ? ('closing' as const) : ('found' as const),
    };
  }, [values]);
  const set = (field: Partial<Wanted>): void =>
    change(Object.fromEntries(Object.entries(field).map(([name, value]) => [name, value ?? ''])));
  return [wanted, set];
}

/** The markets that match the filter; updated while the user types. */
export function useMarkets(): Markets {
  const { client } = useSession();
  const [wanted, change] = useWanted();
  const [watchlists] = useWatchlists();
  const [debounced] = useDebouncedValue(wanted, 120);
  const watched = debounced.list === null ? null : (watchlists[debounced.list] ?? []);
  const key = watched === null ? JSON.stringify(toSearchQuery(debounced)) : `watched/${watched.join(',')}`;
  const found = useQuery<SearchPage>(key, async (signal) => {
    if (watched === null) return client.markets.search(toSearchQuery(debounced), { signal });
    const ids = watched.slice(0, LOOKUP_MAX);
    const items = ids.length === 0 ? [] : await client.markets.lookup(ids, { signal });
    return { items, next_cursor: null };
  });
  const items = found.data?.items ?? null;
  const data = items !== null && wanted.order === 'closing' ? closingFirst(items, Date.now()) : items;
  return {
    wanted,
    change,
    found: { ...found, data },
    isNear: found.data?.near === true,
  };
}

const toSearchQuery = ({ q, venue, status, category }: Wanted) => ({
  limit: SHOWN_MAX,
  ...(q.trim() === '' ? {} : { q: q.trim(), spelling: 'near' as const }),
  ...(venue === null ? {} : { venue }),
  ...(status === null ? {} : { status }),
  ...(category === null ? {} : { category }),
});
