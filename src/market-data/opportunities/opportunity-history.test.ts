import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDecimal } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { OpportunityRecord } from '../../relations/opportunities/opportunity-record.ts';
import { ASSET, type Bench, startPair } from './opportunity-bench.fixture.ts';

const ALL = { genericAssetId: null, kind: null, since: null, until: null, before: null, limit: 10 };

const list = ({ it }: Bench, changes = {}): Promise<readonly OpportunityRecord[]> =>
  it.market.data.opportunities.records({ ...ALL, ...changes });

/** Opens an edge at this price of YES at Demo. */
const offer = (bench: Bench, price: string, qty = '10'): void =>
  bench.book(bench.it.demo, 'D', {}, { [price]: qty });

const end = (bench: Bench): void => offer(bench, '0.60');

async function openPair(): Promise<Bench> {
  const bench = await startPair();
  bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
  offer(bench, '0.44');
  await bench.settle();
  return bench;
}

/** Lets time pass in steps in which the books of Kalshi stay live. */
async function pass(bench: Bench, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    bench.confirm(bench.it.kalshi, 'K');
    await bench.settle(Math.min(left, 5_000));
  }
}

const showEdges = ({ best, last }: OpportunityRecord) => [
  renderDecimal(best.edgePerSet),
  renderDecimal(best.qty),
  renderDecimal(last.edgePerSet),
];

test('a closed opportunity keeps its times, its best and its last edge, in memory and on disk', async () => {
  const bench = await openPair();
  const [open] = await list(bench);
  assert.ok(open !== undefined);
  assert.deepEqual([open.kind, open.genericAssetId, open.closedAt], ['CROSS', ASSET, null]);
  offer(bench, '0.40', '8');
  await pass(bench, 2_000);
  offer(bench, '0.43');
  await pass(bench, 1_000);
  end(bench);
  await bench.settle();
  const [closed, ...others] = await list(bench);
  assert.deepEqual(others, []);
  assert.ok(closed !== undefined);
  assert.deepEqual(
    [closed.number, closed.openedAt, closed.closedAt, closed.lastedMs],
    [open.number, open.openedAt, open.openedAt + 3_000, 3_000],
  );
  assert.deepEqual(showEdges(closed), ['0.0825', '8', '0.0525']);
  assert.deepEqual(
    closed.legs.map(({ outcome }) => outcome),
    ['YES', 'NO'],
  );
  await bench.it.market.flush();
  assert.deepEqual(await bench.it.store.opportunities.list(ALL), [closed]);
  assert.deepEqual(await list(bench), [closed]);
});

test('the curve has one point a second at most, and the last one', async () => {
  const bench = await openPair();
  const number = (await list(bench))[0]?.number;
  const curve = async (): Promise<readonly string[]> => {
    const record = await bench.it.market.data.opportunities.record(`opp_${number}`);
    return (record?.points ?? []).map(({ edgePerSet }) => renderDecimal(edgePerSet));
  };
  for (const price of ['0.43', '0.42', '0.41']) {
    offer(bench, price);
    await bench.settle(200);
  }
  assert.deepEqual(await curve(), ['0.0425', '0.0725']);
  await bench.settle(600);
  offer(bench, '0.40');
  await bench.settle(200);
  assert.deepEqual(await curve(), ['0.0425', '0.0825']);
  end(bench);
  await bench.settle();
  assert.deepEqual(await curve(), ['0.0425', '0.0825']);
  await bench.it.market.flush();
  assert.deepEqual(await curve(), ['0.0425', '0.0825']);
  assert.equal(await bench.it.market.data.opportunities.record('opp_1'), null);
  assert.equal(await bench.it.market.data.opportunities.record('x'), null);
});

test('a list selects those that were open in a range, and continues after a page', async () => {
  const bench = await openPair();
  const starts: number[] = [];
  for (let each = 0; each < 3; each += 1) {
    if (each > 0) offer(bench, '0.44');
    await bench.settle();
    starts.push(bench.it.clock.now());
    await pass(bench, 10_000);
    end(bench);
    await bench.settle();
    await pass(bench, 10_000);
  }
  const all = await list(bench);
  assert.deepEqual(
    all.map(({ openedAt }) => openedAt),
    starts.toReversed(),
  );
  const [third, second, first] = all;
  const at = (ms: number): TimestampMs => ((starts[0] ?? 0) + ms) as TimestampMs;
  assert.deepEqual(await list(bench, { until: at(20_000) }), [first]);
  assert.deepEqual(await list(bench, { since: at(25_000), until: at(30_000) }), [second]);
  assert.deepEqual(await list(bench, { since: at(31_000) }), [third]);
  assert.deepEqual(await list(bench, { before: third?.number, limit: 1 }), [second]);
  assert.deepEqual(await list(bench, { kind: 'LADDER' }), []);
  assert.deepEqual(await list(bench, { genericAssetId: ASSET + 1 }), []);
  assert.equal((await list(bench, { genericAssetId: ASSET, kind: 'CROSS' })).length, 3);
});

test('a stop of the service ends what is open, and keeps it', async () => {
  const bench = await openPair();
  await pass(bench, 1_000);
  await bench.it.market.stop();
  const [kept] = await bench.it.store.opportunities.list(ALL);
  assert.ok(kept !== undefined && kept.closedAt !== null);
  assert.equal(kept.lastedMs, 1_000);
});
