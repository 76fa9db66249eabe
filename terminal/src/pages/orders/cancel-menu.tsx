import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { CancelScopes } from '../../components/cancel-scopes.tsx';
import { useSession } from '../../sign-in/auth-session.tsx';

interface CancelMenuProps {
  readonly picked: readonly Order[];
  readonly onDone: () => void;
}

/** Cancels the chosen orders, or opens the choice of cancelling all. */
export function CancelMenu({ picked, onDone }: CancelMenuProps) {
  const { client } = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  const [told, setTold] = useState<string | null>(null);
  const cancelPicked = async (): Promise<void> => {
    const answers = await Promise.allSettled(picked.map(({ id }) => client.orders.cancel(id)));
    const failed = answers.filter(({ status }) => status === 'rejected').length;
    setTold(`${answers.length - failed} cancels taken${failed === 0 ? '' : `, ${failed} refused`}`);
    onDone();
  };
  return (
    <Group gap="xs">
      {told !== null && (
        <Text size="xs" c="dimmed" role="status">
          {told}
        </Text>
      )}
      <Button size="xs" variant="default" disabled={picked.length === 0} onClick={() => void cancelPicked()}>
        {picked.length === 0 ? 'Cancel chosen' : `Cancel ${picked.length} chosen`}
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={open}>
        Cancel all …
      </Button>
      <Modal opened={isOpen} onClose={close} title="Cancel all, but of what?" size="lg">
        <Stack>
          <CancelScopes />
        </Stack>
      </Modal>
    </Group>
  );
}
