import type { Caller } from '../../core/access/access.ts';
import type { QueryPair } from '../../core/access/canonical.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { Connection } from './connection.ts';
import type { Session, StreamName } from './session.ts';

/** One of the feeds. It judges a handshake before the upgrade, so that a refusal is ordinary HTTP. */
export interface Stream {
  readonly name: StreamName;
  admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<Opening, Refusal>>;
  /** Lets go of its sources. */
  stop(): void;
}

/** Starts an admitted session on its connection: sends `subscribed` and what follows it, in one turn. */
export type Opening = (connection: Connection) => Session;
