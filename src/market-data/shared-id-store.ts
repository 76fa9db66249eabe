import type { InstrumentId } from '#contract';
import type { InstrumentBinding, MarketStore, SharedIds } from '#ports';

const PAGE = 20_000;
const PRINT_IDS = 'print_ids_reserved';

/**
 * A node's market data with the ids that all nodes of its journal share. An id is stored with the journal before its record
 * is stored here. Records of this node whose id means something else in the journal are removed.
 */
export async function openSharedIdStore(local: MarketStore, shared: SharedIds): Promise<MarketStore> {
  await adoptIds(local, shared);
  let highestId = await shared.highestId();
  return {
    ...passOn(local),
    getOrSet: (name, value) => shared.getOrSet(name, value),
    bindings: (afterId, limit) => shared.bindings(afterId, limit),
    load: async (printsMax) => {
      const stored = await local.load(printsMax);
      const reserved = Number((await shared.value(PRINT_IDS)) ?? 0);
      return {
        ...stored,
        assets: await shared.assets(),
        printIdReserved: Math.max(stored.printIdReserved, reserved),
      };
    },
    saveInstruments: async (instruments) => {
      // Ids are assigned and saved in ascending order.
      const added = instruments.filter(({ instrumentId }) => instrumentId > highestId);
      if (added.length > 0) await shared.addBindings(added);
      for (const { instrumentId } of added) highestId = Math.max(highestId, instrumentId);
      return local.saveInstruments(instruments);
    },
    forgetInstruments: async (ids) => {
      await shared.removeBindings(ids);
      await local.forgetInstruments(ids);
    },
    saveAssets: async (assets) => {
      await shared.saveAssets(assets);
      await local.saveAssets(assets);
    },
    reservePrintIds: async (id) => {
      await shared.setValue(PRINT_IDS, String(id));
      await local.reservePrintIds(id);
    },
  };
}

/** The methods that only read or write the records of this node. */
const passOn = (local: MarketStore): MarketStore => ({
  load: (printsMax) => local.load(printsMax),
  getOrSet: (name, value) => local.getOrSet(name, value),
  bindings: (afterId, limit) => local.bindings(afterId, limit),
  saveInstruments: (instruments) => local.saveInstruments(instruments),
  forgetInstruments: (ids) => local.forgetInstruments(ids),
  saveAssets: (assets) => local.saveAssets(assets),
  instruments: (ids) => local.instruments(ids),
  events: (query) => local.events(query),
  matches: (keys) => local.matches(keys),
  search: (rule, position, limit) => local.search(rule, position, limit),
  near: (rule, limit) => local.near(rule, limit),
  list: (rule, afterId, limit) => local.list(rule, afterId, limit),
  reservePrintIds: (id) => local.reservePrintIds(id),
  appendPrints: (prints) => local.appendPrints(prints),
  saveTradeGap: (gap) => local.saveTradeGap(gap),
  prints: (query) => local.prints(query),
  ticks: (query) => local.ticks(query),
  candles: (query) => local.candles(query),
  prune: (printsBefore, minuteCandlesBefore) => local.prune(printsBefore, minuteCandlesBefore),
  pnl: local.pnl,
  opportunities: local.opportunities,
  close: () => local.close(),
});

/** Makes the two sets of ids agree. A journal without ids takes those of this node; else the journal is right. */
async function adoptIds(local: MarketStore, shared: SharedIds): Promise<void> {
  const isFirst = (await shared.highestId()) === 0;
  if (isFirst) await shared.saveAssets((await local.load(0)).assets);
  for (let after = 0; ; ) {
    const page = await local.bindings(after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    if (isFirst) await shared.addBindings(page);
    else await removeOther(local, page, await readUntil(shared, after, last.instrumentId));
    after = last.instrumentId;
  }
}

async function removeOther(
  local: MarketStore,
  page: readonly InstrumentBinding[],
  known: ReadonlyMap<InstrumentId, InstrumentBinding>,
): Promise<void> {
  const other = page.filter(({ instrumentId, venue, venueInstrumentId }) => {
    const binding = known.get(instrumentId);
    return binding?.venue !== venue || binding.venueInstrumentId !== venueInstrumentId;
  });
  if (other.length > 0) await local.forgetInstruments(other.map(({ instrumentId }) => instrumentId));
}

/** The shared bindings with an id above `afterId` and up to `lastId`. */
async function readUntil(
  shared: SharedIds,
  afterId: number,
  lastId: number,
): Promise<ReadonlyMap<InstrumentId, InstrumentBinding>> {
  const found = new Map<InstrumentId, InstrumentBinding>();
  for (let after = afterId; after < lastId; ) {
    const page = await shared.bindings(after, PAGE);
    for (const binding of page) found.set(binding.instrumentId, binding);
    after = page.at(-1)?.instrumentId ?? lastId;
  }
  return found;
}
