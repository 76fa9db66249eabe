import { Text } from '@mantine/core';
import type { OrderReceipt } from '../../../../sdk/src/index.ts';
import { showSpan } from '../../components/times.ts';
import { missingPhase, toSteps } from './receipt-steps.ts';

const EXACT_MS_MAX = 10_000; // longer durations are shown in larger units

/** A bar for each phase on one scale, starting where the previous one ended, with its duration. */
export function Waterfall({ receipt }: { receipt: OrderReceipt }) {
  return (
    <>
      <div className="waterfall" role="list" aria-label="Milliseconds since the order was accepted">
        {toSteps(receipt.latency_ms).map(({ phase, name, left, width, until }) => (
          <div key={name} role="listitem">
            <span>{name}</span>
            <span className="waterfall-lane" aria-hidden="true">
              {until !== null && <span style={{ marginLeft: `${left * 100}%`, width: `${width * 100}%` }} />}
            </span>
            <span className="waterfall-ms">
              {until === null ? missingPhase(phase, receipt) : showDuration(until)}
            </span>
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

const showDuration = (ms: number): string => (ms < EXACT_MS_MAX ? `${ms} ms` : showSpan(ms));
