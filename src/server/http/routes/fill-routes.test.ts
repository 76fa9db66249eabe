import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../../test/support/http/http-call.ts';

test('fills are listed with their filters; an order that is not there is 404', async () => {
  const { body } = await get('/v1/fills?subaccount_id=sa_1&order_id=1042&instrument_id=1001&start=1&end=2');
  assert.deepEqual(body, [
    {
      id: 'fil_9001',
      order_id: 'ord_1042',
      client_order_id: 'desk-1',
      subaccount_id: 'sa_1',
      instrument_id: 1001,
      venue: 'Demo',
      venue_trade_id: 'T-5531',
      side: 'BUY',
      outcome: 'YES',
      price: '0.47',
      qty: '4',
      fee: '0',
      liquidity: 'TAKER',
      realized_pnl: '0',
      timestamp: 1782907200008,
      settlement: 'FINAL',
      voids: null,
    },
  ]);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&order_id=7')).status, 404);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&instrument_id=7')).status, 404);
});
