import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { untilInTime } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { open, Stream, socketUrl } from './test-stream.ts';

const service = await startService({
  settings: {
    'ws.heartbeat_ms': 1_000,
    'ws.max_connections_per_key': 100,
  },
});
const api = service.api();
const PRINTS = '/v1/ws/tradeprints';
const QUIET = `${PRINTS}?instrument_id=1017`; // not open yet: nothing is printed there

test('a quiet stream sends heartbeats, and stays open while the client answers pings', async () => {
  const stream = await open(service, QUIET);
  let pings = 0;
  stream.socket.on('ping', () => {
    pings += 1;
  });
  for (const _ of [1, 2, 3]) {
    const { timestamp } = await stream.next('heartbeat');
    assert.ok(Math.abs((timestamp as number) - Date.now()) < 60_000);
  }
  assert.ok(pings >= 2, `${pings} pings`);
  assert.equal(stream.socket.readyState, stream.socket.OPEN);
  assert.equal((await stream.close()).code, 1000);
});

test('a client that answers no ping is closed with 4408', async () => {
  const stream = new Stream(`${socketUrl(service)}${api.socketTarget(QUIET)}`, { autoPong: false });
  assert.equal((await stream.closed).code, 4408);
});

test('three malformed frames get one error each, then the connection closes with 4400', async () => {
  for (const bad of ['not json', '[]', '"x"', '{}', '{"action":"fly"}', '{"action":1}', 'null']) {
    const stream = await open(service, QUIET);
    for (const _ of [1, 2, 3]) stream.send(bad);
    assert.equal((await stream.closed).code, 4400, bad);
    const errors = stream.of('error');
    assert.deepEqual(
      errors.map((frame) => frame['error']),
      ['validation', 'validation', 'validation'],
    );
  }
});

test('a wrong subscription returns an error and does not close the connection', async () => {
  const stream = await open(service, QUIET);
  for (const ids of [undefined, 5, ['1001'], [1.5], [0], [null], {}, 'all']) {
    stream.send({ action: 'subscribe', id: 'x', instrument_ids: ids });
    const error = await stream.next('error');
    assert.deepEqual([error['id'], error['error']], ['x', 'validation']);
  }
  assert.equal((await stream.close()).code, 1000);
});

test('more than a thousand ids are too many', async () => {
  const stream = await open(service, QUIET);
  stream.send({
    action: 'subscribe',
    id: 1,
    instrument_ids: Array.from({ length: 1_001 }, (_, at) => at + 1),
  });
  assert.equal((await stream.next('error'))['error'], 'validation');
  await stream.close();
});

test('a frame over 64 KiB is closed with 1009', async () => {
  const stream = await open(service, QUIET);
  stream.send(`{"action":"ping","id":"${'a'.repeat(70_000)}"}`);
  assert.equal((await stream.closed).code, 1009);
});

test('more than twenty frames a second are closed with 4429', async () => {
  const stream = await open(service, QUIET);
  for (let at = 0; at < 60; at += 1) stream.send({ action: 'ping', id: at });
  assert.equal((await stream.closed).code, 4429);
});

test('a revoked key loses its streams with 4401, an expired one too', async () => {
  const key = await service.newKey('--permissions', 'read');
  const stream = await open(service, QUIET, service.api(key));
  await service.cliOk('key', 'revoke', key.key_id, '--yes');
  assert.equal((await stream.closed).code, 4401);
  const { short, expires } = await untilInTime(
    'the stream opens before the key expires',
    4_000,
    async (ms) => {
      const made = await service.newShortKey(ms);
      if (made === null) return null;
      const opened = new Stream(`${socketUrl(service)}${service.api(made.key).socketTarget(QUIET)}`);
      const isOpen = await once(opened.socket, 'open').then(
        () => true,
        () => false,
      );
      if (Date.now() >= Date.parse(made.expires)) return null;
      assert.ok(isOpen, 'a key that has not expired opens a stream');
      return { short: opened, expires: made.expires };
    },
  );
  assert.equal((await short.closed).code, 4401);
  assert.ok(Date.now() >= Date.parse(expires));
});

test('a service that stops closes its streams with 1001', async () => {
  const streams = [await open(service, PRINTS), await open(service, '/v1/ws/positions')];
  await service.stop();
  for (const stream of streams) assert.equal((await stream.closed).code, 1001);
});
