import { Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';

type Latency = OrderReceipt['latency_ms'];

const PHASES: readonly (readonly [keyof Latency, string])[] = [
  ['sent', 'durable here and sent'],
  ['acknowledged', 'taken by the venue'],
  ['first_fill', 'first fill'],
  ['done', 'over'],
];

/** Each phase from where the one before it ended, on one scale; the milliseconds stand beside it. */
export function Waterfall({ latency }: { latency: Latency }) {
  const steps = stepsOf(latency);
  const longest = Math.max(1, ...steps.map(({ until }) => until ?? 0));
  return (
    <>
      <div className="waterfall" role="list" aria-label="Milliseconds since it was accepted">
        {steps.map(({ name, from, until }) => (
          <div key={name} role="listitem">
            <span>{name}</span>
            <span className="waterfall-lane" aria-hidden="true">
              {until !== null && (
                <span
                  style={{
                    marginLeft: `${(from / longest) * 100}%`,
                    width: `${((until - from) / longest) * 100}%`,
                  }}
                />
              )}
            </span>
            <span className="waterfall-ms">{until === null ? 'not yet or not known' : `${until} ms`}</span>
          </div>
        ))}
      </div>
      <Text size="xs" c="dimmed">
        Since it was accepted. When it was sent is forgotten by a restart.
      </Text>
    </>
  );
}

interface Step {
  readonly name: string;
  readonly from: number;
  readonly until: number | null;
}

function stepsOf(latency: Latency): readonly Step[] {
  let from = 0;
  return PHASES.map(([phase, name]) => {
    const until = latency[phase];
    const step = { name, from: Math.min(from, until ?? from), until };
    from = until ?? from;
    return step;
  });
}
