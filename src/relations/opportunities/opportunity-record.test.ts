import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notional, Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Edge } from './find-best-qty.ts';
import { EdgeTrack, parseOpportunityNumber } from './opportunity-record.ts';

/** An edge of this many 1e-8 for one set. */
const edge = (perSet: number): Edge => ({
  qty: 100_000_000n as Qty,
  edgeTotal: (BigInt(perSet) * 100_000_000n) as Notional,
  capital: 1n as Notional,
  legs: [],
});

test('the curve of a long time stays within 300 points, evenly spread from its start to its end', () => {
  const track = new EdgeTrack(edge(1), 0 as TimestampMs);
  for (let second = 1; second <= 10_000; second += 1)
    track.add(edge(second), (second * 1_000) as TimestampMs);
  const { points, best, last } = track.read();
  assert.ok(points.length <= 300 && points.length > 100, `${points.length} points`);
  assert.deepEqual([points[0]?.at, points.at(-1)?.at], [0, 10_000_000]);
  const gaps = new Set(points.slice(1, -1).map(({ at }, index) => at - (points[index]?.at ?? 0)));
  assert.equal(gaps.size, 1);
  assert.equal(best, last);
  const coarse = track.read(60).points;
  assert.ok(coarse.length <= 60 && coarse.length > 20);
  assert.deepEqual([coarse[0], coarse.at(-1)], [points[0], points.at(-1)]);
});

test('the best edge is the largest one, the first of equals', () => {
  const track = new EdgeTrack(edge(5), 0 as TimestampMs);
  for (const [at, perSet] of [9, 3, 9, 4].entries()) track.add(edge(perSet), (at + 1) as TimestampMs);
  const { best, last, points } = track.read();
  assert.deepEqual([best.at, best.edgePerSet, last.at, last.edgePerSet], [1, 9n, 4, 4n]);
  assert.deepEqual(
    points.map(({ at }) => at),
    [0, 4],
  );
});

test('only ids of opportunities have a number', () => {
  assert.equal(parseOpportunityNumber('opp_1782907200123'), 1_782_907_200_123);
  for (const id of ['opp_0', 'opp_1_2', 'opp_', 'opp_12345678901234567', 'ord_1', ''])
    assert.equal(parseOpportunityNumber(id), null, id);
});
