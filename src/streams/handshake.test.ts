import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type RefusedHandshake, refusedHandshake, signedQuery } from '../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import { signText, VECTOR_KEY } from '../../test/support/test-signer.ts';
import { type Config, DEFAULT_CONFIG } from '../config/config.ts';
import type { Permission } from '../contract/access/access.ts';
import type { SubaccountId } from '../contract/model/ids.ts';
import { ok } from '../contract/model/result.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { STREAM_NAMES, type Stream } from './stream-connection.ts';

const PRINTS = '/v1/ws/tradeprints';
const POSITIONS = '/v1/ws/positions';

test('streams send `connected` and `subscribed` immediately after the handshake', async (t) => {
  const harness = await startHarness(t);
  const prints = await harness.connect(PRINTS);
  assert.deepEqual(await prints.take(2), [
    {
      type: 'connected',
      seq: 1,
      stream: 'tradeprints',
      connection_id: 'c_1',
      heartbeat_ms: 15_000,
      timestamp: 1_782_907_200_000,
    },
    { type: 'subscribed', seq: 2, id: null, instrument_ids: '*' },
  ]);
  const positions = await harness.connect(POSITIONS);
  const [greeting, subscribed] = await positions.take(2);
  assert.equal(greeting?.['connection_id'], 'c_2');
  assert.deepEqual(subscribed, { type: 'subscribed', seq: 2, id: null, subaccount_ids: '*' });
  assert.deepEqual(harness.streams.counts(), {
    tradeprints: 1,
    positions: 1,
    orders: 0,
    'complex-orders': 0,
    fills: 0,
    trade: 0,
    balances: 0,
    operations: 0,
    opportunities: 0,
    multiplex: 0,
    orderbooks: 0,
  });
});

test('vector 4 opens the positions of its subaccount', async (t) => {
  const harness = await startHarness(t);
  const query =
    'subaccount_id=sa_1&key_id=key_demo_1&ts=1782907200000&sig=NEhnndb%2BpUWGNxW%2F5YNTbYC6N9A%2BWG5pAFPOct59KBiogOn3ZFi%2B1bfB%2FxfhGO6yQ7YV9Cp0Xp8mJzBdF64tAA%3D%3D';
  assert.equal(await statusOfUpgrade(harness.port, `${POSITIONS}?${query}`, {}), 101);
  assert.equal(await statusOfUpgrade(harness.port, `${POSITIONS}?${query}`, {}), 401); // once only
});

test('the three headers with the ordinary string open a stream too', async (t) => {
  const harness = await startHarness(t);
  const ts = String(harness.clock.now());
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    'X-Key-Id': VECTOR_KEY.keyId,
    'X-Timestamp': ts,
    'X-Signature': signText(`GET\n${PRINTS}\ninstrument_id=1001\n${ts}\n${empty}`),
  };
  assert.equal(await statusOfUpgrade(harness.port, `${PRINTS}?instrument_id=1001`, headers), 101);
});

test('a refused handshake is an ordinary HTTP answer in the error shape', async (t) => {
  const harness = await startHarness(t);
  const refused = await refusedHandshake(harness.port, PRINTS, '');
  assert.equal(refused.status, 401);
  assert.deepEqual(refused.body, {
    error: 'unauthorized',
    message: 'the headers X-Key-Id, X-Timestamp, X-Signature are each required, once',
    details: null,
    request_id: 'req_abababababababab',
  });
  assert.equal(refused.headers['www-authenticate'], 'Signature');
  assert.equal(refused.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(refused.headers['cache-control'], 'no-store');
  assert.equal(refused.headers['x-request-id'], 'req_abababababababab');
  assert.equal(refused.headers['x-server-time'], '1782907200000');
});

test('a wrong signature, an old timestamp and a reuse have their own codes', async (t) => {
  const harness = await startHarness(t);
  const query = signedQuery(PRINTS, '', harness.clock);
  const wrong = query.replace('sig=', 'sig=A');
  assert.equal((await refusedHandshake(harness.port, PRINTS, wrong)).body.error, 'signature');
  const stale = `key_id=key_demo_1&ts=1&sig=${encodeURIComponent(signText('?'))}`;
  assert.equal((await refusedHandshake(harness.port, PRINTS, stale)).body.error, 'stale_timestamp');
  assert.equal(await statusOfUpgrade(harness.port, `${PRINTS}?${query}`, {}), 101);
  assert.equal((await refusedHandshake(harness.port, PRINTS, query)).body.error, 'replay');
});

test('a path that is no stream is 401 without a signature and 404 with one; elsewhere it is 404', async (t) => {
  const harness = await startHarness(t);
  assert.equal((await refusedHandshake(harness.port, '/v1/ws/candles', '')).status, 401);
  assert.equal((await refused(harness, '/v1/ws/candles', '')).status, 404);
  assert.equal((await refusedHandshake(harness.port, '/elsewhere', '')).status, 404);
});

test('a key without read is forbidden', async (t) => {
  const harness = await startHarness(t);
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, permissions: ['trade'] });
  const answer = await refused(harness, PRINTS, '');
  assert.deepEqual(
    [answer.status, answer.body.error, answer.body.details],
    [403, 'forbidden', { permission: 'read' }],
  );
});

test('a stream with another permission than read needs that one only', async (t) => {
  const trade: Stream = {
    name: 'trade',
    permission: 'trade',
    admit: async () => ok(() => ({ receive: () => {}, isGranted: () => true, end: () => {} })),
    stop: () => {},
  };
  const harness = await startStreams({}, () => trade);
  t.after(() => harness.stop());
  const setPermissions = (...permissions: Permission[]) =>
    harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, permissions });
  setPermissions('read');
  const answer = await refused(harness, '/v1/ws/trade', '');
  assert.deepEqual([answer.status, answer.body.details], [403, { permission: 'trade' }]);
  setPermissions('trade');
  const target = `/v1/ws/trade?${signedQuery('/v1/ws/trade', '', harness.clock)}`;
  assert.equal(await statusOfUpgrade(harness.port, target, {}), 101);
});

test('a handshake that waits for its signature is refused when the service stops meanwhile', async (t) => {
  const harness = await startHarness(t);
  const synced = Promise.withResolvers<void>();
  harness.replayStore.disk = synced.promise;
  const answer = refused(harness, PRINTS, '');
  await refusedHandshake(harness.port, PRINTS, ''); // a whole exchange later
  await harness.streams.close();
  synced.resolve();
  assert.deepEqual([(await answer).status, (await answer).body.error], [503, 'shutting_down']);
});

test('the query is validated before the upgrade', async (t) => {
  const harness = await startHarness(t, { idsMax: 3 });
  const sa1 = ['sa_1' as SubaccountId];
  const cases: readonly [string, string, number, string][] = [
    [PRINTS, 'instrument_id=5000', 404, 'not_found'],
    [PRINTS, 'instrument_id=1001,5000', 404, 'not_found'],
    [PRINTS, 'instrument_id=Demo:NOPE', 404, 'not_found'],
    [PRINTS, 'instrument_id=', 404, 'not_found'],
    [PRINTS, 'instrument_id=1,2,3,4', 422, 'validation'],
    [PRINTS, 'after_id=-1', 422, 'validation'],
    [PRINTS, 'after_id=1&after_id=2', 422, 'validation'],
    [PRINTS, 'after_id=99999999999999999', 422, 'validation'],
    [POSITIONS, 'subaccount_id=sa_9', 404, 'not_found'],
    [POSITIONS, 'subaccount_id=unused', 404, 'not_found'],
    [POSITIONS, 'subaccount_id=a,b,c,d', 422, 'validation'],
  ];
  for (const [path, query, status, code] of cases) {
    const answer = await refused(harness, path, query);
    assert.deepEqual([answer.status, answer.body.error], [status, code], query);
  }
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, subaccounts: sa1 });
  assert.equal((await refused(harness, POSITIONS, 'subaccount_id=sa_2')).status, 403);
  assert.equal(harness.streams.counts().positions, 0);
});

test('ids may be repeated, comma-separated or native, and each counts once', async (t) => {
  const harness = await startHarness(t);
  const client = await harness.connect(
    `${PRINTS}?instrument_id=1,2&instrument_id=2&instrument_id=Demo%3ARAIN`,
  );
  const [, subscribed] = await client.take(2);
  assert.deepEqual(subscribed?.['instrument_ids'], [1, 2, 1001]);
});

test('the connections of one key are limited, and a closed one makes room', async (t) => {
  const harness = await startHarness(t, { maxConnectionsPerKey: 2 });
  const first = await harness.connect(PRINTS);
  await harness.connect(POSITIONS);
  const answer = await refused(harness, PRINTS, '');
  assert.deepEqual([answer.status, answer.body.error], [429, 'rate_limited']);
  assert.equal(answer.body.message, '2 of 2 streams of this key are open');
  assert.equal(answer.headers['retry-after'], '1');
  first.close();
  await first.closed;
  await harness.connect(PRINTS);
});

test('a refused handshake gives its place back', async (t) => {
  const harness = await startHarness(t, { maxConnectionsPerKey: 1 });
  for (let time = 0; time < 3; time += 1) {
    assert.equal((await refused(harness, PRINTS, 'instrument_id=5000')).status, 404);
  }
  const remember = harness.used.remember.bind(harness.used);
  Object.assign(harness.used, { remember: () => null }); // too many signatures are stored
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await refused(harness, PRINTS, '');
    assert.deepEqual([status, (body.details as { bucket: string }).bucket], [429, 'signatures']);
  }
  Object.assign(harness.used, { remember });
  await harness.connect(PRINTS);
});

test('handshakes spend the read bucket of their key', async (t) => {
  const harness = await startHarness(t);
  for (let spent = 0; spent < DEFAULT_CONFIG.rate.read.burst; spent += 1) {
    await refused(harness, PRINTS, 'after_id=x');
  }
  const answer = await refused(harness, PRINTS, 'after_id=x');
  assert.deepEqual(
    [answer.status, answer.body.details],
    [429, { bucket: 'read', retry_after_ms: 10, outcome: 'not_stored' }],
  );
});

test('a handshake waits until its signature is on disk', async (t) => {
  const harness = await startHarness(t);
  const synced = Promise.withResolvers<void>();
  harness.replayStore.disk = synced.promise;
  let isOpen = false;
  const opening = harness.connect(PRINTS).then(() => {
    isOpen = true;
  });
  await refusedHandshake(harness.port, PRINTS, ''); // a whole exchange later
  assert.equal(isOpen, false);
  synced.resolve();
  await opening;
});

test('a key that ends while its handshake waits opens nothing', async (t) => {
  const harness = await startHarness(t);
  const synced = Promise.withResolvers<void>();
  harness.replayStore.disk = synced.promise;
  const answer = refused(harness, PRINTS, '');
  await refusedHandshake(harness.port, PRINTS, '');
  harness.trading.revoke();
  synced.resolve();
  assert.equal((await answer).body.error, 'unauthorized');
});

test('a broken upgrade is refused in the error shape as well', async (t) => {
  const harness = await startHarness(t);
  const path = `${PRINTS}?${signedQuery(PRINTS, '', harness.clock)}`;
  assert.equal(await statusOfUpgrade(harness.port, path, { 'Sec-WebSocket-Key': 'short' }), 422);
});

test('an offer to upgrade to something else is passed over, and the request answered', async (t) => {
  const harness = await startHarness(t);
  assert.equal(await statusOfUpgrade(harness.port, '/v1/time', { Upgrade: 'h2c' }), 200);
});

test('stopping closes every connection with 1001 and refuses new ones', async (t) => {
  const harness = await startHarness(t);
  const [prints, positions] = [await harness.connect(PRINTS), await harness.connect(POSITIONS)];
  const stopped = harness.streams.close();
  assert.equal((await refused(harness, PRINTS, '')).status, 503);
  assert.equal((await prints.closed).code, 1001);
  assert.equal((await positions.closed).code, 1001);
  await stopped;
  assert.deepEqual(harness.streams.counts(), Object.fromEntries(STREAM_NAMES.map((name) => [name, 0])));
  assert.deepEqual(harness.counted, []);
  assert.equal(harness.market.listeners + harness.trading.listeners, 0);
});

test('a peer that never answers the close frame does not hold up a stop', async (t) => {
  const harness = await startHarness(t);
  const client = await harness.connect(PRINTS);
  await client.take(2);
  client.stopReading();
  const stopped = harness.streams.close();
  harness.clock.advance(5_000);
  await stopped;
});

test('every connection that ends leaves no timer behind', async (t) => {
  const harness = await startHarness(t);
  const client = await harness.connect(POSITIONS);
  await client.take(2);
  client.terminate();
  await harness.streams.close();
  harness.clock.advance(5);
  assert.equal(harness.clock.timersWaiting, 0);
  assert.equal(harness.gauges.get('ws_clients positions'), 0);
});

test('a key that expires is noticed within a heartbeat', async (t) => {
  const harness = await startHarness(t);
  const client = await harness.connect(PRINTS);
  const expiresAt = (harness.clock.now() + 1) as TimestampMs;
  harness.trading.keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, expiresAt });
  harness.clock.advance(15_000);
  assert.equal((await client.closed).code, 4401);
});

async function startHarness(t: TestContext, limits: Partial<Config['ws']> = {}): Promise<StreamHarness> {
  const harness = await startStreams(limits);
  t.after(() => harness.stop());
  return harness;
}

const refused = (harness: StreamHarness, path: string, query: string): Promise<RefusedHandshake> =>
  refusedHandshake(harness.port, path, signedQuery(path, query, harness.clock));

/** The status of a bare upgrade request; an accepted one is hung up at once. */
function statusOfUpgrade(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { ...upgrade, ...headers } });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}
