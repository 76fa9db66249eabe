import { renderTime, type TimestampMs } from '../../../core/kernel/time.ts';

export const renderOptionalTime = (at: TimestampMs | null): string | null =>
  at === null ? null : renderTime(at);
