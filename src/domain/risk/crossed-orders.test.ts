import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Book } from '../../contract/model/book.ts';
import type { AccountId, InstrumentId } from '../../contract/model/ids.ts';
import { complement } from '../../contract/model/money.ts';
import type { Order, Outcome, Side } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { accepted, price, qty, RAIN } from '../order-state/order.fixture.ts';
import { countAhead, findCrossedLegs, findReachedLegs, ofAccount, type Taker } from './self-trade.ts';

const OUTCOMES: readonly Outcome[] = ['YES', 'NO'];

/** An order or taker whose side and price, in YES terms, are these; written in terms of `outcome`. */
const inTerms = (outcome: Outcome, yesSide: Side, yesPrice: string | null) => ({
  outcome,
  side: (outcome === 'YES') === (yesSide === 'BUY') ? ('BUY' as const) : ('SELL' as const),
  price: yesPrice === null ? null : toOutcome(outcome, yesPrice),
});

const toOutcome = (outcome: Outcome, yesPrice: string) =>
  outcome === 'YES' ? price(yesPrice) : complement(price(yesPrice));

function resting(outcome: Outcome, side: Side, yesPrice: string, number = 1): Order {
  return accepted({ ...inTerms(outcome, side, yesPrice), qty: qty('5') }, [], number);
}

const taker = (
  outcome: Outcome,
  side: Side,
  yesPrice: string | null,
  change: Partial<Taker> = {},
): Taker => ({
  ...inTerms(outcome, side, yesPrice),
  instrumentId: RAIN,
  qty: qty('10'),
  ...change,
});

/** The order while an amend to this price is on its way. */
function amending(order: Order, outcome: Outcome, yesPrice: string | null): Order {
  const [leg] = order.legs;
  assert.ok(leg);
  const target = {
    leg: leg.leg,
    qty: leg.qty,
    price: yesPrice === null ? null : toOutcome(outcome, yesPrice),
  };
  return { ...order, pendingAmend: { ...order, legs: [target] } as unknown as Order['pendingAmend'] };
}

const found = (orders: readonly Order[], by: Taker): readonly string[] =>
  findCrossedLegs(orders, by).map(({ order, yesPrice }) => `${order.id} ${yesPrice}`);

for (const own of OUTCOMES)
  for (const other of OUTCOMES)
    describe(`a taker of ${other} and own orders of ${own}`, () => {
      test('a price that touches is crossed, one unit away it is not', () => {
        const sale = resting(own, 'SELL', '0.50');
        const purchase = resting(own, 'BUY', '0.50');
        const at = `ord_1 ${price('0.50')}`;
        assert.deepEqual(found([sale], taker(other, 'BUY', '0.50')), [at]);
        assert.deepEqual(found([sale], taker(other, 'BUY', '0.49999999')), []);
        assert.deepEqual(found([purchase], taker(other, 'SELL', '0.50')), [at]);
        assert.deepEqual(found([purchase], taker(other, 'SELL', '0.50000001')), []);
        for (const same of ['BUY', 'SELL'] as const)
          assert.deepEqual(found([resting(own, same, '0.50')], taker(other, same, '0.50')), []);
        assert.deepEqual(found([sale], taker(other, 'BUY', null)), [at], 'MARKET crosses every price');
      });

      test('an order being amended counts at whichever price is easier to reach', () => {
        const sale = resting(own, 'SELL', '0.60');
        const easier = amending(sale, own, '0.50');
        const harder = amending(sale, own, '0.70');
        assert.deepEqual(found([easier], taker(other, 'BUY', '0.50')), [`ord_1 ${price('0.50')}`]);
        assert.deepEqual(found([easier], taker(other, 'BUY', '0.49')), []);
        assert.deepEqual(found([harder], taker(other, 'BUY', '0.60')), [`ord_1 ${price('0.60')}`]);
        assert.deepEqual(found([harder], taker(other, 'BUY', '0.59')), []);
        assert.deepEqual(found([amending(sale, own, null)], taker(other, 'BUY', '0.60')), [
          `ord_1 ${price('0.60')}`,
        ]);
        const purchase = resting(own, 'BUY', '0.40');
        assert.deepEqual(found([amending(purchase, own, '0.50')], taker(other, 'SELL', '0.50')), [
          `ord_1 ${price('0.50')}`,
        ]);
        assert.deepEqual(found([amending(purchase, own, '0.30')], taker(other, 'SELL', '0.40')), [
          `ord_1 ${price('0.40')}`,
        ]);
      });

      test('the best price comes first: the lowest for a buyer, the highest for a seller', () => {
        const sales = ['0.52', '0.50', '0.51'].map((at, index) => resting(own, 'SELL', at, index + 1));
        const ids = (orders: readonly Order[], by: Taker) =>
          found(orders, by).map((text) => text.split(' ')[0]);
        assert.deepEqual(ids(sales, taker(other, 'BUY', '0.60')), ['ord_2', 'ord_3', 'ord_1']);
        const purchases = ['0.52', '0.50', '0.51'].map((at, index) => resting(own, 'BUY', at, index + 1));
        assert.deepEqual(ids(purchases, taker(other, 'SELL', '0.40')), ['ord_1', 'ord_3', 'ord_2']);
      });
    });

const level = (text: string) => {
  const [size = '', at = ''] = text.split(' @ ');
  return { qty: qty(size), price: price(at) };
};

const book = (bids: readonly string[], asks: readonly string[]): Book => ({
  instrumentId: RAIN,
  bids: bids.map(level),
  asks: asks.map(level),
  timestamp: 0 as TimestampMs,
  sequence: 1,
});

test('quantity of others at better prices is taken first; own quantity in the book is not counted', () => {
  const own = findCrossedLegs(
    [resting('YES', 'SELL', '0.50', 1), resting('YES', 'SELL', '0.52', 2)],
    taker('YES', 'BUY', '0.60'),
  );
  // 5 of the 8 at 0.50 are our own.
  const seen = book([], ['4 @ 0.49', '8 @ 0.50', '6 @ 0.52']);
  const ahead = (at: string): bigint => countAhead(own, taker('YES', 'BUY', '0.60'), seen, price(at));
  assert.deepEqual(['0.49', '0.50', '0.51', '0.52', '0.53'].map(ahead), ['0', '4', '7', '7', '8'].map(qty));
  const reached = (size: string): number =>
    findReachedLegs(own, taker('YES', 'BUY', '0.60', { qty: qty(size) }), seen).length;
  assert.deepEqual(['4', '4.00000001', '7', '7.00000001'].map(reached), [0, 1, 1, 2]);
});

test('a seller is served by the bids, from the highest down', () => {
  const own = findCrossedLegs([resting('NO', 'BUY', '0.48')], taker('YES', 'SELL', '0.40'));
  const seen = book(['4 @ 0.50', '3 @ 0.49', '5 @ 0.48'], ['9 @ 0.51']);
  const reached = (size: string): number =>
    findReachedLegs(own, taker('YES', 'SELL', '0.40', { qty: qty(size) }), seen).length;
  assert.deepEqual([reached('7'), reached('7.00000001')], [0, 1]);
});

test('without a book every crossed order is reached, and an own MARKET order always is', () => {
  const own = findCrossedLegs([resting('YES', 'SELL', '0.50')], taker('YES', 'BUY', '0.60'));
  assert.equal(findReachedLegs(own, taker('YES', 'BUY', '0.60', { qty: qty('0.1') }), null).length, 1);
  const market = accepted({ side: 'SELL', type: 'MARKET', price: null, priceText: null });
  const sellers = [
    { ...market, legs: market.legs.map((leg) => ({ ...leg, price: null })) },
    resting('YES', 'SELL', '0.50', 2),
  ];
  const crossed = findCrossedLegs(sellers, taker('YES', 'BUY', '0.50'));
  assert.deepEqual(
    crossed.map(({ order }) => order.id),
    ['ord_1', 'ord_2'],
    'it may rest at any price, so it comes first',
  );
  const small = taker('YES', 'BUY', '0.50', { qty: qty('1') });
  const reached = findReachedLegs(crossed, small, book([], ['100 @ 0.40']));
  assert.deepEqual(
    reached.map(({ order }) => order.id),
    ['ord_1'],
  );
});

test('legs of another instrument and closed legs are not crossed', () => {
  const order = resting('YES', 'SELL', '0.50');
  const buyer = taker('YES', 'BUY', '0.60');
  assert.deepEqual(found([order], { ...buyer, instrumentId: (RAIN + 1) as InstrumentId }), []);
  const closed = order.legs.map((leg) => ({ ...leg, status: 'FILLED' as const }));
  assert.deepEqual(found([{ ...order, legs: closed }], buyer), []);
});

test('own orders are those of the account, of every subaccount, without the order itself', () => {
  const [one, two] = [resting('YES', 'SELL', '0.50', 1), resting('YES', 'SELL', '0.50', 2)];
  const foreign = { ...resting('YES', 'SELL', '0.50', 3), accountId: 'acc_2' as AccountId };
  const ids = (except: Order | null) =>
    ofAccount([one, two, foreign], one.accountId, except?.id ?? null).map(({ id }) => id);
  assert.deepEqual(ids(null), [one.id, two.id]);
  assert.deepEqual(ids(one), [two.id]);
});
