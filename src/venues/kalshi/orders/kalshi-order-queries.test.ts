import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Decoder, decode } from '../../../contract/model/decoder.ts';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import { ClientIdCodec } from './kalshi-client-ids.ts';
import { OrderQueries, type OrderQueriesDeps } from './kalshi-order-queries.ts';
import { OrderTracker } from './kalshi-order-tracker.ts';

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
