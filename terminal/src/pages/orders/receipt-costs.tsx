import { Table, Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';
import {
  compareAmounts,
  FEE_PLACES,
  negated,
  roundUp,
  showAmount,
  showMoney,
  subtractAmounts,
} from '../../components/amounts.ts';
import type { Tone } from '../../components/colors.ts';
import { type Figure, Figures } from '../../components/figures.tsx';
import { showAverage } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { effectiveQty } from './effective-qty.ts';

/** All figures of the table have the same number of places. */
const showCost = (text: string): string => showMoney(text, FEE_PLACES);

const roundFee = (text: string | null): string | null => (text === null ? null : roundUp(text, FEE_PLACES));

/** Expected cost at the routing decision, realised cost, and the difference. */
export function Costs({ receipt: { order, cost } }: { receipt: OrderReceipt }) {
  const { expected, realised } = cost;
  const rows = [
    ['Cost with fees', expected?.cost ?? null, realised.cost],
    ['Fees', roundFee(expected?.fees ?? null), roundFee(realised.fees)],
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
              <Table.Td ta="right">{came === null ? 'unknown' : showCost(came)}</Table.Td>
              <Table.Td ta="right">
                {planned === null || came === null || !isWhole
                  ? '–'
                  : showCost(subtractAmounts(came, planned))}
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

/** What the fills cost beyond the market in the moment of acceptance. */
export function Slippage({ receipt: { order, slippage } }: { receipt: OrderReceipt }) {
  const [format] = usePriceFormat();
  const { mid, expected, legs } = slippage;
  const mids = legs.flatMap(({ leg, mid_price: price }) => {
    const venue = order.legs.find((each) => each.leg === leg)?.venue ?? '';
    return price === null ? [] : [`${venue} ${showAverage(price, format)}`];
  });
  const rows: readonly Figure[] = [
    ...(mids.length === 0 ? [] : [['Mid when the order was accepted', mids.join(' · ')] as const]),
    ['Against that mid', ...describe(mid)],
    ['Against the average that the book offered', ...describe(expected)],
  ];
  if (mid === null && expected === null)
    return (
      <Text size="sm" c="dimmed">
        {order.filled_qty === '0'
          ? 'Nothing is filled.'
          : 'No live book is stored for the moment of acceptance.'}
      </Text>
    );
  return <Figures label="Slippage" rows={rows} />;
}

function describe(cost: string | null): readonly [words: string, tone?: Tone] {
  if (cost === null) return ['–'];
  const order = compareAmounts(cost, '0');
  if (order === 0) return ['none'];
  return order > 0
    ? [`${showMoney(cost, FEE_PLACES)} worse`, 'sell']
    : [`${showMoney(negated(cost), FEE_PLACES)} better`, 'buy'];
}
