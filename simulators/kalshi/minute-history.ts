import type { Price, Qty } from '../../src/domain/model/money.ts';
import type { Trade } from './exchange-records.ts';

export interface Minute {
  readonly startMs: number;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  qty: bigint;
  value: bigint; // price × count, for the mean
  bid: Price; // best at its last trade
  ask: Price;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
export const TRADES_KEPT_MAX = 300;
const MINUTES_MAX = 2_000;

/** A market's recent trades and the minutes they make. */
export class TradeHistory {
  readonly trades: Trade[] = []; // oldest first
  readonly minutes: Minute[] = []; // only those with a trade, oldest first

  get last(): Trade | null {
    return this.trades.at(-1) ?? null;
  }

  /** Adds a trade; gives the one that had to leave for it. */
  add(trade: Trade, bid: Price, ask: Price): Trade | null {
    this.trades.push(trade);
    this.#count(trade, bid, ask);
    return this.trades.length > TRADES_KEPT_MAX ? (this.trades.shift() ?? null) : null;
  }

  computeVolume24h(now: number): Qty {
    let volume = 0n;
    for (const minute of this.minutes) if (minute.startMs > now - DAY_MS) volume += minute.qty;
    return volume as Qty;
  }

  #count({ at, price, qty }: Trade, bid: Price, ask: Price): void {
    const startMs = at - (at % MINUTE_MS);
    let minute = this.minutes.at(-1);
    if (minute?.startMs !== startMs) {
      minute = { startMs, open: price, high: price, low: price, close: price, qty: 0n, value: 0n, bid, ask };
      this.minutes.push(minute);
      if (this.minutes.length > MINUTES_MAX) this.minutes.shift();
    }
    if (price > minute.high) minute.high = price;
    if (price < minute.low) minute.low = price;
    Object.assign(minute, { close: price, bid, ask });
    minute.qty += qty;
    minute.value += price * qty;
  }
}
