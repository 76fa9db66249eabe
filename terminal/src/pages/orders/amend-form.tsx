import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { AmendFields, Order } from '../../../../sdk/src/index.ts';
import { asError, toRejectionText } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

/** Amends the price or quantity of a live order. Validation errors of the service appear at their fields. */
export function AmendForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { client } = useSession();
  const [price, setPrice] = useState(order.price ?? '');
  const [qty, setQty] = useState(order.qty);
  const [error, setError] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const changed = diffLimits(order, price.trim(), qty.trim());
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
          label={`Limit price of ${order.outcome}, 0 to 1`}
          inputMode="decimal"
          autoFocus
          value={price}
          error={words?.fields['price']}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={`Total contracts, ${order.filled_qty} filled`}
          inputMode="decimal"
          value={qty}
          error={words?.fields['qty']}
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

const diffLimits = (order: Order, price: string, qty: string): AmendFields => ({
  ...(price === order.price ? {} : { price }),
  ...(qty === order.qty ? {} : { qty }),
});
