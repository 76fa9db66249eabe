import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { MatchReview } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

/** The current decisions, each with its history. */
export function Decided() {
  const { client } = useSession();
  const reviews = useQuery('reviews', (signal) => client.matching.reviews({}, { signal }));
  if (reviews.error !== null) return <ErrorNote error={reviews.error} onRetry={reviews.reload} />;
  if (reviews.data === null) return null;
  if (reviews.data.length === 0) return <EmptyNote>No decisions yet.</EmptyNote>;
  return (
    <Table className="rows" aria-label="Decided">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Contract</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th visibleFrom="sm">By and why</Table.Th>
          <Table.Th>
            <span className="visually-hidden">History</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {newestFirst(reviews.data).map((review) => (
          <Row key={review.generic_asset_id} review={review} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

const newestFirst = (reviews: readonly MatchReview[]): readonly MatchReview[] =>
  reviews.toSorted((one, other) => other.at.localeCompare(one.at));

function Row({ review }: { review: MatchReview }) {
  const { generic_asset_id: id, title, members, status, by, why, at } = review;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Table.Tr>
        <Table.Td className="wide">
          {title}
          <Text size="xs" c="dimmed">
            {members
              .map(
                ({ venue, ticker, inverted }) =>
                  `${venue} ${ticker}${inverted ? ' (inverted: its NO is the asset’s YES)' : ''}`,
              )
              .join(' · ')}
          </Text>
        </Table.Td>
        <Table.Td className={status === 'APPROVED' ? 'buy' : 'sell'}>{status}</Table.Td>
        <Table.Td visibleFrom="sm" className="wide">
          {why}
          <Text size="xs" c="dimmed">
            {by}, {showDay(at)}
          </Text>
        </Table.Td>
        <Table.Td>
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`History of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            History
          </Button>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr className="below">
          <Table.Td colSpan={4} className="wide">
            <History id={id} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function History({ id }: { id: number }) {
  const { client } = useSession();
  const review = useQuery(`review/${id}`, (signal) => client.matching.review(id, { signal }));
  if (review.error !== null) return <ErrorNote error={review.error} onRetry={review.reload} />;
  return (
    <ol className="reasons" aria-label="History">
      {review.data?.history.map(({ status, by, why, at }) => (
        <li key={`${at}/${status}`}>
          {showDay(at)}: {status} by {by}, {why}
        </li>
      ))}
    </ol>
  );
}
