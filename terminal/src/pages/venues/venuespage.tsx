import { Table, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Venue } from '../../../../sdk/src/index.ts';
import { useSession } from '../../session/session.tsx';

/** What each venue can do. */
export default function VenuesPage() {
  const { client } = useSession();
  const [venues, setVenues] = useState<readonly Venue[]>([]);
  useEffect(() => {
    client.venues.list().then(setVenues, console.error);
  }, [client]);
  return (
    <>
      <Title order={1} size="h3">
        Venues
      </Title>
      <Table>
        <Table.Tbody>
          {venues.map(({ name, status }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{status}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
