import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CandleInterval } from '../../../core/marketdata/candle.ts';
import type { LastTrade } from '../../../core/marketdata/print.ts';
import type { PrintQuery, StoredCandles, TimeQuery, TradePrint } from '../../../ports/marketstore.ts';
import { PRINT_ID_RESERVED, PRINT_ID_THROUGH } from './printwriter.ts';
import { candleRecordOf, lastTradeRowOf, printOf } from './rows.ts';
import { onSnapshot } from './transaction.ts';

/** Reads prints, candles and last trades. */
export class PrintReader {
  readonly #database: DatabaseSync;
  readonly #kept: StatementSync;
  readonly #ticks: StatementSync;
  readonly #candles: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#kept = database.prepare('SELECT value FROM kept WHERE name = ?');
    this.#ticks = database.prepare(
      `SELECT * FROM prints WHERE instrument_id = ? AND timestamp >= ? AND timestamp < ?
       ORDER BY timestamp DESC, id DESC LIMIT ?`,
    );
    this.#candles = database.prepare(
      `SELECT * FROM candles WHERE instrument_id = ? AND interval = ? AND t >= ? AND t < ?
       ORDER BY t DESC LIMIT ?`,
    );
  }

  lastTrades(): readonly LastTrade[] {
    return this.#database.prepare('SELECT * FROM last_trades').all().map(lastTradeRowOf);
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
    return this.#database.prepare(query).all(limit).map(printOf);
  }

  ticks({ instrumentId, start, end, limit }: TimeQuery): readonly TradePrint[] {
    const rows = this.#ticks.all(instrumentId, start ?? 0, end ?? Number.MAX_SAFE_INTEGER, limit);
    return rows.map(printOf).reverse();
  }

  candles(query: TimeQuery & { readonly interval: CandleInterval }): StoredCandles {
    const { instrumentId, interval, start, end, limit } = query;
    return onSnapshot(this.#database, () => {
      const to = end ?? Number.MAX_SAFE_INTEGER;
      const rows = this.#candles.all(instrumentId, interval, start ?? 0, to, limit);
      return {
        candles: rows.map(candleRecordOf).reverse(),
        throughPrintId: this.#number(PRINT_ID_THROUGH),
      };
    });
  }

  #number(name: string): number {
    return Number(this.#kept.get(name)?.['value'] ?? 0);
  }
}
