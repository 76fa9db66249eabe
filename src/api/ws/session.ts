import type { SubaccountGrant } from '../../core/access/access.ts';
import type { ClientFrame } from './clientframe.ts';

export const STREAM_NAMES = ['tradeprints', 'positions', 'orders', 'fills', 'orderbooks'] as const;
export type StreamName = (typeof STREAM_NAMES)[number];

/** What a feed does for one connection. Frames are handled one after another. */
export interface Session {
  subscribe(frame: ClientFrame): Promise<void> | void;
  unsubscribe(frame: ClientFrame): void;
  /** False when the key's present grant no longer covers what the session was opened for. */
  isGranted(grant: SubaccountGrant): boolean;
  end(): void;
}
