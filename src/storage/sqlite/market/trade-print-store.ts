import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TimestampMs } from '#contract';
import {
  CANDLE_INTERVALS,
  type CandleInterval,
  type CandleRecord,
  isLaterTrade,
  type LastTrade,
  mergeCandles,
  type Print,
  toCandle,
  toLastTrade,
} from '#domain';
import type { PrintQuery, StoredCandles, TimeQuery, TradeGap, TradePrint } from '#ports';
import { inTransaction, onSnapshot } from '../database.ts';
import {
  parseLastTrade,
  toCandleParams,
  toCandleRecord,
  toLastTradeParams,
  toPrint,
  toPrintParams,
} from './market-tables.ts';

/** Names in `kept`. */
const PRINT_ID_RESERVED = 'print_id_reserved';
const PRINT_ID_THROUGH = 'print_id_through';

const PRUNE_ROWS = 5_000;

/** The candle of one instrument, interval and bucket that a batch of prints changes. */
interface CandleChange {
  readonly instrumentId: number;
  readonly interval: CandleInterval;
  candle: CandleRecord;
}

/** Writes prints and every candle and last trade that they change. */
export class PrintWriter {
  readonly #database: DatabaseSync;
  readonly #keep: StatementSync;
  readonly #insert: StatementSync;
  readonly #selectCandle: StatementSync;
  readonly #saveCandle: StatementSync;
  readonly #selectTrade: StatementSync;
  readonly #saveTrade: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#keep = database.prepare('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)');
    this.#insert = database.prepare('INSERT OR IGNORE INTO prints VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#selectCandle = database.prepare(
      'SELECT * FROM candles WHERE instrument_id = ? AND interval = ? AND t = ?',
    );
    this.#saveCandle = database.prepare(
      'INSERT OR REPLACE INTO candles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#selectTrade = database.prepare('SELECT * FROM last_trades WHERE instrument_id = ?');
    this.#saveTrade = database.prepare('INSERT OR REPLACE INTO last_trades VALUES (?, ?, ?, ?)');
  }

  /** Synced, unlike other market data: a duplicate id would break the position of every stream reader. */
  reserveIds(id: number): void {
    this.#database.exec('PRAGMA synchronous = FULL');
    try {
      this.#keep.run(PRINT_ID_RESERVED, String(id));
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  append(prints: readonly TradePrint[]): void {
    const through = prints.at(-1)?.id;
    if (through === undefined) return;
    inTransaction(this.#database, () => {
      const fresh = prints.filter((print) => this.#insert.run(...toPrintParams(print)).changes === 1);
      for (const change of candleChanges(fresh)) this.#mergeCandle(change);
      for (const trade of lastTrades(fresh)) this.#saveIfLater(trade);
      this.#keep.run(PRINT_ID_THROUGH, String(through));
    });
  }

  saveGap({ instrumentId, start, end }: TradeGap): void {
    this.#database.prepare('INSERT OR IGNORE INTO trade_gaps VALUES (?, ?, ?)').run(instrumentId, start, end);
  }

  /** Removes a limited number of expired prints, so that new prints can be saved in between. Returns the number removed. */
  prunePrints(before: TimestampMs): number {
    // Ids roughly follow time, so only the lowest ids are checked; the next call continues there.
    const step = this.#database.prepare(
      'DELETE FROM prints WHERE id IN (SELECT id FROM prints ORDER BY id LIMIT ?) AND timestamp < ?',
    );
    return Number(step.run(PRUNE_ROWS, before).changes);
  }

  pruneMinutes(before: TimestampMs): void {
    inTransaction(this.#database, () => {
      const step = this.#database.prepare(
        "DELETE FROM candles WHERE instrument_id = ? AND interval = '1m' AND t < ?",
      );
      const traded = this.#database.prepare('SELECT instrument_id FROM last_trades').all();
      for (const row of traded) step.run(Number(row['instrument_id']), before);
    });
  }

  #mergeCandle({ instrumentId, interval, candle }: CandleChange): void {
    const row = this.#selectCandle.get(instrumentId, interval, candle.t);
    const merged = row === undefined ? candle : mergeCandles(toCandleRecord(row), candle);
    this.#saveCandle.run(instrumentId, interval, candle.t, ...toCandleParams(merged));
  }

  #saveIfLater(trade: LastTrade): void {
    const row = this.#selectTrade.get(trade.instrumentId);
    if (row === undefined || isLaterTrade(trade, parseLastTrade(row)))
      this.#saveTrade.run(...toLastTradeParams(trade));
  }
}

/** One change per bucket and interval of the prints. */
function candleChanges(prints: readonly Print[]): Iterable<CandleChange> {
  const changes = new Map<string, CandleChange>();
  for (const print of prints) {
    for (const interval of CANDLE_INTERVALS) {
      const candle = toCandle(print, interval);
      const key = `${print.instrumentId}/${interval}/${candle.t}`;
      const known = changes.get(key);
      if (known !== undefined) known.candle = mergeCandles(known.candle, candle);
      else changes.set(key, { instrumentId: print.instrumentId, interval, candle });
    }
  }
  return changes.values();
}

function lastTrades(prints: readonly Print[]): Iterable<LastTrade> {
  const last = new Map<number, LastTrade>();
  for (const print of prints) {
    const trade = toLastTrade(print);
    const known = last.get(print.instrumentId);
    if (known === undefined || isLaterTrade(trade, known)) last.set(print.instrumentId, trade);
  }
  return last.values();
}

/** Reads prints, candles and last trades. */
export class PrintReader {
  readonly #database: DatabaseSync;
  readonly #kept: StatementSync;
  readonly #ticks: StatementSync;
  readonly #gaps: StatementSync;
  readonly #candles: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#kept = database.prepare('SELECT value FROM kept WHERE name = ?');
    this.#ticks = database.prepare(
      `SELECT * FROM prints WHERE instrument_id = ? AND timestamp >= ? AND timestamp < ?
       ORDER BY timestamp DESC, id DESC LIMIT ?`,
    );
    this.#gaps = database.prepare('SELECT start_at, end_at FROM trade_gaps WHERE instrument_id = ?');
    this.#candles = database.prepare(
      `SELECT * FROM candles WHERE instrument_id = ? AND interval = ? AND t >= ? AND t < ?
       ORDER BY t DESC LIMIT ?`,
    );
  }

  lastTrades(): readonly LastTrade[] {
    return this.#database.prepare('SELECT * FROM last_trades').all().map(parseLastTrade);
  }

  idReserved(): number {
    return this.#number(PRINT_ID_RESERVED);
  }

  prints({ instrumentId, limit, afterId }: PrintQuery): readonly TradePrint[] {
    const where = [
      ...(instrumentId === null ? [] : [`instrument_id = ${instrumentId}`]),
      ...(afterId === null ? [] : [`id > ${afterId}`]),
    ];
    const filter = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
    const order = afterId === null ? 'DESC' : 'ASC';
    const query = `SELECT * FROM prints ${filter} ORDER BY id ${order} LIMIT ?`;
    return this.#database.prepare(query).all(limit).map(toPrint);
  }

  ticks({ instrumentId, start, end, limit }: TimeQuery): readonly TradePrint[] {
    const rows = this.#ticks.all(instrumentId, start ?? 0, end ?? Number.MAX_SAFE_INTEGER, limit);
    return rows.map(toPrint).reverse();
  }

  candles(query: TimeQuery & { readonly interval: CandleInterval }): StoredCandles {
    const { instrumentId, interval, start, end, limit } = query;
    return onSnapshot(this.#database, () => {
      const to = end ?? Number.MAX_SAFE_INTEGER;
      const rows = this.#candles.all(instrumentId, interval, start ?? 0, to, limit);
      return {
        candles: rows.map(toCandleRecord).reverse(),
        gaps: this.#gaps.all(instrumentId).map(({ start_at: from, end_at: until }) => ({
          start: Number(from) as TimestampMs,
          end: Number(until) as TimestampMs,
        })),
        throughPrintId: this.#number(PRINT_ID_THROUGH),
      };
    });
  }

  #number(name: string): number {
    return Number(this.#kept.get(name)?.['value'] ?? 0);
  }
}
