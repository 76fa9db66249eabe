import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FillId, type OrderId, toFillId } from '../contract/model/ids.ts';
import type { Fill } from '../contract/model/order.ts';
import { qty } from '../oms/scripted-venue.fixture.ts';
import { FillDedup } from './order-cache.ts';

const ORDER = 'ord_1' as OrderId;
let fillCount = 0;

/** A fill of 4 of the first generation of leg 1, with only the fields that `FillDedup` reads. */
function newFill(change: Partial<Fill> = {}): Fill {
  fillCount += 1;
  const fill: Partial<Fill> = {
    id: toFillId(fillCount),
    orderId: ORDER,
    leg: 1,
    generation: 1,
    qty: qty('4'),
    venueTradeId: `t-${fillCount}`,
    settlement: 'FINAL',
    voids: null,
    ...change,
  };
  return fill as Fill;
}

function createDedup(...fills: readonly Fill[]): FillDedup {
  const dedup = new FillDedup();
  for (const fill of fills) dedup.add(fill);
  return dedup;
}

test('the matched quantity counts only fills of the given leg and generation', () => {
  const fills = [newFill(), newFill(), newFill({ generation: 2 }), newFill({ leg: 2 })];
  const dedup = createDedup(...fills, newFill({ orderId: 'ord_2' as OrderId }));
  const matched = (leg: number, generation: number) => dedup.qtyMatchedBy(ORDER, leg, generation);
  assert.deepEqual([matched(1, 1), matched(1, 2), matched(2, 1), matched(2, 2)], [8, 4, 4, 0].map(lots));
});

const lots = (count: number): bigint => qty(String(count));

test('a voided fill still counts as matched, and its compensation does not', () => {
  const fill = newFill({ settlement: 'VOID' });
  const dedup = createDedup(fill, newFill({ voids: 'fil_1' as FillId }));
  assert.equal(dedup.qtyMatchedBy(ORDER, 1, 1), qty('4'));
});

test('a trade is found by leg and trade id with its latest settlement, until its order is deleted', () => {
  const fill = newFill({ venueTradeId: 't', settlement: 'PENDING' });
  const dedup = createDedup(fill, { ...fill, settlement: 'FINAL' });
  assert.equal(dedup.find(ORDER, 1, 't')?.settlement, 'FINAL');
  assert.equal(dedup.find(ORDER, 2, 't'), null);
  assert.equal(dedup.qtyMatchedBy(ORDER, 1, 1), qty('4'), 'reported twice, matched once');
  dedup.delete(ORDER);
  assert.equal(dedup.find(ORDER, 1, 't'), null);
  assert.equal(dedup.qtyMatchedBy(ORDER, 1, 1), 0n);
});
