import { Group, Text } from '@mantine/core';

/** A colour legend. `name` may include a figure. */
export function Legend({
  entries,
}: {
  entries: readonly { readonly name: string; readonly color: string }[];
}) {
  return (
    <Group gap="xs">
      {entries.map(({ name, color }) => (
        <Text key={name} size="xs">
          <svg width="9" height="9" aria-hidden="true">
            <rect width="9" height="9" fill={color} />
          </svg>{' '}
          {name}
        </Text>
      ))}
    </Group>
  );
}
