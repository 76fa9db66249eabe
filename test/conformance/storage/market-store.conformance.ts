import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventId, GenericAssetId, InstrumentId } from '../../../src/contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../../../src/contract/model/instrument.ts';
import {
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
} from '../../../src/contract/model/money.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { DEMO, instrument, KALSHI } from '../../../src/domain/instruments/instrument.fixture.ts';
import {
  SEARCH_START,
  type SearchPosition,
  toSearchRule,
} from '../../../src/domain/instruments/instrument-search.ts';
import type { CandleInterval } from '../../../src/domain/market-data/candles.ts';
import type { MarketStore, TradePrint } from '../../../src/ports/market-store.ts';
import type {
  OpportunityRecord,
  OpportunityRecordQuery,
} from '../../../src/relations/opportunities/opportunity-record.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const ALL = { venue: null, status: null, category: null };
const MINUTE_MS = 60_000;

const ids = (items: readonly { readonly instrumentId: InstrumentId }[]): readonly number[] =>
  items.map(({ instrumentId }) => instrumentId);

export const trade = (id: number, changes: Partial<TradePrint> = {}): TradePrint => ({
  id,
  instrumentId: 1001 as InstrumentId,
  venue: DEMO,
  venueTradeId: `V-${id}`,
  price: parsePrice('0.47') as Price,
  qty: parseQty('4') as Qty,
  side: 'BUY',
  timestamp: (NOON + id) as TimestampMs,
  ...changes,
});

const asset = (id: number, members: readonly number[]): GenericAsset => ({
  genericAssetId: id as GenericAssetId,
  title: 'Rain in London',
  description: null,
  category: 'Weather',
  members: members.map((member) => ({
    venue: DEMO,
    instrumentId: member as InstrumentId,
    ticker: `T-${member}`,
    inverted: false,
  })),
});

/** All pages of a search. */
export async function walk(
  store: MarketStore,
  query: Parameters<typeof toSearchRule>[0],
  limit: number,
): Promise<readonly Instrument[]> {
  const found: Instrument[] = [];
  let position: SearchPosition | null = SEARCH_START;
  while (position !== null) {
    const { items, next } = await store.search(toSearchRule(query), position, limit);
    found.push(...items);
    position = next;
  }
  return found;
}

/** Conformance tests of every market store. `open` returns an empty store. */
export function marketStoreConformance(name: string, open: () => Promise<MarketStore>): void {
  const testStore = (title: string, run: (store: MarketStore) => Promise<void>): void => {
    test(`${name}: ${title}`, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    });
  };

  testStore(
    'events are listed in the order of venue and native id, with all their instruments',
    async (store) => {
      const event = (venueEventId: string, title: string | null, series: string | null) =>
        ({ venueEventId, title, series, exclusive: 'UNKNOWN' }) as const;
      const b = event('B', 'Rain in June', 'Daily');
      await store.saveInstruments([
        instrument(1001, { venue: KALSHI, event: event('A', 'Cold', null), title: 'Below zero?' }),
        instrument(1002, { venue: DEMO, event: b, status: 'CLOSED' }),
        instrument(1003, { venue: DEMO, event: b, status: 'OPEN' }),
        instrument(1004, { venue: DEMO, event: null }),
        instrument(1005, { venue: DEMO, event: event('C', null, 'daily'), status: 'CLOSED' }),
      ]);
      const list = async (changes: object = {}): Promise<readonly (readonly number[])[]> => {
        const found: (readonly number[])[] = [];
        const query = { words: [], venue: null, series: null, status: null, ...changes };
        for (let afterInstrumentId: number | null = 0; afterInstrumentId !== null; ) {
          const page = await store.events({ ...query, afterInstrumentId });
          found.push(...page.events);
          afterInstrumentId = page.next;
        }
        return found;
      };
      assert.deepEqual(await list(), [[1002, 1003], [1005], [1001]]);
      assert.deepEqual(await list({ venue: KALSHI }), [[1001]]);
      assert.deepEqual(await list({ series: 'daily' }), [[1002, 1003], [1005]]);
      assert.deepEqual(await list({ status: 'OPEN', venue: DEMO }), [[1002, 1003]]);
      assert.deepEqual(await list({ words: ['june', 'rain'] }), [[1002, 1003]]);
      assert.deepEqual(await list({ words: ['zero', 'cold'] }), [[1001]]);
      assert.deepEqual(
        (await store.events({ words: [], venue: null, series: null, status: null, afterInstrumentId: 1003 }))
          .events,
        [[1005], [1001]],
      );
    },
  );

  testStore(
    'a page of events after an instrument that is gone or has no event is empty, and does not start again',
    async (store) => {
      const event = { venueEventId: 'A', title: null, series: null, exclusive: 'EXACTLY_ONE' } as const;
      await store.saveInstruments([
        instrument(1001, { event }),
        instrument(1002, { event: null }),
        instrument(1003, { event: { ...event, venueEventId: 'B' } }),
      ]);
      await store.forgetInstruments([1003 as InstrumentId]);
      for (const afterInstrumentId of [1002, 1003, 9_999])
        for (const venue of [null, DEMO])
          assert.deepEqual(
            await store.events({ words: [], venue, series: null, status: null, afterInstrumentId }),
            { events: [], next: null },
          );
    },
  );

  testStore('an event keeps what its venue states about it', async (store) => {
    const event = { venueEventId: 'A', title: null, series: null, exclusive: 'EXACTLY_ONE' } as const;
    const stated = { ...event, complete: true, augmented: false, netting: 'MECNET' };
    await store.saveInstruments([instrument(1001, { event: stated }), instrument(1002, { event })]);
    const found = await store.instruments([1001, 1002] as InstrumentId[]);
    assert.deepEqual(
      found.map((it) => it.event),
      [stated, event],
    );
    await store.saveInstruments([instrument(1002, { event: { ...event, augmented: true } })]);
    const [changed] = await store.instruments([1002 as InstrumentId]);
    assert.equal(changed?.event?.augmented, true);
  });

  testStore('an empty store knows nothing and says so', async (store) => {
    assert.deepEqual(await store.load(10), { assets: [], lastTrades: [], prints: [], printIdReserved: 0 });
    assert.deepEqual(await store.instruments([1001 as InstrumentId]), []);
    assert.deepEqual(await store.bindings(0, 10), []);
    assert.deepEqual(await walk(store, { q: null, ...ALL }, 5), []);
  });

  testStore('an instrument comes back as it was saved, to the last decimal', async (store) => {
    const saved = instrument(1001, {
      description: null,
      closeTime: null,
      openTime: NOON as TimestampMs,
      status: 'SETTLED',
      result: 'VOID',
      priceTick: 1n as Price,
      qtyMin: parseQty('999999999999999.99999999') as Qty,
      genericAssetId: 501 as GenericAssetId,
      title: 'Rain “here” 🌧 \u0001',
    });
    await store.saveInstruments([saved]);
    assert.deepEqual(await store.instruments([saved.instrumentId]), [saved]);
    const fraction = { result: 'FRACTION', settlementPrice: 1n as Price } as const;
    await store.saveInstruments([{ ...saved, ...fraction }]);
    assert.deepEqual(await store.instruments([saved.instrumentId]), [{ ...saved, ...fraction }]);
    const event = { venueEventId: 'E', title: 'Rain', series: null, exclusive: 'AT_MOST_ONE' } as const;
    const terms = { outcomeName: 'Heavy', rulesSecondary: 'Or hail.', venueTerms: { line: '3.5' } };
    await store.saveInstruments([{ ...saved, event, ...terms }]);
    assert.deepEqual(await store.instruments([saved.instrumentId]), [{ ...saved, event, ...terms }]);
    const [binding] = await store.bindings(0, 10);
    assert.equal(binding?.instrumentId, 1001);
    assert.equal(binding?.venueInstrumentId, 'N-1001');
  });

  testStore('saving reports which instruments are new or have new terms', async (store) => {
    const [a, b, c] = [instrument(1001), instrument(1002), instrument(1003)];
    assert.deepEqual(await store.saveInstruments([a, b]), [1001, 1002]);
    const changed = await store.saveInstruments([
      { ...a, title: 'Another title' },
      { ...b, status: 'CLOSED' },
      c,
    ]);
    assert.deepEqual(changed, [1002, 1003]);
    assert.deepEqual((await store.instruments([a.instrumentId]))[0]?.title, 'Another title');
  });

  testStore('instruments are returned in request order, without unknown ones', async (store) => {
    await store.saveInstruments([instrument(1001), instrument(1002)]);
    const requested = [1002, 5, 1001] as InstrumentId[];
    assert.deepEqual(ids(await store.instruments(requested)), [1002, 1001]);
  });

  testStore('a large batch is saved whole', async (store) => {
    const many = Array.from({ length: 700 }, (_, at) => instrument(1001 + at));
    assert.equal((await store.saveInstruments(many)).length, 700);
    assert.equal((await store.bindings(1200, 1000)).length, 500);
  });

  testStore('matching is exact but for case', async (store) => {
    await store.saveInstruments([
      instrument(1001, { ticker: 'RAIN', slug: 'rain-a' }),
      instrument(1002, { ticker: 'rain', slug: 'rain-b', venue: KALSHI }),
      instrument(1003, { ticker: 'RAINY', slug: 'rain-a' }),
    ]);
    const keys = { ticker: null, slug: null, venue: null };
    assert.deepEqual(ids(await store.matches({ ...keys, ticker: 'Rain' })), [1001, 1002]);
    assert.deepEqual(ids(await store.matches({ ...keys, ticker: 'Rain', venue: KALSHI })), [1002]);
    assert.deepEqual(ids(await store.matches({ ...keys, slug: 'RAIN-A' })), [1001, 1003]);
    assert.deepEqual(ids(await store.matches({ ...keys, slug: 'rain-a', ticker: 'rainy' })), [1003]);
    assert.deepEqual(await store.matches({ ...keys, ticker: 'RAI' }), []);
  });

  testStore('search answers tier by tier and goes on where a page ended', async (store) => {
    await store.saveInstruments([
      instrument(1001, { title: 'Sun', description: 'or rain' }),
      instrument(1002, { title: 'Rain in Paris' }),
      instrument(1003, { title: 'Sun', ticker: 'RAIN' }),
      instrument(1004, { title: 'Rain in Rome' }),
      instrument(1005, { title: 'Snow', description: null }),
    ]);
    for (const limit of [1, 2, 3, 50])
      assert.deepEqual(ids(await walk(store, { q: 'rain', ...ALL }, limit)), [1003, 1002, 1004, 1001]);
  });

  testStore('the last page says that it is the last, also when it is full', async (store) => {
    await store.saveInstruments([instrument(1001), instrument(1002)]);
    const page = await store.search(toSearchRule({ q: 'rain', ...ALL }), SEARCH_START, 2);
    assert.equal(page.items.length, 2);
    assert.equal(page.next, null);
  });

  testStore('what changes while a caller pages neither repeats nor hides another answer', async (store) => {
    const titled = (id: number): Instrument => instrument(id, { title: 'Rain', description: null });
    await store.saveInstruments([1001, 1002, 1003, 1004].map(titled));
    const rule = toSearchRule({ q: 'rain', ...ALL });
    const first = await store.search(rule, SEARCH_START, 2);
    await store.saveInstruments([{ ...titled(1001), title: 'Snow' }, titled(1005)]);
    const second = await store.search(rule, first.next ?? assert.fail('there is more'), 5);
    assert.deepEqual([...ids(first.items), ...ids(second.items)], [1001, 1002, 1003, 1004, 1005]);
  });

  testStore('an instrument is found by what it is now and no longer by what it was', async (store) => {
    const before = instrument(1001, { title: 'Rain in London', status: 'OPEN', category: 'Weather' });
    await store.saveInstruments([before]);
    await store.saveInstruments([
      { ...before, title: 'Snow on Ben Nevis', status: 'CLOSED', category: 'Snow' },
    ]);
    const count = async (query: object): Promise<number> =>
      (await walk(store, { q: null, ...ALL, ...query }, 5)).length;
    assert.equal(await count({ q: 'ben nevis' }), 1);
    assert.equal(await count({ q: 'london' }), 0);
    assert.equal(await count({ status: 'CLOSED', category: 'snow' }), 1);
    assert.equal(await count({ status: 'OPEN' }), 0);
    assert.equal(await count({ category: 'weather' }), 0);
  });

  testStore('a list goes by id whatever the tier', async (store) => {
    await store.saveInstruments([
      instrument(1001, { title: 'Sun', description: 'or rain' }),
      instrument(1002, { title: 'Sun', ticker: 'RAIN', venue: KALSHI }),
      instrument(1003, { title: 'Rain' }),
      instrument(1004, { title: 'Snow', description: null }),
    ]);
    const rain = toSearchRule({ q: 'rain', ...ALL });
    assert.deepEqual(ids(await store.list(rain, 0, 10)), [1001, 1002, 1003]);
    assert.deepEqual(ids(await store.list(rain, 1001, 1)), [1002]);
    assert.deepEqual(
      ids(await store.list(toSearchRule({ q: null, ...ALL, venue: DEMO }), 1001, 9)),
      [1003, 1004],
    );
  });

  testStore('a forgotten instrument is gone from look-ups and searches', async (store) => {
    await store.saveInstruments([instrument(1001), instrument(1002)]);
    await store.forgetInstruments([1001, 77] as InstrumentId[]);
    assert.deepEqual(ids(await walk(store, { q: 'rain', ...ALL }, 5)), [1002]);
    assert.deepEqual(await store.instruments([1001 as InstrumentId]), []);
  });

  testStore('an asset marks its members and unmarks those that left', async (store) => {
    await store.saveInstruments([1001, 1002, 1003].map((id) => instrument(id)));
    await store.saveAssets([{ key: 'Demo:a', asset: asset(501, [1001, 1002]) }]);
    await store.saveAssets([{ key: 'Demo:a', asset: asset(501, [1002, 1003]) }]);
    const members = await store.instruments([1001, 1002, 1003] as InstrumentId[]);
    assert.deepEqual(
      members.map(({ genericAssetId }) => genericAssetId),
      [null, 501, 501],
    );
    assert.deepEqual((await store.load(0)).assets, [{ key: 'Demo:a', asset: asset(501, [1002, 1003]) }]);
  });

  testStore('the first value kept under a name stays', async (store) => {
    assert.equal(await store.getOrSet('cursor_key', 'a'), 'a');
    assert.equal(await store.getOrSet('cursor_key', 'b'), 'a');
    assert.equal(await store.getOrSet('other', 'b'), 'b');
  });

  testStore('prints answer newest first, or oldest first after an id', async (store) => {
    const other = { instrumentId: 1002 as InstrumentId };
    await store.appendPrints([trade(1), trade(2, other), trade(3), trade(5)]);
    const readIds = async (query: object) =>
      (await store.prints({ instrumentId: null, limit: 10, afterId: null, ...query })).map(({ id }) => id);
    assert.deepEqual(await readIds({}), [5, 3, 2, 1]);
    assert.deepEqual(await readIds({ limit: 2 }), [5, 3]);
    assert.deepEqual(await readIds({ instrumentId: 1001, afterId: 1 }), [3, 5]);
    assert.deepEqual(await readIds({ afterId: 1, limit: 2 }), [2, 3]);
    assert.deepEqual(await readIds({ instrumentId: 1002 }), [2]);
  });

  testStore('a print comes back as it was, and the newest are what a start loads', async (store) => {
    const big = trade(2, { qty: parseQty('999999999999999.00000001') as Qty, side: 'SELL' });
    await store.appendPrints([trade(1), big, trade(3)]);
    const { prints, lastTrades } = await store.load(2);
    assert.deepEqual(prints, [big, trade(3)]);
    assert.deepEqual(lastTrades, [{ instrumentId: 1001, price: parsePrice('0.47'), at: NOON + 3, id: 3 }]);
  });

  testStore('a trade received twice is recorded once, in prints and candles', async (store) => {
    await store.appendPrints([trade(1)]);
    await store.appendPrints([trade(2, { venueTradeId: 'V-1' }), trade(3)]);
    assert.equal((await store.prints({ instrumentId: null, limit: 9, afterId: null })).length, 2);
    const { candles, throughPrintId } = await store.candles(series('1h'));
    assert.equal(candles[0]?.volume, parseQty('8'));
    assert.equal(throughPrintId, 3);
  });

  testStore('a gap in the trades of an instrument comes with its candles, once', async (store) => {
    const gap = {
      instrumentId: trade(1).instrumentId,
      start: NOON as TimestampMs,
      end: (NOON + 9) as TimestampMs,
    };
    for (const each of [gap, gap, { ...gap, instrumentId: 7 as InstrumentId }])
      await store.saveTradeGap(each);
    const { gaps } = await store.candles(series('1h'));
    assert.deepEqual(gaps, [{ start: NOON, end: NOON + 9 }]);
  });

  testStore('the last trade is the last by time, not by arrival', async (store) => {
    const price = parsePrice('0.9') as Price;
    await store.appendPrints([trade(1), trade(2, { timestamp: (NOON - 5) as TimestampMs, price })]);
    assert.equal((await store.load(0)).lastTrades[0]?.price, parsePrice('0.47'));
  });

  testStore('ticks go by time within their bounds, the newest of them', async (store) => {
    const at = (offset: number) => ({ timestamp: (NOON + offset) as TimestampMs });
    await store.appendPrints([trade(1, at(9)), trade(2, at(3)), trade(3, at(6)), trade(4, at(3))]);
    const readIds = async (query: object) =>
      (await store.ticks({ ...series('1m'), ...query })).map(({ id }) => id);
    assert.deepEqual(await readIds({}), [2, 4, 3, 1]);
    assert.deepEqual(await readIds({ limit: 2 }), [3, 1]);
    assert.deepEqual(await readIds({ start: NOON + 3, end: NOON + 9 }), [2, 4, 3]);
    assert.deepEqual(await readIds({ instrumentId: 7 }), []);
  });

  testStore('candles grow batch by batch at every interval, also from late trades', async (store) => {
    const at = (minutes: number, price: string) => ({
      timestamp: (NOON + minutes * MINUTE_MS) as TimestampMs,
      price: parsePrice(price) as Price,
    });
    await store.appendPrints([trade(1, at(1, '0.5')), trade(2, at(62, '0.7'))]);
    await store.appendPrints([trade(3, at(0, '0.2')), trade(4, at(61, '0.1'))]);
    const shown = async (interval: CandleInterval, query: object = {}) =>
      (await store.candles({ ...series(interval), ...query })).candles.map(
        ({ t, open, high, low, close, volume }) =>
          [(t - NOON) / MINUTE_MS, open, high, low, close, volume].map(Number),
      );
    const units = (...values: readonly number[]) =>
      values.map((value, at) => (at === 0 ? value : value * 1e8));
    assert.deepEqual(await shown('1h'), [units(0, 0.2, 0.5, 0.2, 0.5, 8), units(60, 0.1, 0.7, 0.1, 0.7, 8)]);
    assert.deepEqual(await shown('1d'), [units(-720, 0.2, 0.7, 0.1, 0.7, 16)]);
    assert.deepEqual(
      (await shown('1m')).map(([t]) => t),
      [0, 1, 61, 62],
    );
    assert.deepEqual(
      (await shown('1m', { limit: 2 })).map(([t]) => t),
      [61, 62],
    );
    const hour = { start: NOON + MINUTE_MS, end: NOON + 62 * MINUTE_MS };
    assert.deepEqual(
      (await shown('1m', hour)).map(([t]) => t),
      [1, 61],
    );
  });

  testStore('pruning removes old prints and minutes and keeps longer candles', async (store) => {
    const day = 24 * 60 * MINUTE_MS;
    await store.appendPrints([trade(1, { timestamp: (NOON - 3 * day) as TimestampMs }), trade(2)]);
    await store.prune((NOON - day) as TimestampMs, (NOON - day) as TimestampMs);
    const prints = await store.prints({ instrumentId: null, limit: 9, afterId: null });
    assert.deepEqual(
      prints.map(({ id }) => id),
      [2],
    );
    assert.equal((await store.candles(series('1m'))).candles.length, 1);
    assert.equal((await store.candles(series('1h'))).candles.length, 2);
  });

  testStore(
    'opportunities are listed newest first by their filters, and one is read with its points',
    async (store) => {
      const { opportunities } = store;
      const all = [1, 2, 3, 4].map((number) => opportunity(number));
      await opportunities.append(all.slice(0, 3), 10);
      await opportunities.append(all.slice(2), 10);
      const find = async (changes: Partial<OpportunityRecordQuery> = {}) =>
        (await opportunities.list({ ...ALL_RECORDS, ...changes })).map(({ number }) => number);
      assert.deepEqual(await find(), [4, 3, 2, 1]);
      assert.deepEqual(await find({ limit: 2, before: 4 }), [3, 2]);
      assert.deepEqual(await find({ genericAssetId: 501 as GenericAssetId }), [3, 1]);
      assert.deepEqual(await find({ kind: 'CROSS', before: 3 }), [1]);
      // Each is open for 1,500 ms from its number of seconds after noon.
      assert.deepEqual(await find({ since: (NOON + 3_500) as TimestampMs }), [4, 3, 2]);
      assert.deepEqual(await find({ since: (NOON + 3_501) as TimestampMs }), [4, 3]);
      assert.deepEqual(await find({ until: (NOON + 2_000) as TimestampMs }), [1]);
      assert.deepEqual(await opportunities.list({ ...ALL_RECORDS, limit: 1 }), [{ ...all[3], points: [] }]);
      assert.deepEqual(await opportunities.get(3), all[2]);
      assert.equal(await opportunities.get(9), null);
    },
  );

  testStore(
    'the oldest opportunities are deleted beyond a number, and those that closed before a time',
    async (store) => {
      const { opportunities } = store;
      for (let number = 1; number <= 6; number += 1) await opportunities.append([opportunity(number)], 4);
      const find = async () => (await opportunities.list(ALL_RECORDS)).map(({ number }) => number);
      assert.deepEqual(await find(), [6, 5, 4, 3]);
      await opportunities.prune((NOON + 6_000) as TimestampMs);
      assert.deepEqual(await find(), [6, 5]);
      await opportunities.append([opportunity(7), opportunity(8), opportunity(9)], 4);
      assert.deepEqual(await find(), [9, 8, 7, 6]);
    },
  );

  testStore('reserved print ids stay reserved', async (store) => {
    await store.reservePrintIds(100_000);
    assert.equal((await store.load(0)).printIdReserved, 100_000);
  });
}

const series = (interval: CandleInterval) => ({
  instrumentId: 1001 as InstrumentId,
  interval,
  limit: 500,
  start: null,
  end: null,
});

const ALL_RECORDS: OpportunityRecordQuery = {
  genericAssetId: null,
  kind: null,
  since: null,
  until: null,
  before: null,
  limit: 9,
};

function opportunity(number: number): OpportunityRecord {
  const isCross = number % 2 === 1;
  const openedAt = (NOON + number * 1_000) as TimestampMs;
  const edge = { at: openedAt, edgePerSet: 1_000_000n, edgeTotal: 3n as Notional, qty: parseQty('4') as Qty };
  return {
    number,
    kind: isCross ? 'CROSS' : 'ALL_NO',
    genericAssetId: isCross ? (501 as GenericAssetId) : null,
    eventId: isCross ? null : ('evt_7' as EventId),
    legs: [{ venue: DEMO, instrumentId: 1001 as InstrumentId, outcome: 'NO' }],
    openedAt,
    closedAt: (openedAt + 1_500) as TimestampMs,
    lastedMs: 1_500,
    best: edge,
    last: { ...edge, edgePerSet: -1n },
    points: [{ at: openedAt, edgePerSet: 1_000_000n }],
  };
}
