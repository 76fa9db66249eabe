import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import { renderDecimal } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { createPublicRecords } from './polymarket-public-records.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 1_782_907_200_000;
const LISTING = createListing(1);
const { venueInstrumentId: ID } = LISTING.instrument;

/** A row of the Data API in its shape of 2026-11; the venue sends more fields. */
const createTrade = (ageMs: number, more: object = {}) => ({
  asset: LISTING.yes,
  side: 'BUY',
  size: 10,
  price: 0.6,
  timestamp: Math.floor((NOW - ageMs) / 1_000),
  transactionHash: `0x${ageMs}`,
  ...more,
});

/** Public records of a venue with these answers; null is an outage. */
function createRecords(answers: { trades?: readonly object[] | null; oi?: unknown; history?: unknown }) {
  const paths: string[] = [];
  const answer = (path: string): unknown => {
    const { pathname, searchParams } = new URL(path, 'http://venue');
    if (pathname === '/trades') return answers.trades?.slice(0, Number(searchParams.get('limit')));
    return pathname === '/oi' ? answers.oi : answers.history;
  };
  const records = createPublicRecords({
    client: {
      dataApi: 'v1',
      nowMs: () => NOW,
      read: async (_, path): Promise<ReadResult> => {
        paths.push(path);
        const value = answer(path);
        if (value === undefined) return { kind: 'failed', why: 'down' };
        return { kind: 'answer', status: 200, value, body: '' };
      },
    },
    find: (id) => (id === ID ? LISTING : null),
  });
  return { records, paths };
}

const show = (units: bigint | null | undefined) =>
  units === null || units === undefined ? null : renderDecimal(units);

describe('figures of a market', () => {
  const read = async (answers: Parameters<typeof createRecords>[0]) => {
    const { records, paths } = createRecords(answers);
    const [stats] = await records.stats([ID]);
    const { volume24h, lastPrice, openInterest, at } = requirePresent(stats ?? null, 'figures');
    assert.equal(at, NOW);
    return { figures: [show(volume24h), show(lastPrice), show(openInterest)], paths };
  };
  const oi = [
    { market: '0xother', value: 7 },
    { market: ID, value: 80_123.4 },
  ];
  const cases: readonly (readonly [
    string,
    Parameters<typeof createRecords>[0],
    readonly (string | null)[],
  ])[] = [
    [
      'it traded',
      { trades: [createTrade(1_000), createTrade(2 * HOUR_MS, { price: 0.5 })], oi },
      ['20', '0.6', '80123.4'],
    ],
    [
      'NO traded last',
      { trades: [createTrade(1_000, { asset: LISTING.no, price: 0.3 })], oi },
      ['10', '0.7', '80123.4'],
    ],
    ['it traded only before', { trades: [createTrade(DAY_MS + 5_000)], oi }, ['0', '0.6', '80123.4']],
    ['it never traded', { trades: [], oi }, ['0', null, '80123.4']],
    ['its open interest is not published', { trades: [], oi: [] }, ['0', null, null]],
    ['a row cannot be read', { trades: [createTrade(1_000), { size: 'x' }], oi }, [null, '0.6', '80123.4']],
    ['the venue is down', {}, [null, null, null]],
  ];
  for (const [name, answers, expected] of cases) {
    test(`if ${name}`, async () => {
      assert.deepEqual((await read(answers)).figures, expected);
    });
  }

  test('a day with more trades than one answer is read with the largest, and more than that is unknown', async () => {
    const busy = (count: number) => Array.from({ length: count }, (_, index) => createTrade(index * 1_000));
    const much = await read({ trades: busy(3_000), oi });
    assert.deepEqual(much.figures, ['30000', '0.6', '80123.4']);
    assert.equal(much.paths.filter((path) => path.startsWith('/trades')).length, 2);
    assert.deepEqual((await read({ trades: busy(12_000), oi })).figures, [null, '0.6', '80123.4']);
  });

  test('an unlisted market is left out', async () => {
    assert.deepEqual(await createRecords({ oi }).records.stats(['0xnone']), []);
  });
});

describe('past prices', () => {
  const query = (minutes: 1 | 60 | 1_440, start: number, end: number) => ({
    venueInstrumentId: ID,
    minutes,
    start: start as TimestampMs,
    end: end as TimestampMs,
  });
  const toPoint = (at: number, p: number) => ({ t: at / 1_000, p });

  test('become candles without a volume', async () => {
    const from = NOW - (NOW % HOUR_MS);
    const history = [
      toPoint(from - 1_000, 0.9),
      toPoint(from, 0.5),
      toPoint(from + 600_000, 0.7),
      toPoint(from + 1_200_000, 0.4),
      toPoint(from + HOUR_MS, 0.6),
    ];
    const { records } = createRecords({ history: { history } });
    const candles = await records.candles(query(60, from, from + 2 * HOUR_MS));
    assert.deepEqual(
      candles?.map(({ t, open, high, low, close, volume }) => [
        t,
        ...[open, high, low, close].map(show),
        volume,
      ]),
      [
        [from, '0.5', '0.7', '0.4', '0.4', null],
        [from + HOUR_MS, '0.6', '0.6', '0.6', '0.6', null],
      ],
    );
  });

  test('of more than two weeks are read in parts, and of more than four weeks in one answer', async () => {
    const read = async (days: number) => {
      const { records, paths } = createRecords({ history: { history: [] } });
      assert.deepEqual(await records.candles(query(60, NOW - days * DAY_MS, NOW)), []);
      return paths.map((path) => new URL(path, 'http://venue').searchParams);
    };
    const parts = await read(20);
    assert.equal(parts.length, 2);
    for (const part of parts)
      assert.ok(Number(part.get('endTs')) - Number(part.get('startTs')) <= 15 * 86_400);
    const [whole, ...others] = await read(40);
    assert.deepEqual([whole?.get('interval'), others.length], ['max', 0]);
  });

  test('are unknown while the venue does not answer, or of an unlisted market', async () => {
    const { records } = createRecords({});
    assert.equal(await records.candles(query(60, NOW - DAY_MS, NOW)), null);
    const other = { ...query(60, NOW - DAY_MS, NOW), venueInstrumentId: '0xnone' };
    assert.equal(await createRecords({ history: { history: [] } }).records.candles(other), null);
  });

  test('and figures of the simulator are read', async () => {
    const harness = new PolymarketHarness();
    await harness.until(harness.venue.start(harness.listener));
    const records = requirePresent(harness.venue.publicRecords ?? null, 'public records');
    const [stats] = await harness.until(records.stats([harness.id]));
    assert.deepEqual([stats?.volume24h, stats?.lastPrice], [0n, null]);
    assert.ok((stats?.openInterest ?? 0n) > 0n);
    const now = harness.exchange.clock.now();
    const range = { venueInstrumentId: harness.id, start: (now - DAY_MS) as TimestampMs, end: now };
    const candles = await harness.until(records.candles({ ...range, minutes: 60 }));
    assert.ok((candles?.length ?? 0) >= 20);
    await harness.stop();
  });
});
