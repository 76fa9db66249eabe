import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryMarketStore } from '../../test/support/storage/memory-market-store.ts';
import type { InstrumentId } from '../contract/model/ids.ts';
import { parsePrice, parseQty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { CandleInterval } from '../domain/market-data/candles.ts';
import type { Print } from '../domain/market-data/trade-prints.ts';
import type { MarketStore } from '../ports/market-store.ts';
import { createListing, createTrade, RETENTION, startMarket, type TestMarket } from './market.fixture.ts';
import { TradeHistory } from './trade-history.ts';

const A = 1001 as InstrumentId;
const B = 1002 as InstrumentId;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function open(deps: Parameters<typeof startMarket>[0] = {}): Promise<TestMarket> {
  const it = await startMarket(deps);
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  return it;
}

const ids = (prints: readonly Print[] | null): readonly number[] => prints?.map(({ id }) => id) ?? [];
const every = { instrumentId: null, limit: 100, afterId: null };
const series = (interval: CandleInterval) => ({
  instrumentId: A,
  interval,
  limit: 500,
  start: null,
  end: null,
});

test('a candle has a volume unless a gap touches its bucket, saved or not', async () => {
  const [start, last] = [0, HOUR_MS - 1]; // of the bucket of noon
  const gaps = [
    { from: start - 9, until: start - 1, isWhole: true },
    { from: start - 9, until: start, isWhole: false },
    { from: start + 5, until: start + 6, isWhole: false },
    { from: start - 9, until: last + 9, isWhole: false },
    { from: last, until: last + 9, isWhole: false },
    { from: last + 1, until: last + 9, isWhole: true },
  ];
  for (const { from, until, isWhole } of gaps) {
    const it = await open();
    const noon = it.clock.now();
    assert.equal(noon % HOUR_MS, 0);
    it.demo.onTrades([createTrade('A', noon, '0.5')]);
    await it.market.flush();
    const [at, to] = [noon + from, noon + until] as [TimestampMs, TimestampMs];
    await it.store.saveTradeGap({ instrumentId: A, start: at, end: to });
    await it.store.saveTradeGap({ instrumentId: B, start: noon, end: noon });
    const [candle] = await it.market.data.candles(series('1h'));
    assert.equal(candle?.volume, isWhole ? parseQty('4') : null, `${from} to ${until}`);
  }
});

/** A store whose print saves never complete. */
const stuck = (store: MarketStore): MarketStore => ({ ...store, appendPrints: () => new Promise(() => {}) });

test('prints are numbered across instruments and sent to listeners as they arrive', async () => {
  const it = await open();
  const received: Print[] = [];
  const stop = it.market.data.onPrint((print) => received.push(print));
  const now = it.clock.now();
  it.demo.onTrades([createTrade('A', now, '0.4', { side: 'SELL' }), createTrade('B', now, '0.5')]);
  stop();
  it.demo.onTrades([createTrade('A', now, '0.6')]);
  const [first, second] = received;
  assert.equal(received.length, 2);
  assert.equal(first?.instrumentId, A);
  assert.equal(first.price, parsePrice('0.4'));
  assert.equal(first.side, 'SELL');
  assert.equal(second?.id, first.id + 1);
});

test('trades made before the start are stored but not sent to listeners', async () => {
  const it = await open();
  const received: Print[] = [];
  it.market.data.onPrint((print) => received.push(print));
  it.demo.onTrades([createTrade('A', it.clock.now() - 1, '0.4')]);
  assert.equal(received.length, 0);
  assert.equal((await it.market.data.prints(every)).length, 1);
});

test('F-20: a trade received twice is one print', async () => {
  const it = await open();
  const trade = createTrade('A', it.clock.now(), '0.4');
  it.demo.onTrades([trade, trade]);
  it.demo.onTrades([trade]);
  assert.equal((await it.market.data.prints(every)).length, 1);
  assert.equal((await it.market.data.candles(series('1h')))[0]?.volume, parseQty('4'));
});

test('a trade of an unknown instrument is dropped and counted', async () => {
  const it = await open();
  it.demo.onTrades([createTrade('X', it.clock.now(), '0.4')]);
  assert.deepEqual(await it.market.data.prints(every), []);
  assert.equal(it.metrics.counts.get('market_unknown_instrument'), 1);
});

test('prints are read alike from memory, from the store, and while being saved', async () => {
  const [saved, unsaved] = [await open(), await open({ store: stuck(createMemoryMarketStore()) })];
  for (const it of [saved, unsaved]) {
    const now = it.clock.now();
    it.demo.onTrades(['A', 'B', 'A', 'A'].map((native) => createTrade(native, now, '0.4')));
    if (it === saved) await it.market.flush();
    const read = async (query: object) => ids(await it.market.data.prints({ ...every, ...query }));
    assert.deepEqual(await read({}), [4, 3, 2, 1]);
    assert.deepEqual(await read({ limit: 2 }), [4, 3]);
    assert.deepEqual(await read({ afterId: 1, limit: 2 }), [2, 3]);
    assert.deepEqual(await read({ instrumentId: A, limit: 2 }), [4, 3]);
    assert.deepEqual(await read({ instrumentId: A, afterId: 1 }), [3, 4]);
    assert.deepEqual(await read({ instrumentId: B }), [2]);
  }
});

test('candles, prices and statistics count a print that is being saved once', async () => {
  const it = await open();
  const noon = it.clock.now();
  it.demo.onTrades([createTrade('A', noon - 2 * HOUR_MS, '0.3'), createTrade('A', noon, '0.5')]);
  await it.market.flush();
  it.demo.onTrades([
    createTrade('A', noon, '0.7'),
    createTrade('B', noon, '0.9'),
    createTrade('A', noon - 2 * HOUR_MS, '0.2'),
  ]);
  const before = await read(it);
  await it.market.flush();
  assert.deepEqual(await read(it), before);
  assert.deepEqual(before.candles, [
    [noon - 2 * HOUR_MS, '0.3', '0.3', '0.2', '0.2', '8'],
    [noon, '0.5', '0.7', '0.5', '0.7', '8'],
  ]);
  assert.deepEqual(
    before.ticks.map(([, price]) => price),
    ['0.3', '0.2', '0.5', '0.7'],
  );
  assert.deepEqual(before.aggregated, [
    [noon - 2 * HOUR_MS, '0.2'],
    [noon, '0.7'],
  ]);
  assert.deepEqual(before.stats, ['16', '0.7', null]);
});

test('a print that is stored counts once while its save is not confirmed', async () => {
  const memory = createMemoryMarketStore();
  const it = await open({
    store: {
      ...memory,
      appendPrints: async (prints) => {
        await memory.appendPrints(prints);
        await new Promise(() => {});
      },
    },
  });
  const noon = it.clock.now();
  it.demo.onTrades([createTrade('A', noon, '0.3'), createTrade('A', noon, '0.5')]);
  it.clock.advance(200);
  assert.equal((await memory.prints({ instrumentId: A, limit: 9, afterId: null })).length, 2);
  it.demo.onTrades([createTrade('A', noon, '0.7')]);
  const { candles, ticks, stats } = await read(it);
  assert.deepEqual(candles, [[noon, '0.3', '0.7', '0.3', '0.7', '12']]);
  assert.deepEqual(
    ticks.map(([, price]) => price),
    ['0.3', '0.5', '0.7'],
  );
  assert.deepEqual(stats, ['12', '0.7', null]);
  assert.equal((await it.market.data.prints({ ...every, instrumentId: A })).length, 3);
});

async function read({ market: { data } }: TestMarket) {
  const text = (units: bigint | null) => (units === null ? null : String(Number(units) / 1e8));
  const candles = await data.candles(series('1h'));
  const ticks = await data.prices({ ...series('1h'), bucket: null });
  const aggregated = await data.prices({ ...series('1h'), bucket: '1h' });
  const { volume24h, lastPrice, openInterest } = await data.stats(A);
  return {
    candles: candles.map((it) => [it.t, ...[it.open, it.high, it.low, it.close, it.volume].map(text)]),
    ticks: ticks.map(({ timestamp, price }) => [timestamp, text(price)] as const),
    aggregated: aggregated.map(({ timestamp, price }) => [timestamp, text(price)]),
    stats: [volume24h, lastPrice, openInterest].map(text),
  };
}

test('series respect their time bounds and keep the newest points', async () => {
  const it = await open();
  const noon = it.clock.now();
  it.demo.onTrades(
    [0, 1, 2, 3].map((hour) => createTrade('A', noon - (3 - hour) * HOUR_MS, `0.${hour + 1}`)),
  );
  const bounds = { start: (noon - 2 * HOUR_MS) as TimestampMs, end: noon };
  const times = async (query: object) =>
    (await it.market.data.candles({ ...series('1h'), ...query })).map(({ t }) => (t - noon) / HOUR_MS);
  for (const isSaved of [false, true]) {
    if (isSaved) await it.market.flush();
    assert.deepEqual(await times({}), [-3, -2, -1, 0]);
    assert.deepEqual(await times({ limit: 2 }), [-1, 0]);
    assert.deepEqual(await times(bounds), [-2, -1]);
    const ticks = await it.market.data.prices({ ...series('1h'), ...bounds, limit: 1, bucket: null });
    assert.deepEqual(
      ticks.map(({ price }) => price),
      [parsePrice('0.3')],
    );
  }
});

test('the volume is that of the last 24 hours', async () => {
  const it = await open();
  const now = it.clock.now();
  it.demo.onTrades([
    createTrade('A', now - DAY_MS - 60_000, '0.3'),
    createTrade('A', now - DAY_MS + 60_000, '0.3'),
  ]);
  assert.equal((await it.market.data.stats(A)).volume24h, parseQty('4'));
});

test('a stream resumes at its last id, and gets a gap when that id is too old', async () => {
  const it = await open({ retention: { ...RETENTION, printsInMemoryMax: 3 } });
  it.demo.onTrades([1, 2, 3, 4, 5].map(() => createTrade('A', it.clock.now(), '0.4')));
  assert.deepEqual(ids(it.market.data.printsSince(3)), [4, 5]);
  assert.deepEqual(ids(it.market.data.printsSince(2)), [3, 4, 5]);
  assert.equal(it.market.data.printsSince(1), null);
  assert.deepEqual(ids(it.market.data.printsSince(9)), []);
});

test('a page that memory holds is not read from the store, with or without an id to continue from', async () => {
  const store = createMemoryMarketStore();
  let reads = 0;
  const counted: MarketStore = {
    ...store,
    prints: (query) => {
      reads += 1;
      return store.prints(query);
    },
  };
  const it = await open({
    store: counted,
    retention: { ...RETENTION, printsInMemoryMax: 3 },
  });
  it.demo.onTrades([1, 2, 3, 4, 5].map(() => createTrade('A', it.clock.now(), '0.4')));
  reads = 0;
  const page = async (limit: number, afterId: number | null) =>
    ids(await it.market.data.prints({ instrumentId: null, limit, afterId }));
  assert.deepEqual(await page(2, 2), [3, 4]);
  assert.deepEqual(await page(9, 4), [5]);
  assert.deepEqual(await page(3, null), [5, 4, 3]);
  assert.equal(reads, 0);
  assert.deepEqual(await page(3, 1), [2, 3, 4]);
  assert.deepEqual(await page(4, null), [5, 4, 3, 2]);
  assert.equal(reads, 2);
});

test('after a restart prints, last prices and the stream continue, and no id is reused', async () => {
  const it = await open();
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.4'), createTrade('A', it.clock.now(), '0.5')]);
  await it.market.stop();
  const again = await open({ store: it.store, clock: it.clock });
  assert.equal(again.market.view.mark(A), parsePrice('0.5'));
  assert.deepEqual(ids(again.market.data.printsSince(1)), [2]);
  again.demo.onTrades([createTrade('A', it.clock.now(), '0.6')]);
  const [newest] = await again.market.data.prints(every);
  assert.ok((newest?.id ?? 0) > 2);
  assert.equal(newest?.price, parsePrice('0.6'));
});

test('after a crash that lost prints, their ids are not reused', async () => {
  const disk = createMemoryMarketStore();
  const it = await open({ store: stuck(disk) });
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.4'), createTrade('A', it.clock.now(), '0.5')]);
  const assigned = ids(await it.market.data.prints(every));
  const again = await open({ store: disk });
  again.demo.onTrades([createTrade('A', again.clock.now(), '0.6')]);
  const [fresh] = await again.market.data.prints(every);
  assert.ok((fresh?.id ?? 0) > Math.max(...assigned));
});

test('a trade received again after a restart is still one print', async () => {
  const it = await open();
  const trade = createTrade('A', it.clock.now(), '0.4');
  it.demo.onTrades([trade]);
  await it.market.stop();
  const again = await open({ store: it.store, clock: it.clock });
  again.demo.onTrades([trade]);
  assert.equal((await again.market.data.prints(every)).length, 1);
});

test('P-03: prints whose save failed stay readable and are saved when the disk recovers', async () => {
  const disk = createMemoryMarketStore();
  let isFull = true;
  const appendPrints: MarketStore['appendPrints'] = (prints) =>
    isFull ? Promise.reject(new Error('disk full')) : disk.appendPrints(prints);
  const it = await open({ store: { ...disk, appendPrints } });
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.4')]);
  await it.market.flush();
  assert.equal(it.metrics.counts.get('market_save_failed'), 1);
  assert.equal((await it.market.data.prints({ ...every, instrumentId: A })).length, 1);
  isFull = false;
  it.clock.advance(1_000);
  await it.market.flush();
  assert.equal((await disk.prints(every)).length, 1);
});

test('gaps stay known until the store has each of them, in whichever order it confirms them', async () => {
  const saves: PromiseWithResolvers<void>[] = [];
  const saveTradeGap = (): Promise<void> => {
    const save = Promise.withResolvers<void>();
    saves.push(save);
    return save.promise;
  };
  const [clock, ignore] = [new ManualClock(), () => {}];
  const history = new TradeHistory({
    store: { ...createMemoryMarketStore(), saveTradeGap },
    clock,
    log: { info: ignore, warn: ignore, error: ignore },
    metrics: { count: ignore, observe: ignore, gauge: ignore },
    printsInMemoryMax: 10,
    onLastPrice: ignore,
  });
  const gap = (instrumentId: InstrumentId) => ({ instrumentId, start: clock.now(), end: clock.now() });
  for (const id of [A, B, A]) history.miss(gap(id));
  const count = () => [A, B].map((id) => history.unsavedGaps(id).length);
  assert.deepEqual(count(), [2, 1]);
  saves[1]?.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(count(), [2, 0]);
  saves[0]?.reject(new Error('the disk is full'));
  saves[2]?.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(count(), [1, 0]);
});

test('expired prints and minute candles are removed hourly, by their settings', async () => {
  const it = await open({
    clock: new ManualClock(),
    retention: { ...RETENTION, printsDays: 2, printsInMemoryMax: 0, minuteCandlesDays: 1 },
  });
  const now = it.clock.now();
  it.demo.onTrades([3, 1.5, 0].map((days) => createTrade('A', now - days * DAY_MS, '0.4')));
  await it.market.flush();
  it.clock.advance(HOUR_MS);
  await new Promise(setImmediate);
  assert.equal((await it.market.data.prints(every)).length, 2);
  assert.equal((await it.market.data.candles(series('1m'))).length, 1);
  assert.equal((await it.market.data.candles(series('1d'))).length, 3);
});
