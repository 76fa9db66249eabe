import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { requirePresent } from '../../../contract/model/assert.ts';
import { type Decoder, decode } from '../../../contract/model/decoder.ts';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import { ClientIdCodec } from './kalshi-client-ids.ts';
import { OrderQueries, type OrderQueriesDeps } from './kalshi-order-queries.ts';
import { hasMissingFills, OrderTracker } from './kalshi-order-tracker.ts';

const IDS = new ClientIdCodec('a'.repeat(32));
const TERMS = { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } as const;
const OURS = 'cb-1-1-1' as VenueClientId;
const OTHER = 'cb-2-1-1' as VenueClientId;
const uuid = (clientId: VenueClientId): string => IDS.encode({ clientId, terms: TERMS }) ?? '';

/** Lists these orders, none of which can be decoded. */
function list(orders: readonly object[], wanted: VenueClientId | null) {
  const get = async (_path: string, _query: object, shape: Decoder<unknown>) => ({
    kind: 'ok',
    value: decode(shape, { orders, cursor: '' }),
  });
  const client = { get, time: { now: () => 0 } };
  const queries = new OrderQueries({
    client,
    ids: IDS,
    tracker: new OrderTracker(),
  } as unknown as OrderQueriesDeps);
  return queries.list({}, wanted);
}

test('an unreadable order that is not ours, or has ended, does not make a list incomplete', async () => {
  const foreign = '00000000-0000-4000-8000-000000000000';
  for (const [client_order_id, status, wanted, isComplete] of [
    [foreign, 'resting', null, true],
    ['', 'resting', null, true],
    [foreign, 'canceled', OURS, true],
    [uuid(OURS), 'canceled', null, true],
    [uuid(OURS), 'executed', null, true],
    [uuid(OURS), 'resting', null, false],
    [uuid(OURS), 'new_word', null, false],
    [uuid(OURS), 'executed', OURS, false], // it would look absent
    [uuid(OTHER), 'executed', OURS, true],
    [uuid(OTHER), 'resting', OURS, false],
    [undefined, 'resting', null, false],
  ] as const) {
    const { ok } = await list([{ order_id: 'o1', client_order_id, status }], wanted);
    assert.equal(ok, isComplete, `${client_order_id} ${status} ${wanted}`);
  }
});

test('a fill that is listed without its fee counts, with an unknown fee that the operator hears of once', async () => {
  const wire = (fields: object) => ({
    trade_id: 't1',
    order_id: 'o1',
    count_fp: '2.00',
    yes_price_dollars: '0.4000',
    is_taker: true,
    created_time: '2026-11-20T15:00:00Z',
    ...fields,
  });
  const state = {
    orderId: 'o1' as VenueOrderId,
    uuid: uuid(OURS),
    ticker: 'KXA',
    shard: 0,
    bookSide: 'bid',
    status: 'executed',
    yesPrice: price('0.4'),
    qty: qty('5'),
    qtyPlaced: qty('5'),
    filledQty: qty('5'),
    expiresAt: null,
    why: null,
    at: null,
  } as const;
  const fills = [wire({}), wire({ trade_id: 't2', count_fp: '3.00', fee_cost: '0.0504' })];
  const listener = new RecordingListener();
  const tracker = new OrderTracker();
  const queries = new OrderQueries({
    client: {
      get: async (_path: string, _query: object, shape: Decoder<unknown>) => ({
        kind: 'ok',
        value: decode(shape, { fills, cursor: '' }),
      }),
      time: { now: () => 0 },
    },
    ids: IDS,
    tracker,
    listener,
  } as unknown as OrderQueriesDeps);
  queries.mergeOrder(state);
  for (let read = 0; read < 2; read += 1) assert.ok((await queries.fills({ order_id: 'o1' })).ok);
  const order = requirePresent(tracker.byId(state.orderId), 'the order');
  assert.deepEqual(
    [...order.fills.values()].map(({ qty: size, fee }) => [size, fee]),
    [
      [qty('2'), null],
      [qty('3'), 504_000_000_000_000n],
    ],
  );
  assert.ok(!hasMissingFills(order));
  assert.deepEqual(
    listener.anomalies.map(({ kind }) => kind),
    ['unknown_fee'],
  );
});
