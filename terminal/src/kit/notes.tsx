import { Alert, Button, Group, Text } from '@mantine/core';

/** What went wrong, in the service's own words, and the way to try again. */
export function ErrorNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <Alert color="red" role="alert" title="That did not work">
      <Group justify="space-between">
        <Text size="sm">{error.message}</Text>
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
    <Text c="dimmed" ta="center" py="xl">
      {children}
    </Text>
  );
}
