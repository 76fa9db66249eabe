import { Alert, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import type {
  ComplexOrder,
  ComplexOrderDraft,
  Instrument,
  NewComplexOrder,
  NewOrder,
  Outcome,
} from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useSession } from '../../sign-in/auth-session.tsx';
import type { Matched } from '../trade/matched-listings.ts';
import { PriceButtons, type QuickPlace, SizeButtons } from '../trade/quick-buttons.tsx';
import { SendOutcome } from '../trade/send-result.tsx';
import { PriceField, SideChoice, toPreviewText } from '../trade/ticket-fields.tsx';
import { readQty } from '../trade/typed-figures.ts';
import { usePreviewBy } from '../trade/use-preview.ts';
import type { TicketState } from '../trade/use-ticket.ts';
import { COMPLEX_KINDS, type ComplexField, type ComplexKind } from './complex-kinds.ts';
import { ComplexPreviewCard, type FullPreview } from './complex-preview-card.tsx';
import { buildComplexOrder } from './complex-types.ts';
import { usePlacement } from './use-placement.ts';

interface ComplexTicketProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome;
  readonly ticket: TicketState; // side, price and contracts, as the ladder fills them
  readonly quick: QuickPlace;
  readonly qtyField: RefObject<HTMLInputElement | null>;
}

type Texts = Readonly<Record<string, string>>;

/** The form of a complex order, with the service's preview of what it would do. */
export default function ComplexTicket(props: ComplexTicketProps) {
  const { market, matched, outcome, ticket, quick, qtyField } = props;
  const { client, subaccountId } = useSession();
  const [format] = usePriceFormat();
  const [kind, setKind] = useState<ComplexKind>(FIRST_KIND);
  const [texts, setTexts] = useState<Texts>({});
  const { fields, change } = ticket;
  const { sent, doubt, check, isSending, submit, report } = usePlacement();
  const place = { subaccountId, market, matched, outcome, format };
  const { request, issues } = buildComplexOrder(kind, fields, texts, place);
  const state = usePreviewBy(request, async (draft: ComplexOrderDraft, signal): Promise<FullPreview> => {
    const entry = draft.params['entry'] as object | undefined;
    const order = entry === undefined ? null : ({ subaccount_id: subaccountId, ...entry } as NewOrder);
    const [complex, first] = await Promise.all([
      client.complexOrders.preview(draft as NewComplexOrder, { signal }),
      order === null ? null : client.orders.preview(order, { signal }),
    ]);
    return { complex, entry: first };
  });
  const refused = state.error === null || request === null ? null : toPreviewText(state.error);
  const qty = readQty(fields.qty);
  const type = (at: string, text: string): void => {
    setTexts((before) => ({ ...before, [at]: text }));
    report({ order: null, error: null });
  };
  const errorAt = (at: string): string | undefined => issues[at] ?? refused?.fields[at];
  const showFields = (isShown: (field: ComplexField) => boolean) =>
    kind.fields
      .filter(isShown)
      .map((field) => (
        <Field
          key={`${kind.key} ${field.at}`}
          field={field}
          text={texts[field.at] ?? ''}
          error={errorAt(field.at)}
          onType={(text) => type(field.at, text)}
        />
      ));
  // A figure that is sent, and what is wrong with it, is never hidden.
  const hasRare = kind.fields.some(
    ({ at, isRare }) => isRare === true && ((texts[at] ?? '') !== '' || errorAt(at) !== undefined),
  );
  const isElsewhere = refused !== null && !isShownAtField(refused.fields, kind);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (request !== null) void submit(request);
  };
  return (
    <form onSubmit={onSubmit} aria-label="Complex order ticket">
      <Stack gap="xs">
        <Select
          label="Complex order"
          size="xs"
          allowDeselect={false}
          value={kind.key}
          onChange={(key) => setKind(COMPLEX_KINDS.find((each) => each.key === key) ?? kind)}
          data={COMPLEX_KINDS.map(({ key, name, isOnAsset }) => ({
            value: key,
            label: isOnAsset === true && matched === null ? `${name} (no matched venue)` : name,
            disabled: isOnAsset === true && matched === null,
          }))}
        />
        <Text size="xs" c="dimmed">
          {kind.about}
        </Text>
        {kind.hasOwnTerms !== true && <SideChoice ticket={ticket} outcome={outcome} />}
        {kind.price !== null && (
          <>
            <PriceField
              market={market}
              outcome={outcome}
              ticket={ticket}
              label={kind.price.label}
              error={errorAt('price')}
            />
            <PriceButtons {...quick} ticket={ticket} />
          </>
        )}
        {kind.hasOwnTerms !== true && (
          <>
            <TextInput
              ref={qtyField}
              size="xs"
              label="Contracts"
              inputMode="decimal"
              value={fields.qty}
              error={qty.issue ?? errorAt('qty')}
              onChange={(event) => change({ qty: event.currentTarget.value })}
            />
            <SizeButtons {...quick} ticket={ticket} />
          </>
        )}
        <div className="complex-fields">{showFields(({ isRare }) => isRare !== true)}</div>
        <details open={hasRare} className="complex-more">
          <summary>More options</summary>
          <div className="complex-fields">{showFields(({ isRare }) => isRare === true)}</div>
        </details>
        {kind.canOnlyReduce === true && (
          <Checkbox
            size="xs"
            label="Reduce-only"
            title="at most what is held"
            checked={fields.reduceOnly}
            onChange={(event) => change({ reduceOnly: event.currentTarget.checked })}
          />
        )}
        {isElsewhere && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {refused.title}: {refused.message}
          </Text>
        )}
        {request !== null && (
          <ComplexPreviewCard
            state={state}
            side={fields.side}
            isExit={kind.hasOwnTerms === true}
            isRouted={kind.isOnAsset === true}
          />
        )}
        <Button
          type="submit"
          color={fields.side === 'BUY' ? 'teal' : 'red'}
          disabled={request === null}
          loading={isSending}
        >
          {toButtonText(kind, fields.side, qty.value, outcome)}
        </Button>
        <SendOutcome sent={sent} doubt={doubt} check={check} show={(order) => <Placed order={order} />} />
      </Stack>
    </form>
  );
}

const FIRST_KIND = COMPLEX_KINDS[0] as ComplexKind;
interface FieldProps {
  readonly field: ComplexField;
  readonly text: string;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
}

function Field({ field: { label, hint, kind, choices, isRequired }, text, error, onType }: FieldProps) {
  if (kind === 'check') {
    return (
      <Checkbox
        size="xs"
        label={label}
        checked={text === 'yes'}
        onChange={(event) => onType(event.currentTarget.checked ? 'yes' : '')}
      />
    );
  }
  if (choices !== undefined) {
    return (
      <Select
        label={label}
        size="xs"
        allowDeselect={false}
        value={text === '' ? (choices[0]?.[0] ?? null) : text}
        onChange={(value) => onType(value ?? '')}
        data={choices.map(([value, name]) => ({ value, label: name }))}
      />
    );
  }
  return (
    <TextInput
      label={label}
      size="xs"
      type={kind === 'time' ? 'datetime-local' : 'text'}
      description={hint}
      withAsterisk={isRequired === true}
      inputMode={kind === 'text' || kind === 'duration' ? 'text' : 'decimal'}
      value={text}
      error={error}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

/** True if each refused field is one of the ticket, where its issue is shown. */
function isShownAtField(
  fields: Readonly<Record<string, string>>,
  { price, hasOwnTerms, fields: own }: ComplexKind,
): boolean {
  const shown = new Set([
    ...own.map(({ at }) => at),
    ...(price === null ? [] : ['price']),
    ...(hasOwnTerms === true ? [] : ['qty']),
  ]);
  const named = Object.keys(fields);
  return named.length > 0 && named.every((name) => shown.has(name));
}

function toButtonText(kind: ComplexKind, side: string, qty: string | null, outcome: Outcome): string {
  const [name = ''] = kind.name.split(/[:(]/);
  if (kind.hasOwnTerms === true) return kind.name.replace(/ \(.*/, '');
  return `${name.trim()}: ${side === 'BUY' ? 'buy' : 'sell'} ${qty === null ? '' : showAmount(qty)} ${outcome}`;
}

function Placed({ order: { id, status } }: { order: ComplexOrder }) {
  return (
    <Alert
      color={status === 'REJECTED' ? 'red' : 'teal'}
      role="status"
      title={`${id} is ${status}`}
      className="send-result"
    >
      <Group gap="xs">
        <Text size="sm">It works in the service, also while this page is closed.</Text>
      </Group>
    </Alert>
  );
}
