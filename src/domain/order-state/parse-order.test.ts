import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../../contract/model/ids.ts';
import { computeOrderFingerprint, parseNewOrder, readClientOrderId } from './parse-order.ts';

const rules = { outcomeRequired: false, venueNames: ['Demo', 'Kalshi', 'Polymarket'] as VenueName[] };
const limit = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.48',
  qty: '10',
};
const asset = { subaccount_id: 'sa_1', generic_asset_id: 501, side: 'BUY', type: 'MARKET', qty: '30' };

const parsed = (body: object, header: string | null = null) => {
  const result = parseNewOrder(body, header, rules);
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error));
  return result.value;
};
const issues = (body: unknown, header: string | null = null): Record<string, string> => {
  const result = parseNewOrder(body, header, rules);
  assert.equal(result.ok, false, `must be refused: ${JSON.stringify(body)}`);
  return result.ok ? {} : Object.fromEntries(result.error.map(({ field, issue }) => [field, issue]));
};

test('defaults are filled in: YES, GTC for LIMIT, IOC for MARKET, the mode from the identifier', () => {
  const order = parsed(limit);
  assert.deepEqual(
    [order.outcome, order.tif, order.routing, order.clientOrderId],
    ['YES', 'GTC', { mode: 'DIRECT', venues: null }, null],
  );
  assert.deepEqual([parsed(asset).tif, parsed(asset).routing.mode], ['IOC', 'BEST_PRICE']);
  assert.equal(parsed({ ...asset, tif: 'GTC' }).tif, 'IOC');
  assert.equal(parsed({ ...asset, tif: 'FOK' }).tif, 'FOK');
});

test("decimals are exact, and the caller's text is kept for responses", () => {
  const order = parsed({ ...limit, price: '0.480', qty: '10.00' });
  assert.deepEqual(
    [order.price, order.priceText, order.qty, order.qtyText],
    [48_000_000n, '0.480', 1_000_000_000n, '10.00'],
  );
});

test('post_only is false by default, and needs an order that can rest at one venue', () => {
  assert.deepEqual([parsed(limit).postOnly, parsed({ ...limit, post_only: true }).postOnly], [false, true]);
  assert.equal(parsed({ ...limit, post_only: true, tif: 'GTD', expires_at: 1 }).postOnly, true);
  for (const change of [{ tif: 'IOC' }, { tif: 'FOK' }, { type: 'MARKET', price: undefined }])
    assert.match(issues({ ...limit, post_only: true, ...change })['post_only'] ?? '', /only allowed/);
  const split = { ...asset, type: 'LIMIT', price: '0.5', routing: { mode: 'SPLIT' } };
  assert.match(issues({ ...split, post_only: true })['post_only'] ?? '', /SPLIT/);
  assert.match(issues({ ...limit, post_only: 'yes' })['post_only'] ?? '', /true or false/);
});

test('valid_until is a time, and part of the fingerprint', () => {
  assert.equal(parsed(limit).validUntil, null);
  const timed = parsed({ ...limit, valid_until: '2026-07-01T12:00:00Z' });
  assert.equal(timed.validUntil, 1_782_907_200_000);
  assert.equal(
    computeOrderFingerprint(timed),
    computeOrderFingerprint(parsed({ ...limit, valid_until: 1_782_907_200_000 })),
  );
  assert.notEqual(computeOrderFingerprint(timed), computeOrderFingerprint(parsed(limit)));
  assert.match(issues({ ...limit, valid_until: 'soon' })['valid_until'] ?? '', /must be a time/);
});

test('a request without flags has the fingerprint of requests from before the flags', () => {
  const before = 'sa_1|1001||BUY|YES|LIMIT|GTC|48000000|1000000000|DIRECT||';
  assert.equal(computeOrderFingerprint(parsed(limit)), before);
  assert.equal(computeOrderFingerprint(parsed({ ...limit, post_only: false })), before);
  assert.equal(computeOrderFingerprint(parsed({ ...limit, post_only: true })), `${before}|post_only`);
});

test('each missing field is reported', () => {
  const found = issues({});
  for (const field of ['subaccount_id', 'side', 'type', 'qty', 'instrument_id'])
    assert.equal(found[field], 'required');
  assert.equal(issues({ ...limit, price: undefined })['price'], 'required');
  assert.equal(issues({ ...limit, price: null })['price'], 'required');
});

test('each invalid value is reported with its reason', () => {
  const bad: [string, unknown][] = [
    ['qty', 10],
    ['qty', '0'],
    ['qty', '-1'],
    ['qty', '1e3'],
    ['qty', '0.123456789'],
    ['price', '0'],
    ['price', '1'],
    ['price', 0.48],
    ['side', 'buy'],
    ['type', 'STOP'],
    ['tif', 'DAY'],
    ['outcome', 'MAYBE'],
    ['instrument_id', '1001x'],
    ['instrument_id', 1.5],
    ['instrument_id', 0],
    ['subaccount_id', 'sa 1'],
    ['client_order_id', 'a b'],
    ['client_order_id', ''],
    ['client_order_id', 'x'.repeat(129)],
    ['routing', 'DIRECT'],
    ['colour', 'red'],
  ];
  for (const [field, value] of bad)
    assert.ok(issues({ ...limit, [field]: value })[field], `${field} ${String(value)}`);
  assert.ok(issues([])['body']);
  assert.ok(issues(null)['body']);
  assert.ok(issues({ ...limit, routing: { mode: 'FASTEST' } })['routing.mode']);
  assert.ok(issues({ ...limit, routing: { mode: 'DIRECT', speed: 1 } })['routing.speed']);
});

test('the outcome is read from either name, and the two must agree', () => {
  assert.equal(parsed({ ...limit, binary_outcome: 'NO' }).outcome, 'NO');
  assert.equal(parsed({ ...limit, outcome: 'NO', binary_outcome: 'NO' }).outcome, 'NO');
  assert.ok(issues({ ...limit, outcome: 'NO', binary_outcome: 'YES' })['binary_outcome']);
  assert.ok(issues({ ...limit, binary_outcome: 'MAYBE' })['binary_outcome']);
});

test('when the settings require an outcome, there is no default', () => {
  const strict = (body: object) => parseNewOrder(body, null, { ...rules, outcomeRequired: true });
  const missing = strict(limit);
  assert.deepEqual(missing.ok ? [] : missing.error, [{ field: 'outcome', issue: 'required' }]);
  assert.ok(strict({ ...limit, outcome: 'YES' }).ok);
  assert.ok(strict({ ...limit, binary_outcome: 'NO' }).ok);
});

test('MARKET rejects a price and GTD; GTD needs an expiry, other tifs reject one', () => {
  assert.ok(issues({ ...asset, price: '0.5' })['price']);
  assert.ok(issues({ ...asset, tif: 'GTD', expires_at: '2030-01-01T00:00:00Z' })['tif']);
  assert.equal(issues({ ...limit, tif: 'GTD' })['expires_at'], 'required');
  assert.ok(issues({ ...limit, expires_at: '2030-01-01T00:00:00Z' })['expires_at']);
  assert.equal(parsed({ ...limit, tif: 'GTD', expires_at: 1_893_456_000 }).expiresAt, 1_893_456_000_000);
});

test('an identifier of another mode is rejected, also together with the right one', () => {
  assert.equal(issues({ ...limit, routing: { mode: 'SPLIT' } })['generic_asset_id'], 'required');
  assert.ok(issues({ ...limit, routing: { mode: 'SPLIT' } })['instrument_id']);
  assert.ok(issues({ ...limit, generic_asset_id: 501 })['generic_asset_id']);
  assert.ok(issues({ ...asset, routing: { mode: 'DIRECT' } })['generic_asset_id']);
  assert.ok(issues({ ...asset, instrument_id: 1001, routing: { mode: 'SPLIT' } })['instrument_id']);
});

test('routing.venues accepts known names and is stored in configured venue order', () => {
  const order = parsed({ ...asset, routing: { mode: 'SPLIT', venues: ['Polymarket', 'Demo'] } });
  assert.deepEqual(order.routing.venues, ['Demo', 'Polymarket']);
  for (const venues of [['demo'], ['Demo', 7], [], 'Demo'])
    assert.ok(issues({ ...asset, routing: { venues } })['routing.venues'], JSON.stringify(venues));
  assert.ok(issues({ ...limit, routing: { venues: ['Demo'] } })['routing.venues']);
});

test('the idempotency key is read from the header or either body field, and all must agree', () => {
  assert.equal(parsed(limit, 'desk-1').clientOrderId, 'desk-1');
  assert.equal(parsed({ ...limit, idempotency_key: 'desk-1' }).clientOrderId, 'desk-1');
  assert.equal(parsed({ ...limit, client_order_id: 'desk-1' }, 'desk-1').clientOrderId, 'desk-1');
  assert.ok(issues({ ...limit, client_order_id: 'desk-1' }, 'desk-2')['client_order_id']);
  assert.ok(issues(limit, '')['Idempotency-Key']);
  assert.equal(readClientOrderId({ qty: 'nonsense', client_order_id: 'desk-1' }, null), 'desk-1');
});

test('I-02: spelling, key order and defaults do not change the fingerprint', () => {
  const spelled = {
    qty: '10.0',
    price: '0.480',
    outcome: 'YES',
    tif: 'GTC',
    routing: { mode: 'DIRECT' },
    type: 'LIMIT',
  };
  const other = {
    ...spelled,
    side: 'BUY',
    instrument_id: 1001,
    subaccount_id: 'sa_1',
    client_order_id: null,
  };
  assert.equal(computeOrderFingerprint(parsed(other)), computeOrderFingerprint(parsed(limit)));
});

test('I-03: any change of meaning changes the fingerprint', () => {
  const base = computeOrderFingerprint(parsed(limit));
  const changes = [
    { qty: '11' },
    { price: '0.49' },
    { side: 'SELL' },
    { outcome: 'NO' },
    { tif: 'IOC' },
    { subaccount_id: 'sa_2' },
  ];
  for (const change of [...changes, { instrument_id: 1002 }]) {
    assert.notEqual(computeOrderFingerprint(parsed({ ...limit, ...change })), base, JSON.stringify(change));
  }
  const hours = ['2030-01-01T00:00:00Z', '2030-01-01T01:00:00Z'];
  const variants = [
    ...hours.map((expires_at) => ({ ...limit, tif: 'GTD', expires_at })),
    ...['BEST_PRICE', 'SPLIT'].map((mode) => ({ ...asset, routing: { mode } })),
    ...[['Demo'], ['Demo', 'Kalshi']].map((venues) => ({ ...asset, routing: { mode: 'SPLIT', venues } })),
    { ...asset, type: 'LIMIT', price: '0.48' },
    { ...asset, generic_asset_id: 502 },
  ];
  const fingerprints = variants.map((variant) => computeOrderFingerprint(parsed(variant)));
  assert.equal(new Set([base, ...fingerprints]).size, variants.length + 1);
});
