import type { Rejection, Result, SubaccountId } from '#contract';
import type { EventLoopQueue, RateLimiter } from '#http';
import { type Clock, wait } from '#ports';
import { createFrameOfJson, type Frame } from './send-queue.ts';
import type { StreamOutput } from './stream-connection.ts';

const ROWS_PER_TOKEN = 100;
const ROWS_PER_ITERATION = 100;

/** The records of a subaccount at one moment. They do not change while they are rendered. */
export interface Snapshot {
  readonly field: string; // of the frame
  readonly count: number;
  readonly render: (from: number, to: number) => readonly object[];
}

export interface SnapshotDeps {
  readonly clock: Clock;
  readonly rates: Pick<RateLimiter, 'take'>;
  readonly eventLoop: Pick<EventLoopQueue, 'next'>;
}

/**
 * Sends the snapshots of one connection. A snapshot costs one read token per 100 records, and waits while the key
 * has too few. At most 100 records are rendered in one iteration of the event loop. The first snapshot begins
 * synchronously, each further one in a later iteration.
 *
 * No change of a subaccount may be sent before its snapshot, because the client does not know yet what changed.
 * Changes while a snapshot is rendered are sent after it.
 */
export class SnapshotSender {
  readonly #connection: StreamOutput;
  readonly #deps: SnapshotDeps;
  readonly #read: (subaccountId: SubaccountId) => Result<Snapshot, Rejection>;
  readonly #waiting = new Set<SubaccountId>();
  readonly #held = new Map<SubaccountId, Frame[]>(); // changes since the snapshot that is being rendered

  /** @param read  the durable records of a subaccount, read synchronously */
  constructor(
    connection: StreamOutput,
    deps: SnapshotDeps,
    read: (subaccountId: SubaccountId) => Result<Snapshot, Rejection>,
  ) {
    this.#connection = connection;
    this.#deps = deps;
    this.#read = read;
  }

  /** True while the snapshot of a subaccount is not read yet. It will contain each change until then. */
  isWaiting(subaccountId: SubaccountId): boolean {
    return this.#waiting.has(subaccountId);
  }

  /** Sends a change of a subaccount, after its snapshot. */
  sendChange(subaccountId: SubaccountId, frame: Frame): void {
    const held = this.#held.get(subaccountId);
    if (held === undefined) this.#connection.send(frame);
    else held.push(frame);
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
    for (const id of subaccountIds) {
      this.#waiting.delete(id);
      this.#held.delete(id);
    }
  }

  cancelAll(): void {
    this.#waiting.clear();
    this.#held.clear();
  }

  async #sendOne(id: SubaccountId): Promise<void> {
    const { clock, rates } = this.#deps;
    while (this.#waiting.has(id)) {
      const snapshot = this.#read(id);
      if (!snapshot.ok) {
        this.cancel([id]); // the others still need theirs: their changes may not come first
        return this.#connection.refuse(null, snapshot.error);
      }
      const tokens = Math.max(1, Math.ceil(snapshot.value.count / ROWS_PER_TOKEN));
      const { allowed, retryAfterMs } = rates.take(this.#connection.caller.keyId, 'read', tokens);
      if (!allowed) await wait(clock, retryAfterMs);
      else {
        this.#waiting.delete(id);
        await this.#render(id, snapshot.value, clock.now());
      }
    }
  }

  async #render(id: SubaccountId, { field, count, render }: Snapshot, timestamp: number): Promise<void> {
    const held: Frame[] = [];
    this.#held.set(id, held);
    const parts: string[] = [];
    for (let from = 0; from < count; from += ROWS_PER_ITERATION) {
      if (from > 0) await this.#deps.eventLoop.next();
      if (this.#held.get(id) !== held) return; // cancelled
      const rows = render(from, Math.min(from + ROWS_PER_ITERATION, count));
      parts.push(JSON.stringify(rows).slice(1, -1));
    }
    this.#held.delete(id);
    const json = `{"subaccount_id":${JSON.stringify(id)},"${field}":[${parts.join(',')}],"timestamp":${timestamp}}`;
    this.#connection.send(createFrameOfJson('snapshot', json));
    for (const frame of held) this.#connection.send(frame);
    if (count > ROWS_PER_ITERATION) this.#connection.flush();
  }
}
