import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import type { ReceivedFrame, StreamClient } from '../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import type { SubaccountId } from '../contract/model/ids.ts';

const POSITIONS = '/v1/ws/positions';
const SA_1 = 'sa_1' as SubaccountId;

test('a snapshot of each subaccount, then every change with the full record', async (t) => {
  const harness = await startHarness(t);
  harness.trading.hold('acc_1/sa_1', 1001, '4');
  const client = await harness.connect(POSITIONS);
  const record = {
    instrument_id: 1001,
    side: 'BUY',
    qty: '4',
    avg_price: '0.47',
    unrealized_pnl: '0',
    subaccount_id: 'sa_1',
    venue: 'Demo',
    outcome: 'YES',
    mark_price: '0.47',
    realized_pnl: '0',
    updated_at: '2026-07-01T12:00:00.008Z',
  };
  const [, , first, second] = await client.take(4);
  const timestamp = harness.clock.now();
  assert.deepEqual(first, {
    type: 'snapshot',
    seq: 3,
    subaccount_id: 'sa_1',
    positions: [record],
    timestamp,
  });
  assert.deepEqual(second, { type: 'snapshot', seq: 4, subaccount_id: 'sa_2', positions: [], timestamp });
  harness.trading.hold('acc_1/sa_1', 1001, '10');
  harness.clock.advance(5);
  assert.deepEqual(await client.next(), { type: 'position', seq: 5, ...record, qty: '10' });
});

test('changes are listened to only while a client has the stream open', async (t) => {
  const harness = await startHarness(t);
  const listeners = harness.trading.listeners;
  const first = await harness.connect(POSITIONS);
  const second = await harness.connect(POSITIONS);
  assert.equal(harness.trading.listeners, listeners + 1);
  for (const client of [first, second]) client.close();
  await until('the stream has no listener', async () =>
    harness.trading.listeners === listeners ? true : null,
  );
  const next = await harness.connect(`${POSITIONS}?subaccount_id=sa_1`);
  await next.take(3);
  harness.trading.hold('acc_1/sa_1', 1001, '4');
  harness.clock.advance(5);
  assert.equal((await next.next())['qty'], '4');
});

test('a change is sent to each connection of its account, also after one of them left', async (t) => {
  const harness = await startHarness(t);
  const clients = [];
  for (let count = 0; count < 3; count += 1) {
    const client = await harness.connect(`${POSITIONS}?subaccount_id=sa_1`);
    await client.take(3);
    clients.push(client);
  }
  const [first, ...others] = clients;
  harness.trading.hold('acc_1/sa_1', 1001, '1');
  harness.clock.advance(5);
  for (const client of clients) assert.equal(await readLastQty(client), '1');
  first?.close();
  await first?.closed;
  harness.trading.hold('acc_1/sa_1', 1001, '2');
  harness.clock.advance(5);
  for (const client of others) assert.equal(await readLastQty(client), '2');
});

test('a closed position is sent once more with quantity zero', async (t) => {
  const { harness, client } = await connected(t, `${POSITIONS}?subaccount_id=sa_1`, 3);
  harness.trading.hold('acc_1/sa_1', 1001, '0');
  harness.clock.advance(5);
  const closed = await client.next();
  assert.deepEqual([closed['qty'], closed['avg_price'], closed['unrealized_pnl']], ['0', '0', '0']);
});

test('I-25: a stream sends the requested subaccounts, and never another account', async (t) => {
  const { harness, client } = await connected(t, `${POSITIONS}?subaccount_id=sa_2`, 3);
  harness.trading.hold('acc_1/sa_1', 1001, '1');
  harness.trading.hold('acc_2/sa_9', 1001, '2');
  harness.trading.hold('acc_1/sa_2', 1001, '3');
  harness.clock.advance(5);
  assert.equal((await client.next())['qty'], '3');
});

test('a key with a list of subaccounts receives only their positions', async (t) => {
  const harness = await startHarness(t);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, subaccounts: [SA_1] });
  const client = await harness.connect(POSITIONS);
  const [, subscribed, snapshot] = await client.take(3);
  assert.equal(subscribed?.['subaccount_ids'], '*');
  assert.equal(snapshot?.['subaccount_id'], 'sa_1');
  harness.trading.hold('acc_1/sa_2', 1001, '2');
  harness.trading.hold('acc_1/sa_1', 1001, '1');
  harness.clock.advance(5);
  assert.equal((await client.next())['subaccount_id'], 'sa_1');
  assert.deepEqual(await readError(client, ['sa_2']), ['forbidden', { subaccount_ids: ['sa_2'] }]);
});

test('the answer to a subscription has the complete set, and the new snapshots follow', async (t) => {
  const { client } = await connected(t, `${POSITIONS}?subaccount_id=sa_1`, 3);
  client.send({ action: 'subscribe', id: 3, subaccount_ids: ['sa_1', 'sa_2'] });
  const [subscribed, snapshot] = await client.take(2);
  assert.deepEqual(subscribed, { type: 'subscribed', seq: 4, id: 3, subaccount_ids: ['sa_1', 'sa_2'] });
  assert.deepEqual([snapshot?.type, snapshot?.['subaccount_id']], ['snapshot', 'sa_2']);
  client.send({ action: 'unsubscribe', id: 4, subaccount_ids: ['sa_1'] });
  assert.deepEqual(await client.next(), { type: 'unsubscribed', seq: 6, id: 4, subaccount_ids: ['sa_2'] });
});

test('the first subscribe replaces everything', async (t) => {
  const { harness, client } = await connected(t, POSITIONS, 4);
  client.send({ action: 'subscribe', subaccount_ids: ['sa_2'] });
  assert.deepEqual(
    (await client.take(2)).map(({ type }) => type),
    ['subscribed', 'snapshot'],
  );
  harness.trading.hold('acc_1/sa_1', 1001, '1');
  harness.trading.hold('acc_1/sa_2', 1001, '2');
  harness.clock.advance(5);
  assert.equal((await client.next())['qty'], '2');
  client.send({ action: 'subscribe', subaccount_ids: '*' });
  assert.deepEqual(
    (await client.take(2)).map(({ type, subaccount_id: id }) => [type, id]),
    [
      ['subscribed', undefined],
      ['snapshot', 'sa_1'],
    ],
  );
});

const KEY = VECTOR_KEY.keyId;

test('a repeated subscription is confirmed and sends no further snapshot', async (t) => {
  const { harness, client } = await connected(t, POSITIONS, 4);
  const before = harness.rates.take(KEY, 'read', 0).remaining;
  for (let id = 1; id <= 10; id += 1) client.send({ action: 'subscribe', id, subaccount_ids: '*' });
  client.send({ action: 'ping', id: 11 });
  assert.deepEqual(
    (await client.take(11)).map(({ type }) => type),
    [...Array.from({ length: 10 }, () => 'subscribed'), 'pong'],
  );
  assert.equal(harness.rates.take(KEY, 'read', 0).remaining, before);
});

test('a snapshot costs a read token per hundred records, and waits until the key has them', async (t) => {
  const { harness, client } = await connected(t, `${POSITIONS}?subaccount_id=sa_1`, 3);
  for (let id = 1; id <= 250; id += 1) harness.trading.hold('acc_1/sa_2', id, '1');
  const left = harness.rates.take(KEY, 'read', 0).remaining;
  client.send({ action: 'subscribe', subaccount_ids: ['sa_2'] });
  assert.deepEqual(
    (await client.take(2)).map(({ type }) => type),
    ['subscribed', 'snapshot'],
  );
  assert.equal(harness.rates.take(KEY, 'read', 0).remaining, left - 3);
  client.send({ action: 'unsubscribe', subaccount_ids: ['sa_2'] });
  await client.next();
  harness.rates.take(KEY, 'read', left - 3);
  client.send({ action: 'subscribe', subaccount_ids: ['sa_2'] });
  await until('the subscription waits for tokens', () => {
    // Only a waiting snapshot holds changes back.
    harness.trading.hold('acc_1/sa_2', 1, '2');
    return harness.trading.reads >= 3 ? true : null;
  });
  harness.clock.advance(29);
  harness.trading.hold('acc_1/sa_2', 1, '3');
  harness.clock.advance(1);
  const [subscribed, snapshot] = await client.take(2);
  assert.deepEqual([subscribed?.type, snapshot?.type], ['subscribed', 'snapshot']);
  const records = snapshot?.['positions'] as readonly { readonly qty: string }[];
  assert.deepEqual([records.length, records[0]?.qty], [250, '3']);
});

test('each further snapshot is sent in a later iteration of the event loop', async (t) => {
  const harness = await startHarness(t);
  const positions = harness.trading.queries.positions;
  const readIn: number[] = [];
  let iteration = 0;
  Object.assign(harness.trading.queries, {
    positions: (...given: Parameters<typeof positions>) => {
      if (readIn.length === 0) setImmediate(() => (iteration += 1));
      readIn.push(iteration);
      return positions(...given);
    },
  });
  const client = await harness.connect(POSITIONS);
  await client.take(4);
  assert.deepEqual(readIn, [0, 1]);
});

test('a foreign subaccount and one that does not exist read alike', async (t) => {
  const { client } = await connected(t, POSITIONS, 4);
  assert.deepEqual(await readError(client, ['sa_9']), ['validation', { subaccount_ids: ['sa_9'] }]);
  assert.deepEqual(await readError(client, ['sa_1', 'none']), ['validation', { subaccount_ids: ['none'] }]);
  for (const ids of [undefined, 'sa_1', [1], {}])
    assert.equal((await readError(client, ids))[0], 'validation');
});

test('a change directly after the snapshot is not lost', async (t) => {
  const harness = await startHarness(t);
  const positions = harness.trading.queries.positions;
  let isFirst = true;
  Object.assign(harness.trading.queries, {
    positions: (...given: Parameters<typeof positions>) => {
      const held = positions(...given);
      // The fill becomes durable right after the snapshot was read, before any other task runs.
      if (isFirst) queueMicrotask(() => harness.trading.hold('acc_1/sa_1', 1001, '7'));
      isFirst = false;
      return held;
    },
  });
  const client = await harness.connect(`${POSITIONS}?subaccount_id=sa_1`);
  const [, , snapshot] = await client.take(3);
  assert.deepEqual(snapshot?.['positions'], []);
  harness.clock.advance(5);
  assert.equal((await client.next())['qty'], '7');
});

test('a connection ends with 4403 when its key loses a subscribed subaccount', async (t) => {
  const { harness, client } = await connected(t, `${POSITIONS}?subaccount_id=sa_2`, 3);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, subaccounts: [SA_1] });
  harness.clock.advance(15_000);
  assert.equal((await client.closed).code, 4403);
});

test('a connection ends when its key loses any one of several subscribed subaccounts, and not for others', async (t) => {
  const { harness, client } = await connected(t, `${POSITIONS}?subaccount_id=sa_1,sa_2`, 4);
  const other = await harness.connect(`${POSITIONS}?subaccount_id=sa_1`);
  const all = await harness.connect(POSITIONS);
  await all.take(2);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, subaccounts: [SA_1] });
  harness.clock.advance(15_000);
  assert.equal((await client.closed).code, 4403);
  await Promise.all([other.settled(), all.settled()]);
});

test('a connection without named subaccounts receives nothing of one from when its key loses it', async (t) => {
  const { harness, client } = await connected(t, POSITIONS, 4);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, subaccounts: [SA_1] });
  harness.trading.hold('acc_1/sa_2', 1001, '2');
  harness.trading.hold('acc_1/sa_1', 1001, '1');
  harness.clock.advance(5);
  assert.equal((await client.next())['subaccount_id'], 'sa_1');
  client.send({ action: 'subscribe', subaccount_ids: '*' });
  await client.next();
  assert.deepEqual(await readError(client, ['sa_2']), ['forbidden', { subaccount_ids: ['sa_2'] }]);
});

test('a subscription that ends while its snapshot waits for tokens leaves the others waiting', async (t) => {
  const harness = await startHarness(t);
  const client = await harness.connect(`${POSITIONS}?subaccount_id=sa_1`);
  await client.take(3);
  client.send({ action: 'unsubscribe', subaccount_ids: ['sa_1'] });
  await client.next();
  harness.rates.take(KEY, 'read', harness.rates.take(KEY, 'read', 0).remaining);
  const readsBefore = harness.trading.reads;
  client.send({ action: 'subscribe', subaccount_ids: ['sa_1', 'sa_2'] });
  await until('the first snapshot waits', () => (harness.trading.reads > readsBefore ? true : null));
  harness.clock.advance(20);
  const [subscribed, first] = await client.take(2);
  assert.deepEqual([subscribed?.type, first?.['subaccount_id']], ['subscribed', 'sa_1']);
});

/** The quantity of the newest position that the client has received. */
async function readLastQty(client: StreamClient): Promise<unknown> {
  await client.settled();
  return client.frames.findLast(({ type }) => type === 'position')?.['qty'];
}

async function readError(client: StreamClient, ids: unknown): Promise<unknown[]> {
  client.send({ action: 'subscribe', subaccount_ids: ids });
  const frame: ReceivedFrame = await client.next();
  assert.equal(frame.type, 'error');
  return [frame['error'], frame['details']];
}

async function connected(t: TestContext, target: string, frames: number) {
  const harness = await startHarness(t);
  const client = await harness.connect(target);
  await client.take(frames);
  return { harness, client };
}

async function startHarness(t: TestContext): Promise<StreamHarness> {
  const harness = await startStreams();
  t.after(() => harness.stop());
  return harness;
}
