import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericAsset, Instrument } from '../../../../sdk/src/index.ts';
import { FRESH, type TicketPlace, ticketOrder } from './ticket-order.ts';

const market = { instrument_id: 7, price_tick: '0.01' } as Instrument;
const asset = { generic_asset_id: 501 } as GenericAsset;
const alone: TicketPlace = { subaccountId: 'sa_1', market, matched: null, outcome: 'YES', format: 'cents' };
const matched: TicketPlace = { ...alone, matched: { asset, isInverted: true } };
const written = { ...FRESH, price: '0.4', qty: '10' };

test('a ticket without a required figure is not an order yet', () => {
  assert.equal(ticketOrder(FRESH, alone), null);
  assert.equal(ticketOrder({ ...written, price: '' }, alone), null);
  assert.equal(ticketOrder({ ...written, tif: 'GTD' }, alone), null);
});

test('a DIRECT order names the market, even if it is matched', () => {
  assert.deepEqual(ticketOrder(written, matched), {
    subaccount_id: 'sa_1',
    instrument_id: 7,
    outcome: 'YES',
    routing: { mode: 'DIRECT' },
    side: 'BUY',
    type: 'LIMIT',
    tif: 'GTC',
    price: '0.4',
    qty: '10',
  });
});

test('post-only is sent only with terms that can rest at one venue', () => {
  const flagged = { ...written, postOnly: true };
  assert.equal(ticketOrder(flagged, alone)?.post_only, true);
  assert.equal(ticketOrder(written, alone)?.post_only, undefined);
  assert.equal(ticketOrder({ ...flagged, tif: 'IOC' }, alone)?.post_only, undefined);
  assert.equal(ticketOrder({ ...flagged, mode: 'SPLIT' }, matched)?.post_only, undefined);
});

test('reduce-only, cancel on pause and self-trade are sent only when they are chosen', () => {
  const order = ticketOrder(
    { ...written, reduceOnly: true, cancelOnPause: true, selfTrade: 'CANCEL_RESTING' },
    alone,
  );
  assert.deepEqual(
    [order?.reduce_only, order?.cancel_on_pause, order?.self_trade],
    [true, true, 'CANCEL_RESTING'],
  );
  const plain = Object.keys(ticketOrder(written, alone) ?? {});
  for (const flag of ['post_only', 'reduce_only', 'cancel_on_pause', 'self_trade'])
    assert.ok(!plain.includes(flag), flag);
  const split = ticketOrder({ ...written, reduceOnly: true, mode: 'SPLIT' }, matched);
  assert.equal(split?.reduce_only, undefined);
});

test('an order over all venues names the asset, in terms of the asset', () => {
  const order = ticketOrder({ ...written, mode: 'SPLIT', type: 'MARKET', tif: 'IOC' }, matched);
  assert.deepEqual(order, {
    subaccount_id: 'sa_1',
    generic_asset_id: 501,
    outcome: 'NO',
    routing: { mode: 'SPLIT' },
    side: 'BUY',
    type: 'MARKET',
    tif: 'IOC',
    qty: '10',
  });
});

test('the expiry of a GTD order is converted from local time to UTC', () => {
  const expiresAt = '2027-01-31T18:00';
  const order = ticketOrder({ ...written, tif: 'GTD', expiresAt }, alone);
  assert.equal(order?.expires_at, new Date(2027, 0, 31, 18).toISOString());
});
