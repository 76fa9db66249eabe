import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { FILL, INSTRUMENT } from '../../../test/support/http/http-records.ts';
import { resolveAt } from '../../contract/model/instrument.ts';
import { type Price, parsePrice } from '../../contract/model/money.ts';
import { renderFill } from './fill-routes.ts';
import { renderInstrument } from './market-routes.ts';

test('fills are listed with their filters; an unknown order is 404', async () => {
  const { body } = await get('/v1/fills?subaccount_id=sa_1&order_id=1042&instrument_id=1001&start=1&end=2');
  assert.deepEqual(body, [
    {
      id: 'fil_9001',
      order_id: 'ord_1042',
      client_order_id: 'desk-1',
      tag: null,
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
      sent_as: null,
      timestamp: 1782907200008,
      settlement: 'FINAL',
      voids: null,
      settlement_price: null,
    },
  ]);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&order_id=7')).status, 404);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&instrument_id=7')).status, 404);
});

test('a settlement fill and a settled instrument state what one YES contract pays', () => {
  const settlementPrice = parsePrice('0.37') as Price;
  const settled = renderFill({ ...FILL, orderId: null, liquidity: 'SETTLEMENT', price: settlementPrice });
  assert.deepEqual([settled.liquidity, settled.settlement_price], ['SETTLEMENT', '0.37']);
  const listed = renderInstrument({ ...INSTRUMENT, status: 'SETTLED', ...resolveAt(settlementPrice) });
  assert.deepEqual([listed.result, listed.settlement_price], ['FRACTION', '0.37']);
  assert.equal(renderInstrument({ ...INSTRUMENT, ...resolveAt(0n as Price) }).settlement_price, '0');
});
