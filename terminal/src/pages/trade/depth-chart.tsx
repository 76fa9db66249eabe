import { Group, Table, Text } from '@mantine/core';
import type { Outcome } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { EmptyNote } from '../../components/notes.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import type { Subject } from '../../feed/feed-messages.ts';
import { useBook } from '../../feed/use-book.ts';
import { useStreamProblem } from '../../feed/use-stream-state.ts';
import { computeDepth, type Depth, type DepthStep, nearlyAll } from './depth-data.ts';

const WIDTH = 640;
const HEIGHT = 240;
const TABLE_ROWS_MAX = 5; // rows of the table for each side

/** The quantity that can be bought or sold at once up to each price, as a chart and a table. */
export function DepthChart({ subject, outcome }: { subject: Subject; outcome: Outcome }) {
  const shown = useBook(subject);
  const problem = useStreamProblem();
  if (shown === null || shown.kind === 'unavailable') {
    const reason = shown === null ? problem : shown.message;
    return <EmptyNote>{reason === null ? 'Waiting for the book …' : `No book: ${reason}`}</EmptyNote>;
  }
  const depth = computeDepth(shown.book, outcome);
  if (depth.bids.length + depth.asks.length === 0) return <EmptyNote>No bids or offers.</EmptyNote>;
  return (
    <>
      <Picture depth={depth} />
      <Steps depth={depth} />
    </>
  );
}

/** Floats, for drawing only. */
function Picture({ depth }: { depth: Depth }) {
  const [format] = usePriceFormat();
  const [bids, asks] = [nearlyAll(depth.bids), nearlyAll(depth.asks)];
  const prices = [...bids, ...asks].map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const most = Math.max(...[bids, asks].map((side) => Number(side.at(-1)?.total ?? '0')), 1);
  const x = (price: string): number => ((Number(price) - low) / Math.max(high - low, 0.001)) * WIDTH;
  const y = (total: string): number => HEIGHT - (Number(total) / most) * (HEIGHT - 8);
  const area = (steps: readonly DepthStep[], edge: number): string => {
    const first = steps[0];
    if (first === undefined) return '';
    const line = steps.map(({ price, total }) => `H${x(price).toFixed(1)}V${y(total).toFixed(1)}`);
    return `M${x(first.price).toFixed(1)} ${HEIGHT}${line.join('')}H${edge}V${HEIGHT}Z`;
  };
  return (
    <>
      <svg
        className="depth"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
      >
        <path className="buy" d={area(bids, 0)} />
        <path className="sell" d={area(asks, WIDTH)} />
      </svg>
      <Group justify="space-between">
        {[low, (low + high) / 2, high].map((price) => (
          <Text key={price} size="xs" c="dimmed">
            {showPrice(price.toFixed(3), format)}
          </Text>
        ))}
      </Group>
    </>
  );
}

function Steps({ depth: { bids, asks } }: { depth: Depth }) {
  const [format] = usePriceFormat();
  const rows = Array.from(
    { length: Math.min(TABLE_ROWS_MAX, Math.max(bids.length, asks.length)) },
    (_, at) => at,
  );
  const price = (step: DepthStep | undefined): string =>
    step === undefined ? '–' : showPrice(step.price, format);
  const total = (step: DepthStep | undefined): string => (step === undefined ? '–' : showAmount(step.total));
  return (
    <Table className="rows" aria-label="Depth" mt={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Sold at once down to</Table.Th>
          <Table.Th ta="right">Contracts</Table.Th>
          <Table.Th ta="right">Bought at once up to</Table.Th>
          <Table.Th ta="right">Contracts</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((at) => (
          <Table.Tr key={at}>
            <Table.Td className="buy">{price(bids[at])}</Table.Td>
            <Table.Td ta="right">{total(bids[at])}</Table.Td>
            <Table.Td ta="right" className="sell">
              {price(asks[at])}
            </Table.Td>
            <Table.Td ta="right">{total(asks[at])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
