import type { SubaccountGrant } from '../../domain/access/access.ts';
import type { ClientFrame } from './frame-codec.ts';

export const STREAM_NAMES = ['tradeprints', 'positions', 'orders', 'fills', 'orderbooks'] as const;
export type StreamName = (typeof STREAM_NAMES)[number];

/** The part of a stream that serves one connection. Frames are handled one after another. */
export interface StreamSession {
  subscribe(frame: ClientFrame): Promise<void> | void;
  unsubscribe(frame: ClientFrame): void;
  /** False when the current grant of the key no longer covers the subscription of the session. */
  isGranted(grant: SubaccountGrant): boolean;
  end(): void;
}

/** WebSocket close codes. Source: contract, Streams, close codes. */
export const CLOSE = {
  stopping: 1001, // reconnect with jitter
  tooLarge: 1009,
  internal: 1011,
  slowConsumer: 1013,
  malformed: 4400,
  keyEnded: 4401,
  withdrawn: 4403,
  noPong: 4408,
  tooManyFrames: 4429,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
