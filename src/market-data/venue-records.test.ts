import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as step } from 'node:timers/promises';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { InstrumentId } from '../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { DEMO, KALSHI } from '../domain/instruments/instrument.fixture.ts';
import { CANDLE_INTERVALS, INTERVAL_MS } from '../domain/market-data/candles.ts';
import type { PublicRecords, Venue, VenueCandle, VenueCandleQuery, VenueStats } from '../ports/venue.ts';
import {
  CAPABILITIES,
  createListing,
  createTestVenue,
  createTrade,
  HEALTHY,
  startMarket,
} from './market.fixture.ts';

const HOUR_MS = 3_600_000;
const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;

/** A market whose venue Kalshi publishes figures and candles. A null answer never arrives. */
class Published {
  readonly clock = new ManualClock();
  readonly statsRequests: (readonly string[])[] = [];
  readonly candleRequests: VenueCandleQuery[] = [];
  readonly watched: string[] = [];
  figures: Partial<VenueStats> | 'none' | 'silent' = {};
  unlisted: readonly string[] = []; // have no figures
  candles: readonly VenueCandle[] | 'failed' | 'silent' = [];

  async start(natives: readonly string[] = ['A']) {
    const records: PublicRecords = {
      statsAtOnceMax: 2,
      stats: (ids) => {
        this.statsRequests.push(ids);
        const { figures } = this;
        if (figures === 'silent') return new Promise(() => undefined);
        const found = ids.filter((id) => figures !== 'none' && !this.unlisted.includes(id)).toReversed();
        return Promise.resolve(found.map((id) => this.#toStats(id, figures === 'none' ? {} : figures)));
      },
      candles: (query) => {
        this.candleRequests.push(query);
        if (this.candles === 'silent') return new Promise(() => undefined);
        if (this.candles === 'failed') return Promise.resolve(null);
        return Promise.resolve(this.candles.filter(({ t }) => t >= query.start && t < query.end));
      },
    };
    const venue: Venue = {
      ...createTestVenue(KALSHI, async () => HEALTHY),
      watch: (id) => void this.watched.push(id),
      unwatch: () => undefined,
      publicRecords: records,
    };
    const capabilities = { ...CAPABILITIES, bookDelivery: 'on_subscribe' } as const;
    const it = await startMarket({
      clock: this.clock,
      venues: [
        {
          name: DEMO,
          capabilities: CAPABILITIES,
          venue: createTestVenue(DEMO, async () => HEALTHY),
          bookAgeMsMax: null,
          watchedMax: 100,
        },
        {
          name: KALSHI,
          capabilities,
          venue: { ...venue, capabilities },
          bookAgeMsMax: 15_000,
          watchedMax: 100,
        },
      ],
    });
    it.kalshi.onInstruments(
      natives.map((native) => createListing(native, { venue: KALSHI, openTime: null })),
    );
    it.demo.onInstruments([createListing('D', { openTime: null })]);
    await it.market.flush();
    const ids = natives.map((_, index) => (1001 + index) as InstrumentId);
    return { ...it, data: it.market.data, ids, demoId: (1001 + natives.length) as InstrumentId };
  }

  #toStats(venueInstrumentId: string, figures: Partial<VenueStats>): VenueStats {
    const lastPrice = price(venueInstrumentId === 'B' ? '0.23' : '0.47');
    const known = { volume24h: qty('1520'), lastPrice, openInterest: qty('800') };
    return { venueInstrumentId, ...known, at: this.clock.now(), ...figures };
  }

  /** Advances time until the call is answered. */
  async until<Value>(call: Promise<Value>): Promise<Value> {
    const state = { isDone: false };
    const end = () => void (state.isDone = true);
    void call.then(end, end);
    for (let turns = 0; !state.isDone && turns < 100; turns += 1) {
      this.clock.advance(turns % 10 === 9 ? 1_000 : 1);
      for (let each = 0; each < 5; each += 1) await step();
    }
    return call;
  }
}

const candle = (t: number, close: string, volume: string | null): VenueCandle => ({
  t: t as TimestampMs,
  open: price('0.3'),
  high: price('0.9'),
  low: price('0.2'),
  close: price(close),
  volume: volume === null ? null : qty(volume),
});

describe('statistics', () => {
  test('are those of the venue, with their time and source, and take no book subscription', async () => {
    const venue = new Published();
    const { data, ids } = await venue.start();
    const stats = await venue.until(data.stats(ids[0] as InstrumentId));
    const { volume24h, lastPrice, openInterest, source } = stats;
    assert.deepEqual([volume24h, lastPrice, openInterest], [qty('1520'), price('0.47'), qty('800')]);
    assert.equal(source, 'VENUE');
    assert.ok(Math.abs(stats.asOf - venue.clock.now()) < 1_000);
    assert.deepEqual(venue.watched, []);
  });

  for (const missing of ['volume24h', 'lastPrice', 'openInterest'] as const) {
    test(`a figure that the venue does not publish (${missing}) is unknown, and the others are kept`, async () => {
      const venue = new Published();
      venue.figures = { [missing]: null };
      const { data, ids } = await venue.start();
      const stats = await venue.until(data.stats(ids[0] as InstrumentId));
      const known = { volume24h: qty('1520'), lastPrice: price('0.47'), openInterest: qty('800') };
      const { instrumentId: _id, asOf: _at, ...figures } = stats;
      assert.deepEqual(figures, { ...known, [missing]: null, source: 'VENUE' });
    });
  }

  for (const figures of ['none', 'silent'] as const) {
    test(`without an answer of the venue (${figures}) only the last trade is known, never a volume`, async () => {
      const venue = new Published();
      venue.figures = figures;
      const { data, ids, kalshi } = await venue.start();
      const read = () => venue.until(data.stats(ids[0] as InstrumentId));
      const cold = await read();
      assert.deepEqual([cold.volume24h, cold.lastPrice, cold.openInterest], [null, null, null]);
      kalshi.onTrades([createTrade('A', venue.clock.now(), '0.6')]);
      const { volume24h, lastPrice, openInterest, source } = await read();
      assert.deepEqual([volume24h, lastPrice, openInterest, source], [null, price('0.6'), null, 'TRADES']);
    });
  }

  test('of a venue that delivers every trade are computed from its trades', async () => {
    const venue = new Published();
    const { data, demo, demoId } = await venue.start();
    demo.onTrades([createTrade('D', venue.clock.now(), '0.6')]);
    const { volume24h, lastPrice, openInterest, source } = await venue.until(data.stats(demoId));
    assert.deepEqual([volume24h, lastPrice, openInterest, source], [qty('4'), price('0.6'), null, 'TRADES']);
    assert.deepEqual(venue.statsRequests, []);
  });

  for (const [unlisted, expected] of [
    [[], ['0.47', '0.23']],
    [['A'], [null, '0.23']],
    [['B'], ['0.47', null]],
  ] as const)
    test(`are each those of one instrument, in whatever order the venue answers (without ${unlisted.join() || 'none'})`, async () => {
      const venue = new Published();
      venue.unlisted = unlisted;
      const { data, ids } = await venue.start(['A', 'B']);
      const found = await venue.until(Promise.all(ids.map((id) => data.stats(id))));
      assert.deepEqual(
        found.map(({ lastPrice }) => (lastPrice === null ? null : renderDecimal(lastPrice))),
        expected,
      );
    });

  test('of several instruments are read together, and again after five seconds', async () => {
    const venue = new Published();
    const { data, ids } = await venue.start(['A', 'B', 'C']);
    const readAll = () => venue.until(Promise.all([...ids, ...ids].map((id) => data.stats(id))));
    await readAll();
    assert.deepEqual(venue.statsRequests, [['A', 'B'], ['C']]);
    await readAll();
    assert.equal(venue.statsRequests.length, 2);
    venue.clock.advance(6_000);
    await readAll();
    assert.equal(venue.statsRequests.length, 4);
  });

  test('that a venue did not have are requested again at once, and those it had are not', async () => {
    const venue = new Published();
    venue.unlisted = ['A'];
    const { data, ids } = await venue.start(['A', 'B']);
    const readAll = () => venue.until(Promise.all(ids.map((id) => data.stats(id))));
    await readAll();
    venue.unlisted = [];
    const [found] = await readAll();
    assert.deepEqual(venue.statsRequests, [['A', 'B'], ['A']]);
    assert.equal(found?.lastPrice, price('0.47'));
  });
});

describe('candles', () => {
  const series = { limit: 500, start: null, end: null };

  for (const interval of CANDLE_INTERVALS) {
    test(`of ${interval} are built from those of the venue for a market that was never watched`, async () => {
      const venue = new Published();
      const lengthMs = INTERVAL_MS[interval];
      const minutes = lengthMs < HOUR_MS ? 1 : lengthMs < 24 * HOUR_MS ? 60 : 1_440;
      const newest = venue.clock.now() - (venue.clock.now() % lengthMs);
      const starts = [3, 2, 1].map((back) => newest - back * lengthMs);
      venue.candles = starts.flatMap((t) =>
        Array.from({ length: lengthMs / (minutes * 60_000) }, (_, part) =>
          candle(t + part * minutes * 60_000, '0.5', '2'),
        ),
      );
      const { data, ids } = await venue.start();
      const [instrumentId] = ids as [InstrumentId];
      const found = await venue.until(data.candles({ ...series, instrumentId, interval }));
      assert.deepEqual(
        found.map(({ t, volume, source }) => [t, volume, source]),
        starts.map((t) => [t, BigInt(lengthMs / (minutes * 60_000)) * qty('2'), 'VENUE']),
      );
      assert.equal(venue.candleRequests[0]?.minutes, minutes);
      const prices = await venue.until(data.prices({ ...series, instrumentId, bucket: interval }));
      assert.deepEqual(
        prices.map(({ timestamp, price: at, source }) => [timestamp, renderDecimal(at), source]),
        starts.map((t) => [t, '0.5', 'VENUE']),
      );
      assert.equal(venue.candleRequests.length, 1, 'the same periods are not read again at once');
    });
  }

  const merged = [
    ['the venue has more volume', '9', 'VENUE', '9'],
    ['the venue has the same volume', '4', 'VENUE', '4'],
    ['we know later trades', '3', 'TRADES', '4'],
    ['the venue publishes no volume', null, 'TRADES', '4'],
  ] as const;
  for (const [name, volume, source, expected] of merged) {
    test(`of a period in which we have trades and ${name} are from ${source}`, async () => {
      const venue = new Published();
      const t = venue.clock.now() - (venue.clock.now() % HOUR_MS);
      venue.candles = [candle(t - HOUR_MS, '0.5', null), candle(t, '0.5', volume)];
      const { data, ids, kalshi } = await venue.start();
      const [instrumentId] = ids as [InstrumentId];
      kalshi.onTrades([createTrade('A', t + 1, '0.6')]);
      const found = await venue.until(data.candles({ ...series, instrumentId, interval: '1h' }));
      assert.deepEqual(
        found.map((each) => [each.t, each.source, each.volume]),
        [
          [t - HOUR_MS, 'VENUE', null],
          [t, source, qty(expected)],
        ],
      );
    });
  }

  for (const [volumes, expected] of [
    [['2', '3'], '5'],
    [['2', null], null],
    [[null, '3'], null],
    [[null, null], null],
  ] as const)
    test(`of shorter periods with the volumes ${volumes.join(' and ')} have ${expected ?? 'no'} volume`, async () => {
      const venue = new Published();
      const t = venue.clock.now() - (venue.clock.now() % HOUR_MS) - HOUR_MS;
      venue.candles = volumes.map((volume, at) => candle(t + at * 60_000, '0.5', volume));
      const { data, ids } = await venue.start();
      const [instrumentId] = ids as [InstrumentId];
      const found = await venue.until(data.candles({ ...series, instrumentId, interval: '5m' }));
      assert.deepEqual(
        found.map(({ volume }) => (volume === null ? null : renderDecimal(volume))),
        [expected],
      );
    });

  for (const answer of ['failed', 'silent'] as const) {
    test(`are our own while the venue has no answer (${answer})`, async () => {
      const venue = new Published();
      venue.candles = answer;
      const { data, ids, kalshi } = await venue.start();
      const [instrumentId] = ids as [InstrumentId];
      kalshi.onTrades([createTrade('A', venue.clock.now(), '0.6')]);
      const found = await venue.until(data.candles({ ...series, instrumentId, interval: '1h' }));
      assert.deepEqual(
        found.map(({ close, source }) => [close, source]),
        [[price('0.6'), 'TRADES']],
      );
    });
  }

  test('have no volume where trades of an interruption are missing, and a volume of the venue counts there', async () => {
    const venue = new Published();
    const { data, ids, kalshi, demo, demoId } = await venue.start();
    const [instrumentId] = ids as [InstrumentId];
    const hour = (venue.clock.now() - (venue.clock.now() % HOUR_MS)) as TimestampMs;
    const at = (hours: number, ms = 0) => (hour - hours * HOUR_MS + ms) as TimestampMs;
    kalshi.onTrades([4, 3, 2, 1].map((hours) => createTrade('A', at(hours, 5), '0.6')));
    kalshi.onTradesMissed?.({ venueInstrumentId: 'A', start: at(3, HOUR_MS - 1), end: at(2) });
    venue.candles = [candle(at(2), '0.5', '9')];
    const found = await venue.until(data.candles({ ...series, instrumentId, interval: '1h' }));
    assert.deepEqual(
      found.map(({ volume }) => volume),
      [qty('4'), null, qty('9'), qty('4')],
    );
    demo.onTrades([createTrade('D', at(1), '0.6')]);
    demo.onTradesMissed?.({ venueInstrumentId: 'D', start: at(1), end: at(1) });
    assert.equal((await venue.until(data.stats(demoId))).volume24h, null);
  });

  test('of an interruption need not exist: the volume of the day is unknown without them too', async () => {
    const venue = new Published();
    const { data, demo, demoId } = await venue.start();
    const volume = async () => (await venue.until(data.stats(demoId))).volume24h;
    const ago = (hours: number) => (venue.clock.now() - hours * HOUR_MS) as TimestampMs;
    demo.onTrades([createTrade('D', ago(2), '0.6')]);
    demo.onTradesMissed?.({ venueInstrumentId: 'D', start: ago(30), end: ago(25) });
    assert.equal(await volume(), qty('4'), 'an interruption of yesterday');
    demo.onTradesMissed?.({ venueInstrumentId: 'D', start: ago(5), end: ago(4) });
    assert.equal(await volume(), null);
  });

  test('that are known are not read again but for the last periods', async () => {
    const venue = new Published();
    const { data, ids } = await venue.start();
    const [instrumentId] = ids as [InstrumentId];
    const read = (query: object) =>
      venue.until(data.candles({ ...series, ...query, instrumentId, interval: '1h' }));
    const now = venue.clock.now();
    const start = (now - 50 * HOUR_MS) as TimestampMs;
    await read({ start });
    const end = (now - 10 * HOUR_MS) as TimestampMs;
    await read({ start: (now - 40 * HOUR_MS) as TimestampMs, end });
    assert.equal(venue.candleRequests.length, 1, 'a part of a known range');
    venue.clock.advance(60_000);
    await read({ start });
    const [first, second] = venue.candleRequests;
    assert.equal(first?.start, start - (start % HOUR_MS));
    assert.ok((second?.start ?? 0) >= now - 2 * HOUR_MS, 'only the end');
    await read({ start: (start - 5 * HOUR_MS) as TimestampMs });
    assert.ok((venue.candleRequests[2]?.start ?? now) < start, 'an earlier start is read');
  });

  test('of more periods than are kept are read again', async () => {
    const venue = new Published();
    const { data, ids } = await venue.start();
    const [instrumentId] = ids as [InstrumentId];
    const size = 9_000;
    const origin = venue.clock.now() - (venue.clock.now() % 60_000) - 3 * size * 60_000;
    venue.candles = Array.from({ length: 3 * size }, (_, at) => candle(origin + at * 60_000, '0.5', '2'));
    for (const page of [0, 1, 2, 0]) {
      const [start, end] = [page, page + 1].map((at) => (origin + at * size * 60_000) as TimestampMs);
      const query = {
        instrumentId,
        interval: '1m',
        limit: size,
        start: start ?? null,
        end: end ?? null,
      } as const;
      const found = await venue.until(data.candles(query));
      assert.deepEqual([found.length, found[0]?.t], [size, start], `page ${page}`);
    }
  });

  // In hours before now; 0 is open-ended.
  const RANGES = [
    [50, 0],
    [50, 40],
    [40, 30],
    [30, 20],
    [2, 0],
  ] as const;
  for (const first of RANGES)
    for (const second of RANGES)
      for (const waitMs of [0, 90 * 60_000])
        test(`of ${first.join(' to ')}, of ${second.join(' to ')} ${waitMs / 60_000} minutes later, and of both at last are whole`, async () => {
          const venue = new Published();
          const { data, ids } = await venue.start();
          const [instrumentId] = ids as [InstrumentId];
          const started = venue.clock.now();
          const origin = started - (started % HOUR_MS);
          /** Those of full hours have volume 2, and the one of the present hour 1. */
          const publish = (): readonly VenueCandle[] =>
            Array.from({ length: 55 }, (_, at) => origin + (at - 51) * HOUR_MS)
              .filter((t) => t <= venue.clock.now())
              .map((t) => candle(t, '0.5', t + HOUR_MS <= venue.clock.now() ? '2' : '1'));
          const readWhole = async ([from, to]: readonly [number, number]): Promise<void> => {
            venue.candles = publish();
            const [start, end] = [origin - from * HOUR_MS, to === 0 ? null : origin - to * HOUR_MS];
            const query = { ...series, start: start as TimestampMs, end: end as TimestampMs | null };
            const found = await venue.until(data.candles({ ...query, instrumentId, interval: '1h' }));
            const expected = venue.candles.filter(({ t }) => t >= start && (end === null || t < end));
            assert.deepEqual(
              found.map(({ t, volume }) => [t, volume]),
              expected.map(({ t, volume }) => [t, volume]),
            );
          };
          await readWhole(first);
          venue.clock.advance(waitMs);
          await readWhole(second);
          venue.clock.advance(60_000);
          await readWhole([50, 0]);
        });
});
