import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One button of a row, such as `Cancel`; screen readers read the id with it. */
export interface RowAction {
  readonly name: string;
  readonly act: () => void;
}

interface RowActionsProps {
  readonly id: string;
  readonly actions: readonly RowAction[];
  readonly isNarrow: boolean; // larger buttons, one under another
}

/** The buttons at the end of a row. */
export const RowActions = ({ id, actions, isNarrow }: RowActionsProps) => (
  <Group gap={4} justify="flex-end" wrap={isNarrow ? 'wrap' : 'nowrap'}>
    {actions.map(({ name, act }) => (
      <Button
        key={name}
        size={isNarrow ? 'xs' : 'compact-xs'}
        variant="default"
        aria-label={`${name} ${id}`}
        onClick={act}
      >
        {name}
      </Button>
    ))}
  </Group>
);

interface RowBelowProps {
  readonly columns: number;
  readonly error: Error | null; // of the last action
  readonly form: ReactNode; // null without one
}

/** The line below a row: why its last action failed, and the form of an amend. Nothing if there is neither. */
export const RowBelow = ({ columns, error, form }: RowBelowProps) =>
  error === null && form === null ? null : (
    <Table.Tr className="below">
      <Table.Td colSpan={columns}>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
        {form}
      </Table.Td>
    </Table.Tr>
  );
