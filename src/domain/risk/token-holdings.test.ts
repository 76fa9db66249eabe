import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { Fill, Leg, Order, OrderStatus, Outcome, Side, TokenSide } from '../../contract/model/order.ts';
import { accepted, TRADER } from '../order-state/order.fixture.ts';
import { toSignedQty } from '../positions/position-accounting.ts';
import {
  computeMergeable,
  computePairs,
  getReducedOutcome,
  getTokenOutcome,
  type TokenHolding,
  TokenHoldings,
  toFreeQty,
  toSentTerms,
} from './token-holdings.ts';

const SIDES: readonly Side[] = ['BUY', 'SELL'];
const OUTCOMES: readonly Outcome[] = ['YES', 'NO'];
const KEY = `${TRADER.accountId}/sa_1/1001`;

interface Traded {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly qty: Qty;
  readonly tokenSide: TokenSide;
}

/** Tokens counted one by one, as the wallet has them. */
function countTokens(fills: readonly Traded[]): Record<Outcome, bigint> {
  const tokens = { YES: 0n, NO: 0n };
  for (const { side, outcome, qty, tokenSide } of fills)
    tokens[getTokenOutcome(side, outcome, tokenSide)] += tokenSide === 'BUY' ? qty : 0n - qty;
  return tokens;
}

const fill = fc.record({
  side: fc.constantFrom(...SIDES),
  outcome: fc.constantFrom(...OUTCOMES),
  qty: fc.bigInt({ min: 1n, max: 50n }) as fc.Arbitrary<Qty>,
  tokenSide: fc.constantFrom(...SIDES),
});

describe('the tokens of a fill', () => {
  test('a leg is sent in its own terms, or in the other outcome at one minus its price', () => {
    const sent = (side: Side, outcome: Outcome, tokenSide: TokenSide, price: bigint | null = 40n): string => {
      const terms = toSentTerms(side, { outcome, tokenSide, price: price as Price | null });
      return `${terms.side} ${terms.outcome} ${terms.price}`;
    };
    const other = 100_000_000n - 40n;
    assert.equal(sent('SELL', 'YES', null), 'SELL YES 40');
    assert.equal(sent('BUY', 'YES', null), 'BUY YES 40');
    assert.equal(sent('SELL', 'YES', 'SELL'), 'SELL YES 40');
    assert.equal(sent('SELL', 'NO', 'SELL'), 'SELL NO 40');
    assert.equal(sent('BUY', 'YES', 'BUY'), 'BUY YES 40');
    assert.equal(sent('BUY', 'NO', 'BUY'), 'BUY NO 40');
    assert.equal(sent('SELL', 'YES', 'BUY'), `BUY NO ${other}`);
    assert.equal(sent('SELL', 'NO', 'BUY'), `BUY YES ${other}`);
    assert.equal(sent('BUY', 'YES', 'SELL'), `SELL NO ${other}`);
    assert.equal(sent('BUY', 'NO', 'SELL'), `SELL YES ${other}`);
    assert.equal(sent('SELL', 'YES', 'BUY', null), 'BUY NO null');
  });

  test('a sale always sells the outcome that the order reduces', () => {
    for (const side of SIDES)
      for (const outcome of OUTCOMES) {
        assert.equal(getTokenOutcome(side, outcome, 'SELL'), getReducedOutcome(side, outcome));
        assert.notEqual(getTokenOutcome(side, outcome, 'BUY'), getReducedOutcome(side, outcome));
      }
  });

  test('position and pairs are the tokens, whatever was traded, and every fill can be taken back', () => {
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 30 }), fc.nat(), (attempts, undone) => {
        let net = 0n;
        let pairs = 0n;
        const fills: Traded[] = [];
        for (const each of attempts) {
          const tokens = countTokens([...fills, each]);
          if (tokens.YES < 0n || tokens.NO < 0n) continue; // the venue sells only what is held
          pairs = computePairs(net, pairs, each, 1n);
          net += toSignedQty(each.side, each.outcome, each.qty);
          fills.push(each);
          const holdings = new TokenHoldings();
          for (const outcome of OUTCOMES)
            assert.equal(holdings.get(KEY, net, pairs, outcome).held, tokens[outcome]);
        }
        const voided = fills[undone % Math.max(1, fills.length)];
        if (voided === undefined) return;
        const rest = countTokens(fills.filter((each) => each !== voided));
        if (rest.YES < 0n || rest.NO < 0n) return;
        assert.equal(computePairs(net, pairs, voided, -1n), rest.YES < rest.NO ? rest.YES : rest.NO);
      }),
      { numRuns: 300 },
    );
  });

  test('at a venue that nets both outcomes there are no pairs', () => {
    const bought = { side: 'BUY', outcome: 'NO', qty: 5n as Qty, tokenSide: null } as const;
    assert.equal(computePairs(3n, 0n, bought, 1n), 0n);
  });

  test('tokens from before this ledger may be sold: they are not counted', () => {
    const sold = { side: 'SELL', outcome: 'YES', qty: 5n as Qty, tokenSide: 'SELL' } as const;
    assert.equal(computePairs(0n, 0n, sold, 1n), 0n);
  });
});

describe('what may be sold', () => {
  /** An order with one leg at a venue that holds tokens. */
  const sale = (status: OrderStatus, change: Partial<Order> = {}, leg: Partial<Leg> = {}): Order => {
    const order = accepted({ side: 'SELL' });
    return {
      ...order,
      ...change,
      status,
      legs: order.legs.map((each) => ({ ...each, status, tokenSide: 'SELL', ...leg })),
    };
  };
  const lot = 100_000_000n;
  const read = (holdings: TokenHoldings, outcome: Outcome = 'YES') => {
    const { held, unsettled, promised, returning } = holdings.get(KEY, 30n * lot, 0n, outcome);
    return [held, unsettled, promised, returning].map((each) => each / lot);
  };

  test('a live sale promises what it has not sold; one that is being cancelled may give it back', () => {
    const holdings = new TokenHoldings();
    const open = sale('OPEN');
    holdings.replaceOrder(null, open);
    assert.deepEqual(read(holdings), [30n, 0n, 10n, 0n]);
    const part = sale('PARTIAL', {}, { filledQty: (4n * lot) as Qty });
    holdings.replaceOrder(open, part);
    assert.deepEqual(read(holdings), [30n, 0n, 6n, 0n]);
    const ending = sale('PARTIAL', { pendingAction: 'cancel' }, { filledQty: (4n * lot) as Qty });
    holdings.replaceOrder(part, ending);
    assert.deepEqual(read(holdings), [30n, 0n, 6n, 6n]);
    assert.equal(toFreeQty(holdings.get(KEY, 30n * lot, 0n, 'YES')), 30n * lot);
    holdings.replaceOrder(ending, sale('CANCELLED'));
    assert.deepEqual(read(holdings), [30n, 0n, 0n, 0n]);
  });

  test('a purchase promises nothing, and a sale in the other terms promises the other tokens', () => {
    const holdings = new TokenHoldings();
    holdings.replaceOrder(null, sale('OPEN', {}, { tokenSide: 'BUY' }));
    holdings.replaceOrder(null, sale('OPEN', {}, { tokenSide: null }));
    assert.deepEqual([...read(holdings), ...read(holdings, 'NO')], [30n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
    holdings.replaceOrder(null, sale('OPEN', { side: 'BUY' }));
    assert.deepEqual([...read(holdings), ...read(holdings, 'NO')], [30n, 0n, 0n, 0n, 0n, 0n, 10n, 0n]);
  });

  test('a purchase that may fail is unsettled, in the outcome that it bought', () => {
    const bought = (side: Side, outcome: Outcome, tokenSide: TokenSide) =>
      ({
        accountId: TRADER.accountId,
        subaccountId: 'sa_1',
        instrumentId: 1001,
        side,
        outcome,
        tokenSide,
        qty: 7n * lot,
      }) as unknown as Fill;
    for (const [fill, yes] of [
      [bought('BUY', 'YES', 'BUY'), 7n],
      [bought('SELL', 'NO', 'BUY'), 7n],
      [bought('BUY', 'NO', 'BUY'), 0n],
      [bought('SELL', 'YES', 'SELL'), 0n],
      [bought('BUY', 'NO', 'SELL'), 0n],
      [bought('BUY', 'YES', null), 0n],
    ] as const) {
      const holdings = new TokenHoldings();
      holdings.addPending(fill, 1n);
      assert.deepEqual(read(holdings), [30n, yes, 0n, 0n]);
      holdings.addPending(fill, -1n);
      assert.deepEqual(read(holdings), [30n, 0n, 0n, 0n]);
    }
  });
});

const holding = (held: bigint, unsettled = 0n, promised = 0n, returning = 0n): TokenHolding =>
  ({ held, unsettled, promised, returning }) as TokenHolding;

test('mergeable is the lesser outcome, without what is unsettled, promised or less than a step', () => {
  const step = 100n as Qty;
  for (const [yes, no, expected] of [
    [holding(1_000n), holding(700n), 700n],
    [holding(1_000n), holding(0n), 0n],
    [holding(1_000n, 400n), holding(900n), 600n],
    [holding(1_000n), holding(900n, 0n, 850n), 0n], // 50 is less than a step
    [holding(1_000n, 0n, 300n, 300n), holding(1_000n), 700n], // a sale that is being cancelled may still fill
    [holding(100n, 100n, 100n), holding(1_000n), 0n],
    [holding(1_099n), holding(1_050n), 1_000n],
  ] as const)
    assert.equal(computeMergeable(yes, no, step), expected);
});
