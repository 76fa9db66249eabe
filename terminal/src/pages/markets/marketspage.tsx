import './markets.css';
import { Badge, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { Instrument, MarketStatus } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../kit/notes.tsx';
import { useWatchlist } from '../../kit/settings.tsx';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';
import { MarketList } from './marketlist.tsx';

const STATUSES: readonly MarketStatus[] = ['OPEN', 'UNOPENED', 'PAUSED', 'CLOSED', 'SETTLED'];
const SHOWN_MAX = 200;

interface Wanted {
  readonly q: string;
  readonly venue: string | null;
  readonly status: MarketStatus | null;
  readonly category: string | null;
}

/** Every contract of every venue, found as you type. */
export function MarketsPage() {
  const { client } = useSession();
  const [wanted, setWanted] = useState<Wanted>({ q: '', venue: null, status: 'OPEN', category: null });
  const [isWatched, setWatchedOnly] = useState(false);
  const [watchlist] = useWatchlist();
  const [asked] = useDebouncedValue(wanted, 120);
  const venues = useQuery('venues', (signal) => client.venues.list({ signal }));
  const key = isWatched ? `watched/${watchlist.join(',')}` : JSON.stringify(asked);
  const found = useQuery<readonly Instrument[]>(key, async (signal) => {
    if (isWatched)
      return watchlist.length === 0 ? [] : client.markets.lookup(watchlist.slice(0, 100), { signal });
    return (await client.markets.search(queryOf(asked), { signal })).items;
  });
  const change = (field: Partial<Wanted>): void => setWanted((before) => ({ ...before, ...field }));
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <TextInput
          flex={1}
          miw={200}
          aria-label="Search markets"
          placeholder="Search title, description or ticker"
          leftSection={<MagnifyingGlassIcon />}
          value={wanted.q}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
        <Select
          aria-label="Venue"
          placeholder="All venues"
          clearable
          w={150}
          value={wanted.venue}
          onChange={(venue) => change({ venue })}
          data={venues.data?.map(({ name }) => name) ?? []}
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          clearable
          w={140}
          value={wanted.status}
          onChange={(status) => change({ status })}
          data={[...STATUSES]}
        />
        <TextInput
          aria-label="Category"
          placeholder="Category"
          w={130}
          value={wanted.category ?? ''}
          onChange={(event) => change({ category: event.currentTarget.value || null })}
        />
        <Checkbox
          label="Watched"
          checked={isWatched}
          onChange={(event) => setWatchedOnly(event.currentTarget.checked)}
        />
      </Group>
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {found.data !== null && <Found markets={found.data} isWatched={isWatched} />}
    </Stack>
  );
}

function Found({ markets, isWatched }: { markets: readonly Instrument[]; isWatched: boolean }) {
  if (markets.length === 0) {
    return (
      <EmptyNote>
        {isWatched ? 'You watch no market yet: press the star of one.' : 'No market matches.'}
      </EmptyNote>
    );
  }
  return (
    <>
      <Group gap="xs">
        <Badge variant="default">
          {markets.length === SHOWN_MAX ? `first ${SHOWN_MAX}` : markets.length}
        </Badge>
        <Text size="xs" c="dimmed">
          Enter opens a market; the star keeps it in sight.
        </Text>
      </Group>
      <MarketList markets={markets} />
    </>
  );
}

const queryOf = ({ q, venue, status, category }: Wanted) => ({
  limit: SHOWN_MAX,
  ...(q.trim() === '' ? {} : { q: q.trim() }),
  ...(venue === null ? {} : { venue }),
  ...(status === null ? {} : { status }),
  ...(category === null ? {} : { category }),
});
