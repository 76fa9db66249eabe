import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GENERATION_MAX, type InstrumentId } from '../../contract/model/ids.ts';
import type { NewOrder, Order } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { instrument } from '../instruments/instrument.fixture.ts';
import { type AmendContext, type AmendFields, parseAmend, planAmend } from './amend-order.ts';
import { AT, accepted, price, qty } from './order.fixture.ts';

const context = (change: Partial<AmendContext> = {}): AmendContext => ({
  instrument: (id) => instrument(id),
  canRaise: () => true,
  isReplaced: () => false,
  isKilled: false,
  now: AT,
  ...change,
});

/** The parsed fields of a valid body. */
function parseFields(body: object): AmendFields {
  const parsed = parseAmend(body);
  assert.ok(parsed.ok);
  return parsed.value;
}

function plan(order: Order, body: object, change: Partial<AmendContext> = {}) {
  const planned = planAmend(order, parseFields(body), context(change));
  assert.ok(planned.ok, planned.ok ? '' : planned.error.message);
  return planned.value;
}

const findRefusal = (order: Order, body: object, change: Partial<AmendContext> = {}): string => {
  const planned = planAmend(order, parseFields(body), context(change));
  return planned.ok ? 'ok' : planned.error.code;
};

const findTargets = (order: Order, body: object, change: Partial<AmendContext> = {}) =>
  plan(order, body, change).change.legs.map(({ leg, price: at, qty: size }) => [leg, at, size]);

const split = (legQtys: readonly string[], change: Partial<NewOrder> = {}): Order =>
  accepted({ routing: { mode: 'SPLIT', venues: null }, ...change }, legQtys);

/** The order with this quantity of one leg filled. */
const filled = (order: Order, number: number, size: string): Order => ({
  ...order,
  legs: order.legs.map((leg) => (leg.leg === number ? { ...leg, filledQty: qty(size) } : leg)),
});

test('a body must be an object of known fields, and each invalid field is reported', () => {
  const issuesOf = (body: unknown) => {
    const parsed = parseAmend(body);
    return parsed.ok ? [] : parsed.error.map(({ field, issue }) => `${field} ${issue}`);
  };
  for (const body of [null, 'qty', 7, [{ qty: '1' }]])
    assert.deepEqual(issuesOf(body), ['body must be a JSON object'], JSON.stringify(body));
  assert.deepEqual(issuesOf({}), ['body must change price, qty, tif or expires_at']);
  assert.deepEqual(issuesOf({ side: 'SELL', colour: 1, qty: '5' }), [
    'side cannot be changed',
    'colour is not a field of this request',
  ]);
  assert.deepEqual(issuesOf({ price: '1', qty: '5' }), [
    'price must be a decimal string between 0 and 1 with at most 8 decimals',
  ]);
  assert.deepEqual(issuesOf({ tif: 'IOC' }), ['tif must be GTC or GTD']);
});

test('an absent field stays unchanged', () => {
  const { price: at, priceText, tif, expiresAt, qty: size, qtyText } = parseFields({ qty: '5.0' });
  assert.deepEqual([at, priceText, tif, expiresAt, size, qtyText], [null, null, null, null, qty('5'), '5.0']);
  assert.deepEqual(parseFields({ price: '0.4' }).qtyText, null);
});

test('a quantity decrease reduces the unfilled quantity of the last leg first', () => {
  const order = split(['6', '4'], { qty: qty('10') });
  assert.deepEqual(findTargets(order, { qty: '7' }), [[2, price('0.48'), qty('1')]]);
  assert.deepEqual(findTargets(order, { qty: '5' }), [
    [1, price('0.48'), qty('5')],
    [2, price('0.48'), 0n],
  ]);
  assert.deepEqual(findTargets(filled(order, 2, '3'), { qty: '8' }), [
    [1, price('0.48'), qty('5')],
    [2, price('0.48'), qty('3')],
  ]);
});

test("a quantity that the legs' lots cannot sum to is rejected", () => {
  const order = split(['6', '4'], { qty: qty('10') });
  const lots = { instrument: (id: InstrumentId) => instrument(id, { qtyStep: qty('2') }) };
  assert.deepEqual(findTargets(order, { qty: '8' }, lots), [[2, price('0.48'), qty('2')]]);
  assert.equal(findRefusal(order, { qty: '7' }, lots), 'validation');
});

test('a closed leg is not changed', () => {
  const order = split(['6', '4'], { qty: qty('10') });
  const [first, second] = order.legs;
  assert.ok(first && second);
  const half: Order = { ...order, legs: [first, { ...second, status: 'CANCELLED' }] };
  assert.deepEqual(findTargets(half, { qty: '8', price: '0.47' }), [[1, price('0.47'), qty('4')]]);
});

test("a routed price is rounded in the caller's favour; a DIRECT price is accepted unchanged or rejected", () => {
  const routed = (side: 'BUY' | 'SELL', outcome: 'YES' | 'NO') =>
    findTargets(split(['10'], { side, outcome }), { price: '0.465' }).map(([, at]) => at);
  assert.deepEqual([routed('BUY', 'YES'), routed('SELL', 'YES')], [[price('0.46')], [price('0.47')]]);
  assert.deepEqual([routed('BUY', 'NO'), routed('SELL', 'NO')], [[price('0.46')], [price('0.47')]]);
  assert.equal(findRefusal(accepted(), { price: '0.475' }), 'validation');
  assert.equal(findRefusal(split(['10']), { price: '0.005' }), 'validation');
});

test('a quantity at or below the filled quantity is rejected', () => {
  const order = filled(accepted(), 1, '4');
  assert.equal(findRefusal(order, { qty: '4' }), 'validation');
  assert.equal(findRefusal(order, { qty: '5' }), 'ok');
});

test('with the kill switch on only a quantity decrease passes, and not when it needs a new order', () => {
  const killed = { isKilled: true };
  assert.equal(findRefusal(accepted(), { qty: '9' }, killed), 'ok');
  for (const body of [
    { qty: '11' },
    { price: '0.40' },
    { qty: '9', price: '0.40' },
    { qty: '9', tif: 'GTD', expires_at: AT + 60_000 },
    { qty: '9', tif: 'GTC' },
  ])
    assert.equal(findRefusal(accepted(), body, killed), 'kill_switch', JSON.stringify(body));
  assert.equal(findRefusal(accepted(), { qty: '9' }, { ...killed, isReplaced: () => true }), 'kill_switch');
  const removed = split(['6', '4'], { qty: qty('10') });
  assert.equal(findRefusal(removed, { qty: '6' }, { ...killed, isReplaced: () => true }), 'ok');
});

test('a quantity increase needs a single leg at a venue that supports it, and the limits apply to the added quantity', () => {
  assert.equal(findRefusal(accepted(), { qty: '12' }, { canRaise: () => false }), 'qty_increase_unsupported');
  assert.equal(findRefusal(accepted(), { qty: '9' }, { canRaise: () => false }), 'ok');
  assert.equal(findRefusal(split(['6', '4']), { qty: '12' }), 'qty_increase_unsupported');
  const raised = plan(accepted(), { qty: '12' });
  assert.deepEqual([raised.qty, raised.addsOpenOrder], [qty('12'), false]);
  for (const [side, outcome, buys, sells] of [
    ['BUY', 'YES', qty('2'), 0n],
    ['SELL', 'NO', qty('2'), 0n],
    ['SELL', 'YES', 0n, qty('2')],
    ['BUY', 'NO', 0n, qty('2')],
  ] as const) {
    const { reserves } = plan(accepted({ side, outcome }), { qty: '12' });
    assert.deepEqual(reserves, [{ instrumentId: 1001, buys, sells }], `${side} ${outcome}`);
  }
});

test('an amend without a quantity increase reserves nothing, so it passes above a limit', () => {
  for (const body of [{ qty: '10' }, { qty: '9' }, { price: '0.47' }]) {
    const { qty: requested, reserves } = plan(accepted(), body);
    assert.deepEqual([requested, reserves], [null, []], JSON.stringify(body));
  }
});

test('an expiry is valid only for GTD, must be in the future, and is required there', () => {
  const gtd = accepted({ tif: 'GTD', expiresAt: (AT + 60_000) as TimestampMs });
  assert.equal(findRefusal(accepted(), { expires_at: AT + 1 }), 'validation');
  assert.equal(findRefusal(accepted(), { tif: 'GTD' }), 'validation');
  assert.equal(findRefusal(accepted(), { tif: 'GTD', expires_at: AT + 1 }), 'ok');
  assert.equal(findRefusal(gtd, { expires_at: AT }), 'validation');
  assert.equal(findRefusal(gtd, { expires_at: AT + 1 }), 'ok');
  assert.equal(findRefusal(gtd, { tif: 'GTC', expires_at: AT + 1 }), 'validation');
  assert.equal(findRefusal(gtd, { tif: 'GTC' }), 'ok');
  assert.equal(findRefusal(gtd, { price: '0.47' }), 'ok');
});

test('the price of a MARKET order cannot be changed', () => {
  const market = accepted({ type: 'MARKET', tif: 'IOC', price: null, priceText: null });
  assert.equal(findRefusal(market, { price: '0.47' }), 'validation');
});

test('a replacement order must be valid by itself, and the number of generations is limited', () => {
  const context = {
    isReplaced: () => true,
    instrument: (id: InstrumentId) => instrument(id, { qtyMin: qty('5') }),
  };
  const order = filled(accepted(), 1, '4');
  assert.equal(findRefusal(order, { qty: '8' }, context), 'validation');
  assert.equal(findRefusal(order, { qty: '9' }, context), 'ok');
  const [leg] = order.legs;
  assert.ok(leg);
  const often = (generation: number): Order => ({ ...order, legs: [{ ...leg, generation }] });
  assert.equal(findRefusal(often(GENERATION_MAX - 1), { qty: '9' }, context), 'ok');
  assert.equal(findRefusal(often(GENERATION_MAX), { qty: '9' }, context), 'validation');
});

test('an unknown field of an amend suggests the field that was meant', () => {
  const parsed = parseAmend({ limit_price: '0.47' });
  const issue = 'is not a field of this request; did you mean price?';
  assert.deepEqual(!parsed.ok && parsed.error, [{ field: 'limit_price', issue }]);
});
