import { Alert, Button, Group, Text } from '@mantine/core';
import { toRejectionText } from './rejection-text.ts';

/** The service's error message and a button to try again. */
export function ErrorNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { title, message } = toRejectionText(error);
  return (
    <Alert color="red" role="alert" title={title} py="xs">
      <Group justify="space-between">
        <Text size="sm">{message}</Text>
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** A note that explains why a list or chart is empty. */
export function EmptyNote({ children }: { children: string }) {
  return (
    <Text c="dimmed" size="sm" ta="center" py="xl">
      {children}
    </Text>
  );
}
