import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Emergency } from './emergency.ts';

interface KillDialogProps {
  readonly emergency: Emergency;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before the kill switch is turned on, shows the results, and has the form that turns it off. */
export function KillDialog({ emergency, isOpen, onClose }: KillDialogProps) {
  const { isOn, receipts } = emergency;
  const isAsking = !isOn && receipts.length === 0;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={isAsking ? 'Stop all new orders?' : isOn ? 'New orders are stopped' : 'New orders are allowed'}
    >
      <Stack>
        {receipts.length > 0 && (
          <List size="sm" aria-label="What was done" role="status">
            {receipts.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
        {isAsking && <Confirmation emergency={emergency} onClose={onClose} />}
        {isOn && <WhileOn emergency={emergency} />}
      </Stack>
    </Modal>
  );
}

/** Enter in the dialog stops new orders: it is the button with the focus. */
function Confirmation({
  emergency: { kill, killAndCancel },
  onClose,
}: Pick<KillDialogProps, 'emergency' | 'onClose'>) {
  return (
    <>
      <Text size="sm">
        The kill switch stops new orders and amends of the whole account, in every subaccount, until it is
        switched off with a reason. Orders that rest at a venue stay there and may still fill, unless they are
        cancelled too.
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep trading
        </Button>
        <Button color="red" variant="outline" onClick={killAndCancel}>
          Stop and cancel all
        </Button>
        <Button color="red" onClick={kill} data-autofocus>
          Stop new orders
        </Button>
      </Group>
    </>
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
