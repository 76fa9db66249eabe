import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Emergency } from './emergency.ts';

interface KillDialogProps {
  readonly emergency: Emergency;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The results of the emergency actions, what they do not cover, and the form that turns the kill switch off. */
export function KillDialog({ emergency, isOpen, onClose }: KillDialogProps) {
  const { isOn, receipts } = emergency;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={isOn ? 'New orders are stopped' : 'New orders are allowed'}
    >
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
        there and may still fill. Cancels are still sent.
      </Text>
      <Button color="red" onClick={cancel}>
        Cancel all resting orders too
      </Button>
      <Group align="end">
        <TextInput
          flex={1}
          label="Reason to allow orders again"
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
