import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type {
  ComplexOrder,
  ComplexOrderPreview,
  Instrument,
  NewComplexOrder,
  OnLegRisk,
  Opportunity,
} from '../../../../sdk/src/index.ts';
import { showAmount, showGain, showMoney } from '../../components/amounts.ts';
import { Figures } from '../../components/figures.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useComplexOrders } from '../../feed/use-complex-orders.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { endLabel } from '../complex/complex-words.ts';
import { usePlacement } from '../complex/use-placement.ts';
import { SendOutcome } from '../trade/send-result.tsx';
import { toPreviewText } from '../trade/ticket-fields.tsx';
import { type PreviewState, usePreviewBy } from '../trade/use-preview.ts';
import {
  buildHedge,
  computeUnhedgedCost,
  findUnhedged,
  type HedgeFields,
  LEG_RISK_WORDS,
  RISK_WORDS,
  startFields,
} from './opportunity-words.ts';

const HEADER_HEIGHT = 56; // of the page, with a margin: it stays above what is scrolled

interface HedgeTicketProps {
  readonly opportunity: Opportunity; // as it was when the ticket was opened
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly onClose: () => void;
}

/** Both legs of an opportunity as one complex order, with its worst payoff before it is placed. */
export function HedgeTicket({ opportunity, markets, onClose }: HedgeTicketProps) {
  const [format] = usePriceFormat();
  const frame = useRef<HTMLFormElement>(null);
  // It opens above the list, which may be scrolled far below.
  useEffect(() => frame.current?.scrollIntoView({ block: 'start' }), []);
  const { client, subaccountId } = useSession();
  const [fields, setFields] = useState<HedgeFields>(() => startFields(opportunity));
  const minima = opportunity.legs.flatMap(({ instrument_id: id }) => markets.get(id)?.min_qty ?? []);
  const unhedged = findUnhedged(fields, minima);
  const { sent, doubt, check, isSending, submit, report } = usePlacement();
  const request = buildHedge(subaccountId, opportunity, fields, unhedged);
  const state = usePreviewBy(request, (draft: NewComplexOrder, signal) =>
    client.complexOrders.preview(draft, { signal }),
  );
  const refused = state.error === null ? null : toPreviewText(state.error);
  // A placed order disarms the ticket until a figure is changed.
  const isReady = request !== null && state.isCurrent && state.preview !== null && sent.order === null;
  const change = (next: Partial<HedgeFields>): void => {
    setFields((before) => ({ ...before, ...next }));
    report({ order: null, error: null });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (request !== null && isReady) void submit(request);
  };
  const type = (label: string, at: 'qty' | 'unhedged' | 'minEdge' | 'chase') => (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      value={at === 'unhedged' ? unhedged : fields[at]}
      onChange={(event) => change({ [at]: event.currentTarget.value })}
    />
  );
  return (
    <form
      ref={frame}
      onSubmit={onSubmit}
      aria-label="Hedge ticket"
      style={{ scrollMarginTop: HEADER_HEIGHT }}
    >
      <Stack gap="xs" mb="md">
        {opportunity.legs.map(({ instrument_id: id, outcome, worst_price: price, venue }) => (
          <Text key={`${id} ${outcome}`} size="sm" fw={600}>
            Buy {outcome} up to {showPrice(price, format)} · {venue} · {markets.get(id)?.title ?? id}
          </Text>
        ))}
        <Group gap="xs" align="flex-end">
          {type('Sets', 'qty')}
          {type('Unhedged at most', 'unhedged')}
          {type('Gain of a set at least', 'minEdge')}
          <Select
            size="xs"
            label="If a leg does not follow"
            allowDeselect={false}
            value={fields.onLegRisk}
            onChange={(value) => change({ onLegRisk: (value ?? 'HOLD') as OnLegRisk })}
            data={Object.entries(LEG_RISK_WORDS).map(([value, label]) => ({ value, label }))}
          />
          {fields.onLegRisk !== 'HOLD' && type('Worst cost of a set', 'chase')}
        </Group>
        {opportunity.settlement.risk === 'HIGH' && (
          <Checkbox
            size="xs"
            label="I accept that the legs may settle differently"
            checked={fields.acceptsRisk}
            onChange={(event) => change({ acceptsRisk: event.currentTarget.checked })}
          />
        )}
        {refused !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {refused.title}: {refused.message}
          </Text>
        )}
        {request !== null && (
          <HedgePreviewCard state={state} alone={computeUnhedgedCost(opportunity, unhedged)} />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" disabled={!isReady} loading={isSending}>
            {sent.order === null ? 'Place both legs' : 'Placed'}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
        <SendOutcome sent={sent} doubt={doubt} check={check} show={(order) => <Placed order={order} />} />
      </Stack>
    </form>
  );
}

function HedgePreviewCard({
  state: { preview, isCurrent },
  alone,
}: {
  readonly state: PreviewState<ComplexOrderPreview>;
  readonly alone: string | null; // cost of the quantity that may stay unhedged
}) {
  if (preview === null || preview.hedge === null) return null;
  const { hedge, max_cost: cost, warnings } = preview;
  return (
    <section aria-label="Preview" aria-busy={!isCurrent} className={isCurrent ? undefined : 'older'}>
      <Figures
        rows={[
          ['Sets on offer now', showAmount(hedge.qty)],
          ['Gain of these', showGain(hedge.edge_total)],
          ['Worst payoff of these', showGain(hedge.worst_case_total)],
          ['One leg alone costs at most', alone === null ? '–' : showMoney(alone)],
          ['Settlement', RISK_WORDS[hedge.settlement_risk] ?? hedge.settlement_risk],
          ['Cost at most', showMoney(cost)],
        ]}
      />
      {warnings.map((warning) => (
        <Text key={warning} size="xs" className="warning">
          ▲ {warning}
        </Text>
      ))}
    </section>
  );
}

/** The order as it is now, not as the answer to the request had it. */
function Placed({ order: placed }: { readonly order: ComplexOrder }) {
  const { orders } = useComplexOrders();
  const order = orders.find(({ id }) => id === placed.id) ?? placed;
  const { id, status, filled_qty: filled, qty, reason, hedge } = order;
  const open = hedge?.unhedged_qty ?? '0';
  return (
    <Text size="sm" role="status">
      {id} is <strong className={`status-${status}`}>{status}</strong>, {showAmount(filled)} of{' '}
      {showAmount(qty)} sets filled{reason !== null && `, ${endLabel(reason)}`}
      {open !== '0' && `, ${showAmount(open)} of one leg alone`}.{' '}
      <Link className="quiet-link" href="/orders">
        See complex orders
      </Link>
    </Text>
  );
}
