import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './colors.ts';

export type Figure = readonly [name: string, value: ReactNode, tone?: Tone];

/** A list of names on the left and their values on the right. */
export function Figures({ rows, label }: { rows: readonly Figure[]; label?: string | undefined }) {
  return (
    <dl className="figures" aria-label={label}>
      {rows.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One main figure of a page with its name above it. */
export function Headline({ name, value, tone }: { name: string; value: ReactNode; tone?: Tone }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="lg" fw={600} className={tone}>
        {value}
      </Text>
    </div>
  );
}

/** A bar whose exact figure is shown next to it. `share` is 0 to 1. */
export function Bar({ share, tone = 'plain' }: { share: number; tone?: 'plain' | 'near' | 'over' }) {
  return (
    <div className="bar" aria-hidden="true">
      <div className={`bar-${tone}`} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
