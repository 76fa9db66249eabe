import { Table, Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { eventLabel } from '../../components/labels.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showExact } from '../../components/times.ts';

type Event = OrderReceipt['events'][number];

/** The journal's events of the order, in sequence. */
export function Events({ receipt: { events, events_truncated: isCut } }: { receipt: OrderReceipt }) {
  const [format] = usePriceFormat();
  const price = (text: string): string => showPrice(text, format);
  return (
    <>
      <Table className="rows" aria-label="Events">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>Leg</Table.Th>
            <Table.Th>Cause</Table.Th>
            <Table.Th ta="right">Entry</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event, index) => (
            <Table.Tr key={`${event.seq}/${index}`}>
              <Table.Td>{showExact(event.at)}</Table.Td>
              <Table.Td>
                {eventLabel(event.type)}
                <Text size="xs" c="dimmed">
                  {detailWords(event, price)}
                </Text>
              </Table.Td>
              <Table.Td>{event.leg ?? ''}</Table.Td>
              <Table.Td>{event.cause.replaceAll('_', ' ')}</Table.Td>
              <Table.Td ta="right">{event.seq}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isCut && (
        <Text size="xs" c="dimmed">
          Further events are not shown.
        </Text>
      )}
    </>
  );
}

/** A fill as a sentence; other events as a list of their fields. */
function detailWords({ type, detail }: Event, price: (text: string) => string): string {
  const { price: at, qty, fee, liquidity, ...rest } = detail;
  if (type === 'FillRecorded' && typeof at === 'string' && typeof qty === 'string')
    return `${showAmount(qty)} at ${price(at)}, fee ${renderValue(fee)}, ${renderValue(liquidity).toLowerCase()} · ${renderValue(rest['id'])}`;
  return Object.entries(detail)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${renderValue(value)}`)
    .join(' · ');
}

const renderValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
