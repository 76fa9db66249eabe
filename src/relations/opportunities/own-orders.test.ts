import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId, InstrumentId } from '../../contract/model/ids.ts';
import type { Leg, Order } from '../../contract/model/order.ts';
import { accepted, price, qty, RAIN } from '../../domain/order-state/order.fixture.ts';
import { listOwnQtys, removeOwnQtys } from './own-orders.ts';

const ACCOUNT = 'acc_1' as AccountId;

const withLeg = (order: Order, change: Partial<Leg>): Order => ({
  ...order,
  legs: order.legs.map((leg) => ({ ...leg, ...change })),
});

test('the live legs of an account count with what they have left, in YES terms', () => {
  const buyNo = withLeg(accepted({ outcome: 'NO', price: price('0.30') }), {
    outcome: 'NO',
    price: price('0.30'),
  });
  const sellYes = accepted({ side: 'SELL', price: price('0.60') });
  const partly = withLeg(accepted(), { status: 'PARTIAL', filledQty: qty('4') });
  const own = listOwnQtys([buyNo, sellYes, partly], ACCOUNT, RAIN);
  assert.deepEqual(own, [
    { side: 'asks', qty: qty('10'), price: price('0.70') },
    { side: 'asks', qty: qty('10'), price: price('0.60') },
    { side: 'bids', qty: qty('6'), price: price('0.48') },
  ]);
});

test('an order that is being amended counts at its present price and at the new one', () => {
  const order = accepted();
  const [leg] = order.legs;
  const target = { leg: leg?.leg ?? 1, price: price('0.45'), qty: qty('10') };
  const amended = { ...order, pendingAmend: { legs: [target] } as unknown as Order['pendingAmend'] };
  assert.deepEqual(
    listOwnQtys([amended], ACCOUNT, RAIN).map((own) => own.price),
    [price('0.48'), price('0.45')],
  );
});

test('closed legs, other instruments, other accounts and market orders do not count', () => {
  const closed = withLeg(accepted(), { status: 'CANCELLED' });
  const market = withLeg(accepted({ type: 'MARKET', price: null }), { price: null });
  assert.deepEqual(listOwnQtys([closed, market], ACCOUNT, RAIN), []);
  assert.deepEqual(listOwnQtys([accepted()], ACCOUNT, 1002 as InstrumentId), []);
  assert.deepEqual(listOwnQtys([accepted()], 'acc_2' as AccountId, RAIN), []);
});

test('a book without own quantities keeps the rest of each level', () => {
  const level = (at: string, size: string) => ({ price: price(at), qty: qty(size) });
  const book = { bids: [level('0.48', '10'), level('0.47', '5')], asks: [level('0.50', '3')] };
  const own = [
    { side: 'bids', price: price('0.48'), qty: qty('4') },
    { side: 'bids', price: price('0.48'), qty: qty('1') },
    { side: 'bids', price: price('0.47'), qty: qty('9') },
    { side: 'asks', price: price('0.48'), qty: qty('3') },
  ] as const;
  assert.deepEqual(removeOwnQtys(book, own), { bids: [level('0.48', '5')], asks: [level('0.50', '3')] });
  assert.equal(removeOwnQtys(book, []), book);
});
