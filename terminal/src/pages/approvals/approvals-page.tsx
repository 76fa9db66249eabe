import './approvals.css';
import { Alert, Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Approval } from '../../../../sdk/src/index.ts';
import { showMoney } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import { useAssets } from '../../components/use-assets.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { type ApprovalTitles, describeOrder, findTitle, toOrderTerms } from './approval-words.ts';

const EVERY_MS = 2_000;
const DECIDED_MAX = 50;

/** The orders of agents that wait for a person, and what was decided during the last day. */
export default function ApprovalsPage() {
  const { client } = useSession();
  const found = useQuery('approvals', (signal) => client.approvals.list({}, { signal }), {
    everyMs: EVERY_MS,
  });
  const approvals = found.data ?? [];
  const ids = useMemo(
    () => [...new Set((found.data ?? []).flatMap(({ order }) => toOrderTerms(order).instrumentId ?? []))],
    [found.data],
  );
  const titles = { markets: useInstruments(ids), assets: useAssets() };
  const waiting = approvals.filter(({ status }) => status === 'PENDING');
  const decided = approvals.filter(({ status }) => status !== 'PENDING').slice(0, DECIDED_MAX);
  return (
    <>
      <PageTitle>Approvals</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        Orders of automated agents that cost more than their key may spend alone. Nothing is placed or
        reserved until you approve. Without an answer an order expires after five minutes.
      </Text>
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
      {found.data !== null && waiting.length === 0 && (
        <Alert py="xs" color="gray">
          No order waits for approval.
        </Alert>
      )}
      <div className="approvals">
        {waiting.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} titles={titles} onDecided={found.reload} />
        ))}
      </div>
      {decided.length > 0 && <Decided approvals={decided} titles={titles} />}
    </>
  );
}

const RESULTS: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  EXPIRED: 'expired without an answer',
};

function Decided({
  approvals,
  titles,
}: {
  readonly approvals: readonly Approval[];
  readonly titles: ApprovalTitles;
}) {
  const [format] = usePriceFormat();
  return (
    <>
      <h2 className="card-title">Decided in the last day</h2>
      <Table.ScrollContainer minWidth={520}>
        <Table className="rows" aria-label="Decided">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Decided</Table.Th>
              <Table.Th>Order</Table.Th>
              <Table.Th ta="right">Cost</Table.Th>
              <Table.Th>Agent</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {approvals.map((approval) => (
              <Table.Tr key={approval.id}>
                <Table.Td>{approval.decided_at === null ? '' : showDay(approval.decided_at)}</Table.Td>
                <Table.Td>
                  {describeOrder(approval.order, format)}
                  <Text size="xs" c="dimmed">
                    {findTitle(approval.order, titles)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{showMoney(approval.cost)}</Table.Td>
                <Table.Td>{approval.key_id}</Table.Td>
                <Table.Td>
                  <Result approval={approval} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function Result({
  approval: { status, decided_by: by, order_id: orderId },
}: {
  readonly approval: Approval;
}) {
  return (
    <>
      {RESULTS[status] ?? status}
      {by !== null && ` by ${by}`}
      {orderId !== null && (
        <>
          {' · '}
          <Link className="quiet-link" href={`/orders/${orderId}`}>
            {orderId}
          </Link>
        </>
      )}
    </>
  );
}
