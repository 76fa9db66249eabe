import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOrder, findTitle } from './approval-words.ts';

const TITLES = { markets: new Map(), assets: new Map() };

test('an order of an agent is one line with its limit, time in force and flags', () => {
  const order = { side: 'BUY', qty: '100', price: '0.48', instrument_id: 11 };
  assert.equal(describeOrder(order, 'cents'), 'BUY 100 YES up to 48¢');
  assert.equal(
    describeOrder({ ...order, side: 'SELL', outcome: 'NO', tif: 'IOC', reduce_only: true }, 'cents'),
    'SELL 100 NO at least 48¢, IOC, reduce-only',
  );
  assert.equal(describeOrder({ side: 'BUY', qty: 5 }, 'cents'), 'BUY 5 YES at the market price');
});

test('an unknown market is named by its id', () => {
  assert.equal(findTitle({ instrument_id: 11 }, TITLES), 'Instrument 11');
  assert.equal(findTitle({ generic_asset_id: 5 }, TITLES), 'Asset 5 · best venue');
});
