import type { TimestampMs } from '#contract';
import type { Clock } from '#ports';
import type { SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';

const PURGE_INTERVAL_MS = 1_000;

export interface UsedSignature {
  readonly signature: string;
  readonly expiresAt: TimestampMs;
}

/**
 * Used request signatures, one row per commit: one row per signature would cost as much as the request's order.
 * All signatures of a row expire with the latest one, which only extends the replay protection.
 */
export class UsedSignatureLog {
  readonly #writer: SqlWriter;
  readonly #reader: SqlReader;
  readonly #clock: Clock;
  #waiting: string[] = [];
  #usedAt = 0;
  #expiresAt = 0;
  #purgedAt: number;

  constructor(writer: SqlWriter, reader: SqlReader, clock: Clock) {
    this.#writer = writer;
    this.#reader = reader;
    this.#clock = clock;
    this.#purgedAt = clock.monotonicMs();
    writer.beforeCommit(() => this.#ops());
  }

  async load(now: TimestampMs): Promise<readonly UsedSignature[]> {
    const sql = 'SELECT expires_at, signatures FROM signatures WHERE expires_at >= ?';
    const rows = await this.#reader.all(sql, [now]);
    return rows.flatMap((row) => {
      const expiresAt = Number(row['expires_at']) as TimestampMs;
      return String(row['signatures'])
        .split(' ')
        .map((signature) => ({ signature, expiresAt }));
    });
  }

  remember(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void> {
    this.#waiting.push(signature);
    this.#usedAt = Math.max(this.#usedAt, usedAt);
    this.#expiresAt = Math.max(this.#expiresAt, expiresAt);
    return this.#writer.write([]);
  }

  #ops(): readonly WriteOp[] {
    if (this.#waiting.length === 0) return [];
    const ops: WriteOp[] = [['signatures', this.#expiresAt, this.#waiting.join(' ')]];
    this.#waiting = [];
    this.#expiresAt = 0;
    if (this.#clock.monotonicMs() - this.#purgedAt >= PURGE_INTERVAL_MS) {
      this.#purgedAt = this.#clock.monotonicMs();
      ops.push(['signatures_expired', this.#usedAt]);
    }
    this.#usedAt = 0;
    return ops;
  }
}
