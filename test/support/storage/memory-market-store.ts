import type { InstrumentId } from '../../../src/contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../../../src/contract/model/instrument.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { matchesEvent } from '../../../src/domain/events/event-search.ts';
import { instrumentsDiffer, termsDiffer } from '../../../src/domain/events/instrument-diff.ts';
import {
  findTier,
  type MatchKeys,
  matchesKeys,
  type SearchPosition,
  type SearchRule,
} from '../../../src/domain/instruments/instrument-search.ts';
import { isNear } from '../../../src/domain/instruments/near-search.ts';
import {
  type CandleInterval,
  type CandleRecord,
  rollUpCandles,
  toCandle,
} from '../../../src/domain/market-data/candles.ts';
import { isLaterTrade, type LastTrade, toLastTrade } from '../../../src/domain/market-data/trade-prints.ts';
import type {
  EventPage,
  EventQuery,
  MarketStore,
  PrintQuery,
  SearchHits,
  StoredAsset,
  StoredCandles,
  StoredMarket,
  TimeQuery,
  TradeGap,
  TradePrint,
} from '../../../src/ports/market-store.ts';
import { createMemoryOpportunityStore } from './memory-opportunity-store.ts';
import { createMemoryPnlStore } from './memory-pnl-store.ts';

/**
 * An in-memory market store for tests and the simulation. It searches by checking every instrument, so it is also
 * the reference model for the SQLite store.
 */
export function createMemoryMarketStore(): MarketStore {
  const catalogue = new MemoryCatalogue();
  const prints = new MemoryPrints();
  const kept = new Map<string, string>();
  return {
    load: async (printsMax) => ({ assets: catalogue.assets(), ...prints.newest(printsMax) }),
    getOrSet: async (name, value) => {
      const first = kept.get(name) ?? value;
      kept.set(name, first);
      return first;
    },
    bindings: async (afterId, limit) => catalogue.page(() => true, afterId, limit),
    saveInstruments: async (instruments) =>
      instruments.filter((it) => catalogue.save(it)).map(getInstrumentId),
    forgetInstruments: async (ids) => ids.forEach((id) => catalogue.forget(id)),
    saveAssets: async (assets) => assets.forEach((asset) => catalogue.saveAsset(asset)),
    instruments: async (ids) => catalogue.instruments(ids),
    matches: async (keys) => catalogue.matches(keys),
    search: async (rule, position, limit) => catalogue.search(rule, position, limit),
    near: async (rule, limit) => catalogue.page((it) => isNear(rule, it), 0, limit),
    list: async (rule, afterId, limit) => catalogue.page((it) => findTier(rule, it) !== null, afterId, limit),
    events: async (query) => catalogue.events(query),
    reservePrintIds: async (id) => prints.reserve(id),
    appendPrints: async (batch) => batch.forEach((print) => prints.append(print)),
    saveTradeGap: async (gap) => prints.saveGap(gap),
    prints: async (query) => prints.prints(query),
    ticks: async (query) => prints.ticks(query),
    candles: async (query) => prints.candles(query),
    prune: async (printsBefore, minutesBefore) => prints.prune(printsBefore, minutesBefore),
    pnl: createMemoryPnlStore(),
    opportunities: createMemoryOpportunityStore(),
    close: async () => undefined,
  };
}

class MemoryCatalogue {
  readonly #instruments = new Map<InstrumentId, Instrument>();
  readonly #assets = new Map<string, StoredAsset>();

  save(instrument: Instrument): boolean {
    const before = this.#instruments.get(instrument.instrumentId);
    if (before === undefined || instrumentsDiffer(before, instrument))
      this.#instruments.set(instrument.instrumentId, instrument);
    return before === undefined || termsDiffer(before, instrument);
  }

  forget(id: InstrumentId): void {
    this.#instruments.delete(id);
  }

  saveAsset(stored: StoredAsset): void {
    const before = this.#assets.get(stored.key)?.asset;
    for (const id of before?.members.map(getInstrumentId) ?? []) this.#setAsset(id, null);
    for (const id of stored.asset.members.map(getInstrumentId)) this.#setAsset(id, stored.asset);
    this.#assets.set(stored.key, stored);
  }

  assets(): readonly StoredAsset[] {
    return [...this.#assets.values()].toSorted((a, b) => a.asset.genericAssetId - b.asset.genericAssetId);
  }

  instruments(ids: readonly InstrumentId[]): readonly Instrument[] {
    return ids.flatMap((id) => this.#instruments.get(id) ?? []);
  }

  matches(keys: MatchKeys): readonly Instrument[] {
    return this.#sorted().filter((instrument) => matchesKeys(keys, instrument));
  }

  page(accepts: (it: Instrument) => boolean, afterId: number, limit: number): readonly Instrument[] {
    return this.#sorted()
      .filter((it) => it.instrumentId > afterId && accepts(it))
      .slice(0, limit);
  }

  search(rule: SearchRule, position: SearchPosition, limit: number): SearchHits {
    const hits = this.#sorted()
      .flatMap((item) => {
        const tier = findTier(rule, item);
        return tier === null ? [] : [{ tier, item }];
      })
      .filter(({ tier, item }) =>
        tier === position.tier ? item.instrumentId > position.instrumentId : tier > position.tier,
      )
      .toSorted((a, b) => a.tier - b.tier);
    const page = hits.slice(0, limit);
    const last = page.at(-1);
    const isMore = hits.length > page.length && last !== undefined;
    return {
      items: page.map(({ item }) => item),
      next: isMore ? { tier: last.tier, instrumentId: last.item.instrumentId } : null,
    };
  }

  events(query: EventQuery): EventPage {
    const events = new Map<string, Instrument[]>();
    for (const item of this.#sorted()) {
      const key = findEventKey(item);
      if (key !== null) events.set(key, [...(events.get(key) ?? []), item]);
    }
    const last = this.#instruments.get(query.afterInstrumentId as InstrumentId);
    const after = query.afterInstrumentId === 0 ? '' : last && findEventKey(last);
    if (after === undefined || after === null) return { events: [], next: null }; // nothing follows what is gone
    const found = [...events]
      .filter(([key, [first]]) => key > after && (query.venue === null || first?.venue === query.venue))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, members]) => members.flatMap((it) => (it.event === null ? [] : [{ ...it, event: it.event }])))
      .filter((members) => matchesEvent(query, members));
    return { events: found.map((members) => members.map(getInstrumentId)), next: null };
  }

  #setAsset(id: InstrumentId, asset: GenericAsset | null): void {
    const member = this.#instruments.get(id);
    if (member !== undefined)
      this.#instruments.set(id, { ...member, genericAssetId: asset?.genericAssetId ?? null });
  }

  #sorted(): readonly Instrument[] {
    return [...this.#instruments.values()].toSorted((a, b) => a.instrumentId - b.instrumentId);
  }
}

const findEventKey = ({ venue, event }: Instrument): string | null =>
  event === null ? null : `${venue}\n${event.venueEventId}`;

const getInstrumentId = ({ instrumentId }: { readonly instrumentId: InstrumentId }): InstrumentId =>
  instrumentId;

/** Prints in memory; candles are computed on request. */
class MemoryPrints {
  readonly #gaps = new Map<string, TradeGap>();
  #prints: TradePrint[] = []; // by id
  readonly #seen = new Set<string>();
  readonly #lastTrades = new Map<InstrumentId, LastTrade>();
  // Longer candles are kept after their prints are pruned, so pruned minutes stay here.
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

  saveGap(gap: TradeGap): void {
    this.#gaps.set(JSON.stringify(gap), gap);
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
    const trade = toLastTrade(print);
    const last = this.#lastTrades.get(print.instrumentId);
    if (last === undefined || isLaterTrade(trade, last)) this.#lastTrades.set(print.instrumentId, trade);
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
      .map((print) => toCandle(print, '1m'));
    const candles = rollUpCandles([...pruned, ...live], interval)
      .filter((candle) => interval !== '1m' || candle.t >= this.#minutesFrom)
      .filter((candle) => isWithin(candle.t, start, end));
    const gaps = [...this.#gaps.values()].filter((gap) => gap.instrumentId === instrumentId);
    return {
      candles: candles.slice(-limit),
      gaps: gaps.map(({ start, end }) => ({ start, end })),
      throughPrintId: this.#through,
    };
  }

  prune(printsBefore: TimestampMs, minutesBefore: TimestampMs): void {
    this.#minutesFrom = Math.max(this.#minutesFrom, minutesBefore);
    for (const print of this.#prints.filter((it) => it.timestamp < printsBefore)) {
      const pruned = this.#pruned.get(print.instrumentId) ?? [];
      pruned.push(toCandle(print, '1m'));
      this.#pruned.set(print.instrumentId, pruned);
    }
    this.#prints = this.#prints.filter((print) => print.timestamp >= printsBefore);
  }
}

const isWithin = (at: TimestampMs, start: TimestampMs | null, end: TimestampMs | null): boolean =>
  (start === null || at >= start) && (end === null || at < end);
