import { Alert, Button, Group, Text } from '@mantine/core';
import { refusalWords } from './rejection-text.ts';

/** What went wrong, in the service's own words, and the way to try again. */
export function ErrorNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { title, message } = refusalWords(error);
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

/** Says why there is nothing to see. */
export function EmptyNote({ children }: { children: string }) {
  return (
    <Text c="dimmed" size="sm" ta="center" py="xl">
      {children}
    </Text>
  );
}
