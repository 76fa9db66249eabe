/** The differences between streams: the subscription, the meaning of a frame, and how to resume. */
import type { Query } from '../query.ts';
import type { ErrorFrame, ServerFrame } from './frames.ts';

export interface Feed<Frame> {
  readonly topic: string;
  /** Runs once, before the first subscription. */
  prepare(signal: AbortSignal): Promise<void>;
  /** The query of the next subscription: what it selects, and the resume position. */
  query(): Query;
  /** The frame if the reader should receive it, else null. */
  take(frame: ServerFrame): Frame | null;
}

/** A gap that the service could not fill on resuming, from its `resume_gap` frame. */
export type Gap = Pick<ErrorFrame, 'message' | 'details'>;
