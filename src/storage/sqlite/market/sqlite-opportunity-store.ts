import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type EventId, OPPORTUNITY_KINDS, type OpportunityKind, type TimestampMs } from '#contract';
import { decimal, type Format, format, integer, listOf, notional, oneOf, record, text } from '#domain';
import type {
  EdgeMoment,
  EdgePoint,
  LegDefinition,
  OpportunityRecord,
  OpportunityRecordQuery,
} from '#relations';
import { integerColumn, jsonColumn, nullableColumn, table, textColumn, upserted } from '#storage/shared';
import { inTransaction } from '../database.ts';
import { writeSql } from '../row-statements.ts';

const PRUNE_ROWS = 5_000; // in one step, so that other data is saved in between

const moment: Format<EdgeMoment> = record<EdgeMoment>({
  at: format.timestamp,
  edgePerSet: decimal(),
  edgeTotal: notional,
  qty: format.qty,
});

const leg: Format<LegDefinition> = record<LegDefinition>({
  venue: format.venueName,
  instrumentId: format.instrumentId,
  outcome: format.outcome,
});

const kind: Format<OpportunityKind> = oneOf(OPPORTUNITY_KINDS);

const timestamp = integerColumn(format.timestamp);

const OPPORTUNITIES = table<OpportunityRecord>('opportunities', 1, {
  number: integerColumn(integer()),
  kind: textColumn(kind),
  genericAssetId: nullableColumn(integerColumn(format.genericAssetId)),
  eventId: nullableColumn(textColumn(text<EventId>())),
  legs: jsonColumn(listOf(leg)),
  openedAt: timestamp,
  closedAt: nullableColumn(timestamp),
  lastedMs: integerColumn(integer()),
  best: jsonColumn(moment),
  last: jsonColumn(moment),
  points: jsonColumn(listOf(record<EdgePoint>({ at: format.timestamp, edgePerSet: decimal() }))),
});

/** Writes closed opportunities, and deletes the oldest. */
export class OpportunityWriter {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  #rows: number;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare(writeSql(upserted(OPPORTUNITIES)));
    this.#rows = this.#count();
  }

  append(records: readonly OpportunityRecord[], recordsMax: number): void {
    inTransaction(this.#database, () => {
      for (const each of records) this.#insert.run(...OPPORTUNITIES.toParams(each));
      if (this.#rows + records.length <= recordsMax) return;
      this.#database
        .prepare(
          'DELETE FROM opportunities WHERE number IN (SELECT number FROM opportunities ORDER BY number LIMIT ?)',
        )
        .run(Math.max(0, this.#count() - recordsMax));
    });
    this.#rows = Math.min(recordsMax, this.#rows + records.length);
  }

  /** Deletes a limited number. Returns how many. */
  prune(before: TimestampMs): number {
    const step = this.#database.prepare(
      'DELETE FROM opportunities WHERE number IN (SELECT number FROM opportunities WHERE closed_at < ? LIMIT ?)',
    );
    const deleted = Number(step.run(before, PRUNE_ROWS).changes);
    this.#rows = this.#count();
    return deleted;
  }

  #count(): number {
    return Number(this.#database.prepare('SELECT count(*) AS rows FROM opportunities').get()?.['rows']);
  }
}

const LISTED = [...OPPORTUNITIES.columns.slice(0, -1), "'[]' AS points"].join(', ');

export class OpportunityReader {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(query: OpportunityRecordQuery): readonly OpportunityRecord[] {
    const { genericAssetId, kind: wanted, since, until, before, limit } = query;
    const filters = [
      ['number < ?', before],
      ['generic_asset_id = ?', genericAssetId],
      ['kind = ?', wanted],
      ['closed_at >= ?', since],
      ['opened_at < ?', until],
    ] as const;
    const used = filters.flatMap(([sql, value]) => (value === null ? [] : [{ sql, value }]));
    const where = used.length === 0 ? '' : `WHERE ${used.map(({ sql }) => sql).join(' AND ')}`;
    return this.#database
      .prepare(`SELECT ${LISTED} FROM opportunities ${where} ORDER BY number DESC LIMIT ?`)
      .all(...used.map(({ value }) => value), limit)
      .map((row) => OPPORTUNITIES.toRecord(row));
  }

  get(number: number): OpportunityRecord | null {
    const row = this.#database.prepare('SELECT * FROM opportunities WHERE number = ?').get(number);
    return row === undefined ? null : OPPORTUNITIES.toRecord(row);
  }
}
