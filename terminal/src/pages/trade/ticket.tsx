import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Instrument, Order, Outcome } from '../../../../sdk/src/index.ts';
import { asError, refusalWords } from '../../kit/refusal.ts';
import { reasonWords } from '../../kit/words.ts';
import { useSession } from '../../session/session.tsx';
import { Preview } from './preview.tsx';
import { type TicketFields, ticketOrder } from './ticketorder.ts';
import { usePreview } from './usepreview.ts';
import type { Target } from './usetargets.ts';

/** A price that was pointed at; a new one each time, so that the same price can be pointed at again. */
export interface PickedPrice {
  readonly price: string;
}

export interface TicketProps {
  readonly market: Instrument;
  readonly target: Target;
  readonly outcome: Outcome;
  readonly picked: PickedPrice | null; // from the ladder
}

const FRESH: TicketFields = {
  side: 'BUY',
  type: 'LIMIT',
  tif: 'GTC',
  price: '',
  qty: '',
  mode: 'BEST_PRICE',
};

/** An order as it is being written; it says before the click what it would cost and where it would go. */
export function Ticket({ market, target, outcome, picked }: TicketProps) {
  const { client, subaccountId } = useSession();
  const [fields, setFields] = useState<TicketFields>(FRESH);
  const [sent, setSent] = useState<{ order: Order | null; error: Error | null }>({
    order: null,
    error: null,
  });
  const [isSending, setSending] = useState(false);
  const change = (changed: Partial<TicketFields>): void => {
    setFields((before) => ({ ...before, ...changed }));
    setSent({ order: null, error: null });
  };
  useEffect(() => {
    if (picked !== null) setFields((before) => ({ ...before, type: 'LIMIT', price: picked.price }));
  }, [picked]);
  const order = ticketOrder(fields, { subaccountId, market, target, outcome });
  const state = usePreview(order);
  const refused = state.error === null || order === null ? null : refusalWords(state.error);
  const fieldErrors = refused?.fields ?? {};
  const isBeside = 'qty' in fieldErrors || ('price' in fieldErrors && fields.type === 'LIMIT');
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (order === null) return;
    setSending(true);
    setSent(await submit(() => client.orders.create(order)));
    setSending(false);
  };
  return (
    <form onSubmit={(event) => void send(event)} aria-label="Order ticket">
      <Stack gap="xs">
        <SegmentedControl
          fullWidth
          aria-label="Side"
          color={fields.side === 'BUY' ? 'teal' : 'red'}
          value={fields.side}
          onChange={(side) => change({ side })}
          data={[
            { value: 'BUY', label: `Buy ${outcome}` },
            { value: 'SELL', label: `Sell ${outcome}` },
          ]}
        />
        {target.asset !== null && (
          <Select
            label="Routing"
            size="xs"
            allowDeselect={false}
            value={fields.mode}
            onChange={(mode) => mode !== null && change({ mode })}
            data={[
              { value: 'BEST_PRICE', label: 'Best price: all of it at one venue' },
              { value: 'SPLIT', label: 'Split: cheapest over all venues' },
            ]}
          />
        )}
        <Group grow>
          <Select
            label="Type"
            size="xs"
            allowDeselect={false}
            value={fields.type}
            onChange={(type) =>
              type !== null && change(type === 'MARKET' ? { type, tif: 'IOC' } : { type, tif: 'GTC' })
            }
            data={['LIMIT', 'MARKET']}
          />
          <Select
            label="Time in force"
            size="xs"
            allowDeselect={false}
            value={fields.tif}
            onChange={(tif) => tif !== null && change({ tif })}
            data={fields.type === 'MARKET' ? ['IOC', 'FOK'] : ['GTC', 'IOC', 'FOK']}
          />
        </Group>
        {fields.type === 'LIMIT' && (
          <TextInput
            label={`Limit price of ${outcome}`}
            description={`steps of ${market.price_tick}, ${market.min_price} to ${market.max_price}`}
            inputMode="decimal"
            value={fields.price}
            error={fieldErrors['price']}
            onChange={(event) => change({ price: event.currentTarget.value })}
          />
        )}
        <TextInput
          label="Contracts"
          description={`steps of ${market.qty_step}, at least ${market.min_qty}`}
          inputMode="decimal"
          value={fields.qty}
          error={fieldErrors['qty']}
          onChange={(event) => change({ qty: event.currentTarget.value })}
        />
        {refused !== null && !isBeside && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {refused.title}: {refused.message}
          </Text>
        )}
        <Button
          type="submit"
          color={fields.side === 'BUY' ? 'teal' : 'red'}
          disabled={order === null}
          loading={isSending}
        >
          {fields.side === 'BUY' ? 'Buy' : 'Sell'} {fields.qty} {outcome}
        </Button>
        <Outcome order={sent.order} error={sent.error} />
        {order !== null && <Preview order={order} state={state} />}
      </Stack>
    </form>
  );
}

async function submit(send: () => Promise<Order>): Promise<{ order: Order | null; error: Error | null }> {
  try {
    return { order: await send(), error: null };
  } catch (error) {
    return { order: null, error: asError(error) };
  }
}

function Outcome({ order, error }: { order: Order | null; error: Error | null }) {
  if (error !== null) {
    return (
      <Alert color="red" role="alert" title={refusalWords(error).title}>
        {error.message}
      </Alert>
    );
  }
  if (order === null) return null;
  const { id, status, filled_qty: filled, qty, avg_fill_price: average, reason } = order;
  return (
    <Alert color={status === 'REJECTED' ? 'red' : 'teal'} role="status" title={`${id} is ${status}`}>
      {filled} of {qty} filled{average === null ? '' : ` at ${average}`}
      {reason === null ? '' : `, ${reasonWords(reason)}`}
    </Alert>
  );
}
