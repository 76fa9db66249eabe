import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { absolute, type Price, type Qty, renderDecimal, renderNotional } from '../model/money.ts';
import type { Position } from '../model/position.ts';
import type { TimestampMs } from '../model/time.ts';
import { execution, positionAfter, toExecution } from './execution.fixture.ts';
import { applyFill, computeAveragePrice, settlePosition } from './position-accounting.ts';

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

test('YES pays a long 1 a contract and costs a short 1', () => {
  const long = settlePosition(positionAfter('BUY YES 10 @ 0.4'), 'YES', AT);
  assert.deepEqual(
    [long.side, long.outcome, renderDecimal(long.price), renderDecimal(long.qty)],
    ['SELL', 'YES', '1', '10'],
  );
  assert.equal(renderNotional(long.realizedPnl), '6');
  const short = settlePosition(positionAfter('BUY NO 10 @ 0.4'), 'YES', AT);
  assert.deepEqual([short.side, renderDecimal(short.price)], ['BUY', '1']);
  assert.equal(renderNotional(short.realizedPnl), '-4');
});

test('NO pays a long nothing and a NO holder 1 a contract', () => {
  assert.equal(renderNotional(settlePosition(positionAfter('BUY YES 10 @ 0.4'), 'NO', AT).realizedPnl), '-4');
  assert.equal(renderNotional(settlePosition(positionAfter('BUY NO 10 @ 0.4'), 'NO', AT).realizedPnl), '6');
});

test('VOID closes at the average and realizes nothing, also when the average is rounded', () => {
  const voided = settlePosition(positionAfter('BUY YES 1 @ 0.3', 'BUY YES 2 @ 0.35'), 'VOID', AT);
  assert.equal(renderDecimal(voided.price), '0.33333333');
  assert.equal(voided.realizedPnl, 0n);
});

test('a settlement keeps the earlier realized PnL and has the settlement time', () => {
  const { position } = settlePosition(positionAfter('BUY YES 10 @ 0.4', 'SELL YES 5 @ 0.5'), 'NO', AT);
  assert.equal(renderNotional(position.realizedPnl), '-1.5');
  assert.equal(position.updatedAt, AT);
});

test('a closed position cannot be settled', () => {
  assert.throws(
    () => settlePosition(positionAfter('BUY YES 1 @ 0.4', 'SELL YES 1 @ 0.4'), 'YES', AT),
    /only a holding/,
  );
});

test('I-10: every settlement closes the whole holding at its price', () => {
  fc.assert(
    fc.property(holdings, fc.constantFrom('YES', 'NO', 'VOID'), (held, result) => {
      const settlement = settlePosition(held, result, AT);
      assert.deepEqual([settlement.position.net, settlement.position.cost], [0n, 0n]);
      assert.equal(settlement.qty, absolute(held.net));
      const basis = computeAveragePrice(held) as Price;
      assert.equal(settlement.realizedPnl, (settlement.price - basis) * held.net);
      const again = applyFill(held, { ...execution('BUY YES 1 @ 0.1'), ...settlement, at: AT });
      assert.deepEqual(again.position, settlement.position);
    }),
  );
});
