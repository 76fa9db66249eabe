import type { Caller, SubaccountGrant } from '../../core/access/access.ts';
import type { QueryPair } from '../../core/access/canonical.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { ClientFrame } from './clientframe.ts';
import type { Connection } from './connection.ts';

export const STREAM_NAMES = ['tradeprints', 'positions', 'orders', 'fills', 'orderbooks'] as const;
export type StreamName = (typeof STREAM_NAMES)[number];

/** One of the feeds. It judges a handshake before the upgrade, so that a refusal is ordinary HTTP. */
export interface Stream {
  readonly name: StreamName;
  admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<Opening, Refusal>>;
  /** Lets go of its sources. */
  stop(): void;
}

/** Starts an admitted session on its connection: sends `subscribed` and what follows it, in one turn. */
export type Opening = (connection: Connection) => Session;

/** What a feed does for one connection. Frames are handled one after another. */
export interface Session {
  subscribe(frame: ClientFrame): Promise<void> | void;
  unsubscribe(frame: ClientFrame): void;
  /** False when the key's present grant no longer covers what the session was opened for. */
  isGranted(grant: SubaccountGrant): boolean;
  end(): void;
}
