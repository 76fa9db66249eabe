import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';

test('a long NO position reads as the short YES position that it is: side, outcome and price agree', async () => {
  assert.deepEqual((await get('/v1/positions?subaccount_id=sa_1')).body, [
    {
      instrument_id: 1001,
      side: 'SELL',
      qty: '10',
      avg_price: '0.6',
      unrealized_pnl: '0.5',
      subaccount_id: 'sa_1',
      venue: 'Demo',
      outcome: 'YES',
      mark_price: '0.55',
      realized_pnl: '0',
      updated_at: '2026-07-01T12:00:00.011Z',
    },
  ]);
});
