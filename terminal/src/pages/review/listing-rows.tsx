import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MatchComparison, MatchListing } from '../../../../sdk/src/index.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { describeEvent, listOtherOutcomes } from './event-outcomes.ts';

const READ_MAX = 200;
const SHOWN_MAX = 12;

/** Rows that are not compared word by word: the terms that the venues publish as fields, and the events. */
export function ListingRows({ members }: { members: MatchComparison['members'] }) {
  const sides = members.slice(0, 2);
  const hasTerms = sides.some(({ venue_terms: terms }) => Object.keys(terms).length > 0);
  return (
    <>
      {hasTerms && (
        <Row name="Terms" members={sides}>
          {(listing) => <Terms listing={listing} />}
        </Row>
      )}
      <Row name="Event" members={sides}>
        {(listing) => describeEvent(listing) ?? 'none'}
      </Row>
      <Row name="Other outcomes" members={sides}>
        {(listing) => <OtherOutcomes listing={listing} />}
      </Row>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly members: readonly MatchListing[];
  readonly children: (listing: MatchListing) => ReactNode;
}

const Row = ({ name, members, children }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    {members.map((listing) => (
      <td key={listing.instrument_id}>{children(listing)}</td>
    ))}
  </tr>
);

const Terms = ({ listing: { venue_terms: terms } }: { listing: MatchListing }) => (
  <>
    {Object.entries(terms).map(([name, value]) => (
      <div key={name}>
        <Text span size="xs" c="dimmed">
          {name}
        </Text>{' '}
        {value}
      </div>
    ))}
  </>
);

/** The event's other contracts: a reviewer must not take one of them for this listing. */
function OtherOutcomes({ listing: { event_id, instrument_id } }: { listing: MatchListing }) {
  const { client } = useSession();
  const listed = useQuery(`event/${event_id}`, async (signal) =>
    event_id === null ? [] : (await client.markets.listPage({ event_id, limit: READ_MAX }, { signal })).items,
  );
  if (listed.error !== null) return <>could not be read</>;
  if (listed.data === null) return <>…</>;
  const { names, leftOut } = listOtherOutcomes(listed.data, instrument_id, SHOWN_MAX);
  if (names.length === 0) return <>none</>;
  return <>{[...names, ...(leftOut === 0 ? [] : [`and ${leftOut} more`])].join(' · ')}</>;
}
