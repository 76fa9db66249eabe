import type { OrderReceipt } from '../../../../sdk/src/index.ts';

type Latency = OrderReceipt['latency_ms'];

const PHASES: readonly (readonly [keyof Latency, string])[] = [
  ['sent', 'stored and sent'],
  ['acknowledged', 'acknowledged by the venue'],
  ['first_fill', 'first fill'],
  ['done', 'closed'],
];

/** One phase of the waterfall: `left` and `width` are 0 to 1; `until` is in milliseconds, null if unknown. */
export interface Step {
  readonly phase: keyof Latency;
  readonly name: string;
  readonly left: number;
  readonly width: number;
  readonly until: number | null;
}

/**
 * The phases in sequence. An order may be acknowledged in milliseconds and rest for days, so the scale is the venue's
 * response time, and a longer phase fills the rest of its row.
 */
export function toSteps(latency: Latency): readonly Step[] {
  const { sent, acknowledged, first_fill: fill, done } = latency;
  const answered = Math.max(sent ?? 0, acknowledged ?? 0, fill === null || isLate(latency) ? 0 : fill);
  const scale = Math.max(1, answered > 0 ? answered : (done ?? 0));
  let from = 0;
  return PHASES.map(([phase, name]) => {
    const until = latency[phase];
    const left = Math.min(1, Math.min(from, until ?? from) / scale);
    const right = Math.min(1, (until ?? from) / scale);
    from = until ?? from;
    return { phase, name, left, width: right - left, until };
  });
}

/** True if every leg was closed before it was sent to its venue. */
export const isUnsent = ({ order, events }: Pick<OrderReceipt, 'order' | 'events'>): boolean =>
  order.legs.every(({ leg }) =>
    events.some((event) => event.type === 'LegClosed' && event.leg === leg && UNSENT_CAUSES.has(event.cause)),
  );

/** Why a phase has no duration. What has not happened is not unknown; the service forgets times in a restart. */
export function missingPhase(
  phase: keyof Latency,
  { order, events }: Pick<OrderReceipt, 'order' | 'events'>,
): 'not sent' | 'not yet' | 'none' | 'unknown' {
  const isLive = LIVE.has(order.status);
  if (isUnsent({ order, events })) return 'not sent';
  if (phase === 'done') return isLive ? 'not yet' : 'unknown';
  if (phase === 'first_fill' && order.filled_qty === '0') return isLive ? 'not yet' : 'none';
  return phase === 'acknowledged' && order.status === 'PENDING_SUBMISSION' ? 'not yet' : 'unknown';
}

const LIVE: ReadonlySet<string> = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

const UNSENT_CAUSES: ReadonlySet<string> = new Set(['not_sent', 'gate']);

const LATE = 20; // times the venue's response time; a later fill means that the order rested

/** A first fill long after the acknowledgement depends on the market and not on our latency. */
const isLate = ({ acknowledged, first_fill: fill }: Latency): boolean =>
  acknowledged !== null && fill !== null && fill > LATE * Math.max(1, acknowledged);
