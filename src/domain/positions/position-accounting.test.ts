import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { SubaccountId } from '../../contract/model/ids.ts';
import {
  type Notional,
  type Price,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Position } from '../../contract/model/position.ts';
import { execution, positionAfter, toExecution } from './execution.fixture.ts';
import {
  applyFill,
  applyRecordedFill,
  computeAveragePrice,
  type Execution,
  markPosition,
  toSignedQty,
  toYesPrice,
} from './position-accounting.ts';

const Exact = Decimal.clone({
  precision: 90,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -40,
  toExpPos: 60,
});
const units = (value: bigint): Decimal => new Exact(value.toString()).div('1e8');
const average = (position: Position): string => renderDecimal(computeAveragePrice(position) ?? -1n);

const executions = fc
  .record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    outcome: fc.constantFrom('YES' as const, 'NO' as const),
    price: fc.bigInt({ min: 0n, max: 100_000_000n }),
    // Small quantities often net to zero; large ones test the range of the arithmetic.
    qty: fc.oneof(fc.bigInt({ min: 1n, max: 5n }), fc.bigInt({ min: 1n, max: 10n ** 23n - 1n })),
  })
  .map(({ side, outcome, price, qty }) => toExecution(side, outcome, price as Price, qty as Qty));
const histories = fc.array(executions, { minLength: 1, maxLength: 12 });

/** An independent reference implementation of the contract's rules, with decimal.js. */
class Model {
  net = new Exact(0);
  average = new Exact(0);
  cost = new Exact(0);
  realized = new Exact(0);

  apply({ side, outcome, price, qty }: Execution): void {
    const bought = (side === 'BUY' ? 1 : -1) * (outcome === 'YES' ? 1 : -1);
    const change = units(qty).mul(bought);
    const yes = outcome === 'YES' ? units(price) : new Exact(1).sub(units(price));
    if (this.net.isZero() || this.net.s === change.s) this.#grow(change, yes);
    else this.#reduce(change, yes);
  }

  #grow(change: Decimal, yes: Decimal): void {
    this.net = this.net.add(change);
    this.cost = this.cost.add(change.abs().mul(yes));
    this.average = this.cost.div(this.net.abs()).toDecimalPlaces(8);
  }

  #reduce(change: Decimal, yes: Decimal): void {
    const closed = Decimal.min(this.net.abs(), change.abs());
    const share = this.cost.mul(closed).div(this.net.abs()).toDecimalPlaces(16);
    this.realized = this.realized.add(yes.mul(closed).sub(share).mul(this.net.s));
    const before = this.net;
    this.net = this.net.add(change);
    const hasCrossed = !this.net.isZero() && this.net.s !== before.s;
    this.cost = hasCrossed ? yes.mul(this.net.abs()) : this.cost.sub(share);
    if (!this.net.isZero()) this.average = this.cost.div(this.net.abs()).toDecimalPlaces(8);
  }
}

const applyAll = (history: readonly Execution[]): Position | null =>
  history.reduce<Position | null>((position, one) => applyFill(position, one).position, null);

test('increasing a position re-averages it', () => {
  const position = positionAfter('BUY YES 4 @ 0.47', 'BUY YES 6 @ 0.48');
  assert.equal(renderDecimal(position.net), '10');
  assert.equal(average(position), '0.476');
  assert.equal(position.realizedPnl, 0n);
});

test('reducing keeps the average and realizes against it', () => {
  const held = positionAfter('BUY YES 10 @ 0.4');
  const { position, realizedPnl } = applyFill(held, execution('SELL YES 4 @ 0.55'));
  assert.equal(renderNotional(realizedPnl), '0.6');
  assert.equal(average(position), '0.4');
  assert.equal(renderDecimal(position.net), '6');
});

test('selling without a position opens a short, and buying it back at a lower price gains', () => {
  const short = positionAfter('SELL YES 10 @ 0.6');
  assert.equal(renderDecimal(short.net), '-10');
  const { position, realizedPnl } = applyFill(short, execution('BUY YES 10 @ 0.45'));
  assert.equal(renderNotional(realizedPnl), '1.5');
  assert.deepEqual([position.net, position.cost, computeAveragePrice(position)], [0n, 0n, null]);
});

test('crossing zero realizes the old position and restarts the average at the fill price', () => {
  const held = positionAfter('BUY YES 10 @ 0.4', 'BUY YES 10 @ 0.5');
  const { position, realizedPnl } = applyFill(held, execution('SELL YES 25 @ 0.7'));
  assert.equal(renderNotional(realizedPnl), '5');
  assert.equal(renderDecimal(position.net), '-5');
  assert.equal(average(position), '0.7');
});

test('buying NO is selling YES: both together net out and realize', () => {
  const held = positionAfter('BUY YES 10 @ 0.48');
  const { position, realizedPnl } = applyFill(held, execution('BUY NO 10 @ 0.4'));
  assert.equal(position.net, 0n);
  assert.equal(renderNotional(realizedPnl), '1.2');
  assert.equal(average(positionAfter('BUY NO 10 @ 0.4')), '0.6');
});

test('an average without an exact decimal is rounded for the caller only', () => {
  const held = positionAfter('BUY YES 1 @ 0.3', 'BUY YES 2 @ 0.35');
  assert.equal(average(held), '0.33333333');
  const { position, realizedPnl } = applyFill(held, execution('SELL YES 1 @ 0.4'));
  assert.equal(renderNotional(realizedPnl), '0.0666666666666667');
  assert.equal(renderNotional(position.cost), '0.6666666666666667');
  const rest = applyFill(position, execution('SELL YES 2 @ 0.4'));
  assert.equal(renderNotional(rest.position.realizedPnl), '0.2', 'sold for 1.20, bought for 1.00');
});

for (const [side, outcome, entries] of [
  ['SELL', 'YES', ['BUY YES 30 @ 0.31', 'BUY YES 40 @ 0.305']],
  ['BUY', 'NO', ['BUY YES 30 @ 0.31', 'BUY YES 40 @ 0.305']],
  ['BUY', 'YES', ['SELL YES 30 @ 0.31', 'SELL YES 40 @ 0.305']],
  ['SELL', 'NO', ['SELL YES 30 @ 0.31', 'SELL YES 40 @ 0.305']],
] as const)
  test(`closing in parts with ${side} ${outcome} realizes exactly the cash that moved`, () => {
    const price = outcome === 'YES' ? '0.27' : '0.73';
    const parts = ['11', '23', '36'].map((qty) => `${side} ${outcome} ${qty} @ ${price}`);
    const closed = positionAfter(entries[0], entries[1], ...parts);
    const sign = side === 'SELL' ? (outcome === 'YES' ? 1 : -1) : outcome === 'YES' ? -1 : 1;
    // Entered for 9.30 + 12.20 = 21.50 and left for 70 × 0.27 = 18.90, in YES terms.
    assert.equal(renderNotional(closed.realizedPnl), sign > 0 ? '-2.6' : '2.6');
    assert.deepEqual([closed.net, closed.cost], [0n, 0n]);
  });

test('a fill of an older ledger is applied by the rule it was recorded with, and the next by the exact one', () => {
  const held = positionAfter('BUY YES 1 @ 0.3', 'BUY YES 2 @ 0.35');
  const sale = execution('SELL YES 1 @ 0.4');
  const recorded = applyRecordedFill(held, { ...sale, realizedPnl: 6_666_667_00000000n as Notional });
  assert.equal(renderNotional(recorded.position.cost), '0.66666666');
  const exact = applyFill(held, sale);
  assert.deepEqual(applyRecordedFill(held, { ...sale, realizedPnl: exact.realizedPnl }), exact);
  const last = execution('SELL YES 2 @ 0.4');
  assert.equal(renderNotional(applyFill(recorded.position, last).realizedPnl), '0.13333334');
});

test('an execution that does not belong to the position throws a DefectError', () => {
  const held = positionAfter('BUY YES 1 @ 0.3');
  const foreign = { ...execution('BUY YES 1 @ 0.3'), subaccountId: 'sa_2' as SubaccountId };
  assert.throws(() => applyFill(held, foreign), /belongs to the position/);
  assert.throws(() => applyFill(null, execution('BUY YES 0 @ 0.3')), /has a quantity/);
  assert.throws(() => applyFill(null, execution('BUY NO 1 @ 1.01')), /within 0..1/);
});

test('I-10, I-27: every history gives the net, average and realized PnL of the decimal model', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const model = new Model();
      let position: Position | null = null;
      for (const one of history) {
        position = applyFill(position, one).position;
        model.apply(one);
        assert.equal(renderDecimal(position.net), model.net.toString());
        assert.equal(renderNotional(position.cost), model.cost.toString());
        assert.equal(renderNotional(position.realizedPnl), model.realized.toString());
        if (position.net !== 0n) assert.equal(average(position), model.average.toString());
      }
    }),
  );
});

test('I-10: the net is the signed sum of the fills, in any order', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const sum = history.reduce((net, one) => net + toSignedQty(one.side, one.outcome, one.qty), 0n);
      assert.equal(applyAll(history)?.net, sum);
      assert.equal(applyAll(history.toReversed())?.net, sum);
    }),
  );
});

test('fills in one direction give the same cost and average in any order', () => {
  const growing = histories.map((history) =>
    history.map((one) => ({ ...one, side: one.outcome === 'YES' ? ('BUY' as const) : ('SELL' as const) })),
  );
  fc.assert(
    fc.property(growing, (history) => {
      assert.deepEqual(applyAll(history.toReversed()), applyAll(history));
    }),
  );
});

test('a fill in NO terms and the same fill in YES terms are the same fill', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const mirrored = history.map((one) =>
        toExecution(
          one.side === 'BUY' ? 'SELL' : 'BUY',
          one.outcome === 'YES' ? 'NO' : 'YES',
          (100_000_000n - one.price) as Price,
          one.qty,
        ),
      );
      assert.deepEqual(applyAll(mirrored), applyAll(history));
    }),
  );
});

test('I-52: realized plus unrealized PnL is exactly the cash flow', () => {
  fc.assert(
    fc.property(histories, fc.bigInt({ min: 0n, max: 100_000_000n }), (history, mark) => {
      let position: Position | null = null;
      let cash = 0n;
      for (const one of history) {
        cash -= toYesPrice(one.outcome, one.price) * toSignedQty(one.side, one.outcome, one.qty);
        position = applyFill(position, one).position;
      }
      if (position === null) return;
      const pnl = position.realizedPnl + markPosition(position, mark as Price).unrealizedPnl;
      assert.equal(pnl, cash + mark * position.net);
    }),
  );
});
