import type { LRUCache } from 'lru-cache';
import {
  createLruCache,
  type InstrumentId,
  type Price,
  RingBuffer,
  type TimestampMs,
  type VenueName,
} from '#contract';
import { isLaterTrade, type LastTrade, type Print, toLastTrade } from '#domain';
import type {
  Clock,
  Log,
  MarketStore,
  Metrics,
  PrintQuery,
  StoredMarket,
  TradeGap,
  TradePrint,
  VenueTrade,
} from '#ports';
import { SaveQueue } from './save-queue.ts';

const BATCH_MAX = 5_000;
const UNSAVED_MAX = 1_000_000;
const DELAY_MS = 100;
const IDS_RESERVED = 100_000;

export interface TradeHistoryDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly printsInMemoryMax: number;
  readonly onLastPrice: (id: InstrumentId, before: Price | null, after: Price) => void;
}

/** All trade prints: assigns their ids, keeps the newest in memory and all of them in the store. */
export class TradeHistory {
  readonly #deps: TradeHistoryDeps;
  readonly #unsaved: SaveQueue<number, TradePrint>;
  readonly #seen: LRUCache<string, true>;
  readonly #gaps: TradeGap[] = []; // not saved yet
  readonly #lastTrades = new Map<InstrumentId, LastTrade>();
  readonly #listeners = new Set<(print: Print) => void>();
  #ring: RingBuffer<TradePrint>;
  #nextId = 1;
  #reservedId = 0;
  #startedAt = 0 as TimestampMs;

  constructor(deps: TradeHistoryDeps) {
    this.#deps = deps;
    this.#ring = new RingBuffer(deps.printsInMemoryMax);
    this.#seen = createLruCache(Math.max(1, 2 * deps.printsInMemoryMax));
    this.#unsaved = new SaveQueue({
      clock: deps.clock,
      save: (prints) => deps.store.appendPrints(prints),
      onFailure: (error) => this.#onFailure('prints', error),
      batchMax: BATCH_MAX,
      itemsMax: UNSAVED_MAX,
      delayMs: DELAY_MS,
    });
  }

  /** Restores stored prints. New ids continue above every id that the previous process may have assigned. */
  async start(stored: StoredMarket): Promise<void> {
    const { prints, lastTrades, printIdReserved } = stored;
    const older = prints.length < this.#deps.printsInMemoryMax ? 0 : (prints[0]?.id ?? 1) - 1;
    this.#ring = new RingBuffer(this.#deps.printsInMemoryMax, older);
    for (const print of prints) this.#remember(print);
    for (const trade of lastTrades) this.#lastTrades.set(trade.instrumentId, trade);
    this.#startedAt = this.#deps.clock.now();
    this.#nextId = Math.max(printIdReserved, prints.at(-1)?.id ?? 0) + 1;
    await this.#reserve();
  }

  /** Adds a trade; callers add oldest first. Listeners receive only trades made after the start. */
  add(venue: VenueName, instrumentId: InstrumentId, trade: VenueTrade): void {
    if (this.#seen.has(tradeKey(instrumentId, trade.venueTradeId))) return;
    const { price, qty, side, at: timestamp, venueTradeId } = trade;
    const print = { id: this.#nextId, instrumentId, venue, price, qty, side, timestamp, venueTradeId };
    this.#nextId += 1;
    if (this.#nextId + IDS_RESERVED / 2 > this.#reservedId) void this.#reserve();
    this.#remember(print);
    this.#unsaved.push(print.id, print);
    this.#setLastTrade(toLastTrade(print));
    if (timestamp >= this.#startedAt) for (const listener of this.#listeners) listener(print);
  }

  /** Records that trades of an instrument may be missing. */
  miss(gap: TradeGap): void {
    this.#gaps.push(gap);
    this.#deps.store.saveTradeGap(gap).then(
      () => void this.#gaps.splice(this.#gaps.indexOf(gap), 1),
      (error: unknown) => this.#onFailure('gaps of trades', error),
    );
  }

  /** Gaps that may be missing in the store. Read them before the store. */
  unsavedGaps(id: InstrumentId): readonly TradeGap[] {
    return this.#gaps.filter(({ instrumentId }) => instrumentId === id);
  }

  onPrint(listener: (print: Print) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  printsSince(id: number): readonly Print[] | null {
    return this.#ring.since(id);
  }

  lastPrice(id: InstrumentId): Price | null {
    return this.#lastTrades.get(id)?.price ?? null;
  }

  /** Also of a trade that an earlier process received. */
  lastTradeAt(id: InstrumentId): TimestampMs | null {
    return this.#lastTrades.get(id)?.at ?? null;
  }

  async prints(query: PrintQuery): Promise<readonly Print[]> {
    const { instrumentId, limit, afterId } = query;
    const inMemory = instrumentId === null ? this.#findInMemory(limit, afterId) : null;
    if (inMemory !== null) return inMemory;
    const unsaved = this.unsaved((print) => instrumentId === null || print.instrumentId === instrumentId);
    const prints = byId([...(await this.#deps.store.prints(query)), ...unsaved]);
    if (afterId === null) return prints.toReversed().slice(0, limit);
    return prints.filter((print) => print.id > afterId).slice(0, limit);
  }

  /** Prints that may be missing in the store, by id. Read them before the store, so that none is missed between. */
  unsaved(accepts: (print: Print) => boolean): readonly TradePrint[] {
    return [...this.#unsaved.items()].filter(accepts);
  }

  flush(): Promise<void> {
    return this.#unsaved.flush();
  }

  stop(): void {
    this.#unsaved.stop();
  }

  /** The answer from memory; null when older prints are needed. */
  #findInMemory(limit: number, afterId: number | null): readonly Print[] | null {
    if (afterId !== null) return this.#ring.since(afterId)?.slice(0, limit) ?? null;
    if (this.#ring.size < limit && !this.#ring.isComplete) return null;
    return this.#ring.newest(limit).toReversed();
  }

  #remember(print: TradePrint): void {
    this.#ring.push(print);
    this.#seen.set(tradeKey(print.instrumentId, print.venueTradeId), true);
  }

  #setLastTrade(trade: LastTrade): void {
    const before = this.#lastTrades.get(trade.instrumentId);
    if (before !== undefined && !isLaterTrade(trade, before)) return;
    this.#lastTrades.set(trade.instrumentId, trade);
    if (before?.price !== trade.price)
      this.#deps.onLastPrice(trade.instrumentId, before?.price ?? null, trade.price);
  }

  /** Reserves ids in the store before assigning them, so that a crash cannot cause a duplicate id. */
  async #reserve(): Promise<void> {
    this.#reservedId = this.#nextId + IDS_RESERVED;
    try {
      await this.#deps.store.reservePrintIds(this.#reservedId);
    } catch (error) {
      this.#onFailure('print ids', error);
    }
  }

  #onFailure(what: string, error: unknown): void {
    this.#deps.metrics.count('market_save_failed', { what });
    this.#deps.log.error(`saving ${what} failed; retrying`, { error: String(error) });
  }
}

const tradeKey = (id: InstrumentId, venueTradeId: string): string => `${id}/${venueTradeId}`;

const byId = (prints: readonly Print[]): readonly Print[] =>
  [...new Map(prints.map((print) => [print.id, print])).values()].toSorted((a, b) => a.id - b.id);
