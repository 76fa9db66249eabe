import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MatchProposal } from '../../../../sdk/src/index.ts';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

interface DecisionFormProps {
  readonly proposal: MatchProposal;
  readonly onDecided: () => void;
}

/** Approves or rejects a proposal with a stored reason. Approving an unsure match needs an explicit confirmation. */
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
        This key can read proposals but not decide: it lacks the review permission. An operator can grant it,
        or decide with `crossbook match`.
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
          label="Why (stored with the decision)"
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
          label="I have read both listings. Approve although the match is unsure"
          checked={isDespite}
          onChange={(event) => setDespite(event.currentTarget.checked)}
        />
      )}
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toSentence(error)}
        </Text>
      )}
    </>
  );
}
