import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from '../access/access.ts';
import type { FillId, KeyId } from '../model/ids.ts';
import {
  NOTIONAL_ZERO,
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../model/money.ts';
import type { Fill } from '../model/order.ts';
import type { TimestampMs } from '../model/time.ts';
import { accepted, newOrder } from '../order-state/order.fixture.ts';
import { AgentUsage, computeSpent } from './agent-usage.ts';

const NOW = 1_782_907_200_000 as TimestampMs;
const KEY = 'key_1' as KeyId;
const PRICE = parsePrice('0.4') as Price;
const QTY = parseQty('10') as Qty;

const createFill = (side: 'BUY' | 'SELL'): Fill =>
  ({
    id: 'fill_1' as FillId,
    side,
    outcome: 'YES',
    price: PRICE,
    qty: QTY,
    fee: null,
    realizedPnl: NOTIONAL_ZERO,
    timestamp: NOW,
    settlement: 'FINAL',
    voids: null,
  }) as Fill;

test('a fill with an unknown fee counts with the highest published one, in the cost and the loss of the day', () => {
  for (const [side, isReduceOnly, cost] of [
    ['BUY', false, '4.168'], // 4, and 0.07 · 10 · 0.4 · 0.6
    ['SELL', false, '6.168'],
    ['BUY', true, '0.168'],
    ['SELL', true, '0.168'],
  ] as const) {
    const usage = new AgentUsage();
    usage.addKey({ keyId: KEY, agent: {} } as ApiKey);
    usage.addFill(createFill(side), { keyId: KEY, reduceOnly: isReduceOnly });
    const day = usage.dayTotals(KEY, NOW);
    assert.deepEqual([renderNotional(day.cost), renderNotional(day.pnl)], [cost, '-0.168']);
  }
});

test('an order with an unknown fee has spent the highest published one', () => {
  for (const [side, spent] of [
    ['BUY', '4.168'],
    ['SELL', '6.168'],
  ] as const) {
    const order = accepted(newOrder({ side }));
    const filledNotional = (PRICE * QTY) as Notional;
    const legs = order.legs.map((leg) => ({ ...leg, filledQty: QTY, filledNotional }));
    assert.equal(renderNotional(computeSpent({ ...order, legs, fees: null })), spent);
  }
});
