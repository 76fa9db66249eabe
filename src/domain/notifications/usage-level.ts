/** Shares of a limit, in percent, of which callers are notified. */
export type UsageLevel = 0 | 80 | 100;

/** How far below a level the usage must fall before reaching it again counts. */
const HYSTERESIS = 5;

/**
 * The level after the usage has changed. It rises at once, and falls only when the usage is five points below it, so that
 * a usage around a level is one crossing.
 */
export function nextUsageLevel(level: UsageLevel, percent: number): UsageLevel {
  if (percent >= 100) return 100;
  if (level === 100 && percent >= 100 - HYSTERESIS) return 100;
  if (percent >= 80) return 80;
  return level !== 0 && percent >= 80 - HYSTERESIS ? 80 : 0;
}

/** One limit of a subaccount, or of its whole account. */
export interface LimitShare {
  readonly limit: 'max_position_qty' | 'max_open_orders';
  readonly isOfAccount: boolean;
  readonly used: string;
  readonly max: string;
  readonly percent: number; // whole, rounded down
}
