import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { AmendFields, Order } from '../../../../sdk/src/index.ts';
import { asError, toRejectionText } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useSession } from '../../sign-in/auth-session.tsx';
import { readPrice, readQty, toTypedPrice } from '../trade/typed-figures.ts';
import { effectiveQty } from './effective-qty.ts';

/** Amends the price or quantity of a live order. Validation errors of the service appear at their fields. */
export function AmendForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { client } = useSession();
  const [price, setPrice] = useState(order.price === null ? '' : toTypedPrice(order.price));
  const [qty, setQty] = useState(effectiveQty(order));
  const [error, setError] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const [format] = usePriceFormat();
  const [typedPrice, typedQty] = [readPrice(price, format, '0.00000001'), readQty(qty)];
  const changed = toChangedFields(order, typedPrice.value, typedQty.value);
  const words = error === null ? null : toRejectionText(error);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setError(null);
    try {
      await client.orders.amend(order.id, changed);
      onDone();
    } catch (failure) {
      setError(asError(failure));
      setSending(false);
    }
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onDone();
  };
  const isElsewhere =
    words !== null && words.fields['price'] === undefined && words.fields['qty'] === undefined;
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={onKey} aria-label={`Amend ${order.id}`}>
      <Group align="flex-start" gap="xs">
        <TextInput
          size="xs"
          label={`Limit price of ${order.outcome}`}
          inputMode="decimal"
          autoFocus
          value={price}
          error={typedPrice.issue ?? words?.fields['price']}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={`Total contracts, ${order.filled_qty} filled`}
          inputMode="decimal"
          value={qty}
          error={typedQty.issue ?? words?.fields['qty']}
          onChange={(event) => setQty(event.currentTarget.value)}
        />
        <Group gap={4} mt={22}>
          <Button type="submit" size="xs" loading={isSending} disabled={Object.keys(changed).length === 0}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Discard
          </Button>
        </Group>
      </Group>
      {isElsewhere && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {words.title}: {words.message}
        </Text>
      )}
    </form>
  );
}

const toChangedFields = (order: Order, price: string | null, qty: string | null): AmendFields => ({
  ...(price === null || price === order.price ? {} : { price }),
  ...(qty === null || qty === effectiveQty(order) ? {} : { qty }),
});
