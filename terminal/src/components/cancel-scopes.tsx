import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CancelSummary, Crossbook } from '../../../sdk/src/index.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { ErrorNote } from './notes.tsx';
import { asError } from './rejection-text.ts';

interface Scope {
  readonly name: string;
  readonly words: string;
  readonly act: (client: Crossbook, subaccountId: string) => Promise<CancelSummary>;
}

const SCOPES: readonly Scope[] = [
  {
    name: 'This subaccount',
    words: 'Every live order of the subaccount selected above. Needs the trade permission.',
    act: (client, id) => client.orders.cancelAll({ subaccount_id: id }),
  },
  {
    name: 'All subaccounts',
    words: 'Every live order of every subaccount that this key may trade.',
    act: (client) => client.orders.cancelAll(),
  },
  {
    name: 'This subaccount, by the risk layer',
    words:
      'The same orders, through the risk layer. It has a separate rate limit, so it works when the ordinary limit is used up. Needs the risk permission. The orders end as “cancelled by risk”.',
    act: (client, id) => client.risk.cancelAll({ subaccount_id: id }),
  },
];

/** The scopes of cancel all, which orders each covers, and the result. All work while the kill switch is on. */
export function CancelScopes() {
  return (
    <Stack gap="sm">
      {SCOPES.map((scope, index) => (
        <ScopeRow key={scope.name} scope={scope} isFirst={index === 0} />
      ))}
    </Stack>
  );
}

function ScopeRow({ scope: { name, words, act }, isFirst }: { scope: Scope; isFirst: boolean }) {
  const { client, subaccountId } = useSession();
  const [summary, setSummary] = useState<CancelSummary | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const press = async (): Promise<void> => {
    setError(null);
    try {
      setSummary(await act(client, subaccountId));
    } catch (failure) {
      setError(asError(failure));
    }
  };
  return (
    <div className="choice">
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {words}
        </Text>
        {summary !== null && (
          <Text size="xs" role="status">
            {summaryWords(summary)}
          </Text>
        )}
        {error !== null && <ErrorNote error={error} />}
      </div>
      <Button
        size="xs"
        variant="outline"
        color="red"
        onClick={() => void press()}
        aria-label={`Cancel all: ${name}`}
        {...(isFirst ? { 'data-autofocus': true } : {})}
      >
        Cancel all
      </Button>
    </div>
  );
}

/** The result of a cancel-all in one line. */
export function summaryWords({ cancelled, pending_order_ids: pending, failed }: CancelSummary): string {
  const parts = [`${cancelled} cancelled`];
  if (pending.length > 0) parts.push(`${pending.length} waiting for the venue`);
  if (failed.length > 0)
    parts.push(
      `${failed.length} failed (${failed.map(({ id, message }) => `${id}: ${message}`).join('; ')})`,
    );
  return `${parts.join(', ')}.`;
}
