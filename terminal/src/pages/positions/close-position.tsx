import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError, type Instrument, type Order, type Position } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { reasonLabel } from '../../components/labels.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { Preview } from '../trade/order-preview-card.tsx';
import { SendResult } from '../trade/send-result.tsx';
import { usePreview } from '../trade/use-preview.ts';
import { useSubmission } from '../trade/use-submission.ts';
import { toClosingOrder } from './payoff.ts';

interface ClosePositionProps {
  readonly position: Position;
  readonly market: Instrument | undefined;
  readonly onDone: () => void;
}

/** Closes a position with a market order, after a preview of the proceeds. */
export function ClosePosition({ position, market, onDone }: ClosePositionProps) {
  const { sent, doubt, check, isSending, submit } = useSubmission();
  const [closing] = useState(() => toClosingOrder(position));
  const { order } = sent;
  const state = usePreview(order === null ? closing : null);
  const refusal = order === null ? state.error : null;
  return (
    <Modal opened onClose={onDone} title={market?.title ?? `Instrument ${position.instrument_id}`}>
      <Stack gap="sm">
        <Text size="sm">
          Sells {showAmount(closing.qty)} {heldOutcome(position)} on {position.venue} at the best available
          prices. Any quantity that cannot be filled at once is cancelled.
        </Text>
        {order === null && <Preview order={closing} state={state} />}
        {refusal !== null && refusal instanceof ApiError && <ErrorNote error={refusal} />}
        {order === null ? (
          <SendResult sent={sent} doubt={doubt} check={check} />
        ) : (
          <OrderResult order={order} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {order === null ? 'Keep position' : 'Done'}
          </Button>
          {order === null && (
            <Button color="red" loading={isSending} onClick={() => void submit(closing)}>
              Sell {showAmount(closing.qty)} {heldOutcome(position)} now
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function OrderResult({ order: { id, status, filled_qty: filled, qty, reason } }: { order: Order }) {
  return (
    <Text size="sm" role="status">
      {id} is {status}: {showAmount(filled)} of {showAmount(qty)} sold
      {reason === null ? '.' : `, ${reasonLabel(reason)}.`}
    </Text>
  );
}
