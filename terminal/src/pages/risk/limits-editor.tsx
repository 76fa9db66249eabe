import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LimitValues } from '../../../../sdk/src/index.ts';
import { limitLabel } from '../../components/labels.ts';
import { asError, toRejectionText } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { diffLimits, LIMITS, type LimitTexts, toLimitsUpdate, toLimitTexts } from './limit-changes.ts';

interface LimitsEditorProps {
  readonly subaccountId: string | null;
  readonly limits: LimitValues;
  readonly onSaved: () => void;
}

/** Edits the limits of one level and lists the changes before they are saved. */
export function LimitsEditor({ subaccountId, limits, onSaved }: LimitsEditorProps) {
  const { client } = useSession();
  const [texts, setTexts] = useState<LimitTexts | null>(null);
  const [error, setError] = useState<Error | null>(null);
  if (texts === null) {
    return (
      <Button
        size="xs"
        variant="default"
        mt="sm"
        w="fit-content"
        onClick={() => setTexts(toLimitTexts(limits))}
      >
        Change limits
      </Button>
    );
  }
  const changes = diffLimits(limits, texts);
  const words = error === null ? null : toRejectionText(error);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(null);
    try {
      await client.risk.setLimits(toLimitsUpdate(subaccountId, changes));
      setTexts(null);
      onSaved();
    } catch (failure) {
      setError(asError(failure));
    }
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Group gap="xs" mt="sm" align="flex-start" grow>
        {LIMITS.map((limit) => (
          <TextInput
            key={limit}
            size="xs"
            label={limitLabel(limit)}
            placeholder="no limit"
            inputMode="decimal"
            value={texts[limit]}
            error={words?.fields[limit]}
            onChange={(event) => setTexts({ ...texts, [limit]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <Text size="xs" mt={4} role="status">
        {changes.length === 0
          ? 'No changes yet. An empty field means no limit.'
          : changes
              .map(
                ({ limit, from, to }) => `${limitLabel(limit)}: ${from || 'no limit'} → ${to || 'no limit'}`,
              )
              .join('; ')}
      </Text>
      {words !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {words.title}: {words.message}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" disabled={changes.length === 0}>
          Save{' '}
          {changes.length === 0 ? '' : `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`}
        </Button>
        <Button size="xs" variant="default" onClick={() => setTexts(null)}>
          Discard changes
        </Button>
      </Group>
    </form>
  );
}
