import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, renderDecimal, renderNotional } from '../../contract/model/money.ts';
import { positionAfter } from './execution.fixture.ts';
import { markPosition } from './position-accounting.ts';

const price = (text: string): Price => parsePrice(text) as Price;

test('a long gains as the mark rises, a short as it falls', () => {
  const long = markPosition(positionAfter('BUY YES 4 @ 0.47'), price('0.48'));
  assert.equal(renderNotional(long.unrealizedPnl), '0.04');
  const short = markPosition(positionAfter('SELL YES 10 @ 0.6'), price('0.55'));
  assert.equal(renderNotional(short.unrealizedPnl), '0.5');
  assert.equal(renderDecimal(short.avgPrice ?? 0n), '0.6');
});

for (const [terms, first, second, gain] of [
  ['BUY YES', '0.3', '0.35', '0.2'],
  ['SELL NO', '0.7', '0.65', '0.2'],
  ['SELL YES', '0.3', '0.35', '-0.2'],
  ['BUY NO', '0.7', '0.65', '-0.2'],
] as const)
  test(`${terms}: what is not realized is exact, also where the average has no exact decimal`, () => {
    const held = positionAfter(`${terms} 1 @ ${first}`, `${terms} 2 @ ${second}`);
    const { avgPrice, unrealizedPnl } = markPosition(held, price('0.4'));
    assert.deepEqual([renderDecimal(avgPrice ?? 0n), renderNotional(unrealizedPnl)], ['0.33333333', gain]);
  });

test('without a mark the holding is valued at its average', () => {
  const value = markPosition(positionAfter('BUY NO 4 @ 0.47'), null);
  assert.deepEqual(value, { avgPrice: price('0.53'), markPrice: price('0.53'), unrealizedPnl: 0n });
});

test('a closed position has no average and nothing unrealized', () => {
  const closed = positionAfter('BUY YES 4 @ 0.47', 'SELL YES 4 @ 0.5');
  assert.deepEqual(markPosition(closed, price('0.9')), {
    avgPrice: null,
    markPrice: price('0.9'),
    unrealizedPnl: 0n,
  });
  assert.deepEqual(markPosition(closed, null), { avgPrice: null, markPrice: null, unrealizedPnl: 0n });
});
