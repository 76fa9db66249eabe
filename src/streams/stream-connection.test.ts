import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import type { Config } from '../config/config.ts';
import type { KeyId } from '../contract/model/ids.ts';

const PRINTS = '/v1/ws/tradeprints';

test('a ping frame is answered with its id and the server time', async (t) => {
  const { harness, client } = await connected(t);
  for (const [id, echoed] of [
    [4, 4],
    ['a', 'a'],
    [undefined, null],
    [{ x: 1 }, null],
    ['y'.repeat(200), 'y'.repeat(128)],
  ]) {
    client.send({ action: 'ping', id });
    const pong = await client.next();
    assert.deepEqual([pong.type, pong['id'], pong['timestamp']], ['pong', echoed, harness.clock.now()]);
  }
});

test('a frame that is not a JSON object or has no known action is refused, and the third one closes the connection with 4400', async (t) => {
  const { harness, client } = await connected(t);
  client.send('{not json');
  client.send({ action: 'order', id: 9 });
  client.sendBytes(Buffer.from('{"action":"ping"}'));
  const errors = await client.take(3);
  assert.deepEqual(
    errors.map(({ error, id }) => [error, id]),
    [
      ['validation', null],
      ['validation', 9],
      ['validation', null],
    ],
  );
  assert.equal((await client.closed).code, 4400);
  await harness.streams.close();
  assert.deepEqual(harness.counted, ['ws_cut_total tradeprints 4400']);
});

test('arrays, scalars and deeply nested objects are not frames', async (t) => {
  for (const text of ['[]', '1', 'null', '""', '['.repeat(30_000)]) {
    const { client } = await connected(t);
    client.send(text);
    assert.equal((await client.next())['error'], 'validation');
  }
});

test('names with a special meaning in JavaScript are ordinary fields', async (t) => {
  const { client } = await connected(t);
  client.send('{"__proto__":{"action":"ping"},"constructor":1,"action":"ping","id":1}');
  assert.equal((await client.next()).type, 'pong');
});

test('a frame over the size limit ends the connection with 1009', async (t) => {
  const { harness, client } = await connected(t);
  client.send({ action: 'ping', id: 1, padding: 'x'.repeat(64 * 1024) });
  assert.equal((await client.closed).code, 1009);
  await harness.streams.close();
  assert.deepEqual(harness.counted, ['ws_cut_total tradeprints 1009']);
});

test('more frames than allowed in a second end the connection with 4429', async (t) => {
  const { client } = await connected(t);
  for (let sent = 0; sent < 21; sent += 1) client.send({ action: 'ping', id: sent });
  assert.equal((await client.closed).code, 4429);
  assert.equal(client.frames.at(-1)?.['error'], 'rate_limited');
});

for (const kind of ['ping', 'pong'] as const)
  test(`${kind} frames cost tokens like other frames`, async (t) => {
    const { client } = await connected(t);
    for (let sent = 0; sent < 21; sent += 1) client[kind]();
    assert.equal((await client.closed).code, 4429);
  });

test('a message of very many fragments ends the connection', async (t) => {
  const { client } = await connected(t);
  client.sendFragments(65);
  assert.equal((await client.closed).code, 1008);
});

test('twenty frames per second are accepted', async (t) => {
  const { harness, client } = await connected(t);
  for (let second = 0; second < 3; second += 1) {
    for (let sent = 0; sent < 20; sent += 1) client.send({ action: 'ping', id: sent });
    await client.take(20);
    harness.clock.advance(1_000);
  }
});

test('a heartbeat is sent after a period without frames only', async (t) => {
  const { harness, client } = await connected(t);
  harness.clock.advance(10_000);
  harness.market.print();
  harness.clock.advance(5);
  assert.equal((await client.next()).type, 'tradeprint');
  harness.clock.advance(14_999);
  harness.clock.advance(1);
  const beat = await client.next();
  assert.deepEqual([beat.type, beat['timestamp']], ['heartbeat', 1_782_907_225_005]);
});

test('a client that answers pings stays connected; one that does not is disconnected after two', async (t) => {
  const harness = await startHarness(t);
  const alive = await harness.connect(PRINTS);
  const dead = await harness.connect(PRINTS, { autoPong: false });
  for (let period = 0; period < 4; period += 1) {
    const pinged = alive.pinged();
    harness.clock.advance(15_000);
    await pinged;
    await alive.settled();
  }
  assert.equal((await dead.closed).code, 4408);
  await alive.settled();
});

test('E-08: a revoked key ends all its connections at once with 4401', async (t) => {
  const { harness, client } = await connected(t);
  const positions = await harness.connect('/v1/ws/positions');
  harness.trading.revoke();
  assert.equal((await client.closed).code, 4401);
  assert.equal((await positions.closed).code, 4401);
});

test('a revoked key ends no connection of another key', async (t) => {
  const { harness, client } = await connected(t);
  harness.trading.revoke({ ...VECTOR_KEY, keyId: 'key_demo_2' as KeyId });
  await client.settled();
});

test('a key that loses the permission read ends with 4403', async (t) => {
  const { harness, client } = await connected(t);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, permissions: ['trade'] });
  harness.clock.advance(15_000);
  assert.equal((await client.closed).code, 4403);
});

test('E-07: a client that does not read gets an error and close code 1013, and its frames have no gap', async (t) => {
  const { harness, client } = await connected(t);
  const reader = await harness.connect(PRINTS);
  client.stopReading();
  // Thirteen megabytes: more than the kernel's own buffers on both sides can hold.
  for (let burst = 0; burst < 160; burst += 1) {
    for (let made = 0; made < 500; made += 1) harness.market.print();
    harness.clock.advance(5);
    await reader.take(500);
  }
  client.resumeReading();
  assert.equal((await client.closed).code, 1013);
  assert.equal(client.frames.at(-1)?.['error'], 'slow_consumer');
  harness.market.print();
  harness.clock.advance(5);
  await reader.next();
  await harness.streams.close();
  assert.deepEqual(harness.counted, ['ws_cut_total tradeprints 1013']);
});

test('a snapshot larger than the limit of a slow reader does not cut a client that reads', async (t) => {
  const harness = await startHarness(t, { bufferBytesMax: 10_000 });
  for (let id = 1; id <= 1_000; id += 1) harness.trading.hold('acc_1/sa_1', id, '1');
  const client = await harness.connect('/v1/ws/positions?subaccount_id=sa_1');
  const [, , snapshot] = await client.take(3);
  assert.equal(Object.keys(snapshot?.['positions'] ?? []).length, 1_000);
  await client.settled();
});

test('the gauge follows the open connections', async (t) => {
  const { harness, client } = await connected(t);
  assert.equal(harness.gauges.get('ws_clients tradeprints'), 1);
  client.close();
  await client.closed;
  await harness.streams.close();
  assert.equal(harness.gauges.get('ws_clients tradeprints'), 0);
  assert.deepEqual(harness.counted, []);
});

async function connected(t: TestContext, limits: Partial<Config['ws']> = {}) {
  const harness = await startHarness(t, limits);
  const client = await harness.connect(PRINTS);
  await client.take(2);
  return { harness, client };
}

async function startHarness(t: TestContext, limits: Partial<Config['ws']> = {}): Promise<StreamHarness> {
  const harness = await startStreams(limits);
  t.after(() => harness.stop());
  return harness;
}
