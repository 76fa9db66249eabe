import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useConfirmOneClick } from './settings.tsx';

interface WaitingOrder {
  readonly words: string;
  readonly send: () => void;
}

/** The dialog of a one-click order, and the function that sends the order: at once, or once it is confirmed. */
export function useOrderConfirm(): readonly [
  dialog: ReactNode,
  ask: (words: string, send: () => void) => void,
] {
  const [mustConfirm] = useConfirmOneClick();
  const [waiting, setWaiting] = useState<WaitingOrder | null>(null);
  const close = (): void => setWaiting(null);
  const dialog = (
    <Modal opened={waiting !== null} onClose={close} title="Send this order?" size="sm">
      <Text size="sm" mb="sm">
        {waiting?.words}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          data-autofocus
          onClick={() => {
            waiting?.send();
            close();
          }}
        >
          Send
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          Do not send
        </Button>
      </Group>
    </Modal>
  );
  return [dialog, (words, send) => (mustConfirm ? setWaiting({ words, send }) : send())];
}
