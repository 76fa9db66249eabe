import { Group, Text } from '@mantine/core';
import type { NewOrder, Outcome } from '../../../../sdk/src/index.ts';
import type { ShownBook } from '../../feed/messages.ts';
import { costOf, showMoney } from '../../kit/amounts.ts';
import { flipPrice } from '../../kit/prices.ts';
import { ladderRows } from './ladderrows.ts';

/** The most that an order can cost and what it can pay back, by its limit or by the best price in sight. */
export function Estimate({
  order,
  book,
  outcome,
}: {
  order: NewOrder | null;
  book: ShownBook | null;
  outcome: Outcome;
}) {
  if (order === null) return null;
  const price = order.type === 'LIMIT' ? order.price : bestFor(order.side, book, outcome);
  if (price === null) {
    return (
      <Text size="xs" c="dimmed">
        Nothing to trade against is in sight.
      </Text>
    );
  }
  // Selling an outcome risks what the other one costs.
  const atRisk = costOf(order.side === 'BUY' ? price : flipPrice(price), order.qty) ?? '0';
  const rows: readonly (readonly [string, string])[] = [
    [order.side === 'BUY' ? 'Costs at most' : 'Brings at least', showMoney(costOf(price, order.qty) ?? '0')],
    ['Most that can be lost', showMoney(atRisk)],
    ['Pays if right', showMoney(order.qty)],
  ];
  return (
    <div>
      {rows.map(([name, value]) => (
        <Group key={name} justify="space-between">
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text size="xs" ff="monospace">
            {value}
          </Text>
        </Group>
      ))}
    </div>
  );
}

function bestFor(side: NewOrder['side'], book: ShownBook | null, outcome: Outcome): string | null {
  if (book === null || book.kind === 'unavailable') return null;
  const wanted = side === 'BUY' ? 'ask' : 'bid';
  return ladderRows(book.book, outcome, 1).find((row) => row.side === wanted)?.price ?? null;
}
