import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { ComplexOrder, ComplexOrderAmendment } from '../../../../sdk/src/index.ts';
import type { PriceFormat } from '../../components/prices.ts';
import { asError, toRejectionText } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useSession } from '../../sign-in/auth-session.tsx';
import { readPrice, readQty, type TypedFigure, toTypedPrice } from '../trade/typed-figures.ts';
import { readOffset } from './complex-types.ts';
import { type AmendableField, findAmendable } from './complex-words.ts';

/** Amends the trigger and the other terms of a complex order that may be changed. Only what changed is sent. */
export function ComplexAmend({ order, onDone }: { order: ComplexOrder; onDone: () => void }) {
  const { client, complexFeed } = useSession();
  const [format] = usePriceFormat();
  const [fields] = useState(() => findAmendable(order));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<Error | null>(null);
  const typed = fields.map((field) => {
    const text = texts[field.at] ?? toTyped(field);
    return { ...field, text, ...readTyped(field, text, format), before: field.value };
  });
  const changes = typed.filter(({ value, before }) => value !== null && value !== before);
  const refused = error === null ? null : toRejectionText(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const params = changes
      .filter(({ at }) => at !== 'price')
      .map(({ at, value }) => [at.slice('params.'.length), value]);
    const price = changes.find(({ at }) => at === 'price')?.value ?? null;
    const body: ComplexOrderAmendment = {
      ...(price === null ? {} : { price }),
      ...(params.length === 0 ? {} : { params: Object.fromEntries(params) as Record<string, unknown> }),
    };
    client.complexOrders.amend(order.id, body).then(
      (amended) => {
        complexFeed.put(amended);
        onDone();
      },
      (failure: unknown) => setError(asError(failure)),
    );
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onDone();
  };
  return (
    <form onSubmit={submit} onKeyDown={onKey} aria-label={`Amend ${order.id}`}>
      <Group gap="xs" align="flex-end">
        {typed.map(({ at, label, text, issue }, index) => (
          <TextInput
            key={at}
            size="xs"
            label={label}
            inputMode="decimal"
            autoFocus={index === 0}
            value={text}
            error={issue ?? refused?.fields[at]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((before) => ({ ...before, [at]: value }));
            }}
          />
        ))}
        <Button type="submit" size="xs" disabled={changes.length === 0}>
          Change
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Discard
        </Button>
      </Group>
      {refused !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refused.title}: {refused.message}
        </Text>
      )}
    </form>
  );
}

const toTyped = ({ kind, value }: AmendableField): string =>
  kind === 'qty' ? value : value.startsWith('-') ? `-${toTypedPrice(value.slice(1))}` : toTypedPrice(value);

function readTyped({ kind }: AmendableField, text: string, format: PriceFormat): TypedFigure {
  if (kind === 'qty') return readQty(text);
  if (kind !== 'offset') return readPrice(text, kind === 'distance' ? 'cents' : format, FINEST_TICK);
  const { value, issue } = readOffset(text, FINEST_TICK);
  return { value: value ?? (issue === null && text.trim() !== '' ? '0' : null), issue };
}

const FINEST_TICK = '0.00000001';
