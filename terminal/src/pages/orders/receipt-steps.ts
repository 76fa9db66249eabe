import type { OrderReceipt } from '../../../../sdk/src/index.ts';

type Latency = OrderReceipt['latency_ms'];

const PHASES: readonly (readonly [keyof Latency, string])[] = [
  ['sent', 'durable and sent'],
  ['acknowledged', 'taken by the venue'],
  ['first_fill', 'first fill'],
  ['done', 'over'],
];

/** A phase as a piece of the whole, `left` and `width` from 0 to 1; `until` in milliseconds, null when not known. */
export interface Step {
  readonly name: string;
  readonly left: number;
  readonly width: number;
  readonly until: number | null;
}

/**
 * The phases one after another. An order may rest for days after it was taken in milliseconds, so the scale is that
 * of the venue's answers, and what lies beyond fills the rest of its lane.
 */
export function stepsOf(latency: Latency): readonly Step[] {
  const { sent, acknowledged, first_fill: fill, done } = latency;
  const answered = Math.max(sent ?? 0, acknowledged ?? 0, fill === null || isLate(latency) ? 0 : fill);
  const scale = Math.max(1, answered > 0 ? answered : (done ?? 0));
  let from = 0;
  return PHASES.map(([phase, name]) => {
    const until = latency[phase];
    const left = Math.min(1, Math.min(from, until ?? from) / scale);
    const right = Math.min(1, (until ?? from) / scale);
    from = until ?? from;
    return { name, left, width: right - left, until };
  });
}

const LATE = 20; // times as long as the venue took to answer: it rested

/** A first fill that came long after the answer belongs to the market and not to us. */
const isLate = ({ acknowledged, first_fill: fill }: Latency): boolean =>
  acknowledged !== null && fill !== null && fill > LATE * Math.max(1, acknowledged);
