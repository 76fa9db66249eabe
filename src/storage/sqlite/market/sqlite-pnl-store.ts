import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { renderDecimal, renderNotional, type TimestampMs } from '#contract';
import {
  computePnlCurve,
  decimal,
  format,
  INTERVAL_MS,
  integer,
  notional,
  type PnlKey,
  type PnlPoint,
  type PnlRow,
} from '#domain';
import type { PnlChange, PnlQuery, PnlScope } from '#ports';
import {
  decimalColumn,
  integerColumn,
  nullableColumn,
  type SqlValue,
  table,
  textColumn,
} from '#storage/shared';
import { inTransaction } from '../database.ts';

const THROUGH = 'pnl_through'; // a name in `kept`

const money = decimalColumn(renderNotional, notional);

const PNL = table<PnlRow>('pnl', 4, {
  accountId: textColumn(format.accountId),
  subaccountId: textColumn(format.subaccountId),
  instrumentId: integerColumn(format.instrumentId),
  t: integerColumn(format.timestamp),
  venue: textColumn(format.venueName),
  net: decimalColumn(renderDecimal, decimal()),
  cost: money,
  realizedPnl: money,
  fees: money,
  fillsWithoutFee: integerColumn(integer()),
  filledAt: integerColumn(format.timestamp),
  mark: nullableColumn(decimalColumn(renderDecimal, format.price)),
});

const COLUMNS = PNL.columns.join(', ');
const OF_HOLDING = 'account_id = ? AND subaccount_id = ? AND instrument_id = ?';
const STATE = ['net', 'cost', 'realized_pnl', 'fees', 'fills_without_fee', 'filled_at'];

/** Writes position snapshots for PnL. */
export class PnlWriter {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #keep: StatementSync;
  readonly #put: StatementSync;
  readonly #setFrom: StatementSync;
  readonly #thin: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    const insert = `INTO pnl (${COLUMNS}) VALUES (${PNL.columns.map(() => '?').join(', ')})`;
    this.#insert = database.prepare(`INSERT OR IGNORE ${insert}`);
    this.#put = database.prepare(`INSERT OR REPLACE ${insert}`);
    this.#keep = database.prepare('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)');
    const set = STATE.map((column) => `${column} = ?`).join(', ');
    this.#setFrom = database.prepare(`UPDATE pnl SET ${set} WHERE ${OF_HOLDING} AND t >= ?`);
    this.#thin = database.prepare(
      `DELETE FROM pnl WHERE t < ?1 AND EXISTS (SELECT 1 FROM pnl AS later
         WHERE later.account_id = pnl.account_id AND later.subaccount_id = pnl.subaccount_id
           AND later.instrument_id = pnl.instrument_id AND later.t > pnl.t AND later.t / CAST(?2 AS INTEGER) = pnl.t / CAST(?2 AS INTEGER))`,
    );
  }

  save(changes: readonly PnlChange[], through: number): void {
    inTransaction(this.#database, () => {
      for (const change of changes) this.#apply(change);
      this.#keep.run(THROUGH, String(through));
    });
  }

  clear(): void {
    inTransaction(this.#database, () => {
      this.#database.exec('DELETE FROM pnl');
      this.#keep.run(THROUGH, '0');
    });
  }

  thin(minutesBefore: TimestampMs, hoursBefore: TimestampMs): void {
    inTransaction(this.#database, () => {
      this.#thin.run(minutesBefore, INTERVAL_MS['1h']);
      this.#thin.run(hoursBefore, INTERVAL_MS['1d']);
    });
  }

  #apply({ kind, row }: PnlChange): void {
    const params = PNL.toParams(row);
    if (kind === 'minute') {
      this.#put.run(...params);
      return;
    }
    this.#insert.run(...params);
    const state = STATE.map((column) => params[PNL.columns.indexOf(column)] as SqlValue);
    this.#setFrom.run(...state, row.accountId, row.subaccountId, row.instrumentId, row.t);
  }
}

/** Reads position snapshots and aggregates them on the reading thread. */
export class PnlReader {
  readonly #database: DatabaseSync;
  readonly #newest: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#newest = database.prepare(`SELECT ${COLUMNS} FROM pnl WHERE ${OF_HOLDING} ORDER BY t DESC LIMIT 1`);
  }

  through(): number {
    const row = this.#database.prepare('SELECT value FROM kept WHERE name = ?').get(THROUGH);
    return Number(row?.['value'] ?? 0);
  }

  open(): readonly PnlRow[] {
    const newest = `SELECT ${COLUMNS}, max(t) FROM pnl GROUP BY account_id, subaccount_id, instrument_id`;
    return this.#database.prepare(`SELECT * FROM (${newest}) WHERE net <> '0'`).all().map(PNL.toRecord);
  }

  newest({ accountId, subaccountId, instrumentId }: PnlKey): PnlRow | null {
    const row = this.#newest.get(accountId, subaccountId, instrumentId);
    return row === undefined ? null : PNL.toRecord(row);
  }

  rows(scope: PnlScope, end: TimestampMs | null): readonly PnlRow[] {
    return [...this.#lastOf('instrument_id', scope, end, [])];
  }

  curve(query: PnlQuery): readonly PnlPoint[] {
    // All rows before the first bucket count as one bucket, and only the last row of each bucket counts. A
    // JavaScript number binds as a float, which would not divide into whole buckets.
    const bucket = 'instrument_id, max(t, CAST(? AS INTEGER)) / CAST(? AS INTEGER)';
    const { interval, from, end } = query;
    return computePnlCurve(this.#lastOf(bucket, query, end, [from, INTERVAL_MS[interval]]), interval, from);
  }

  /** The last row of each group, by instrument and time. SQLite returns the row that holds the maximum. */
  *#lastOf(
    group: string,
    { accountId, subaccountId, instrumentIds }: PnlScope,
    end: TimestampMs | null,
    params: readonly SqlValue[],
  ): Generator<PnlRow> {
    const only = instrumentIds === null ? '' : 'AND instrument_id IN (SELECT value FROM json_each(?))';
    const rows = this.#database
      .prepare(
        `SELECT ${COLUMNS}, max(t) FROM pnl WHERE account_id = ? AND subaccount_id = ? AND t < ? ${only}
         GROUP BY ${group} ORDER BY instrument_id, t`,
      )
      .iterate(
        accountId,
        subaccountId,
        end ?? Number.MAX_SAFE_INTEGER,
        ...(instrumentIds === null ? [] : [JSON.stringify(instrumentIds)]),
        ...params,
      );
    for (const row of rows) yield PNL.toRecord(row);
  }
}
