/** The differences between streams: the subscription, the meaning of a frame, and how to resume. */
import type { Query } from '../query.ts';
import type { ErrorFrame, ServerFrame } from './frames.ts';

export interface Feed<Frame> {
  readonly path: string;
  /** Runs once, before the first connection. */
  prepare(signal: AbortSignal): Promise<void>;
  /** The query of the next connection: the subscription and the resume position. */
  query(): Query;
  /** The frame if the reader should receive it, else null. */
  take(frame: ServerFrame): Frame | null;
  /** Repeats the handshake over HTTP, because a WebSocket does not report why it was rejected. */
  explain(signal: AbortSignal): Promise<void>;
}

/** A gap that the service could not fill on resuming, from its `resume_gap` frame. */
export type Gap = Pick<ErrorFrame, 'message' | 'details'>;
