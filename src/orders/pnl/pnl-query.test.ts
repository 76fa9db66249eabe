import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryPnlStore } from '../../../test/support/storage/memory-pnl-store.ts';
import type { InstrumentId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import { type Notional, renderNotional } from '../../contract/model/money.ts';
import type { FillSettlement } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { computeEquity, type PnlValue } from '../../domain/positions/pnl-curve.ts';
import {
  type OmsHarness,
  openInstrument,
  openOms,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { price, qty, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { PnlStore } from '../../ports/pnl-store.ts';
import { createPnl, type OpenedPnl } from './pnl-query.ts';
import type { PnlCurveQuery } from './pnl-types.ts';

const SUB = 'sa_1' as SubaccountId;
const MINUTE_MS = 60_000;

interface PnlHarness {
  readonly harness: OmsHarness;
  readonly store: PnlStore;
  readonly pnl: OpenedPnl;
  readonly startedAt: TimestampMs;
}

async function open(harness: OmsHarness, store: PnlStore = createMemoryPnlStore()): Promise<PnlHarness> {
  const pnl = await createPnl({
    store,
    journal: harness.storage.journal,
    market: harness.market,
    clock: harness.clock,
    log: { info: () => {}, warn: () => {}, error: (message) => assert.fail(message) },
    newestFill: harness.oms.state.fillNumber,
    onFill: (listener) => harness.oms.feeds.onFill(listener),
    findFairPrice: (...position) => harness.oms.queries.findFairPrice(...position),
  });
  return { harness, store, pnl, startedAt: harness.clock.now() };
}

interface Trade {
  readonly settlement?: FillSettlement;
  readonly fee?: string | null; // null: not known
  readonly at?: TimestampMs;
}

let trades = 0;

/** `trade(harness, 'BUY 10 @ 0.48')`: an order that is filled completely. Returns a function that reports it again. */
async function trade({ harness }: PnlHarness, text: string, change: Trade = {}, instrumentId = 1001) {
  const [side, size = '', , at = ''] = text.split(' ');
  await submit(harness, { side, qty: size, price: at, instrument_id: instrumentId });
  const order = harness.venue.placed.at(-1);
  assert.ok(order);
  trades += 1;
  const made = {
    ...venueFill(order, `t${trades}`, size, at),
    fee: change.fee === null ? null : ((qty(change.fee ?? '0') * 100_000_000n) as Notional),
    at: change.at ?? harness.clock.now(),
  };
  const reportTrade = async (settlement: FillSettlement): Promise<void> => {
    const fills = [{ ...made, settlement }];
    harness.oms.onVenueReport(harness.venue.name, toReport(order, { status: 'FILLED', fills }));
    await settle();
  };
  await reportTrade(change.settlement ?? 'FINAL');
  return reportTrade;
}

const QUERY: PnlCurveQuery = {
  accountId: TRADER.accountId,
  subaccountId: SUB,
  venue: null,
  category: null,
  instrumentId: null,
  start: null,
  end: null,
  interval: '1m',
  limit: 500,
};

/** `realized unrealized fees = equity` */
const renderPnl = (value: PnlValue): string => {
  const parts = [value.realizedPnl, value.unrealizedPnl, value.fees, computeEquity(value)];
  const [realized, unrealized, fees, equity] = parts.map(renderNotional);
  return `${realized} ${unrealized} ${fees} = ${equity}`;
};

/** Points as `minute: values`, minutes counted from the start. */
async function curve({ pnl, startedAt }: PnlHarness, change: Partial<PnlCurveQuery> = {}): Promise<string[]> {
  const points = value(await pnl.curve({ ...QUERY, ...change }));
  const first = Math.floor(startedAt / MINUTE_MS);
  return points.map((point) => `${Math.floor(point.t / MINUTE_MS) - first}: ${renderPnl(point)}`);
}

const minutes = async ({ harness }: PnlHarness, count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) {
    harness.clock.advance(MINUTE_MS);
    await settle();
  }
};

/** The present PnL by the positions and fills of the OMS. */
async function presentPnl({ harness }: PnlHarness): Promise<string> {
  let [realized, fees, fillsWithoutFee] = [0n, 0n, 0];
  for await (const page of value(await harness.oms.queries.fills(TRADER, { subaccountId: SUB })))
    for (const one of page) {
      [realized, fees] = [realized + one.realizedPnl, fees + (one.fee ?? 0n)];
      if (one.fee === null) fillsWithoutFee += 1;
    }
  const unrealized = value(harness.oms.queries.positions(TRADER, SUB)).reduce(
    (sum, it) => sum + it.unrealizedPnl,
    0n,
  );
  return renderPnl({
    realizedPnl: realized as Notional,
    unrealizedPnl: unrealized as Notional,
    fees: fees as Notional,
    fillsWithoutFee,
  });
}

async function assertPresentPnl(pnlHarness: PnlHarness): Promise<void> {
  const now = (await curve(pnlHarness)).at(-1)?.split(': ')[1];
  assert.equal(now, await presentPnl(pnlHarness));
}

test('no trades give an empty curve; then each minute with a change has a point', async () => {
  const pnlHarness = await open(await openOms());
  assert.deepEqual(await curve(pnlHarness), []);
  await trade(pnlHarness, 'BUY 10 @ 0.40', { fee: '0.02' });
  pnlHarness.harness.market.setMark(1001, '0.42');
  await minutes(pnlHarness, 3);
  pnlHarness.harness.market.setMark(1001, '0.45');
  await minutes(pnlHarness, 2);
  await trade(pnlHarness, 'SELL 10 @ 0.50', { fee: '0.03' });
  await minutes(pnlHarness, 2);
  assert.deepEqual(await curve(pnlHarness), [
    '0: 0 0 0.02 = -0.02',
    '1: 0 0.2 0.02 = 0.18',
    '4: 0 0.5 0.02 = 0.48',
    '5: 1 0 0.05 = 0.95',
    '7: 1 0 0.05 = 0.95',
  ]);
  await assertPresentPnl(pnlHarness);
});

test('a fill whose fee is not known is counted in every later point', async () => {
  const pnlHarness = await open(await openOms());
  await trade(pnlHarness, 'BUY 10 @ 0.40', { fee: '0.02' });
  await minutes(pnlHarness, 2);
  await trade(pnlHarness, 'BUY 10 @ 0.40', { fee: null });
  await minutes(pnlHarness, 2);
  await trade(pnlHarness, 'SELL 5 @ 0.40', { fee: '0.01' });
  await minutes(pnlHarness, 1);
  const points = value(await pnlHarness.pnl.curve(QUERY));
  assert.deepEqual(
    points.map(({ fees, fillsWithoutFee }) => [renderNotional(fees), fillsWithoutFee]),
    [
      ['0.02', 0],
      ['0.02', 1],
      ['0.03', 1],
      ['0.03', 1],
    ],
  );
});

test('the present point uses the present marks, as positions do', async () => {
  const pnlHarness = await open(await openOms());
  await trade(pnlHarness, 'BUY 10 @ 0.40');
  for (const mark of ['0.41', '0.6', '0.05']) {
    pnlHarness.harness.market.setMark(1001, mark);
    await assertPresentPnl(pnlHarness);
  }
  await trade(pnlHarness, 'SELL 4 @ 0.10');
  await assertPresentPnl(pnlHarness);
});

test('a voided fill is removed from every past point, and past marks stay', async () => {
  const [with_, without] = [await open(await openOms()), await open(await openOms())];
  const reportAgain: Awaited<ReturnType<typeof trade>>[] = [];
  for (const pnlHarness of [with_, without]) {
    await trade(pnlHarness, 'BUY 10 @ 0.40');
    await minutes(pnlHarness, 2);
    if (pnlHarness === with_)
      reportAgain.push(await trade(pnlHarness, 'BUY 10 @ 0.60', { settlement: 'PENDING', fee: '1' }));
    await curve(pnlHarness); // so that it is saved in its own minute
    pnlHarness.harness.market.setMark(1001, '0.5');
    await minutes(pnlHarness, 2);
    await trade(pnlHarness, 'SELL 5 @ 0.55');
    pnlHarness.harness.market.setMark(1001, '0.3');
    await minutes(pnlHarness, 2);
  }
  assert.notDeepEqual(await curve(with_), await curve(without));
  await reportAgain[0]?.('VOID');
  const changed = (points: readonly string[]) => points.filter((point) => !point.startsWith('2:'));
  assert.deepEqual(changed(await curve(with_)), await curve(without));
  assert.equal(
    (await curve(with_)).find((point) => point.startsWith('2:')),
    '2: 0 0 0 = 0',
  );
  await assertPresentPnl(with_);
});

test('a void of the fill that closed a position opens the position again, also after a restart', async () => {
  const harness = await openOms();
  const pnlHarness = await open(harness);
  await trade(pnlHarness, 'BUY 10 @ 0.40');
  const reportTrade = await trade(pnlHarness, 'SELL 10 @ 0.60', { settlement: 'PENDING' });
  await minutes(pnlHarness, 1);
  await pnlHarness.pnl.stop();
  const next = await open(harness, pnlHarness.store);
  await reportTrade('VOID');
  harness.market.setMark(1001, '0.45');
  assert.equal((await curve(next)).at(-1)?.split(': ')[1], '0 0.5 0 = 0.5');
  await assertPresentPnl(next);
});

test('a late fill counts at the time of its trade', async () => {
  const pnlHarness = await open(await openOms());
  const at = pnlHarness.harness.clock.now();
  await trade(pnlHarness, 'BUY 10 @ 0.40');
  pnlHarness.harness.market.setMark(1001, '0.5');
  await minutes(pnlHarness, 3);
  await trade(pnlHarness, 'SELL 10 @ 0.45', { at: (at + MINUTE_MS) as TimestampMs });
  assert.deepEqual(await curve(pnlHarness), ['0: 0 0 0 = 0', '1: 0.5 0 0 = 0.5', '3: 0.5 0 0 = 0.5']);
  await assertPresentPnl(pnlHarness);
});

test('trades before the projection existed are rebuilt from the fills at their own prices', async () => {
  const harness = await openOms();
  const unseen = { harness } as PnlHarness;
  await trade(unseen, 'BUY 10 @ 0.40');
  harness.clock.advance(3 * MINUTE_MS);
  await trade(unseen, 'SELL 4 @ 0.50');
  harness.clock.advance(MINUTE_MS);
  const pnlHarness = {
    ...(await open(harness)),
    startedAt: (harness.clock.now() - 4 * MINUTE_MS) as TimestampMs,
  };
  harness.market.setMark(1001, '0.40');
  assert.deepEqual(await curve(pnlHarness), ['0: 0 0 0 = 0', '3: 0.4 0.6 0 = 1', '4: 0.4 0 0 = 0.4']);
});

test('rows of fills that the journal does not have are rebuilt', async () => {
  const [lost, harness] = [await openOms(), await openOms()];
  const pnlHarness = await open(lost);
  for (const text of ['BUY 10 @ 0.40', 'BUY 10 @ 0.50', 'SELL 20 @ 0.60']) await trade(pnlHarness, text);
  await curve(pnlHarness);
  await pnlHarness.pnl.stop();
  await trade({ harness } as PnlHarness, 'BUY 1 @ 0.10');
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const pnl = await createPnl({
    ...harness,
    store: pnlHarness.store,
    journal: harness.storage.journal,
    log: quiet,
    newestFill: harness.oms.state.fillNumber,
    onFill: () => () => {},
    findFairPrice: () => null,
  });
  assert.deepEqual(value(await pnl.curve(QUERY)).map(renderPnl), ['0 0 0 = 0']);
});

test('shares divide the same sum by venue, category and instrument, within a range', async () => {
  const pnlHarness = await open(await openOms());
  const { harness } = pnlHarness;
  harness.market.set(openInstrument(1002, { category: 'Sports' }));
  await trade(pnlHarness, 'BUY 10 @ 0.40', { fee: '0.01' });
  await minutes(pnlHarness, 2);
  const start = harness.clock.now();
  await trade(pnlHarness, 'SELL 10 @ 0.50');
  await trade(pnlHarness, 'BUY 10 @ 0.20', {}, 1002);
  harness.market.setMark(1002, '0.15');
  const shares = async (by: 'venue' | 'category' | 'instrument', from: TimestampMs | null = null) =>
    value(await pnlHarness.pnl.shares({ ...QUERY, start: from }, by)).map(
      (it) => `${it.group}: ${renderPnl(it)}`,
    );
  assert.deepEqual(await shares('venue'), ['Demo: 1 -0.5 0.01 = 0.49']);
  assert.deepEqual(await shares('category'), ['Sports: 0 -0.5 0 = -0.5', 'Weather: 1 0 0.01 = 0.99']);
  assert.deepEqual(await shares('instrument', start), ['1001: 1 0 0 = 1', '1002: 0 -0.5 0 = -0.5']);
  const only = (change: Partial<PnlCurveQuery>) => curve(pnlHarness, change).then((points) => points.at(-1));
  assert.equal(await only({ category: 'Sports' }), '2: 0 -0.5 0 = -0.5');
  assert.equal(await only({ instrumentId: 1001 as InstrumentId }), '2: 1 0 0.01 = 0.99');
  harness.market.setMark(1002, '0.10'); // and a change since the last save counts only for this instrument
  assert.equal(await only({ instrumentId: 1001 as InstrumentId }), '2: 1 0 0.01 = 0.99');
  assert.equal(await only({ category: 'Sports' }), '2: 0 -1 0 = -1');
  assert.equal(await only({ venue: 'Kalshi' as VenueName }), undefined);
});

test('a range starts from the values before it, excludes its end, and has at most the newest intervals', async () => {
  const pnlHarness = await open(await openOms());
  const { harness, startedAt } = pnlHarness;
  for (const at of ['0.40', '0.50', '0.60']) {
    await trade(pnlHarness, `BUY 10 @ ${at}`, { fee: '1' });
    await minutes(pnlHarness, 10);
  }
  const after = (count: number) => (startedAt + count * MINUTE_MS) as TimestampMs;
  const fees = async (change: Partial<PnlCurveQuery>) =>
    (await curve(pnlHarness, change)).map((point) => point.replace(/^(\d+): .* (\d) = .*$/, '$1 $2'));
  assert.deepEqual(await fees({ start: after(5), end: after(15) }), ['5 1', '10 2']);
  assert.deepEqual(await fees({ start: after(12) }), ['12 2', '20 3', '30 3']);
  assert.deepEqual(await fees({ limit: 15 }), ['16 2', '20 3', '30 3']);
  assert.deepEqual(await fees({ end: after(0) }), []);
  harness.market.setMark(1001, '0.7');
  await assertPresentPnl(pnlHarness);
});

test('during catch-up a query is refused with the progress, and answered once it is done', async () => {
  const harness = await openOms();
  for (let count = 0; count < 501; count += 1) await trade({ harness } as PnlHarness, 'BUY 1 @ 0.40'); // two pages
  const store = createMemoryPnlStore();
  const disk = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let saves = 0;
  const slow: PnlStore = {
    ...store,
    save: async (changes, through) => {
      await disk[saves]?.promise;
      saves += 1;
      await store.save(changes, through);
    },
  };
  const { pnl } = await open(harness, slow);
  disk[0]?.resolve();
  const queries = [pnl.curve(QUERY), pnl.shares(QUERY, 'venue')];
  await settle();
  harness.clock.advance(2_000);
  for (const answer of await Promise.all(queries)) {
    assert.ok(!answer.ok);
    assert.deepEqual(answer.error, {
      code: 'catching_up',
      message: 'the PnL includes 500 of 501 fills so far',
      details: { fills_taken: 500, fills: 501, retry_after_ms: 5_000 },
    });
  }
  disk[1]?.resolve();
  assert.equal(value(await pnl.shares(QUERY, 'venue'))[0]?.group, 'Demo');
});

test('the newest point and the shares up to now have the PnL at fair values, older ones do not', async () => {
  const opened = await open(await openOms());
  const { harness, pnl } = opened;
  harness.market.set(openInstrument(1002));
  await trade(opened, 'BUY 10 @ 0.48');
  await minutes(opened, 2);
  await trade(opened, 'SELL 4 @ 0.6', {}, 1002);
  harness.market.setMark(1001, '0.5');
  harness.market.setMark(1002, '0.5');
  const atFair = async (change: Partial<PnlCurveQuery> = {}) =>
    value(await pnl.curve({ ...QUERY, ...change })).map(({ unrealizedAtFair: fair }) =>
      fair === undefined ? null : renderNotional(fair),
    );
  const sharesAtFair = async (end: TimestampMs | null) =>
    value(await pnl.shares({ ...QUERY, end }, 'instrument')).map(({ group, unrealizedAtFair: fair }) => [
      group,
      fair === undefined ? null : renderNotional(fair),
    ]);
  assert.deepEqual(await atFair(), [null, null]);
  const validUntil = (harness.clock.now() + MINUTE_MS) as TimestampMs;
  const fair = { instrumentId: 1001 as InstrumentId, price: price('0.9'), validUntil };
  value(harness.oms.fairValues.replace(TRADER, SUB, [fair]));
  assert.deepEqual(await atFair(), [null, '4.6']); // 10 × 0.42, and 4 × 0.1 at the mark
  assert.deepEqual(await atFair({ instrumentId: 1002 as InstrumentId }), [null]);
  const past = harness.clock.now();
  assert.deepEqual(await sharesAtFair(null), [
    ['1001', '4.2'],
    ['1002', null],
  ]);
  assert.deepEqual(await sharesAtFair(past), [['1001', null]]);
  await minutes(opened, 1);
  assert.deepEqual(
    (await atFair()).filter((each) => each !== null),
    [],
    'the value is no longer valid',
  );
});

test('the mark of the last fill of a minute is the one that its point keeps', async () => {
  const pnlHarness = await open(await openOms());
  for (const mark of ['0.50', '0.60']) {
    pnlHarness.harness.market.setMark(1001, mark);
    await trade(pnlHarness, 'BUY 10 @ 0.40');
    await pnlHarness.pnl.curve(QUERY); // so that it is saved before the next one
  }
  await minutes(pnlHarness, 2);
  pnlHarness.harness.market.setMark(1001, '0.30');
  await minutes(pnlHarness, 1);
  assert.deepEqual(await curve(pnlHarness), ['0: 0 4 0 = 4', '3: 0 -2 0 = -2']);
});
