import { Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { OrderReceipt, RouteCandidate } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { describeSentAs, reasonLabel, skipReasonLabel } from '../../components/labels.ts';
import { showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showSpan } from '../../components/times.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { toVenueAnswer } from './venue-answers.ts';

/** The venues considered, their books at the decision, and why some have no leg. */
export function Candidates({ candidates }: { candidates: readonly RouteCandidate[] }) {
  const [format] = usePriceFormat();
  const markets = useInstruments(candidates.map(({ instrument_id: id }) => id));
  return (
    <Table className="rows" aria-label="Venues considered">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Venue</Table.Th>
          <Table.Th ta="right">Best price</Table.Th>
          <Table.Th ta="right">Book unchanged for</Table.Th>
          <Table.Th>Decision</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {candidates.map(({ venue, instrument_id: id, best_price: best, book_age_ms: age, dropped }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {venue}
              <Text size="xs" c="dimmed">
                {markets.get(id)?.ticker ?? id}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{best === null ? '–' : showPrice(best, format)}</Table.Td>
            <Table.Td ta="right">{age === null ? '–' : showSpan(age)}</Table.Td>
            <Table.Td className="wide">{dropped === null ? 'used' : skipReasonLabel(dropped)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const ID_LENGTH_MAX = 16;

/** `0x8f3ab4…2c91d0` for an id that is longer than a column can show. */
const shorten = (id: string): string =>
  id.length <= ID_LENGTH_MAX ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;

/** A long id is shortened so that the figures next to it stay in view; pressing it copies all of it. */
function VenueOrderId({ id }: { id: string | null }) {
  const [isCopied, setCopied] = useState(false);
  if (id === null)
    return (
      <Text size="xs" c="dimmed">
        not acknowledged
      </Text>
    );
  const copy = (): void => {
    void navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <UnstyledButton
      className="venue-id"
      title={id}
      aria-label={`Copy the venue's order id ${id}`}
      onClick={copy}
    >
      {isCopied ? 'copied' : shorten(id)}
    </UnstyledButton>
  );
}

/** The legs sent to the venues and their results. */
export function Legs({ receipt: { order, decision, slippage } }: { receipt: OrderReceipt }) {
  const [format] = usePriceFormat();
  if (order.legs.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The order was not sent to any venue.
      </Text>
    );
  }
  const expectedOf = (leg: number): string | null =>
    decision?.legs?.find((each) => each.leg === leg)?.expected.avg_price ??
    slippage.legs.find((each) => each.leg === leg)?.expected_avg_price ??
    null;
  return (
    <Table className="rows" aria-label="Legs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Leg</Table.Th>
          <Table.Th ta="right">Filled of</Table.Th>
          <Table.Th ta="right">Limit</Table.Th>
          <Table.Th ta="right">Expected</Table.Th>
          <Table.Th ta="right">Average</Table.Th>
          <Table.Th>Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.legs.map((leg) => {
          const price = (text: string | null): string => (text === null ? '–' : showAverage(text, format));
          return (
            <Table.Tr key={leg.leg}>
              <Table.Td className="wide">
                {leg.leg} · {leg.venue}
                {leg.outcome !== order.outcome && ` · ${leg.outcome} of that listing`}
                <VenueOrderId id={leg.venue_order_id} />
                {describeSentAs(leg) !== null && <Text size="xs">{describeSentAs(leg)}</Text>}
                {leg.reason !== null && <Text size="xs">{reasonLabel(leg.reason)}</Text>}
                {toVenueAnswer(leg) !== null && <Text size="xs">{toVenueAnswer(leg)}</Text>}
              </Table.Td>
              <Table.Td ta="right">
                {showAmount(leg.filled_qty)} / {showAmount(leg.qty)}
              </Table.Td>
              <Table.Td ta="right">{price(leg.price)}</Table.Td>
              <Table.Td ta="right">{price(expectedOf(leg.leg))}</Table.Td>
              <Table.Td ta="right">{price(leg.avg_fill_price)}</Table.Td>
              <Table.Td>
                {leg.status}
                {leg.reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reasonLabel(leg.reason)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
