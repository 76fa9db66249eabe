import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { COPIES } from './copy-text.ts';

/** Copies a request that sends the same order again. */
export function CopyAs({ order }: { order: Order }) {
  const [message, setMessage] = useState<string | null>(null);
  const copy = (name: keyof typeof COPIES): void => {
    navigator.clipboard.writeText(COPIES[name](order)).then(
      () => setMessage(`Copied as ${name}`),
      () => setMessage('The browser denied access to the clipboard'),
    );
  };
  return (
    <Group gap={6} mt={6}>
      <Text size="xs" c="dimmed">
        Copy as
      </Text>
      {Object.keys(COPIES).map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          onClick={() => copy(name as keyof typeof COPIES)}
        >
          {name}
        </Button>
      ))}
      {message !== null && (
        <Text size="xs" role="status">
          {message}
        </Text>
      )}
    </Group>
  );
}
