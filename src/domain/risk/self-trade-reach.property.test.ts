import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complement, PRICE_ONE, type Price, type Qty } from '../../contract/model/money.ts';
import type { Order, Outcome, Side } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { OrderBook } from '../../matching-engine/order-book.ts';
import { accepted, RAIN } from '../order-state/order.fixture.ts';
import { findCrossedLegs, findReachedLegs } from './self-trade.ts';

const AT = 0 as TimestampMs;
const CENT = PRICE_ONE / 100n;
const cents = fc.integer({ min: 45, max: 55 }).map((each) => (BigInt(each) * CENT) as Price);
const size = fc.integer({ min: 1, max: 9 }).map((each) => BigInt(each) as Qty);
const outcome = fc.constantFrom<Outcome>('YES', 'NO');
const maker = fc.record({ isOwn: fc.boolean(), price: cents, qty: size, outcome });
const cases = fc.record({
  makers: fc.array(maker, { minLength: 1, maxLength: 12 }),
  isBuy: fc.boolean(),
  taker: fc.record({ price: cents, qty: size, outcome, isMarket: fc.boolean() }),
});

/** The same order in terms of YES or NO. */
const inTerms = (of: Outcome, isYesBuy: boolean, yesPrice: Price): { side: Side; price: Price } => ({
  side: isYesBuy === (of === 'YES') ? 'BUY' : 'SELL',
  price: of === 'YES' ? yesPrice : complement(yesPrice),
});

test('the reached orders are those that an engine with self-trade prevention cancels', () => {
  fc.assert(
    fc.property(cases, ({ makers, isBuy, taker }) => {
      const book = new OrderBook();
      const own = new Map<number, Order>();
      // At each price the own orders come first, as the rule assumes.
      for (const [index, each] of makers.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn)).entries()) {
        const { isOwn, price, qty } = each;
        const terms = inTerms(each.outcome, !isBuy, price);
        const number = index + 1;
        if (isOwn) {
          const rested = { ...terms, qty, outcome: each.outcome, priceText: '', qtyText: '' };
          own.set(number, accepted(rested, [], number));
        }
        const side = isBuy ? 'SELL' : 'BUY';
        const order = { id: number, owner: isOwn ? 'us' : 'other', side, price, qty } as const;
        assert.ok(book.submit({ ...order, tif: 'GTC', expiresAt: null }, AT).ok);
      }
      const bids = book.levels('BUY');
      const asks = book.levels('SELL');
      const limit = inTerms(taker.outcome, isBuy, taker.price);
      const { qty, isMarket } = taker;
      const leg = { instrumentId: RAIN, outcome: taker.outcome, ...limit, qty };
      const crossed = findCrossedLegs([...own.values()], { ...leg, price: isMarket ? null : limit.price });
      const reached = findReachedLegs(crossed, leg, {
        instrumentId: RAIN,
        bids,
        asks,
        timestamp: AT,
        sequence: 1,
      });
      const change = book.submit(
        {
          id: 99,
          owner: 'us',
          side: isBuy ? 'BUY' : 'SELL',
          price: isMarket ? null : taker.price,
          qty,
          tif: 'IOC',
          expiresAt: null,
          selfTrade: 'cancel_maker',
        },
        AT,
      );
      assert.ok(change.ok);
      const cancelled = change.value.closed.filter(({ reason }) => reason === 'self_trade');
      assert.deepEqual(
        reached.map(({ order }) => order.id).toSorted(),
        cancelled.map(({ id }) => own.get(id)?.id ?? '').toSorted(),
      );
    }),
    { numRuns: 500 },
  );
});
