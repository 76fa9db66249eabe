import { recordsDiffer, termsDiffer } from '../../core/instruments/change.ts';
import type { GenericAsset, Instrument } from '../../core/instruments/instrument.ts';
import { isMatch, type MatchKeys } from '../../core/instruments/match.ts';
import { type SearchPosition, type SearchRule, tierOf } from '../../core/instruments/search.ts';
import type { InstrumentId } from '../../core/kernel/ids.ts';
import type { MarketStore, SearchHits, StoredAsset } from '../../ports/marketstore.ts';
import { MemoryPrints } from './marketprints.ts';
import { createMemoryPnlStore } from './pnl.ts';

/**
 * A market store that lives as long as the object: for tests and the simulation. It searches by looking
 * at every instrument, which also makes it the model that the SQLite store is compared with.
 */
export function createMemoryMarketStore(): MarketStore {
  const catalogue = new MemoryCatalogue();
  const prints = new MemoryPrints();
  const kept = new Map<string, string>();
  return {
    load: async (printsMax) => ({ assets: catalogue.assets(), ...prints.newest(printsMax) }),
    keep: async (name, value) => {
      const first = kept.get(name) ?? value;
      kept.set(name, first);
      return first;
    },
    bindings: async (afterId, limit) => catalogue.page(() => true, afterId, limit),
    saveInstruments: async (instruments) => instruments.filter((it) => catalogue.save(it)).map(idOf),
    forgetInstruments: async (ids) => ids.forEach((id) => catalogue.forget(id)),
    saveAssets: async (assets) => assets.forEach((asset) => catalogue.saveAsset(asset)),
    instruments: async (ids) => catalogue.instruments(ids),
    matches: async (keys) => catalogue.matches(keys),
    search: async (rule, position, limit) => catalogue.search(rule, position, limit),
    list: async (rule, afterId, limit) => catalogue.page((it) => tierOf(rule, it) !== null, afterId, limit),
    reservePrintIds: async (id) => prints.reserve(id),
    appendPrints: async (batch) => batch.forEach((print) => prints.append(print)),
    prints: async (query) => prints.prints(query),
    ticks: async (query) => prints.ticks(query),
    candles: async (query) => prints.candles(query),
    prune: async (printsBefore, minutesBefore) => prints.prune(printsBefore, minutesBefore),
    pnl: createMemoryPnlStore(),
    close: async () => undefined,
  };
}

class MemoryCatalogue {
  readonly #instruments = new Map<InstrumentId, Instrument>();
  readonly #assets = new Map<string, StoredAsset>();

  save(instrument: Instrument): boolean {
    const before = this.#instruments.get(instrument.instrumentId);
    if (before === undefined || recordsDiffer(before, instrument))
      this.#instruments.set(instrument.instrumentId, instrument);
    return before === undefined || termsDiffer(before, instrument);
  }

  forget(id: InstrumentId): void {
    this.#instruments.delete(id);
  }

  saveAsset(stored: StoredAsset): void {
    const before = this.#assets.get(stored.key)?.asset;
    for (const id of before?.members.map(idOf) ?? []) this.#setAsset(id, null);
    for (const id of stored.asset.members.map(idOf)) this.#setAsset(id, stored.asset);
    this.#assets.set(stored.key, stored);
  }

  assets(): readonly StoredAsset[] {
    return [...this.#assets.values()].toSorted((a, b) => a.asset.genericAssetId - b.asset.genericAssetId);
  }

  instruments(ids: readonly InstrumentId[]): readonly Instrument[] {
    return ids.flatMap((id) => this.#instruments.get(id) ?? []);
  }

  matches(keys: MatchKeys): readonly Instrument[] {
    return this.#sorted().filter((instrument) => isMatch(keys, instrument));
  }

  page(accepts: (it: Instrument) => boolean, afterId: number, limit: number): readonly Instrument[] {
    return this.#sorted()
      .filter((it) => it.instrumentId > afterId && accepts(it))
      .slice(0, limit);
  }

  search(rule: SearchRule, position: SearchPosition, limit: number): SearchHits {
    const hits = this.#sorted()
      .flatMap((item) => {
        const tier = tierOf(rule, item);
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

  #setAsset(id: InstrumentId, asset: GenericAsset | null): void {
    const member = this.#instruments.get(id);
    if (member !== undefined)
      this.#instruments.set(id, { ...member, genericAssetId: asset?.genericAssetId ?? null });
  }

  #sorted(): readonly Instrument[] {
    return [...this.#instruments.values()].toSorted((a, b) => a.instrumentId - b.instrumentId);
  }
}

const idOf = ({ instrumentId }: { readonly instrumentId: InstrumentId }): InstrumentId => instrumentId;
