import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NOT_FOUND, readFields, VALIDATION } from '../api-assertions.ts';
import { known, parseUnits, renderUnits } from '../support/decimal.ts';
import { createTakingOrder, getFills, getPositions, submit } from '../support/order-bodies.ts';
import type { PnlPoint, PnlShare, PnlValues } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const api = service.api();

const getCurve = (subaccount: string, more = ''): Promise<readonly PnlPoint[]> =>
  api.ok('GET', `/v1/pnl?subaccount_id=${subaccount}&interval=1m${more}`);
const getShares = (by: string, more = ''): Promise<readonly PnlShare[]> =>
  api.ok('GET', `/v1/pnl/breakdown?subaccount_id=sa_1&by=${by}${more}`);

interface Figures {
  readonly fills: number;
  readonly mid_fills: number;
  readonly expected_fills: number;
  readonly fees: string;
  readonly traded: string;
  readonly net_pnl: string;
  readonly mid_slippage: string;
  readonly expected_slippage: string;
}
interface Performance {
  readonly groups: readonly (Figures & { readonly group: string })[];
  readonly total: Figures;
  readonly truncated: boolean;
}

const money = (decimal: string): bigint => parseUnits(decimal, 16);
const total = (decimals: readonly string[]): string =>
  renderUnits(
    decimals.reduce((sum, each) => sum + money(each), 0n),
    16,
  );

/** The current result of fills and positions, and the marks that it uses. */
async function held() {
  const [fills, positions] = [await getFills(api), await getPositions(api)];
  const values = {
    realized_pnl: total(fills.map((fill) => fill.realized_pnl)),
    unrealized_pnl: total(positions.map((position) => position.unrealized_pnl)),
    fees: total(fills.map(({ fee }) => known(fee))),
  };
  return { values, marks: positions.map((position) => position.mark_price).join(' ') };
}

function assertAddsUp(value: PnlValues): void {
  const { realized_pnl: realized, unrealized_pnl: unrealized, fees, equity } = value;
  assert.equal(money(equity), money(realized) + money(unrealized) - money(fees));
}

/** Marks change all the time: the comparison counts only if they were the same before and after. */
async function assertNowIsHeld(): Promise<void> {
  for (;;) {
    const before = await held();
    const now = (await getCurve('sa_1')).at(-1);
    const after = await held();
    if (before.marks !== after.marks) continue;
    assert.ok(now !== undefined);
    assertAddsUp(now);
    const { realized_pnl, unrealized_pnl, fees } = now;
    assert.deepEqual({ realized_pnl, unrealized_pnl, fees }, before.values);
    return;
  }
}

test('a subaccount that never traded has no points', async () => {
  assert.deepEqual(await getCurve('sa_1'), []);
  assert.deepEqual(await getShares('venue'), []);
});

test('the last point equals the PnL of fills and positions after each kind of trade', async () => {
  for (const order of [
    { qty: '40' },
    { side: 'SELL', qty: '15' },
    { outcome: 'NO', qty: '60' },
    { instrument_id: 1013, qty: '33.3' },
  ]) {
    await submit(api, createTakingOrder(order));
    await assertNowIsHeld();
  }
});

test('the PnL of venues, categories and instruments adds up to the total', async () => {
  const instruments = await getShares('instrument');
  assert.deepEqual(
    instruments.map(({ group }) => group),
    ['1001', '1013'],
  );
  for (const share of instruments) assertAddsUp(share);
  const [whole] = (await getCurve('sa_1')).slice(-1);
  const realized = (shares: readonly PnlValues[]) => total(shares.map((share) => share.realized_pnl));
  assert.equal(realized(instruments), whole?.realized_pnl);
  assert.equal(realized(await getShares('venue')), whole?.realized_pnl);
  assert.equal(realized(await getShares('category')), whole?.realized_pnl);
  const rain = (await getCurve('sa_1', '&instrument_id=1001')).at(-1);
  assert.equal(rain?.realized_pnl, instruments[0]?.realized_pnl);
  assert.equal((await getCurve('sa_1', '&venue=Demo')).at(-1)?.realized_pnl, whole?.realized_pnl);
  assert.deepEqual(await getCurve('sa_1', '&venue=Kalshi'), []);
  assert.deepEqual(await getCurve('sa_1', '&category=Nothing'), []);
  assert.deepEqual(await getCurve('sa_2'), []);
});

test('a range before the first trade is empty; a later range starts with the sum of all earlier trades', async () => {
  const first = (await getFills(api)).at(-1)?.timestamp ?? 0;
  assert.deepEqual(await getCurve('sa_1', `&end=${first - 60_000}`), []);
  const [opening] = await getCurve('sa_1', `&start=${Date.now() + 60_000}&end=${Date.now() + 180_000}`);
  assert.equal(opening?.realized_pnl, (await held()).values.realized_pnl);
});

test('the performance of trades adds up by tag, with their market at acceptance', async () => {
  await submit(api, createTakingOrder({ qty: '2', tag: 'swing' }));
  const read = (query: string): Promise<Performance> =>
    api.ok('GET', `/v1/performance?subaccount_id=sa_1&${query}`);
  const fills = await getFills(api);
  for (const by of ['day', 'venue', 'tag']) {
    const { groups, total: whole, truncated } = await read(`by=${by}`);
    assert.deepEqual([whole.fills, whole.mid_fills, truncated], [fills.length, fills.length, false]);
    assert.ok(whole.expected_fills > 0);
    for (const name of ['fees', 'traded', 'net_pnl', 'mid_slippage', 'expected_slippage'] as const)
      assert.equal(total(groups.map((group) => group[name])), whole[name], `${by} ${name}`);
    assert.equal(whole.fees, total(fills.map(({ fee }) => known(fee))));
  }
  const tagged = await read('by=tag&tag=swing');
  assert.deepEqual(
    tagged.groups.map(({ group }) => group),
    ['swing'],
  );
  assert.equal(tagged.total.fills, fills.filter(({ tag }) => tag === 'swing').length);
  assert.deepEqual((await read('venue=Kalshi')).groups, []);
  await api.refused(NOT_FOUND, 'GET', '/v1/performance?subaccount_id=sa_9');
  const wrong = await api.refused(VALIDATION, 'GET', '/v1/performance?subaccount_id=sa_1&by=moon');
  assert.deepEqual(readFields(wrong), ['by']);
});

test('an invalid parameter is refused by name', async () => {
  for (const [query, field] of [
    ['', 'subaccount_id'],
    ['?subaccount_id=sa_1&interval=2h', 'interval'],
    ['?subaccount_id=sa_1&venue=Nowhere', 'venue'],
    ['?subaccount_id=sa_1&limit=0', 'limit'],
    ['?subaccount_id=sa_1&start=2000&end=1000', 'end'],
  ] as const) {
    assert.deepEqual(readFields(await api.refused(VALIDATION, 'GET', `/v1/pnl${query}`)), [field], query);
  }
  const by = await api.refused(VALIDATION, 'GET', '/v1/pnl/breakdown?subaccount_id=sa_1&by=moon');
  assert.deepEqual(readFields(by), ['by']);
  await api.refused(NOT_FOUND, 'GET', '/v1/pnl?subaccount_id=sa_9');
  await api.refused(NOT_FOUND, 'GET', '/v1/pnl?subaccount_id=sa_1&instrument_id=7');
});

test('the past is the same after a crash, and without the market data it is made from the fills', async () => {
  const before = await held();
  await service.kill();
  await service.start();
  await assertNowIsHeld();
  await service.kill();
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(service.dataDir, `market.db${suffix}`), { force: true });
  await service.start();
  await assertNowIsHeld();
  assert.equal((await held()).values.realized_pnl, before.values.realized_pnl);
});
