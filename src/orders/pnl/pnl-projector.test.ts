import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createMemoryPnlStore } from '../../../test/support/storage/memory-pnl-store.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import { NOTIONAL_ZERO } from '../../contract/model/money.ts';
import type { Fill } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { PnlRow } from '../../domain/positions/pnl-curve.ts';
import { ManualMarket, settle } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import type { PnlStore } from '../../ports/pnl-store.ts';
import { createPnl } from './pnl-query.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ACCOUNT = 'acc_1' as AccountId;
const SUB = 'sa_1' as SubaccountId;

/** A PnL over saved rows, without fills. */
async function openPnl(rows: readonly PnlRow[], clock = new ManualClock()) {
  const store = createMemoryPnlStore();
  await store.save(
    rows.map((row) => ({ kind: 'minute', row })),
    0,
  );
  const thinned: (readonly number[])[] = [];
  const recording: PnlStore = {
    ...store,
    downsample: async (...before) => void thinned.push(before),
  };
  const market = new ManualMarket();
  const listeners = new Set<(fill: Fill) => void>();
  const pnl = await createPnl({
    store: recording,
    journal: { fillsAfter: async () => [] } as never,
    market,
    clock,
    log: { info: () => {}, warn: () => {}, error: (message) => assert.fail(message) },
    newestFill: 0,
    onFill: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    findFairPrice: () => null,
  });
  const unrealized = async (accountId: AccountId, subaccountId: SubaccountId) => {
    const scope = { accountId, subaccountId, venue: null, category: null, instrumentId: null };
    const points = await pnl.curve({ ...scope, start: null, end: null, interval: '1m', limit: 500 });
    assert.ok(points.ok);
    return points.value.map(({ t, unrealizedPnl }) => [t, unrealizedPnl / 10n ** 16n] as const);
  };
  return { pnl, clock, market, store, thinned, listeners, unrealized };
}

/** 10 YES of market 1001 that cost 4, marked at 0.40. */
const toRow = (t: number, change: Partial<PnlRow> = {}): PnlRow => ({
  accountId: ACCOUNT,
  subaccountId: SUB,
  instrumentId: 1001 as InstrumentId,
  t: t as TimestampMs,
  venue: 'Demo' as VenueName,
  net: qty('10'),
  cost: (4n * 10n ** 16n) as PnlRow['cost'],
  realizedPnl: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
  fillsWithoutFee: 0,
  filledAt: t as TimestampMs,
  mark: price('0.40'),
  ...change,
});

const minuteOf = (clock: ManualClock): number => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;

test('the present value counts the positions of one subaccount of one account, not those of other holders', async () => {
  const clock = new ManualClock();
  const at = minuteOf(clock);
  const [otherAccount, otherSub] = ['acc_2' as AccountId, 'sa_2' as SubaccountId];
  const { market, unrealized, pnl } = await openPnl(
    [
      toRow(at),
      toRow(at, { subaccountId: otherSub, net: qty('20'), cost: (8n * 10n ** 16n) as PnlRow['cost'] }),
      toRow(at, { accountId: otherAccount, net: qty('30'), cost: (12n * 10n ** 16n) as PnlRow['cost'] }),
    ],
    clock,
  );
  market.setMark(1001, '0.90');
  for (const [accountId, subaccountId, gain] of [
    [ACCOUNT, SUB, 5n],
    [ACCOUNT, otherSub, 10n],
    [otherAccount, SUB, 15n],
  ] as const)
    assert.deepEqual((await unrealized(accountId, subaccountId)).at(-1)?.[1], gain);
  await pnl.stop();
});

test('after the wall clock was set back, a new mark is in the newest row and not before it', async () => {
  const clock = new ManualClock();
  const at = minuteOf(clock);
  const { market, store, pnl } = await openPnl([toRow(at)], clock);
  clock.jumpWall(-10 * MINUTE_MS);
  market.setMark(1001, '0.50');
  clock.advance(MINUTE_MS);
  await settle();
  const rows = await store.rows({ accountId: ACCOUNT, subaccountId: SUB, instrumentIds: null }, null);
  assert.deepEqual(
    rows.map(({ t, mark }) => [t, mark]),
    [[at, price('0.50')]],
  );
  const before = { accountId: ACCOUNT, subaccountId: SUB, instrumentIds: null };
  assert.deepEqual(await store.rows(before, at as TimestampMs), []);
  await pnl.stop();
});

test('each hour, minutes older than seven days and hours older than ninety are thinned out', async () => {
  const { clock, thinned, pnl } = await openPnl([]);
  for (const hours of [1, 2]) {
    clock.advance(60 * MINUTE_MS);
    await settle();
    const now = clock.now();
    assert.equal(thinned.length, hours);
    assert.deepEqual(thinned.at(-1), [now - 7 * DAY_MS, now - 90 * DAY_MS]);
  }
  await pnl.stop();
});

test('a PnL that is stopped listens to no fills and runs no timer', async () => {
  const { listeners, clock, pnl } = await openPnl([toRow(0)]);
  assert.equal(listeners.size, 1);
  await pnl.stop();
  assert.deepEqual([listeners.size, clock.timersWaiting], [0, 0]);
});
