import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Instrument, OutcomeUnknownError, type Position } from '../../../../sdk/src/index.ts';
import { showAmount, showMoney, sumAmounts } from '../../components/amounts.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { reasonLabel } from '../../components/labels.ts';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { computePayoff, toClosingOrder } from './payoff.ts';

interface CloseSelectedProps {
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly onDone: () => void;
}

/**
 * Closes several positions, each with one market order. The list is the one at the time of opening, each order is sent once
 * and never again from here: a result that is not known stays not known.
 */
export function CloseSelected({ positions, markets, onDone }: CloseSelectedProps) {
  const { client } = useSession();
  const [chosen] = useState(positions);
  const [results, setResults] = useState<ReadonlyMap<number, string>>(new Map());
  const [phase, setPhase] = useState<'asking' | 'sending' | 'done'>('asking');
  const closeOne = async (position: Position): Promise<string> => {
    const id = `web-${crypto.randomUUID()}`;
    try {
      const order = await client.orders.create({ ...toClosingOrder(position), client_order_id: id });
      const reason = order.reason === null ? '' : `, ${reasonLabel(order.reason)}`;
      return `${order.id} is ${order.status}: ${showAmount(order.filled_qty)} of ${showAmount(order.qty)} sold${reason}`;
    } catch (failure) {
      const words = toSentence(asError(failure));
      return failure instanceof OutcomeUnknownError ? `${words} (client order id ${id})` : words;
    }
  };
  const closeAll = async (): Promise<void> => {
    setPhase('sending');
    for (const position of chosen) {
      const words = await closeOne(position);
      setResults((before) => new Map([...before, [position.instrument_id, words]]));
    }
    setPhase('done');
  };
  const worth = sumAmounts(chosen.map((position) => computePayoff(position).worth));
  return (
    <Modal opened onClose={onDone} title={`Close ${chosen.length} positions`} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Sells each of them with a market order at the best available prices; their value at mark is{' '}
          {showMoney(worth)}. Any quantity that cannot be filled at once is cancelled.
        </Text>
        <Table className="rows" aria-label="Positions to close">
          <Table.Tbody>
            {chosen.map(({ instrument_id: id, qty, side, venue }) => (
              <Table.Tr key={id}>
                <Table.Td className="wide">
                  {markets.get(id)?.title ?? `Instrument ${id}`}
                  <Text size="xs" c="dimmed">
                    {venue} · {showAmount(qty)} {heldOutcome({ side })}
                  </Text>
                </Table.Td>
                <Table.Td className="wide">
                  {results.get(id) ?? (phase === 'asking' ? '' : 'waiting')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={phase === 'sending'}>
            {phase === 'asking' ? 'Keep positions' : 'Done'}
          </Button>
          {phase !== 'done' && (
            <Button color="red" loading={phase === 'sending'} onClick={() => void closeAll()}>
              Sell {chosen.length} positions now
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
