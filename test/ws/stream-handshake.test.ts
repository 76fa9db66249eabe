import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORBIDDEN, NOT_FOUND, type Refusal, until, VALIDATION } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';
import { open, refusedHandshake, Stream, socketUrl } from './test-stream.ts';

const service = await startService({ isProcess: true, settings: { 'ws.max_connections_per_key': 3 } });
await service.cliOk('account', 'new', 'acc_2');
await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
const key = (...options: readonly string[]) => service.newKey('--account', 'acc_1', ...options);
const api = service.api(await key('--permissions', 'read,trade'));
const trader = service.api(await key('--permissions', 'trade'));
const one = service.api(await key('--permissions', 'read', '--subaccounts', 'sa_1'));
const POSITIONS = '/v1/ws/positions';
const PRINTS = '/v1/ws/tradeprints';

const refused = async (refusal: Refusal, target: string, headers: Readonly<Record<string, string>> = {}) =>
  api.readRefusal(refusal, 'GET', target, await refusedHandshake(`${socketUrl(service)}${target}`, headers));

test('a handshake is signed in the query, or in the headers like any GET', async () => {
  for (const target of [PRINTS, `${POSITIONS}?subaccount_id=sa_1`]) {
    await (await open(service, target, api)).close();
    const stream = new Stream(`${socketUrl(service)}${target}`, { headers: api.headers('GET', target) });
    const connected = await stream.next('connected');
    assert.deepEqual([connected['stream'], connected['heartbeat_ms']], [target.split(/[/?]/)[3], 15_000]);
    assert.equal(typeof connected['connection_id'], 'string');
    await stream.close();
  }
});

test('the Origin header neither opens nor closes a handshake', async () => {
  const Origin = 'https://elsewhere.example';
  await refused([401, 'unauthorized'], PRINTS, { Origin });
  const stream = new Stream(`${socketUrl(service)}${PRINTS}`, {
    headers: { Origin, ...api.headers('GET', PRINTS) },
  });
  await stream.next('connected');
  await stream.close();
});

test('a signature in the query survives a plus that arrived as a space', async () => {
  for (let tries = 0; tries < 200; tries += 1) {
    const target = api.socketTarget(PRINTS, Date.now() - tries);
    if (!target.includes('%2B')) continue;
    const stream = new Stream(`${socketUrl(service)}${target.replaceAll('%2B', '+')}`);
    await stream.next('connected');
    await stream.close();
    return;
  }
  assert.fail('a signature with a plus');
});

test('a handshake without a valid signature is not upgraded', async () => {
  await refused([401, 'unauthorized'], PRINTS);
  const target = api.socketTarget(PRINTS);
  await refused([401, 'signature'], target.replace('tradeprints', 'positions'));
  await refused([401, 'signature'], target.replace('?', '?instrument_id=1001&'));
  await refused([401, 'unauthorized'], target.replace(/&sig=.*/, ''));
  await refused([401, 'unauthorized'], target.replace(api.keyId, 'key_unused'));
  await refused([401, 'stale_timestamp'], api.socketTarget(PRINTS, Date.now() - 40_000));
  const ofRequest = api.headers('POST', PRINTS);
  await refused([401, 'signature'], PRINTS, ofRequest);
});

test('a handshake signature can be used once, in query or headers, also after a restart', async () => {
  const target = api.socketTarget(PRINTS);
  const headers = api.headers('GET', PRINTS);
  await new Stream(`${socketUrl(service)}${target}`).next('connected');
  await new Stream(`${socketUrl(service)}${PRINTS}`, { headers }).next('connected');
  await refused([401, 'replay'], target);
  await refused([401, 'replay'], PRINTS, headers);
  const repeated = await until('a restart ends before the timestamp is stale', async () => {
    const used = api.socketTarget(PRINTS);
    await new Stream(`${socketUrl(service)}${used}`).next('connected');
    await service.kill();
    await service.start();
    const answer = await refusedHandshake(`${socketUrl(service)}${used}`);
    return answer.text.includes('"stale_timestamp"') ? null : answer;
  });
  api.readRefusal([401, 'replay'], 'GET', PRINTS, repeated);
});

test('a handshake checks the permission and the subaccounts of the key', async () => {
  await refused(FORBIDDEN, trader.socketTarget(PRINTS));
  await refused(FORBIDDEN, one.socketTarget(`${POSITIONS}?subaccount_id=sa_2`));
  await refused(FORBIDDEN, one.socketTarget(`${POSITIONS}?subaccount_id=sa_1,sa_2`));
  for (const id of ['sa_9', 'sb_1']) {
    const error = await refused(NOT_FOUND, one.socketTarget(`${POSITIONS}?subaccount_id=${id}`));
    assert.deepEqual(error.details, { resource: 'subaccount' });
  }
});

test('the subscription of a handshake is checked before the upgrade', async () => {
  await refused(NOT_FOUND, api.socketTarget(`${PRINTS}?instrument_id=999999`));
  await refused(NOT_FOUND, api.socketTarget(`${PRINTS}?instrument_id=1001,999999`));
  for (const query of ['after_id=x', 'after_id=-1', 'after_id=1.5', 'after_id=1&after_id=2']) {
    await refused(VALIDATION, api.socketTarget(`${PRINTS}?${query}`));
  }
  const ids = Array.from({ length: 1_001 }, (_, at) => at + 1).join(',');
  await refused(VALIDATION, api.socketTarget(`${PRINTS}?instrument_id=${ids}`));
});

test('a path that is no stream is 404 with a signature and 401 without', async () => {
  for (const path of ['/v1/ws/quotes', '/v1/ws/tradeprints/', '/v1/ws']) {
    await refused(NOT_FOUND, api.socketTarget(path));
    await refused([401, 'unauthorized'], path);
  }
});

test('a stream request without an upgrade returns an error and does not hang', async () => {
  const answer = await api.call('GET', PRINTS);
  assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
  api.read('GET', PRINTS, answer);
});

test('a key can open its maximum of connections, and a closed one frees its place', async () => {
  const streams = [
    await open(service, PRINTS, api),
    await open(service, POSITIONS, api),
    await open(service, PRINTS, api),
  ];
  const answer = await refusedHandshake(`${socketUrl(service)}${api.socketTarget(PRINTS)}`);
  api.readRefusal([429, 'rate_limited'], 'GET', PRINTS, answer);
  assert.ok(Number(answer.headers['retry-after']) >= 1);
  await (await open(service, PRINTS, one)).close();
  await streams[0]?.close();
  await until('a place is free', async () => {
    const stream = new Stream(`${socketUrl(service)}${api.socketTarget(PRINTS)}`);
    const isOpen = await Promise.race([
      stream.next('connected').then(() => true),
      stream.closed.then(() => false),
    ]);
    return isOpen ? true : null;
  });
  for (const stream of streams) stream.socket.terminate();
});
