import type { SubaccountId } from '../../domain/model/ids.ts';
import type { Rejection, Result } from '../../domain/model/result.ts';
import { type Clock, wait } from '../../ports/environment.ts';
import type { RateLimiter } from '../auth/auth-rate-limiter.ts';
import type { EventLoopQueue } from '../event-loop-queue.ts';
import { createFrame } from './send-queue.ts';
import type { StreamConnection } from './stream-connection.ts';

const ROWS_PER_TOKEN = 100;

/** The records of a subaccount at one moment. */
export interface Snapshot {
  readonly rows: number;
  render(): object; // the fields of the frame
}

export interface SnapshotDeps {
  readonly clock: Clock;
  readonly rates: Pick<RateLimiter, 'take'>;
  readonly eventLoop: EventLoopQueue;
}

/**
 * Sends the snapshots of one connection. The first is sent synchronously, each further one in a separate iteration
 * of the event loop. A snapshot costs one read token per 100 records, and waits while the key has too few.
 *
 * No change of a subaccount may be sent before its snapshot, because the client does not know yet what changed.
 */
export class SnapshotSender {
  readonly #connection: StreamConnection;
  readonly #deps: SnapshotDeps;
  readonly #read: (subaccountId: SubaccountId) => Result<Snapshot, Rejection>;
  readonly #waiting = new Set<SubaccountId>();

  /** @param read  the durable records of a subaccount, read synchronously */
  constructor(
    connection: StreamConnection,
    deps: SnapshotDeps,
    read: (subaccountId: SubaccountId) => Result<Snapshot, Rejection>,
  ) {
    this.#connection = connection;
    this.#deps = deps;
    this.#read = read;
  }

  /** True while the snapshot of a subaccount is not sent yet. */
  isWaiting(subaccountId: SubaccountId): boolean {
    return this.#waiting.has(subaccountId);
  }

  /** Resolves when all snapshots are sent, cancelled, or rejected. */
  async send(subaccountIds: readonly SubaccountId[]): Promise<void> {
    for (const id of subaccountIds) this.#waiting.add(id);
    for (const [index, id] of subaccountIds.entries()) {
      if (index > 0) await this.#deps.eventLoop.next();
      await this.#sendOne(id);
      if (index > 0) this.#connection.flush();
    }
  }

  cancel(subaccountIds: readonly SubaccountId[]): void {
    for (const id of subaccountIds) this.#waiting.delete(id);
  }

  cancelAll(): void {
    this.#waiting.clear();
  }

  async #sendOne(id: SubaccountId): Promise<void> {
    const { clock, rates } = this.#deps;
    while (this.#waiting.has(id)) {
      const snapshot = this.#read(id);
      if (!snapshot.ok) {
        this.cancelAll();
        return this.#connection.refuse(null, snapshot.error);
      }
      const tokens = Math.max(1, Math.ceil(snapshot.value.rows / ROWS_PER_TOKEN));
      const { allowed, retryAfterMs } = rates.take(this.#connection.caller.keyId, 'read', tokens);
      if (allowed) {
        this.#waiting.delete(id);
        const fields = { subaccount_id: id, ...snapshot.value.render(), timestamp: clock.now() };
        this.#connection.send(createFrame('snapshot', fields));
      } else await wait(clock, retryAfterMs);
    }
  }
}
