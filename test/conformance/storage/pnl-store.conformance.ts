import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../../src/contract/model/ids.ts';
import type { Notional, Price } from '../../../src/contract/model/money.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import type { PnlRow } from '../../../src/domain/positions/pnl-curve.ts';
import type { MarketStore } from '../../../src/ports/market-store.ts';
import type { PnlScope, PnlStore } from '../../../src/ports/pnl-store.ts';

const MIDNIGHT = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const at = (ms: number): TimestampMs => (MIDNIGHT + ms) as TimestampMs;

const row = (ms: number, changes: Partial<PnlRow> = {}): PnlRow => ({
  accountId: 'acc_1' as AccountId,
  subaccountId: 'sa_1' as SubaccountId,
  instrumentId: 1001 as InstrumentId,
  venue: 'Demo' as VenueName,
  net: 1_000_000_000n,
  cost: (1_000_000_000n * 40_000_000n) as Notional, // ten at 0.4
  realizedPnl: 0n as Notional,
  fees: 0n as Notional,
  fillsWithoutFee: 0,
  filledAt: at(ms),
  t: at(ms),
  mark: 40_000_000n as Price,
  ...changes,
});

const SCOPE: PnlScope = {
  accountId: 'acc_1' as AccountId,
  subaccountId: 'sa_1' as SubaccountId,
  instrumentIds: null,
};

const minute = (row: PnlRow) => ({ kind: 'minute', row }) as const;
const from = (row: PnlRow) => ({ kind: 'from', row }) as const;
const curve = (store: PnlStore, change: object = {}) =>
  store.curve({ ...SCOPE, interval: '1m', from: at(0), end: null, ...change });

/** Conformance tests of every PnL store. `open` returns an empty market store. */
export function pnlStoreConformance(name: string, open: () => Promise<MarketStore>): void {
  const testStore = (title: string, run: (store: PnlStore) => Promise<void>): void => {
    test(`${name}: ${title}`, async () => {
      const store = await open();
      try {
        await run(store.pnl);
      } finally {
        await store.close();
      }
    });
  };

  testStore('an empty PnL store knows nothing and says so', async (store) => {
    assert.equal(await store.lastFillNumber(), 0);
    assert.deepEqual(await store.openRows(), []);
    assert.equal(await store.newest(row(0)), null);
    assert.deepEqual(await store.rows(SCOPE, null), []);
    assert.deepEqual(await curve(store), []);
  });

  testStore(
    'a row comes back as it was saved, to the last decimal, the newest of its minute',
    async (store) => {
      const odd = row(0, {
        net: -7n,
        cost: 12_345_678_901n as Notional,
        realizedPnl: -1n as Notional,
        mark: null,
      });
      await store.save([minute(row(0)), minute(odd)], 3);
      assert.equal(await store.lastFillNumber(), 3);
      assert.deepEqual(await store.newest(odd), odd);
      assert.deepEqual(await store.openRows(), [odd]);
      await store.save([minute(row(MINUTE_MS, { net: 0n, cost: 0n as Notional }))], 4);
      assert.deepEqual(await store.openRows(), []);
      await store.clear();
      assert.deepEqual([await store.lastFillNumber(), await store.newest(odd)], [0, null]);
    },
  );

  testStore(
    'the rows of a scope are the newest before a time, for the requested instruments',
    async (store) => {
      const other = row(0, { instrumentId: 1002 as InstrumentId });
      const [early, late] = [row(0), row(2 * MINUTE_MS)];
      const foreign = row(0, { subaccountId: 'sa_2' as SubaccountId });
      await store.save([early, late, other, foreign].map(minute), 1);
      assert.deepEqual(await store.rows(SCOPE, null), [late, other]);
      assert.deepEqual(await store.rows(SCOPE, at(2 * MINUTE_MS)), [early, other]);
      const only = { ...SCOPE, instrumentIds: [other.instrumentId] };
      assert.deepEqual(await store.rows(only, null), [other]);
      assert.deepEqual(await store.rows({ ...SCOPE, instrumentIds: [] }, null), []);
    },
  );

  testStore(
    'a curve sums instruments by the end of each bucket, what came before is in its first',
    async (store) => {
      const other = { instrumentId: 1002 as InstrumentId };
      const rows = [
        row(0, { realizedPnl: 1n as Notional, fillsWithoutFee: 3 }),
        row(HOUR_MS, { realizedPnl: 2n as Notional, fillsWithoutFee: 4 }),
        row(HOUR_MS + MINUTE_MS, { realizedPnl: 5n as Notional, fillsWithoutFee: 4 }),
        row(2 * MINUTE_MS, { ...other, realizedPnl: 10n as Notional }),
        row(3 * HOUR_MS, { ...other, realizedPnl: 100n as Notional, mark: 50_000_000n as Price }),
      ];
      await store.save(rows.map(minute), 1);
      const value = (ms: number, realizedPnl: bigint, unrealizedPnl = 0n, fillsWithoutFee = 3) => ({
        t: at(ms),
        realizedPnl,
        unrealizedPnl,
        fees: 0n,
        fillsWithoutFee,
      });
      const gain = 1_000_000_000n * 10_000_000n;
      const hours = [value(0, 11n), value(HOUR_MS, 15n, 0n, 4), value(3 * HOUR_MS, 105n, gain, 4)];
      assert.deepEqual(await curve(store, { interval: '1h' }), hours);
      const later = { interval: '1h', from: at(2 * HOUR_MS), end: at(3 * HOUR_MS) };
      assert.deepEqual(await curve(store, later), [value(2 * HOUR_MS, 15n, 0n, 4)]);
      const only = { interval: '1d', instrumentIds: [1001 as InstrumentId] };
      assert.deepEqual(await curve(store, only), [value(0, 5n, 0n, 4)]);
    },
  );

  testStore('a change of the past reaches every later row and leaves the marks alone', async (store) => {
    const marks = [41_000_000n, 42_000_000n, 43_000_000n] as Price[];
    const rows = marks.map((mark, at) => row(at * 2 * MINUTE_MS, { mark }));
    await store.save(rows.map(minute), 1);
    const expected = row(MINUTE_MS, { net: 5n, realizedPnl: 9n as Notional, mark: 7n as Price });
    await store.save([from(expected)], 2);
    const changed = rows.slice(1).map(({ t, mark }) => ({ ...expected, t, mark }));
    assert.deepEqual(await store.newest(expected), changed[1]);
    assert.deepEqual(await store.rows(SCOPE, at(3 * MINUTE_MS)), [changed[0]]);
    assert.deepEqual(await store.rows(SCOPE, at(2 * MINUTE_MS)), [expected]);
    assert.deepEqual(await store.rows(SCOPE, at(MINUTE_MS)), [rows[0]]);
    await store.save([from({ ...expected, mark: null })], 3);
    assert.deepEqual(await store.rows(SCOPE, at(2 * MINUTE_MS)), [expected]);
  });

  testStore('old rows are thinned to the last of an hour and of a day', async (store) => {
    const kept = [
      HOUR_MS - MINUTE_MS,
      DAY_MS - MINUTE_MS,
      DAY_MS + 2 * MINUTE_MS,
      2 * DAY_MS,
      2 * DAY_MS + MINUTE_MS,
    ];
    const times = [0, ...kept, DAY_MS, DAY_MS + MINUTE_MS].toSorted((a, b) => a - b);
    await store.save(
      times.map((ms) => minute(row(ms, { realizedPnl: BigInt(ms) as Notional }))),
      1,
    );
    await store.downsample(at(2 * DAY_MS), at(0));
    assert.deepEqual(
      (await curve(store)).map(({ t }) => t - MIDNIGHT),
      kept,
    );
    await store.downsample(at(2 * DAY_MS), at(DAY_MS));
    assert.deepEqual(
      (await curve(store)).map(({ t }) => t - MIDNIGHT),
      kept.slice(1),
    );
  });

  testStore('holders of one instrument are apart, in every read, change and thinning', async (store) => {
    const holders = [
      {},
      { subaccountId: 'sa_2' as SubaccountId },
      { accountId: 'acc_2' as AccountId },
      { accountId: 'acc_2' as AccountId, subaccountId: 'sa_2' as SubaccountId },
    ];
    const rows = holders.map((holder, index) =>
      row(index * MINUTE_MS, { ...holder, fees: BigInt(index + 1) as Notional }),
    );
    await store.save(rows.map(minute), 1);
    const byFees = (a: PnlRow, b: PnlRow): number => Number(a.fees - b.fees);
    assert.deepEqual([...(await store.openRows())].toSorted(byFees), rows);
    await store.downsample(at(DAY_MS), at(DAY_MS));
    for (const [index, holder] of holders.entries()) {
      const scope = { ...SCOPE, ...holder };
      assert.deepEqual(await store.newest(row(0, holder)), rows[index]);
      assert.deepEqual(
        await store.rows(scope, null),
        [rows[index]],
        'none replaces the one of another holder',
      );
      assert.deepEqual(
        (await curve(store, scope)).map(({ fees }) => fees),
        [BigInt(index + 1)],
      );
    }
    await store.save([from(row(0, { fees: 9n as Notional }))], 2);
    for (const [index, holder] of holders.entries())
      assert.equal((await store.newest(row(0, holder)))?.fees, index === 0 ? 9n : BigInt(index + 1));
  });

  testStore('a change of the past reaches the row of the same minute', async (store) => {
    await store.save([minute(row(0)), minute(row(MINUTE_MS))], 1);
    await store.save([from(row(MINUTE_MS, { fees: 5n as Notional }))], 2);
    assert.deepEqual(await store.rows(SCOPE, at(2 * MINUTE_MS)), [row(MINUTE_MS, { fees: 5n as Notional })]);
    assert.deepEqual(await store.rows(SCOPE, at(MINUTE_MS)), [row(0)]);
  });
}
