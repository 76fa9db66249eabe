import type { Coverage, RecordedUpdate } from '#domain';

/**
 * Keeps market data for replay. It never delays its caller: `record` returns at once, and what cannot be stored in time is
 * dropped and leaves a gap (I-R1).
 */
export interface Recorder {
  record(update: RecordedUpdate): void;
  /**
   * The listener is called when a part begins after the first one, also after updates were dropped. It records the state of every venue, and
   * every instrument and book in full, so that the part can be read without the ones before it.
   */
  onPartBegun(listener: () => void): void;
  status(): RecorderStatus;
}

export interface RecorderStatus {
  readonly state: 'RECORDING' | 'DROPPING';
  readonly bytes: number; // of all files
  readonly bytesMax: number;
  readonly lagMs: number; // age of the oldest update that is not on disk
  readonly queuedBytes: number;
  readonly droppedUpdates: number; // since the start of the service
  readonly coverage: readonly Coverage[];
}
