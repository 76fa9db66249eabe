import './events.css';
import { Badge, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useParams } from 'wouter';
import type { MarketEvent } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { showSum } from './event-board.ts';
import { EventView } from './event-view.tsx';

/** The events of all venues, or the board of one. */
export default function EventsPage() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <EventList /> : <EventView key={id} eventId={id} />;
}

const SEARCH = { q: '' } as const;
const SHOWN_MAX = 100;
const SETTLE_MS = 200;

function EventList() {
  const { client } = useSession();
  const [{ q }, choose] = useUrlState(SEARCH);
  const [wanted] = useDebouncedValue(q, SETTLE_MS);
  const query = { status: 'OPEN', limit: SHOWN_MAX, ...(wanted === '' ? {} : { q: wanted }) } as const;
  const found = useQuery(`events/${wanted}`, (signal) => client.events.list(query, { signal }));
  const events = (found.data ?? []).filter(({ members }) => members.length > 1);
  return (
    <>
      <PageTitle>Events</PageTitle>
      <Group gap="xs" mb="xs">
        <TextInput
          aria-label="Search events"
          placeholder="election, rate, temperature …"
          size="xs"
          w={280}
          value={q}
          onChange={(event) => choose({ q: event.currentTarget.value })}
        />
        {q !== '' && (
          <Button size="xs" variant="default" onClick={() => choose({ q: '' })}>
            Clear
          </Button>
        )}
      </Group>
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {found.data !== null && events.length === 0 && (
        <EmptyNote>No open event of several outcomes fits.</EmptyNote>
      )}
      {events.length > 0 && (
        <Table className="rows" aria-label="Events">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              <Table.Th ta="right">Outcomes</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Sum of YES bids
              </Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Sum of YES asks
              </Table.Th>
              <Table.Th visibleFrom="md">Closes</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.map((event) => (
              <EventRow key={event.event_id} event={event} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

function EventRow({ event }: { event: MarketEvent }) {
  const [format] = usePriceFormat();
  const { event_id: id, venue, venue_event_id: name, title, members, sums, close_time: closes } = event;
  return (
    <Table.Tr>
      <Table.Td className="wide">
        <Link className="quiet-link" href={`/events/${id}`}>
          {title ?? name}
        </Link>{' '}
        <Badge size="xs" variant="light">
          {venue}
        </Badge>
      </Table.Td>
      <Table.Td ta="right">{members.length}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showSum(sums.yes_bid, format)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {showSum(sums.yes_ask, format)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="xs" c="dimmed">
          {closes === null ? '' : showDay(closes)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
