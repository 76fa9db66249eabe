import { Table, Text } from '@mantine/core';
import type { Balance, BalanceSheetLine } from '../../../../sdk/src/index.ts';
import { showGain, showMoney } from '../../components/amounts.ts';
import { describeSheet, LINE_NAMES } from './sheet-words.ts';

/** The balance sheet of one venue: what our records say, and what the venue reports. */
export function BalanceSheetTable({ balance }: { balance: Balance }) {
  const { venue, sheet } = balance;
  if (sheet === undefined || sheet === null) return null;
  const { text, isBroken } = describeSheet(sheet);
  return (
    <details>
      <summary>
        <Text span size="sm" c={isBroken ? 'red' : 'dimmed'}>
          {venue}: {text}
        </Text>
      </summary>
      <Table className="rows" aria-label={`Balance sheet of ${venue}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th ta="right">Yours</Table.Th>
            <Table.Th ta="right">Account</Table.Th>
            <Table.Th ta="right">Venue</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.lines.map((line) => (
            <Row key={line.line} line={line} />
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}

function Row({ line: { line, subaccount, recorded, venue, differs } }: { line: BalanceSheetLine }) {
  return (
    <Table.Tr>
      <Table.Td>{LINE_NAMES[line]}</Table.Td>
      <Table.Td ta="right">
        {line === 'cash' && subaccount !== null ? showGain(subaccount) : show(subaccount)}
      </Table.Td>
      <Table.Td ta="right">{show(recorded)}</Table.Td>
      <Table.Td ta="right">
        <Text span inherit {...(differs && { c: 'red' })}>
          {show(venue)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

const show = (amount: string | null): string => (amount === null ? 'unknown' : showMoney(amount));
