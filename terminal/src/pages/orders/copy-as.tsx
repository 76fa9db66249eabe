import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { COPIES } from './copy-text.ts';

/** Puts the order on the clipboard as something that sends it again. */
export function CopyAs({ order }: { order: Order }) {
  const [told, setTold] = useState<string | null>(null);
  const copy = (name: keyof typeof COPIES): void => {
    navigator.clipboard.writeText(COPIES[name](order)).then(
      () => setTold(`Copied as ${name}`),
      () => setTold('The browser did not let us copy'),
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
      {told !== null && (
        <Text size="xs" role="status">
          {told}
        </Text>
      )}
    </Group>
  );
}
