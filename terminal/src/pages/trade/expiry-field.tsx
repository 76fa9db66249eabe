import { Button, Group, TextInput } from '@mantine/core';
import { showSpan } from '../../components/times.ts';

interface ExpiryFieldProps {
  readonly value: string;
  readonly closesAt: string | null; // when the market closes
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const HOUR_MS = 3_600_000;

/** The expiry of a GTD order, in this computer's time. */
export function ExpiryField({ value, closesAt, error, onChange }: ExpiryFieldProps) {
  const at = Date.parse(value);
  const left = Number.isNaN(at) ? null : at - Date.now();
  const choices: readonly (readonly [name: string, atMs: number])[] = [
    ['in 1 h', Date.now() + HOUR_MS],
    ['in 24 h', Date.now() + 24 * HOUR_MS],
    ...(closesAt === null ? [] : ([['at the close', Date.parse(closesAt)]] as const)),
  ];
  return (
    <div>
      <TextInput
        label="Ends at"
        type="datetime-local"
        size="xs"
        description={
          left === null ? 'in this computer’s time' : `${left < 0 ? 'expired since' : 'in'} ${showSpan(left)}`
        }
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={4} mt={4}>
        {choices.map(([name, ms]) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(localText(ms))}>
            {name}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Formats a time for a `datetime-local` field: local time, to the minute. */
function localText(ms: number): string {
  const at = new Date(ms);
  const shifted = new Date(ms - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
