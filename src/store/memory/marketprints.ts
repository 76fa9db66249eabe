import type { InstrumentId } from '../../core/kernel/ids.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import { type CandleInterval, type CandleRecord, candleOf, rollUp } from '../../core/marketdata/candle.ts';
import { isLater, type LastTrade, lastTradeOf } from '../../core/marketdata/print.ts';
import type {
  PrintQuery,
  StoredCandles,
  StoredMarket,
  TimeQuery,
  TradePrint,
} from '../../ports/marketstore.ts';

/** Prints in memory; candles are made from them when asked for. */
export class MemoryPrints {
  #prints: TradePrint[] = []; // by id
  readonly #seen = new Set<string>();
  readonly #lastTrades = new Map<InstrumentId, LastTrade>();
  // Longer candles outlive the prints they were made of, so what is pruned stays here.
  readonly #pruned = new Map<InstrumentId, CandleRecord[]>();
  #reserved = 0;
  #through = 0;
  #minutesFrom = 0;

  newest(printsMax: number): Pick<StoredMarket, 'lastTrades' | 'prints' | 'printIdReserved'> {
    return {
      lastTrades: [...this.#lastTrades.values()],
      prints: this.#prints.slice(Math.max(0, this.#prints.length - printsMax)),
      printIdReserved: this.#reserved,
    };
  }

  reserve(id: number): void {
    this.#reserved = Math.max(this.#reserved, id);
  }

  append(print: TradePrint): void {
    this.#through = print.id;
    const key = `${print.instrumentId}/${print.venueTradeId}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#prints.push(print);
    const trade = lastTradeOf(print);
    const last = this.#lastTrades.get(print.instrumentId);
    if (last === undefined || isLater(trade, last)) this.#lastTrades.set(print.instrumentId, trade);
  }

  prints({ instrumentId, limit, afterId }: PrintQuery): readonly TradePrint[] {
    const prints = this.#prints.filter((it) => instrumentId === null || it.instrumentId === instrumentId);
    return afterId === null
      ? prints.toReversed().slice(0, limit)
      : prints.filter((print) => print.id > afterId).slice(0, limit);
  }

  ticks({ instrumentId, start, end, limit }: TimeQuery): readonly TradePrint[] {
    return this.#prints
      .filter((print) => print.instrumentId === instrumentId)
      .filter((print) => isWithin(print.timestamp, start, end))
      .toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)
      .slice(-limit);
  }

  candles(query: TimeQuery & { readonly interval: CandleInterval }): StoredCandles {
    const { instrumentId, interval, start, end, limit } = query;
    const pruned = this.#pruned.get(instrumentId) ?? [];
    const live = this.#prints
      .filter((print) => print.instrumentId === instrumentId)
      .map((print) => candleOf(print, '1m'));
    const candles = rollUp([...pruned, ...live], interval)
      .filter((candle) => interval !== '1m' || candle.t >= this.#minutesFrom)
      .filter((candle) => isWithin(candle.t, start, end));
    return { candles: candles.slice(-limit), throughPrintId: this.#through };
  }

  prune(printsBefore: TimestampMs, minutesBefore: TimestampMs): void {
    this.#minutesFrom = Math.max(this.#minutesFrom, minutesBefore);
    for (const print of this.#prints.filter((it) => it.timestamp < printsBefore)) {
      const pruned = this.#pruned.get(print.instrumentId) ?? [];
      pruned.push(candleOf(print, '1m'));
      this.#pruned.set(print.instrumentId, pruned);
    }
    this.#prints = this.#prints.filter((print) => print.timestamp >= printsBefore);
  }
}

const isWithin = (at: TimestampMs, start: TimestampMs | null, end: TimestampMs | null): boolean =>
  (start === null || at >= start) && (end === null || at < end);
