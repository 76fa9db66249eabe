import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderUnits } from '../support/decimal.ts';
import { createRestingOrder, type Fields, getBook, getOrder, RAIN, submit } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const SELF_TRADE = [422, 'self_trade'] as const;

/**
 * A bid at the best price of Demo's book, too large to be filled meanwhile, and a BUY of NO that crosses it.
 */
async function rest(): Promise<{ readonly own: Order; readonly meeting: Fields }> {
  const { bids } = await getBook(api, RAIN);
  const price = bids[0]?.price ?? assert.fail('a bid');
  const own = await submit(api, createRestingOrder({ price, qty: '5000' }));
  const no = renderUnits(100_000_000n - BigInt(Math.round(Number(price) * 100_000_000)));
  return { own, meeting: createRestingOrder({ outcome: 'NO', price: no, qty: '4000' }) };
}

test('CANCEL_INCOMING is refused with the id of the own order, alone, in a batch and in a preview', async () => {
  const { own, meeting } = await rest();
  const body = { ...meeting, self_trade: 'CANCEL_INCOMING' };
  for (const path of ['/v1/orders', '/v1/orders/preview']) {
    const refused = await api.refused(SELF_TRADE, 'POST', path, body);
    assert.equal(refused.details?.['order_id'], own.id, path);
  }
  const [entry] = await api.ok<readonly { id: string | null; error?: string }[]>('POST', '/v1/orders/batch', {
    orders: [body],
  });
  assert.deepEqual([entry?.id, entry?.error], [null, 'self_trade']);
  assert.match((await getOrder(api, own.id)).status, /^(OPEN|PARTIAL)$/);
});

test('CANCEL_RESTING cancels the own order with self_trade, and the new one is placed', async () => {
  const { own, meeting } = await rest();
  const placed = await submit(api, { ...meeting, self_trade: 'CANCEL_RESTING' });
  const ended = await getOrder(api, own.id);
  assert.deepEqual([ended.status, ended.reason], ['CANCELLED', 'self_trade']);
  const receipt = await api.ok<{ order: Order; warnings: readonly unknown[] }>(
    'GET',
    `/v1/orders/${placed.id}/receipt`,
  );
  assert.deepEqual([receipt.order.id, receipt.warnings], [placed.id, []]);
});
