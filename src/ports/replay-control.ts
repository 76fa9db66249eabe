import type { TimestampMs } from '#contract';

export interface ReplayStatus {
  readonly state: 'PAUSED' | 'RUNNING' | 'ENDED';
  readonly speed: 'step' | 'max' | number; // 1: as recorded
  readonly marketTime: TimestampMs;
  readonly from: TimestampMs;
  readonly to: TimestampMs;
  readonly updates: number; // recorded updates applied so far
}

/** Moves the market time of a replay. Each call resolves when nothing that it caused is in progress. */
export interface ReplayControl {
  status(): ReplayStatus;
  /** In steps: resolves when nothing that earlier requests caused is in progress, so that each finds the same state in every run. */
  settled(): Promise<void>;
  pause(): Promise<void>;
  /** Runs at the speed of the replay, until a time or to the end. */
  run(until: TimestampMs | null): Promise<void>;
  /** Applies the next recorded update, or everything until a time; the replay is paused then. */
  step(until: TimestampMs | null): Promise<void>;
  /** Everything until a time as fast as possible; a running replay continues from there. */
  seek(until: TimestampMs): Promise<void>;
}

export interface ReplaySettings {
  readonly lake: string; // folder of the recording
  readonly from: TimestampMs;
  readonly to: TimestampMs;
  readonly speed: ReplayStatus['speed'];
  readonly seed: number; // of ids
}

/** There is nothing to replay. The message is for the operator. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}
