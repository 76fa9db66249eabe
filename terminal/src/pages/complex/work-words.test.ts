import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ComplexOrder, Order } from '../../../../sdk/src/index.ts';
import { describeWork } from './work-words.ts';

const STATE = { watched_price: '0.47', trigger_price: null, moves: 3, next_at: null, capped: false };
const PEG = { reference: 'NEAR', offset: '0.01', min_stay_ms: 1_000, max_moves: 500 };
const complex = (change: object): ComplexOrder =>
  ({
    type: 'PEG',
    side: 'BUY',
    price: '0.5',
    qty: '500',
    filled_qty: '15',
    params: PEG,
    state: STATE,
    ...change,
  }) as unknown as ComplexOrder;
const child = (price: string, venue = 'Demo'): Order =>
  ({ price, qty: '20', legs: [{ venue }] }) as unknown as Order;
const lines = (change: object, resting: Order | undefined, tick = '0.01') =>
  describeWork(complex(change), { price_tick: tick }, resting, 'cents');

describe('the words about an order that follows the market', () => {
  test('a peg states its distance in ticks, the price it follows and its moves', () => {
    assert.deepEqual(lines({}, child('0.46')), [
      'resting 1 tick below the best bid, at 46¢',
      'best bid of others 47¢',
      'moved 3 of 500 times',
    ]);
    const sell = { side: 'SELL', params: { ...PEG, reference: 'MID', offset: '0.02' } };
    assert.equal(lines(sell, child('0.55'))?.[0], 'resting 2 ticks above the middle, at 55¢');
    const ahead = { params: { ...PEG, offset: '-0.015' } };
    assert.equal(lines(ahead, child('0.48'))?.[0], 'resting 1.5¢ above the best bid, at 48¢');
    const same = { side: 'SELL', params: { ...PEG, reference: 'FAR', offset: '0' } };
    assert.equal(lines(same, child('0.48'))?.[0], 'resting at the best bid, at 48¢');
  });

  test('a peg states that its limit or its moves keep it where it is', () => {
    const capped = { state: { ...STATE, moves: 500, capped: true } };
    assert.deepEqual(lines(capped, child('0.5')), [
      'resting at its limit 50¢',
      'best bid of others 47¢',
      'moved 500 of 500 times: it stays where it is',
    ]);
  });

  test('a peg without a resting order states what it waits for', () => {
    const empty = { state: { ...STATE, watched_price: null } };
    assert.equal(
      lines(empty, undefined)?.[0],
      'waits for a price of others: it rests 1 tick below the best bid',
    );
    assert.equal(lines({}, undefined)?.[0], 'not resting now; it follows the best bid, 47¢');
  });

  test('a share of the volume states the share, and what rests or is awaited', () => {
    const pov = { type: 'POV', params: { participation: '0.125', window_ms: 60_000, finish: 'CROSS' } };
    assert.deepEqual(lines(pov, child('0.47')), [
      '12.5 % of what others trade',
      'resting 20 at 47¢',
      'best price of others 47¢',
      'follows every 1 min',
      'takes the rest when it ends',
    ]);
    assert.equal(lines(pov, undefined)?.[1], 'waits for their volume; 15 of 500 filled');
  });

  test('a smart route names the venue where it rests, and what a move must save', () => {
    const route = { type: 'SMART_ROUTE', params: { min_improvement: '0.01', max_moves: 20 } };
    assert.deepEqual(lines(route, child('0.5', 'Kalshi')), [
      'resting at Kalshi, 50¢',
      'moves to save 1¢ a contract with fees',
      'moved 3 of 20 times',
    ]);
    const anyTick = { ...route, params: { min_improvement: null, max_moves: 20 } };
    assert.deepEqual(lines(anyTick, undefined)?.slice(0, 2), [
      'not resting now; it goes where it costs least',
      'moves to save a tick a contract with fees',
    ]);
  });

  test('a type that watches a trigger has no words of work', () => {
    assert.equal(lines({ type: 'STOP' }, undefined), null);
  });
});
