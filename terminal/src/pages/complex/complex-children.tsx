import { Table, Text, UnstyledButton } from '@mantine/core';
import type { ComplexOrder, ComplexOrderDecision, Order } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showExact } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { Status } from '../orders/order-status.tsx';
import { latestFirst } from '../orders/use-orders.ts';

interface ComplexChildrenProps {
  readonly order: ComplexOrder;
  readonly isNarrow: boolean;
  readonly onReceipt: (orderId: string) => void;
}

const CHILDREN_MAX = 50;
const DECISIONS_MAX = 8;

/** The orders that a complex order has placed, and its latest decisions with the book that each saw. */
export function ComplexChildren({
  order: { id, subaccount_id: subaccount, updated_at: version },
  isNarrow,
  onReceipt,
}: ComplexChildrenProps) {
  const { client } = useSession();
  const current = useAccount('orders');
  const found = useQuery(
    `complex/${id}`,
    async (signal) => {
      const query = { subaccount_id: subaccount, parent_id: id, limit: CHILDREN_MAX };
      const [children, receipt] = await Promise.all([
        client.orders.list(query, { signal }),
        client.complexOrders.receipt(id, { signal }),
      ]);
      return { children, decisions: receipt.decisions };
    },
    { version },
  );
  const listed = found.data?.children ?? [];
  // The children themselves are listed as orders.
  const shown = found.data?.decisions.filter(({ decision }) => decision !== 'child') ?? [];
  const decisions = shown.slice(-DECISIONS_MAX);
  const children = latestFirst([...current.filter(({ parent_id: parent }) => parent === id), ...listed]);
  return (
    <>
      {children.map((child) => (
        <Child key={child.id} order={child} isNarrow={isNarrow} onReceipt={onReceipt} />
      ))}
      <Table.Tr className="child">
        <Table.Td colSpan={6}>
          {found.error !== null && <ErrorNote error={found.error} onRetry={found.reload} />}
          {found.data !== null && children.length === 0 && (
            <Text size="xs" c="dimmed">
              It has placed no order yet.
            </Text>
          )}
          {decisions.map((decision, at) => (
            <Decision key={`${decision.seq} ${at}`} decision={decision} />
          ))}
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function Child({
  order,
  isNarrow,
  onReceipt,
}: Omit<ComplexChildrenProps, 'order'> & { readonly order: Order }) {
  const [format] = usePriceFormat();
  const { id, side, outcome, qty, filled_qty: filled, price, tif } = order;
  const link = (
    <UnstyledButton className="quiet-link" aria-label={`Receipt of ${id}`} onClick={() => onReceipt(id)}>
      {id}
    </UnstyledButton>
  );
  const terms = (
    <>
      <span className={side === 'BUY' ? 'buy' : 'sell'}>
        {side} {outcome}
      </span>{' '}
      {showAmount(qty)} at {price === null ? 'market' : showPrice(price, format)} {tif}
    </>
  );
  const done = `${showAmount(filled)} / ${showAmount(qty)}`;
  return (
    <Table.Tr className="child">
      {isNarrow ? (
        <Table.Td className="wide" colSpan={2}>
          {link} {terms} · {done} <Status order={order} />
        </Table.Td>
      ) : (
        <>
          <Table.Td>{link}</Table.Td>
          <Table.Td colSpan={2}>{terms}</Table.Td>
          <Table.Td ta="right">{done}</Table.Td>
          <Table.Td className="wide" colSpan={2}>
            <Status order={order} />
          </Table.Td>
        </>
      )}
    </Table.Tr>
  );
}

function Decision({ decision: { at, decision, book, detail } }: { decision: ComplexOrderDecision }) {
  const [format] = usePriceFormat();
  const sides = [book?.bid, book?.ask].map((price) => {
    const known = price ?? null;
    return known === null ? '–' : showPrice(known, format);
  });
  return (
    <Text size="xs" c="dimmed" className="decision">
      {showExact(at)} {decision.replaceAll('_', ' ')}
      {detail === null ? '' : `: ${detail}`}
      {book === null ? '' : ` · book ${sides.join(' / ')}`}
    </Text>
  );
}
