import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveAt, VOIDED } from '../../contract/model/instrument.ts';
import {
  absolute,
  ONE,
  PRICE_ONE,
  type Price,
  parsePrice,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Position } from '../../contract/model/position.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { execution, positionAfter, toExecution } from './execution.fixture.ts';
import {
  applyFill,
  applyRecordedFill,
  computePayout,
  markPosition,
  settlePosition,
} from './position-accounting.ts';

const YES = resolveAt(PRICE_ONE);
const NO = resolveAt(0n as Price);
const at = (price: string) => resolveAt(parsePrice(price) as Price);
const AT = 1_782_950_400_000 as TimestampMs;

const holdings = fc
  .array(
    fc.record({
      outcome: fc.constantFrom('YES' as const, 'NO' as const),
      price: fc.bigInt({ min: 0n, max: 100_000_000n }),
      qty: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((buys) =>
    buys.reduce<Position | null>(
      (held, { outcome, price, qty }) =>
        applyFill(held, toExecution('BUY', outcome, price as Price, qty as Qty)).position,
      null,
    ),
  )
  .filter((position): position is Position => position !== null && position.net !== 0n);

const prices = fc.bigInt({ min: 0n, max: ONE }).map((price) => price as Price);

test('YES pays a long 1 a contract and costs a short 1', () => {
  const long = settlePosition(positionAfter('BUY YES 10 @ 0.4'), YES, AT);
  assert.deepEqual(
    [long.side, long.outcome, renderDecimal(long.price), renderDecimal(long.qty)],
    ['SELL', 'YES', '1', '10'],
  );
  assert.equal(renderNotional(long.realizedPnl), '6');
  const short = settlePosition(positionAfter('BUY NO 10 @ 0.4'), YES, AT);
  assert.deepEqual([short.side, renderDecimal(short.price)], ['BUY', '1']);
  assert.equal(renderNotional(short.realizedPnl), '-4');
});

test('NO pays a long nothing and a NO holder 1 a contract', () => {
  assert.equal(renderNotional(settlePosition(positionAfter('BUY YES 10 @ 0.4'), NO, AT).realizedPnl), '-4');
  assert.equal(renderNotional(settlePosition(positionAfter('BUY NO 10 @ 0.4'), NO, AT).realizedPnl), '6');
});

test('a fraction pays its price to YES and the complement to NO', () => {
  const long = settlePosition(positionAfter('BUY YES 10 @ 0.4'), at('0.37'), AT);
  assert.deepEqual([long.side, renderDecimal(long.price)], ['SELL', '0.37']);
  assert.equal(renderNotional(long.realizedPnl), '-0.3');
  const short = settlePosition(positionAfter('BUY NO 10 @ 0.4'), at('0.37'), AT);
  assert.deepEqual([short.side, renderDecimal(short.price)], ['BUY', '0.37']);
  assert.equal(renderNotional(short.realizedPnl), '2.3');
});

test('a fraction without a price between 0 and 1 is a defect', () => {
  const held = positionAfter('BUY YES 1 @ 0.4');
  for (const settlementPrice of [null, 0n as Price, PRICE_ONE])
    assert.throws(() => settlePosition(held, { result: 'FRACTION', settlementPrice }, AT), /fraction/);
  assert.throws(() => resolveAt((ONE + 1n) as Price), /within 0..1/);
});

test('VOID closes at the average and realizes nothing, also when the average is rounded', () => {
  const voided = settlePosition(positionAfter('BUY YES 1 @ 0.3', 'BUY YES 2 @ 0.35'), VOIDED, AT);
  assert.equal(renderDecimal(voided.price), '0.33333333');
  assert.equal(voided.realizedPnl, 0n);
});

test('a settlement keeps the earlier realized PnL and has the settlement time', () => {
  const { position } = settlePosition(positionAfter('BUY YES 10 @ 0.4', 'SELL YES 5 @ 0.5'), NO, AT);
  assert.equal(renderNotional(position.realizedPnl), '-1.5');
  assert.equal(position.updatedAt, AT);
});

test('a closed position cannot be settled', () => {
  assert.throws(
    () => settlePosition(positionAfter('BUY YES 1 @ 0.4', 'SELL YES 1 @ 0.4'), YES, AT),
    /only an open position/,
  );
});

test('I-10: every settlement closes the whole holding at its price', () => {
  fc.assert(
    fc.property(holdings, fc.oneof(prices.map(resolveAt), fc.constant(VOIDED)), (held, resolution) => {
      const settlement = settlePosition(held, resolution, AT);
      assert.deepEqual([settlement.position.net, settlement.position.cost], [0n, 0n]);
      assert.equal(settlement.qty, absolute(held.net));
      const gain = markPosition(held, settlement.price).unrealizedPnl;
      assert.equal(settlement.realizedPnl, resolution.result === 'VOID' ? 0n : gain);
      const again = applyRecordedFill(held, { ...execution('BUY YES 1 @ 0.1'), ...settlement, at: AT });
      assert.deepEqual(again.position, settlement.position);
    }),
  );
});

test('I-33: the holders of both outcomes are paid one for each contract outstanding', () => {
  const contracts = fc.array(
    fc.record({
      price: prices,
      qty: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      buyer: fc.integer({ min: 0, max: 4 }),
      seller: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(contracts, prices, (trades, settlementPrice) => {
      const holders = new Map<number, Position>();
      let paid = 0n;
      const trade = (holder: number, outcome: 'YES' | 'NO', price: Price, qty: Qty): void => {
        const applied = applyFill(holders.get(holder) ?? null, toExecution('BUY', outcome, price, qty));
        holders.set(holder, applied.position);
      };
      for (const { price, qty, buyer, seller } of trades) {
        trade(buyer, 'YES', price, qty as Qty);
        trade(seller, 'NO', (ONE - price) as Price, qty as Qty);
      }
      const held = [...holders.values()].filter(({ net }) => net !== 0n);
      const outstanding = held.reduce((sum, { net }) => sum + (net > 0n ? net : 0n), 0n);
      assert.equal(
        held.reduce((sum, { net }) => sum + net, 0n),
        0n,
      );
      for (const position of held) {
        const settlement = settlePosition(position, resolveAt(settlementPrice), AT);
        assert.equal(settlement.price, settlementPrice);
        paid += computePayout(position, settlementPrice);
      }
      assert.equal(paid, outstanding * ONE);
    }),
  );
});
