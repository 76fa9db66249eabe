import { Card, Table, Text } from '@mantine/core';
import type { Balance } from '../../../../sdk/src/index.ts';
import { showMoney } from '../../components/amounts.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { showCash, useBalances } from '../../components/use-balances.ts';
import { BalanceSheetTable } from './balance-sheet.tsx';

/** The cash at each venue, and the part that the live orders of the subaccount need. */
export function BalancesTable() {
  const balances = useBalances();
  return (
    <Card withBorder padding="xs" component="section" aria-label="Balances">
      <h2 className="card-title">Cash</h2>
      {balances.error !== null && balances.data === null && (
        <ErrorNote error={balances.error} onRetry={balances.reload} />
      )}
      {balances.data !== null && (
        <Table className="rows" aria-label="Cash by venue">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Venue</Table.Th>
              <Table.Th ta="right">Available</Table.Th>
              <Table.Th ta="right">Reserved</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {balances.data.map((balance) => (
              <Row key={balance.venue} balance={balance} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {balances.data?.map((balance) => (
        <BalanceSheetTable key={balance.venue} balance={balance} />
      ))}
      <Text size="xs" c="dimmed">
        The cash of a venue is shared by all subaccounts. Reserved is what your live orders need.
      </Text>
    </Card>
  );
}

function Row({ balance }: { balance: Balance }) {
  const { venue, reserved } = balance;
  return (
    <Table.Tr>
      <Table.Td>{venue}</Table.Td>
      <Table.Td ta="right">{showCash(balance)}</Table.Td>
      <Table.Td ta="right">{showMoney(reserved)}</Table.Td>
    </Table.Tr>
  );
}
