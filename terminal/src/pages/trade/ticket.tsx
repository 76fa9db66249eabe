import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent, RefObject } from 'react';
import type { Instrument, Outcome, RoutingMode } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { reasonLabel } from '../../components/labels.ts';
import { showAverage } from '../../components/prices.ts';
import { toRejectionText } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { ExpiryField } from './expiry-field.tsx';
import type { Matched } from './matched-listings.ts';
import { Preview } from './order-preview-card.tsx';
import { usePreview } from './use-preview.ts';
import type { Sent, TicketState } from './use-ticket.ts';

export interface TicketProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome;
  readonly ticket: TicketState;
  readonly qtyField: RefObject<HTMLInputElement | null>; // focused after a key of the ladder
}

/** The order form, with a preview of cost and route before the order is sent. */
export function Ticket({ market, matched, outcome, ticket, qtyField }: TicketProps) {
  const { fields, order, change } = ticket;
  const state = usePreview(order);
  const refused = state.error === null || order === null ? null : toRejectionText(state.error);
  const errors = refused?.fields ?? {};
  const isBeside =
    'qty' in errors || 'expires_at' in errors || ('price' in errors && fields.type === 'LIMIT');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (order !== null) void ticket.send();
  };
  return (
    <form onSubmit={submit} aria-label="Order ticket">
      <Stack gap="xs">
        <SideChoice ticket={ticket} outcome={outcome} />
        {matched !== null && <RoutingChoice ticket={ticket} market={market} matched={matched} />}
        <Terms ticket={ticket} />
        {fields.tif === 'GTD' && (
          <ExpiryField
            value={fields.expiresAt}
            closesAt={market.close_time}
            error={errors['expires_at']}
            onChange={(expiresAt) => change({ expiresAt })}
          />
        )}
        {fields.type === 'LIMIT' && (
          <TextInput
            label={`Limit price of ${outcome}`}
            description={`tick ${market.price_tick}, ${market.min_price} to ${market.max_price}`}
            inputMode="decimal"
            value={fields.price}
            error={errors['price']}
            onChange={(event) => change({ price: event.currentTarget.value })}
          />
        )}
        <TextInput
          ref={qtyField}
          label="Contracts"
          description={`step ${market.qty_step}, at least ${market.min_qty}`}
          inputMode="decimal"
          value={fields.qty}
          error={errors['qty']}
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
          loading={ticket.isSending}
        >
          {fields.side === 'BUY' ? 'Buy' : 'Sell'} {fields.qty} {outcome}
        </Button>
        <SendResult sent={ticket.sent} />
        {order !== null && <Preview order={order} state={state} />}
      </Stack>
    </form>
  );
}

function SideChoice({ ticket: { fields, change }, outcome }: Pick<TicketProps, 'ticket' | 'outcome'>) {
  return (
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
  );
}

function RoutingChoice({
  ticket: { fields, change },
  market: { venue },
  matched,
}: {
  ticket: TicketState;
  market: Instrument;
  matched: Matched;
}) {
  const modes: { value: RoutingMode; label: string }[] = [
    { value: 'DIRECT', label: `Direct: ${venue} only` },
    { value: 'BEST_PRICE', label: 'Best price: all at one venue' },
    { value: 'SPLIT', label: 'Split: cheapest across venues' },
  ];
  return (
    <Select
      label="Routing"
      size="xs"
      description={`${matched.asset.members.length} matched markets at ${matched.asset.venues.join(', ')}`}
      allowDeselect={false}
      value={fields.mode}
      onChange={(mode) => mode !== null && change({ mode })}
      data={modes}
    />
  );
}

function Terms({ ticket: { fields, change } }: Pick<TicketProps, 'ticket'>) {
  return (
    <Group grow align="flex-start">
      <Select
        label="Type"
        size="xs"
        allowDeselect={false}
        value={fields.type}
        onChange={(type) => type !== null && change({ type, tif: type === 'MARKET' ? 'IOC' : 'GTC' })}
        data={['LIMIT', 'MARKET']}
      />
      <Select
        label="Time in force"
        size="xs"
        allowDeselect={false}
        value={fields.tif}
        onChange={(tif) => tif !== null && change({ tif })}
        data={fields.type === 'MARKET' ? ['IOC', 'FOK'] : ['GTC', 'GTD', 'IOC', 'FOK']}
      />
    </Group>
  );
}

/** The result of the submitted order. */
function SendResult({ sent: { order, error } }: { sent: Sent }) {
  const [format] = usePriceFormat();
  if (error !== null) {
    return (
      <Alert color="red" role="alert" title={toRejectionText(error).title}>
        {error.message}
      </Alert>
    );
  }
  if (order === null) return null;
  const { id, status, filled_qty: filled, qty, avg_fill_price: average, reason } = order;
  return (
    <Alert color={status === 'REJECTED' ? 'red' : 'teal'} role="status" title={`${id} is ${status}`}>
      {showAmount(filled)} of {showAmount(qty)} filled
      {average === null ? '' : ` at ${showAverage(average, format)}`}
      {reason === null ? '' : `, ${reasonLabel(reason)}`}
    </Alert>
  );
}
