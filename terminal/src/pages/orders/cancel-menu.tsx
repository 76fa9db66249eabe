import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { useEmergency } from '../../shell/emergency.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

interface CancelMenuProps {
  readonly picked: readonly Order[];
  readonly onDone: () => void;
}

/** Cancels the selected orders, or opens the choice of cancel scopes. */
export function CancelMenu({ picked, onDone }: CancelMenuProps) {
  const { client } = useSession();
  const { openCancel } = useEmergency();
  const [message, setMessage] = useState<string | null>(null);
  const cancelPicked = async (): Promise<void> => {
    const answers = await Promise.allSettled(picked.map(({ id }) => client.orders.cancel(id)));
    const failed = answers.filter(({ status }) => status === 'rejected').length;
    setMessage(`${answers.length - failed} cancels accepted${failed === 0 ? '' : `, ${failed} rejected`}`);
    onDone();
  };
  return (
    <Group gap="xs">
      {message !== null && (
        <Text size="xs" c="dimmed" role="status">
          {message}
        </Text>
      )}
      <Button size="xs" variant="default" disabled={picked.length === 0} onClick={() => void cancelPicked()}>
        {picked.length === 0 ? 'Cancel selected' : `Cancel ${picked.length} selected`}
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={openCancel}>
        Cancel all …
      </Button>
    </Group>
  );
}
