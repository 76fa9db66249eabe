import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Emergency } from './emergency.ts';

interface KillDialogProps {
  readonly emergency: Emergency;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What was done in the emergency, what it does not do, and the way out of it. */
export function KillDialog({ emergency, isOpen, onClose }: KillDialogProps) {
  const { isOn, receipts } = emergency;
  return (
    <Modal opened={isOpen} onClose={onClose} title={isOn ? 'No new order leaves' : 'New orders may leave'}>
      <Stack>
        <List size="sm" aria-label="What was done" role="status">
          {receipts.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {isOn && <WhileOn emergency={emergency} />}
      </Stack>
    </Modal>
  );
}

function WhileOn({ emergency: { cancel, resume } }: Pick<KillDialogProps, 'emergency'>) {
  const [reason, setReason] = useState('');
  return (
    <>
      <Text size="sm">
        The kill switch stops new orders and amends of the whole account. Orders that rest at a venue stay
        there and may still fill; cancels go through.
      </Text>
      <Button color="red" onClick={cancel}>
        Cancel all resting orders too
      </Button>
      <Group align="end">
        <TextInput
          flex={1}
          label="Reason to let orders leave again"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button variant="default" disabled={reason.trim() === ''} onClick={() => resume(reason)}>
          Switch off
        </Button>
      </Group>
    </>
  );
}
