import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MatchProposal } from '../../../../sdk/src/index.ts';
import { asError, refusalWords } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

interface DecisionFormProps {
  readonly proposal: MatchProposal;
  readonly onDecided: () => void;
}

/** Approve or reject, with the reason that is kept; against what matching says only when that was ticked. */
export function DecisionForm({
  proposal: { first, other, verdict, inverted },
  onDecided,
}: DecisionFormProps) {
  const { client, account } = useSession();
  const [why, setWhy] = useState('');
  const [isDespite, setDespite] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  if (!account.permissions.includes('review'))
    return (
      <Text size="sm" c="dimmed">
        This key may look and not decide: it has no permission to review. An operator grants it, or decides by
        `crossbook match`.
      </Text>
    );
  const members = [{ instrument_id: first.instrument_id }, { instrument_id: other.instrument_id, inverted }];
  const decide = async (doing: 'approve' | 'reject'): Promise<void> => {
    setError(null);
    try {
      await client.matching[doing]({
        members,
        why: why.trim(),
        ...(doing === 'approve' && isDespite ? { despite: true } : {}),
      });
      onDecided();
    } catch (failure) {
      setError(asError(failure));
    }
  };
  const isUndecided = why.trim() === '';
  return (
    <>
      <Group align="end" gap="xs" mt="xs">
        <TextInput
          flex={1}
          miw={220}
          size="xs"
          label="Why, kept with the decision"
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        <Button size="xs" disabled={isUndecided} onClick={() => void decide('approve')}>
          {inverted ? 'Approve, inverted' : 'Approve'}
        </Button>
        <Button
          size="xs"
          variant="outline"
          color="red"
          disabled={isUndecided}
          onClick={() => void decide('reject')}
        >
          Reject
        </Button>
      </Group>
      {verdict === 'unsure' && (
        <Checkbox
          size="xs"
          mt="xs"
          label="I have read both; approve although matching is not sure"
          checked={isDespite}
          onChange={(event) => setDespite(event.currentTarget.checked)}
        />
      )}
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusalWords(error).title}: {error.message}
        </Text>
      )}
    </>
  );
}
