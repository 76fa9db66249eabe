import { Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';
import { showSpan } from '../../components/times.ts';
import { stepsOf } from './receipt-steps.ts';

const EXACT_MS_MAX = 10_000; // beyond it nobody counts milliseconds

/** Each phase from where the one before it ended, on one scale; how long stands beside it. */
export function Waterfall({ latency }: { latency: OrderReceipt['latency_ms'] }) {
  return (
    <>
      <div className="waterfall" role="list" aria-label="Milliseconds since it was accepted">
        {stepsOf(latency).map(({ name, left, width, until }) => (
          <div key={name} role="listitem">
            <span>{name}</span>
            <span className="waterfall-lane" aria-hidden="true">
              {until !== null && <span style={{ marginLeft: `${left * 100}%`, width: `${width * 100}%` }} />}
            </span>
            <span className="waterfall-ms">{until === null ? 'not known' : spanOf(until)}</span>
          </div>
        ))}
      </div>
      <Text size="xs" c="dimmed">
        Since it was accepted, on the scale of its first fill or answer. When it was sent is forgotten by a
        restart.
      </Text>
    </>
  );
}

const spanOf = (ms: number): string => (ms < EXACT_MS_MAX ? `${ms} ms` : showSpan(ms));
