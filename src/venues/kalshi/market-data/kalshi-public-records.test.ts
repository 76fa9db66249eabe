import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { requirePresent } from '../../../contract/model/assert.ts';
import { decode } from '../../../contract/model/decoder.ts';
import { renderDecimal } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { CANDLES, MARKET_FIGURES } from '../codec/kalshi-messages.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { createPublicRecords } from './kalshi-public-records.ts';

const HOUR_MS = 3_600_000;

async function withVenue(
  run: (harness: KalshiHarness, records: ReturnType<typeof createPublicRecords>) => Promise<void>,
) {
  const harness = new KalshiHarness();
  await harness.quote();
  const venue = harness.createUndrivenVenue();
  const listener = new RecordingListener();
  await harness.run(venue.start(listener));
  await run(harness, requirePresent(venue.publicRecords, 'public records'));
  assert.deepEqual(listener.anomalies, [], 'every field is known');
  await harness.close();
}

test('figures of a market without a subscription are those in its record, and an unknown one is left out', async () => {
  await withVenue(async (harness, records) => {
    const [stats, ...others] = await harness.run(records.stats([TICKER, 'KXNONE-1']));
    assert.equal(others.length, 0);
    assert.equal(stats?.venueInstrumentId, TICKER);
    assert.ok(requirePresent(stats?.volume24h ?? null, 'a volume') > 0n);
    assert.ok(requirePresent(stats?.lastPrice ?? null, 'a price') > 0n);
    assert.notEqual(stats?.openInterest ?? null, null);
    assert.ok(harness.clock.now() - (stats?.at ?? 0) < 1_000);
  });
});

for (const minutes of [1, 60, 1_440] as const) {
  test(`candles of ${minutes} minutes begin at multiples of it, within the range, ascending`, async () => {
    await withVenue(async (harness, records) => {
      const end = harness.clock.now();
      const start = (end - 7_000 * 60_000 * (minutes === 1 ? 1 : 2)) as TimestampMs; // more than one answer of minutes
      const query = { venueInstrumentId: TICKER, minutes, start, end };
      const candles = requirePresent(await harness.run(records.candles(query)), 'candles');
      assert.ok(candles.length > 5);
      for (const [at, { t, open, high, low, close, volume }] of candles.entries()) {
        assert.equal(t % (minutes * 60_000), 0);
        assert.ok(t >= start && t < end && t > (candles[at - 1]?.t ?? 0));
        assert.ok(low <= open && low <= close && high >= open && high >= close);
        assert.ok(volume !== null && volume > 0n);
      }
    });
  });
}

test('hourly candles have the volume of their minutes', async () => {
  await withVenue(async (harness, records) => {
    const hour = harness.clock.now() - (harness.clock.now() % HOUR_MS);
    const range = { start: (hour - 5 * HOUR_MS) as TimestampMs, end: hour as TimestampMs };
    const sum = async (minutes: 1 | 60) => {
      const query = { venueInstrumentId: TICKER, minutes, ...range };
      const candles = requirePresent(await harness.run(records.candles(query)), 'candles');
      return renderDecimal(candles.reduce((total, { volume }) => total + (volume ?? 0n), 0n));
    };
    assert.equal(await sum(60), await sum(1));
  });
});

test('a market that is not listed has no candles', async () => {
  await withVenue(async (harness, records) => {
    const query = {
      venueInstrumentId: 'KXNONE-1',
      minutes: 60,
      start: 0 as TimestampMs,
      end: 1 as TimestampMs,
    } as const;
    assert.equal(await harness.run(records.candles(query)), null);
  });
});

test('a market that never traded has no last price, and an unreadable figure is unknown', async () => {
  const record = {
    ticker: TICKER,
    last_price_dollars: '0.0000',
    volume_24h_fp: 'many',
    open_interest_fp: '0.00',
  };
  const client = {
    time: { now: () => 5 as TimestampMs },
    get: async () => ({
      kind: 'ok',
      value: { items: [decode(MARKET_FIGURES, record)], unread: [], next: null },
    }),
  } as unknown as Parameters<typeof createPublicRecords>[0]['client'];
  const records = createPublicRecords({ client, catalogue: { findSeries: () => null } });
  assert.deepEqual(await records.stats([TICKER]), [
    { venueInstrumentId: TICKER, volume24h: null, lastPrice: null, openInterest: 0n, at: 5 },
  ]);
});

test('a period without a trade has no prices and is no candle', async () => {
  const prices = {
    open_dollars: '0.46',
    high_dollars: '0.51',
    low_dollars: '0.46',
    close_dollars: '0.5',
    mean_dollars: '0.49',
    previous_dollars: '0.45',
  };
  const quotes = { yes_bid: {}, yes_ask: {}, open_interest_fp: '1200.00' };
  const wire = {
    ticker: TICKER,
    candlesticks: [
      { end_period_ts: 7_200, price: prices, volume_fp: '310.00', ...quotes },
      { end_period_ts: 10_800, price: { previous_dollars: '0.5' }, volume_fp: '0.00', ...quotes },
      { end_period_ts: 14_400, price: { ...prices, open_dollars: null }, volume_fp: '0.00', ...quotes },
    ],
  };
  const client = {
    time: { now: () => 5 as TimestampMs },
    get: async () => ({ kind: 'ok', value: decode(CANDLES, wire) }),
  } as unknown as Parameters<typeof createPublicRecords>[0]['client'];
  const records = createPublicRecords({ client, catalogue: { findSeries: () => 'KXHIGHNY' } });
  const query = {
    venueInstrumentId: TICKER,
    minutes: 60,
    start: 0 as TimestampMs,
    end: (9 * HOUR_MS) as TimestampMs,
  } as const;
  const candles = requirePresent(await records.candles(query), 'candles');
  assert.deepEqual(
    candles.map(({ t, volume }) => [t, renderDecimal(volume ?? 0n)]),
    [[HOUR_MS, '310']],
  );
});
