import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, VALIDATION } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getOrders,
  RAIN,
  submit,
} from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const soon = new Date(Date.now() + 3_600_000).toISOString();
const long = (length: number) => 'k'.repeat(length);

/** Each order has one wrong field, whose name precedes it. */
const WRONG: readonly (readonly [field: string, Fields])[] = [
  ...[
    '0',
    '0.0',
    '-1',
    '+1',
    '1e2',
    '1.',
    '.5',
    '01',
    ' 1',
    '1 ',
    '',
    'ten',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '١',
    '1_0',
    '1.123456789',
    '1000000000000000',
    10,
    1.5,
    true,
    ['1'],
    {},
  ].map((qty) => ['qty', { qty }] as const),
  ...['0', '1', '1.5', '-0.5', '0.5e0', '.5', '00.5', '0.123456789', ' 0.5', 'half', '', 0.5, false, {}].map(
    (price) => ['price', { price }] as const,
  ),
  ['qty', { qty: undefined }],
  ['price', { price: undefined }],
  ['price', { type: 'MARKET', tif: 'IOC' }],
  ['side', { side: undefined }],
  ['side', { side: 'HOLD' }],
  ['type', { type: undefined }],
  ['type', { type: 'STOP' }],
  ['tif', { tif: 'DAY' }],
  ['tif', { type: 'MARKET', price: undefined, tif: 'GTD', expires_at: soon }],
  ['outcome', { outcome: 'MAYBE' }],
  ['outcome', { outcome: true }],
  ['binary_outcome', { binary_outcome: 'NO' }],
  ['expires_at', { tif: 'GTD' }],
  ['expires_at', { tif: 'GTD', expires_at: new Date(Date.now() - 1_000).toISOString() }],
  ['expires_at', { tif: 'GTD', expires_at: 1 }],
  ['expires_at', { tif: 'GTD', expires_at: 'tomorrow' }],
  ['expires_at', { tif: 'GTD', expires_at: '2026-13-45T00:00:00Z' }],
  ['expires_at', { expires_at: soon }],
  ['expires_at', { tif: 'IOC', expires_at: soon }],
  ['subaccount_id', { subaccount_id: undefined }],
  ['subaccount_id', { subaccount_id: '' }],
  ['subaccount_id', { subaccount_id: 'a b' }],
  ['subaccount_id', { subaccount_id: long(65) }],
  ['subaccount_id', { subaccount_id: 1 }],
  ['instrument_id', { instrument_id: undefined }],
  ['instrument_id', { instrument_id: '01001' }],
  ['instrument_id', { instrument_id: 1001.5 }],
  ['instrument_id', { instrument_id: 0 }],
  ['instrument_id', { instrument_id: -1001 }],
  ['instrument_id', { instrument_id: 2 ** 53 }],
  ['generic_asset_id', { generic_asset_id: 501 }],
  ['generic_asset_id', { routing: { mode: 'SPLIT' }, instrument_id: undefined }],
  ['instrument_id', { routing: { mode: 'SPLIT' }, generic_asset_id: 501 }],
  ['instrument_id', { routing: { mode: 'BEST_PRICE' }, generic_asset_id: 501 }],
  [
    'generic_asset_id',
    { routing: { mode: 'BEST_PRICE' }, instrument_id: undefined, generic_asset_id: '0501' },
  ],
  ['routing', { routing: 'DIRECT' }],
  ['routing', { routing: [] }],
  ['routing.mode', { routing: { mode: 'SMART' } }],
  ['routing.speed', { routing: { mode: 'DIRECT', speed: 1 } }],
  ['routing.venues', { routing: { mode: 'DIRECT', venues: ['Demo'] } }],
  ...[[], 'Demo', ['Nasdaq'], ['demo'], [1]].map(
    (venues) =>
      [
        'routing.venues',
        { routing: { mode: 'SPLIT', venues }, instrument_id: undefined, generic_asset_id: 501 },
      ] as const,
  ),
  ...['', long(129), 'a b', 'ä', 'tab\t', 'nul\u0000', '\ud800', 5, {}].map(
    (client_order_id) => ['client_order_id', { client_order_id }] as const,
  ),
];

for (const [field, fields] of WRONG) {
  test(`an order with ${JSON.stringify(fields).slice(0, 90)} is refused for ${field}`, async () => {
    const error = await api.refused(VALIDATION, 'POST', '/v1/orders', createRestingOrder(fields));
    assert.ok(readFields(error).includes(field), JSON.stringify(error.details));
  });
}

test('a rejection names every wrong field', async () => {
  const error = await api.refused(
    VALIDATION,
    'POST',
    '/v1/orders',
    createRestingOrder({ qty: 1, side: 'x', tif: 'y' }),
  );
  assert.deepEqual([...readFields(error)].sort(), ['qty', 'side', 'tif']);
});

test('price and quantity must be multiples of the market’s steps', async () => {
  const { items } = await api.ok<{ items: readonly Instrument[] }>(
    'GET',
    '/v1/markets/search?status=OPEN&limit=200',
  );
  const tens = items.find((each) => each.qty_step === '10') as Instrument;
  const fine = items.find((each) => each.price_tick === '0.001' && each.min_qty === '5') as Instrument;
  const of = ({ instrument_id }: Instrument, fields: Fields) =>
    createRestingOrder({ instrument_id, ...fields });
  for (const [field, body] of [
    ['price', createRestingOrder({ price: '0.025' })],
    ['price', createRestingOrder({ price: '0.001' })],
    ['price', createRestingOrder({ price: '0.999' })],
    ['price', of(fine, { price: '0.0205' })],
    ['qty', createRestingOrder({ qty: '1.5' })],
    ['qty', of(tens, { qty: '15' })],
    ['qty', of(fine, { qty: '4' })],
  ] as const) {
    assert.ok(readFields(await api.refused(VALIDATION, 'POST', '/v1/orders', body)).includes(field));
  }
  for (const body of [
    of(tens, { qty: '20' }),
    of(fine, { qty: '5', price: '0.021' }),
    createRestingOrder({ price: '0.01' }),
  ]) {
    assert.equal((await submit(api, body)).status, 'OPEN');
  }
});

test('the instrument, asset and subaccount of an order must exist', async () => {
  for (const [fields, resource] of [
    [{ subaccount_id: 'sa_9' }, 'subaccount'],
    [{ instrument_id: 999_999 }, 'instrument'],
    [{ instrument_id: undefined, generic_asset_id: 999_999, routing: { mode: 'SPLIT' } }, 'generic_asset'],
  ] as const) {
    const error = await api.refused(NOT_FOUND, 'POST', '/v1/orders', createRestingOrder(fields));
    assert.deepEqual(error.details, { resource });
  }
});

test('Idempotency-Key alone sets the client order id; a different id in the body is refused', async () => {
  const header = (key: string) => ({ 'Idempotency-Key': key });
  const named = await api.ok<{ client_order_id: string }>(
    'POST',
    '/v1/orders',
    createRestingOrder(),
    header('by-header'),
  );
  assert.equal(named.client_order_id, 'by-header');
  await api.ok('POST', '/v1/orders', createRestingOrder({ client_order_id: 'both' }), header('both'));
  await api.ok('POST', '/v1/orders', createRestingOrder({ idempotency_key: 'other-spelling' }));
  await api.refused(
    VALIDATION,
    'POST',
    '/v1/orders',
    createRestingOrder({ client_order_id: 'body' }),
    header('header'),
  );
  for (const key of ['', long(129), 'a b', 'ä']) {
    await api.refused(VALIDATION, 'POST', '/v1/orders', createRestingOrder(), header(key));
  }
  const twice = { 'Idempotency-Key': ['one', 'one'] };
  await api.refused(VALIDATION, 'POST', '/v1/orders', createRestingOrder(), twice);
});

test('defaults are filled in and returned: tif, outcome, routing', async () => {
  const bare = await submit(api, {
    subaccount_id: 'sa_1',
    instrument_id: RAIN,
    side: 'BUY',
    type: 'LIMIT',
    price: '0.020',
    qty: '1.0',
  });
  assert.deepEqual(
    [bare.tif, bare.outcome, bare.routing, bare.price, bare.qty],
    ['GTC', 'YES', { mode: 'DIRECT' }, '0.020', '1.0'],
  );
  for (const tif of [undefined, 'GTC', 'IOC'])
    assert.equal((await submit(api, createTakingOrder({ qty: '1', tif }))).tif, 'IOC');
  assert.equal((await submit(api, createTakingOrder({ qty: '1', tif: 'FOK' }))).tif, 'FOK');
  const asset = {
    subaccount_id: 'sa_1',
    generic_asset_id: 501,
    side: 'BUY',
    type: 'LIMIT',
    price: '0.02',
    qty: '10',
  };
  assert.equal((await submit(api, asset)).routing.mode, 'BEST_PRICE');
  assert.equal(
    (await submit(api, createRestingOrder({ outcome: undefined, binary_outcome: 'NO' }))).outcome,
    'NO',
  );
});

test('refused orders leave no record', async () => {
  const orders = await getOrders(api);
  assert.ok(orders.length < 20);
  assert.ok(orders.every(({ status }) => ['OPEN', 'FILLED'].includes(status)));
});
