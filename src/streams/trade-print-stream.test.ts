import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ReceivedFrame, StreamClient } from '../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import type { Config } from '../config/config.ts';

const PRINTS = '/v1/ws/tradeprints';

test('every print is sent to all clients, in the format of the REST list', async (t) => {
  const { harness, client } = await connected(t, PRINTS);
  const other = await harness.connect(PRINTS);
  await other.take(2);
  harness.market.print();
  harness.clock.advance(5);
  const expected = {
    type: 'tradeprint',
    seq: 3,
    id: 1,
    instrument_id: 1001,
    venue: 'Demo',
    price: '0.47',
    qty: '4',
    side: 'BUY',
    timestamp: 1_782_907_200_008,
  };
  assert.deepEqual(await client.next(), expected);
  assert.deepEqual(await other.next(), expected);
});

test('prints of the same millisecond are neither merged nor reordered', async (t) => {
  const { harness, client } = await connected(t, PRINTS);
  for (let made = 0; made < 1_000; made += 1) harness.market.print(1001 + (made % 3));
  harness.clock.advance(5);
  assert.deepEqual(toIds(await client.take(1_000)), range(1, 1_000));
});

test('a full batch of prints is sent without waiting', async (t) => {
  const { harness, client } = await connected(t, PRINTS);
  for (let made = 0; made < 150; made += 1) harness.market.print();
  harness.clock.advance(0);
  assert.deepEqual(toIds(await client.take(150)), range(1, 150));
  harness.market.print();
  harness.clock.advance(4);
  harness.market.print();
  harness.clock.advance(1);
  assert.deepEqual(toIds(await client.take(2)), [151, 152]);
});

test('a stream of some instruments carries only theirs', async (t) => {
  const { harness, client } = await connected(t, `${PRINTS}?instrument_id=1002`);
  harness.market.print(1001);
  harness.market.print(1002);
  harness.clock.advance(5);
  assert.equal((await client.next())['id'], 2);
});

test('the first subscribe replaces everything, later ones add, and the answer has the complete set', async (t) => {
  const { harness, client } = await connected(t, PRINTS);
  assert.deepEqual(await sendRequest(client, 'subscribe', 1, [1001]), answer('subscribed', 3, 1, [1001]));
  assert.deepEqual(
    await sendRequest(client, 'subscribe', 2, [1002, 1001]),
    answer('subscribed', 4, 2, [1001, 1002]),
  );
  assert.deepEqual(
    await sendRequest(client, 'unsubscribe', 'x', [1001, 9]),
    answer('unsubscribed', 5, 'x', [1002]),
  );
  harness.market.print(1001);
  harness.market.print(1002);
  harness.market.print(1003);
  harness.clock.advance(5);
  assert.equal((await client.next())['id'], 2);
  assert.deepEqual(await sendRequest(client, 'subscribe', 3, '*'), answer('subscribed', 7, 3, '*'));
  assert.deepEqual(await sendRequest(client, 'unsubscribe', 4, '*'), answer('unsubscribed', 8, 4, []));
});

test('a frame with an unknown instrument is refused as a whole, and the subscription is unchanged', async (t) => {
  const { client } = await connected(t, PRINTS);
  assert.deepEqual(await sendRequest(client, 'subscribe', 7, [1001, 5000]), {
    type: 'error',
    seq: 3,
    id: 7,
    error: 'validation',
    message: 'unknown instrument',
    details: { instrument_ids: [5000] },
  });
  assert.deepEqual(await sendRequest(client, 'subscribe', 8, [1002]), answer('subscribed', 4, 8, [1002]));
});

test('frames that ask for nothing sensible are refused one by one', async (t) => {
  const { client } = await connected(t, PRINTS, { idsMax: 2, framesPerSecondMax: 50 });
  for (const ids of [undefined, null, 1001, '1001', ['1001'], [1.5], [0], [-1], [2 ** 53], {}, [null]]) {
    const refused = await sendRequest(client, 'subscribe', 1, ids);
    assert.deepEqual([refused['error'], refused['id']], ['validation', 1], JSON.stringify(ids));
  }
  assert.equal((await sendRequest(client, 'subscribe', 1, [1, 2, 3]))['error'], 'validation');
  await sendRequest(client, 'subscribe', 1, [1, 2]);
  assert.equal((await sendRequest(client, 'subscribe', 1, [3]))['error'], 'validation');
});

test('a named instrument cannot be removed from a subscription to all', async (t) => {
  const { client } = await connected(t, PRINTS);
  assert.equal((await sendRequest(client, 'unsubscribe', 1, [1001]))['error'], 'validation');
});

test('frames are answered in the order they were sent', async (t) => {
  const { client } = await connected(t, PRINTS);
  client.send({ action: 'subscribe', id: 1, instrument_ids: [1001] });
  client.send({ action: 'ping', id: 2 });
  client.send({ action: 'subscribe', id: 3, instrument_ids: [1002] });
  assert.deepEqual(
    (await client.take(3)).map(({ id }) => id),
    [1, 2, 3],
  );
});

test('after_id replays missed prints and continues live, without a gap or a duplicate', async (t) => {
  const harness = await startHarness(t);
  for (let made = 0; made < 1_200; made += 1) harness.market.print();
  const client = await harness.connect(`${PRINTS}?after_id=100`);
  // Live prints arrive during the whole replay.
  for (let made = 0; made < 300; made += 1) {
    harness.market.print();
    harness.clock.advance(1);
    if (made % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  harness.clock.advance(5);
  assert.deepEqual(toIds(await client.take(2 + 1_400)), range(101, 1_500));
});

for (const [afterId, first] of [
  ['0', 1],
  ['2', 3],
  [null, 4],
] as const)
  test(`prints that wait to be sent are not repeated for one that joins with after_id ${afterId}`, async (t) => {
    const { harness, client } = await connected(t, PRINTS);
    for (let made = 0; made < 3; made += 1) harness.market.print();
    const joins = await harness.connect(afterId === null ? PRINTS : `${PRINTS}?after_id=${afterId}`);
    await joins.take(2);
    await joins.settled();
    harness.market.print();
    harness.clock.advance(5);
    await Promise.all([client.settled(), joins.settled()]);
    const toPrints = ({ frames }: StreamClient) => toIds(frames.filter(({ type }) => type === 'tradeprint'));
    assert.deepEqual([toPrints(client), toPrints(joins)], [range(1, 4), range(first, 4)]);
  });

test('a replay contains only the subscribed instruments', async (t) => {
  const harness = await startHarness(t);
  for (let made = 0; made < 10; made += 1) harness.market.print(1001 + (made % 2));
  const client = await harness.connect(`${PRINTS}?after_id=0&instrument_id=1002`);
  assert.deepEqual(toIds(await client.take(2 + 5)), [2, 4, 6, 8, 10]);
});

test('what memory has dropped is replayed from the store', async (t) => {
  const harness = await startHarness(t);
  for (let made = 0; made < 3_500; made += 1) harness.market.print();
  harness.market.memoryFrom = 3_000;
  const client = await harness.connect(`${PRINTS}?after_id=200`);
  const replayed = await client.take(2 + 3_300);
  harness.market.print();
  harness.clock.advance(5);
  assert.deepEqual(toIds([...replayed, await client.next()]), range(201, 3_501));
});

test('more than ten thousand missed prints: resume_gap is sent first, then live prints', async (t) => {
  const harness = await startHarness(t);
  for (let made = 0; made < 10_002; made += 1) harness.market.print();
  for (const memoryFrom of [0, 9_000]) {
    harness.market.memoryFrom = memoryFrom;
    await expectGap(harness, 1);
    const whole = await harness.connect(
      `${PRINTS}?after_id=${(harness.market.stored.at(-1)?.id ?? 0) - 10_000}`,
    );
    assert.equal((await whole.take(10_002)).length, 10_002);
    whole.terminate();
  }
});

test('prints that the store has dropped are a gap', async (t) => {
  const harness = await startHarness(t);
  for (let made = 0; made < 50; made += 1) harness.market.print();
  harness.market.stored.splice(0, 20);
  harness.market.memoryFrom = 10;
  await expectGap(harness, 5);
  const client = await harness.connect(`${PRINTS}?after_id=20`);
  assert.equal(toIds(await client.take(3))[0], 21);
});

test('an after_id from another service does not silence this one', async (t) => {
  const { harness, client } = await connected(t, `${PRINTS}?after_id=999999`);
  await client.settled();
  harness.market.print();
  harness.clock.advance(5);
  assert.equal((await client.next())['id'], 1);
});

async function expectGap(harness: StreamHarness, afterId: number): Promise<void> {
  const client = await harness.connect(`${PRINTS}?after_id=${afterId}`);
  const [, , gap] = await client.take(3);
  assert.deepEqual([gap?.type, gap?.['error'], gap?.['id']], ['error', 'resume_gap', null]);
  const { id } = harness.market.print();
  harness.clock.advance(5);
  assert.equal((await client.next())['id'], id);
  client.terminate();
}

async function sendRequest(
  client: StreamClient,
  action: string,
  id: unknown,
  ids: unknown,
): Promise<ReceivedFrame> {
  client.send({ action, id, instrument_ids: ids });
  return client.next();
}

const answer = (type: string, seq: number, id: unknown, ids: unknown) => ({
  type,
  seq,
  id,
  instrument_ids: ids,
});

const toIds = (frames: readonly ReceivedFrame[]): unknown[] =>
  frames.filter(({ type }) => type === 'tradeprint').map(({ id }) => id);

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function connected(t: TestContext, target: string, limits: Partial<Config['ws']> = {}) {
  const harness = await startHarness(t, limits);
  const client = await harness.connect(target);
  await client.take(2);
  return { harness, client };
}

async function startHarness(t: TestContext, limits: Partial<Config['ws']> = {}): Promise<StreamHarness> {
  const harness = await startStreams(limits);
  t.after(() => harness.stop());
  return harness;
}
