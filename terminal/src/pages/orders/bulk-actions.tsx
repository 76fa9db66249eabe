import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Instrument, Order } from '../../../../sdk/src/index.ts';
import { stepPrice } from '../../components/ticks.ts';
import { useEmergency } from '../../shell/emergency.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

interface BulkActionsProps {
  readonly picked: readonly Order[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly onDone: () => void; // the selection is no longer needed
}

/** Cancels the selected orders, moves them by one tick, or opens the choice of cancel scopes. */
export function BulkActions({ picked, markets, onDone }: BulkActionsProps) {
  const { client } = useSession();
  const { openCancel } = useEmergency();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const cancelPicked = async (): Promise<void> => {
    const answers = await Promise.allSettled(picked.map(({ id }) => client.orders.cancel(id)));
    const failed = answers.filter(({ status }) => status === 'rejected').length;
    setMessage(`${answers.length - failed} cancels accepted${failed === 0 ? '' : `, ${failed} rejected`}`);
    onDone();
  };
  /** The selection stays, so that orders can be moved by several ticks. */
  const movePicked = async (direction: 1 | -1): Promise<void> => {
    setBusy(true);
    const moves = picked.flatMap((order) => toMove(order, markets, direction));
    const answers = await Promise.allSettled(
      moves.map(({ id, price }) => client.orders.amend(id, { price })),
    );
    const failed = answers.filter(({ status }) => status === 'rejected').length;
    const left = picked.length - moves.length;
    setMessage(
      [
        `${answers.length - failed} moved`,
        ...(failed === 0 ? [] : [`${failed} rejected`]),
        ...(left === 0 ? [] : [`${left} left as they are`]),
      ].join(', '),
    );
    setBusy(false);
  };
  return (
    <Group gap="xs">
      {message !== null && (
        <Text size="xs" c="dimmed" role="status">
          {message}
        </Text>
      )}
      {([-1, 1] as const).map((direction) => (
        <Button
          key={direction}
          size="xs"
          variant="default"
          px={8}
          disabled={picked.length === 0 || isBusy}
          aria-label={`${direction === 1 ? '+1' : '−1'} tick: move ${picked.length} selected`}
          onClick={() => void movePicked(direction)}
        >
          {direction === 1 ? '+1' : '−1'} tick
        </Button>
      ))}
      <Button size="xs" variant="default" disabled={picked.length === 0} onClick={() => void cancelPicked()}>
        {picked.length === 0 ? 'Cancel selected' : `Cancel ${picked.length} selected`}
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={openCancel}>
        Cancel all …
      </Button>
    </Group>
  );
}

/** An order without a price, of several markets, or at the end of the price range is not moved. */
function toMove(
  { id, price, outcome, status, instrument_id: instrumentId }: Order,
  markets: BulkActionsProps['markets'],
  direction: 1 | -1,
): readonly { readonly id: string; readonly price: string }[] {
  const market = instrumentId === null ? undefined : markets.get(instrumentId);
  if (price === null || market === undefined || status === 'PENDING_SUBMISSION') return [];
  const next = stepPrice(market, price, outcome, direction);
  return next === price ? [] : [{ id, price: next }];
}
