import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FillId, type OrderId, toFillId } from '../domain/model/ids.ts';
import type { Fill } from '../domain/model/order.ts';
import { FillDedup } from './fill-dedup.ts';
import { qty } from './oms.fixture.ts';

const ORDER = 'ord_1' as OrderId;
let made = 0;

/** A fill of 4 of the first leg's first generation, as far as it is looked at here. */
function fillOf(change: Partial<Fill> = {}): Fill {
  made += 1;
  const fill: Partial<Fill> = {
    id: toFillId(made),
    orderId: ORDER,
    leg: 1,
    generation: 1,
    qty: qty('4'),
    venueTradeId: `t-${made}`,
    settlement: 'FINAL',
    voids: null,
    ...change,
  };
  return fill as Fill;
}

function knowing(...fills: readonly Fill[]): FillDedup {
  const known = new FillDedup();
  for (const fill of fills) known.add(fill);
  return known;
}

test('what a generation has matched is of that leg and that generation alone', () => {
  const fills = [fillOf(), fillOf(), fillOf({ generation: 2 }), fillOf({ leg: 2 })];
  const known = knowing(...fills, fillOf({ orderId: 'ord_2' as OrderId }));
  const takenBy = (leg: number, generation: number) => known.qtyMatchedBy(ORDER, leg, generation);
  assert.deepEqual([takenBy(1, 1), takenBy(1, 2), takenBy(2, 1), takenBy(2, 2)], [8, 4, 4, 0].map(lots));
});

const lots = (count: number): bigint => qty(String(count));

test('a fill that was taken back still counts as matched, and what took it back does not', () => {
  const fill = fillOf({ settlement: 'VOID' });
  const known = knowing(fill, fillOf({ voids: 'fil_1' as FillId }));
  assert.equal(known.qtyMatchedBy(ORDER, 1, 1), qty('4'));
});

test('a trade is known by its leg and its id, with its latest word, until its order is forgotten', () => {
  const fill = fillOf({ venueTradeId: 't', settlement: 'PENDING' });
  const known = knowing(fill, { ...fill, settlement: 'FINAL' });
  assert.equal(known.find(ORDER, 1, 't')?.settlement, 'FINAL');
  assert.equal(known.find(ORDER, 2, 't'), null);
  assert.equal(known.qtyMatchedBy(ORDER, 1, 1), qty('4'), 'told twice, matched once');
  known.delete(ORDER);
  assert.equal(known.find(ORDER, 1, 't'), null);
  assert.equal(known.qtyMatchedBy(ORDER, 1, 1), 0n);
});
