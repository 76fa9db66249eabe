import './markets.css';
import { Badge, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import type { Instrument, MarketStatus } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { Categories } from './categories.tsx';
import { MarketList } from './market-list.tsx';
import { type Markets, SHOWN_MAX, useMarkets, type Wanted } from './use-markets.ts';
import { WatchlistChoice } from './watchlist-choice.tsx';
import { FIRST_LIST } from './watchlists.ts';

const STATUSES: readonly MarketStatus[] = ['OPEN', 'UNOPENED', 'PAUSED', 'CLOSED', 'SETTLED'];
const ORDERS = [
  { value: 'found', label: 'Best match first' },
  { value: 'closing', label: 'Closing soon first' },
] as const;

/** Searches the contracts of all venues as you type, or shows a watchlist. */
export function MarketsPage() {
  const markets = useMarkets();
  const { wanted, change, found, isNear } = markets;
  return (
    <Stack gap="xs">
      <SearchFilters markets={markets} />
      {wanted.list === null && (
        <Categories
          markets={found.data ?? []}
          chosen={wanted.category}
          onChoose={(category) => change({ category })}
        />
      )}
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {isNear && (
        <Text size="sm" role="status">
          No market has these words. These have words that differ by one letter:
        </Text>
      )}
      {found.data !== null && <Found markets={found.data} wanted={wanted} />}
    </Stack>
  );
}

function SearchFilters({ markets: { wanted, change } }: { markets: Markets }) {
  const { client } = useSession();
  const venues = useQuery('venues', (signal) => client.venues.list({ signal }));
  return (
    <Group gap="xs">
      <TextInput
        flex={1}
        miw={200}
        aria-label="Search markets"
        placeholder="Search title, description or ticker"
        leftSection={<MagnifyingGlassIcon />}
        value={wanted.q}
        onChange={(event) => change({ q: event.currentTarget.value, list: null })}
      />
      <Select
        aria-label="Venue"
        placeholder="All venues"
        clearable
        w={140}
        value={wanted.venue}
        onChange={(venue) => change({ venue })}
        data={venues.data?.map(({ name }) => name) ?? []}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        w={130}
        value={wanted.status}
        onChange={(status) => change({ status })}
        data={[...STATUSES]}
      />
      <Select
        aria-label="Order of markets"
        allowDeselect={false}
        w={180}
        value={wanted.order}
        onChange={(order) => order !== null && change({ order })}
        data={ORDERS.map((each) => ({ ...each }))}
      />
      <WatchlistChoice chosen={wanted.list} onChoose={(list) => change({ list })} />
    </Group>
  );
}

function Found({ markets, wanted: { list } }: { markets: readonly Instrument[]; wanted: Wanted }) {
  if (markets.length === 0) {
    return (
      <EmptyNote>
        {list === null ? 'No market matches.' : 'This list is empty. Press the star of a market to add it.'}
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
          Enter opens a market; the star puts it on {list ?? FIRST_LIST}.
        </Text>
      </Group>
      <MarketList markets={markets} list={list ?? FIRST_LIST} />
    </>
  );
}
