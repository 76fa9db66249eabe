/** What differs between the streams: what to ask for, what a frame means, how to resume. */
import type { Query } from '../query.ts';
import type { ErrorFrame, ServerFrame } from './frames.ts';

export interface Feed<Frame> {
  readonly path: string;
  /** Runs once, before the first connection. */
  prepare(signal: AbortSignal): Promise<void>;
  /** The query of the next connection: what is asked for, and from where on. */
  query(): Query;
  /** The frame if the reader should see it, else null. */
  take(frame: ServerFrame): Frame | null;
  /** Asks over HTTP what the handshake asked, because a socket does not say why it was refused. */
  explain(signal: AbortSignal): Promise<void>;
}

/** A gap the service could not fill on resuming, as its `resume_gap` frame tells it. */
export type Gap = Pick<ErrorFrame, 'message' | 'details'>;
