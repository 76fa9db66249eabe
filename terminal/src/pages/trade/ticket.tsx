import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent, RefObject } from 'react';
import type { Instrument, Outcome, RoutingMode } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { ExpiryField } from './expiry-field.tsx';
import { Holdings } from './holdings.tsx';
import type { Matched } from './matched-listings.ts';
import { Preview } from './order-preview-card.tsx';
import { PriceButtons, type QuickPlace, SizeButtons } from './quick-buttons.tsx';
import { SendResult } from './send-result.tsx';
import { PriceField, SideChoice, toPreviewText } from './ticket-fields.tsx';
import { canBePostOnly, toClosingFields } from './ticket-order.ts';
import { readQty } from './typed-figures.ts';
import { usePreview } from './use-preview.ts';
import type { TicketState } from './use-ticket.ts';

export interface TicketProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome;
  readonly ticket: TicketState;
  readonly quick: QuickPlace;
  readonly qtyField: RefObject<HTMLInputElement | null>; // focused after a key of the ladder
}

/** The order form, with a preview of cost and route before the order is sent. */
export function Ticket({ market, matched, outcome, ticket, quick, qtyField }: TicketProps) {
  const { fields, order, change } = ticket;
  const state = usePreview(order);
  const refused = state.error === null || order === null ? null : toPreviewText(state.error);
  const errors = refused?.fields ?? {};
  const qty = readQty(fields.qty);
  const isBeside =
    'qty' in errors || 'expires_at' in errors || ('price' in errors && fields.type === 'LIMIT');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (order !== null) void ticket.send();
  };
  return (
    <form onSubmit={submit} aria-label="Order ticket">
      <Stack gap="xs">
        <Holdings
          market={market}
          matched={matched}
          onClose={(held) => change(toClosingFields(held, outcome))}
        />
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
          <>
            <PriceField market={market} outcome={outcome} ticket={ticket} error={errors['price']} />
            <PriceButtons {...quick} ticket={ticket} />
          </>
        )}
        <TextInput
          ref={qtyField}
          label="Contracts"
          description={`step ${market.qty_step}, at least ${market.min_qty}`}
          inputMode="decimal"
          value={fields.qty}
          error={qty.issue ?? errors['qty']}
          onChange={(event) => change({ qty: event.currentTarget.value })}
        />
        <SizeButtons {...quick} ticket={ticket} />
        <Flags ticket={ticket} />
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
          {fields.side === 'BUY' ? 'Buy' : 'Sell'} {qty.value === null ? '' : showAmount(qty.value)} {outcome}
        </Button>
        <SendResult sent={ticket.sent} doubt={ticket.doubt} check={ticket.check} />
        {order !== null && <Preview order={order} state={state} />}
      </Stack>
    </form>
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

/** Restrictions of the order. A flag that the other fields do not allow is disabled and not sent. */
function Flags({ ticket: { fields, change } }: Pick<TicketProps, 'ticket'>) {
  const canPost = canBePostOnly(fields);
  return (
    <Group gap="sm">
      <Checkbox
        size="xs"
        label="Post-only"
        title="rejected if it would trade at once"
        disabled={!canPost}
        checked={canPost && fields.postOnly}
        onChange={(event) => change({ postOnly: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label="Reduce-only"
        title="at most what is held"
        disabled={fields.mode === 'SPLIT'}
        checked={fields.mode !== 'SPLIT' && fields.reduceOnly}
        onChange={(event) => change({ reduceOnly: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label="Cancel on pause"
        title="cancelled if the market is halted"
        checked={fields.cancelOnPause}
        onChange={(event) => change({ cancelOnPause: event.currentTarget.checked })}
      />
      <Select
        label="If it meets your own order"
        size="xs"
        w="100%"
        allowDeselect={false}
        value={fields.selfTrade ?? UNCHECKED}
        onChange={(chosen) => change({ selfTrade: SELF_TRADES.find(({ value }) => value === chosen)?.sent })}
        data={SELF_TRADES.map(({ value, label }) => ({ value, label }))}
      />
    </Group>
  );
}

const UNCHECKED = 'UNCHECKED';
const SELF_TRADES = [
  { value: UNCHECKED, sent: undefined, label: "the venue's rule applies" },
  { value: 'CANCEL_INCOMING', sent: 'CANCEL_INCOMING', label: 'cancel this order' },
  { value: 'CANCEL_RESTING', sent: 'CANCEL_RESTING', label: 'cancel the resting order first' },
] as const;

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
