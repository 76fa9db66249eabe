import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill, Order } from '../../../sdk/src/index.ts';
import { type Facts, findNews, listDoubtful } from './news.ts';

const QUIET: Facts = {
  fills: [],
  doubtful: [],
  isKilled: false,
  isServiceDown: false,
  illVenues: [],
  fired: new Map(),
};
const fill = (id: string, liquidity = 'TAKER'): Fill =>
  ({ id, liquidity, side: 'BUY', qty: '1500', outcome: 'YES', price: '0.47', venue: 'Demo' }) as Fill;
const titles = (before: Partial<Facts>, after: Partial<Facts>): readonly string[] =>
  findNews({ ...QUIET, ...before }, { ...QUIET, ...after }).map(({ title }) => title);

test('what is new is reported, and what was known is not', () => {
  const state = { isKilled: true, isServiceDown: true, illVenues: ['Kalshi'], doubtful: ['ord_7'] };
  assert.deepEqual(titles({}, state), [
    'ord_7 is in doubt',
    'Kill switch is on',
    'The service does not respond',
    'Kalshi is not healthy',
  ]);
  assert.deepEqual(titles(state, state), []);
  assert.deepEqual(titles(state, {}), [], 'the end of a problem is no news');
});

test('fills are reported one by one, the rest as a number, and settlements not at all', () => {
  const fills = ['f5', 'f4', 'f3', 'f2'].map((id) => fill(id));
  const bought = 'Bought 1,500 YES at 0.47';
  assert.deepEqual(titles({ fills: [fill('f1')] }, { fills: [...fills, fill('f1')] }), [
    bought,
    bought,
    bought,
    '1 more fills',
  ]);
  for (const kind of ['SETTLEMENT', 'ADOPTED'] as const)
    assert.deepEqual(titles({}, { fills: [fill('f9', kind)] }), []);
});

test('an alert is reported when it fires again, and not when it is first seen', () => {
  const fired = (count: number) => ({
    fired: new Map([['alr_1', { fired_count: count, description: 'Fed above 60' }]]),
  });
  assert.deepEqual(titles({}, fired(3)), []);
  assert.deepEqual(titles(fired(3), fired(3)), []);
  assert.deepEqual(findNews({ ...QUIET, ...fired(3) }, { ...QUIET, ...fired(4) }), [
    { tag: 'alert alr_1 4', title: 'Alert', body: 'Fed above 60' },
  ]);
});

test('an order is in doubt once it has waited for its venue for five seconds', () => {
  const order = (id: string, status: string) =>
    ({ id, status, created_at: '2026-07-01T12:00:00.000Z' }) as Order;
  const orders = [order('ord_1', 'PENDING_SUBMISSION'), order('ord_2', 'OPEN')];
  const at = Date.parse('2026-07-01T12:00:05.000Z');
  assert.deepEqual(listDoubtful(orders, at), []);
  assert.deepEqual(listDoubtful(orders, at + 1), ['ord_1']);
});
