import { Table, Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';
import { FEE_PLACES, roundUp, showAmount, showMoney, subtractAmounts } from '../../components/amounts.ts';
import { effectiveQty } from './effective-qty.ts';

/** All figures of the table have the same number of places. */
const showCost = (text: string): string => showMoney(text, FEE_PLACES);

const roundFee = (text: string | null): string | null => (text === null ? null : roundUp(text, FEE_PLACES));

/** Expected cost at the routing decision, realised cost, and the difference. */
export function Costs({ receipt: { order, cost } }: { receipt: OrderReceipt }) {
  const { expected, realised } = cost;
  const rows = [
    ['Cost with fees', expected?.cost ?? null, realised.cost],
    ['Fees', roundFee(expected?.fees ?? null), roundUp(realised.fees, FEE_PLACES)],
  ] as const;
  const isWhole = order.filled_qty === effectiveQty(order);
  return (
    <>
      <Table className="rows" aria-label="Costs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{order.side === 'SELL' ? 'Negative: proceeds' : 'Money'}</Table.Th>
            <Table.Th ta="right">Expected of {showAmount(effectiveQty(order))}</Table.Th>
            <Table.Th ta="right">Realised by {showAmount(order.filled_qty)}</Table.Th>
            <Table.Th ta="right">Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, planned, came]) => (
            <Table.Tr key={name}>
              <Table.Th>{name}</Table.Th>
              <Table.Td ta="right">{planned === null ? '–' : showCost(planned)}</Table.Td>
              <Table.Td ta="right">{showCost(came)}</Table.Td>
              <Table.Td ta="right">
                {planned === null || !isWhole ? '–' : showCost(subtractAmounts(came, planned))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {expected === null
          ? 'There was no routing decision, so there is no expected cost.'
          : isWhole
            ? 'A positive difference means that the order cost more than expected.'
            : 'The difference is shown when the order is completely filled.'}
      </Text>
    </>
  );
}
