import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until } from '../api-assertions.ts';
import type { Answer } from '../support/api-client.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const VENUES = '/v1/venues';
const CANCEL = '/v1/orders/cancel-all';

const refusedAs = async (
  code: string,
  headers: Readonly<Record<string, string | string[]>>,
  target = VENUES,
) => {
  const answer = await api.send('GET', target, undefined, headers);
  assert.equal(answer.headers['www-authenticate'], 'Signature');
  return api.readRefusal([401, code], 'GET', target, answer);
};

/** Sends a timestamp this far from the time; again if the answer took so long that the distance had changed. */
const sendAt = (offMs: number): Promise<{ readonly answer: Answer; readonly sentAt: number }> =>
  until('an answer within a second', async () => {
    const sentAt = Date.now();
    const headers = api.headers('GET', VENUES, undefined, sentAt + offMs);
    const answer = await api.send('GET', VENUES, undefined, headers);
    return Date.now() - sentAt < 1_000 ? { answer, sentAt } : null;
  });

test('each of the three headers is needed', async () => {
  const complete = api.headers('GET', VENUES);
  await refusedAs('unauthorized', {});
  for (const missing of Object.keys(complete)) {
    const rest = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
    await refusedAs('unauthorized', rest);
    await refusedAs('unauthorized', { ...complete, [missing]: '' });
  }
});

test('a header that is sent twice is refused', async () => {
  const { 'X-Signature': signature, ...rest } = api.headers('GET', VENUES);
  await refusedAs('unauthorized', { ...rest, 'X-Signature': [signature ?? '', signature ?? ''] });
});

test('an unknown key is refused before its timestamp is checked', async () => {
  const stale = api.headers('GET', VENUES, undefined, Date.now() - 120_000);
  await refusedAs('unauthorized', { ...stale, 'X-Key-Id': 'key_unused' });
  await refusedAs('stale_timestamp', { ...stale, 'X-Signature': 'not even base64' });
});

test('a timestamp outside 30 seconds is stale, and the response contains the server time', async () => {
  for (const offMs of [-31_500, 31_500]) {
    const { answer, sentAt } = await sendAt(offMs);
    assert.equal(answer.headers['www-authenticate'], 'Signature');
    const error = api.readRefusal([401, 'stale_timestamp'], 'GET', VENUES, answer);
    const serverTime = error.details?.['server_time'] as number;
    assert.ok(serverTime >= sentAt && serverTime <= Date.now(), `${serverTime} is the time`);
  }
  for (const offMs of [-28_000, 28_000]) assert.equal((await sendAt(offMs)).answer.status, 200);
});

test('a timestamp below 10^12 is seconds, and is signed as it is written', async () => {
  const seconds = Math.floor(Date.now() / 1_000);
  await api.ok('GET', VENUES, undefined, api.headers('GET', VENUES, undefined, seconds));
});

test('a timestamp with anything but digits is refused', async () => {
  for (const text of ['soon', '-1', '1e12', `${Date.now()}.0`, `+${Date.now()}`, '0x18A', '9'.repeat(40)]) {
    const answer = await api.send('GET', VENUES, undefined, api.headers('GET', VENUES, undefined, text));
    assert.equal(answer.status, 401, text);
  }
});

test('a signature over a different request is refused', async () => {
  const now = Date.now();
  const { 'X-Signature': wrongMethod } = api.headers('POST', VENUES, undefined, now);
  const { 'X-Signature': wrongPath } = api.headers('GET', '/v1/venues/health', undefined, now);
  const { 'X-Signature': wrongQuery } = api.headers('GET', `${VENUES}?a=1`, undefined, now);
  const { 'X-Signature': wrongTime } = api.headers('GET', VENUES, undefined, now + 1);
  const { 'X-Signature': wrongBody } = api.headers('GET', VENUES, '{}', now);
  const right = api.headers('GET', VENUES, undefined, now);
  for (const signature of [wrongMethod, wrongPath, wrongQuery, wrongTime, wrongBody]) {
    await refusedAs('signature', { ...right, 'X-Signature': signature ?? '' });
  }
});

test('a signature with any byte changed is refused', async () => {
  const right = api.headers('GET', VENUES);
  const bytes = Buffer.from(right['X-Signature'] ?? '', 'base64');
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refusedAs('signature', { ...right, 'X-Signature': changed.toString('base64') });
  }
  await refusedAs('signature', { ...right, 'X-Signature': bytes.subarray(0, 63).toString('base64') });
  await refusedAs('signature', { ...right, 'X-Signature': '*'.repeat(88) });
});

test('standard and URL alphabet, with and without padding, are one signature', async () => {
  const headers = api.headers('GET', VENUES);
  const standard = headers['X-Signature'] ?? '';
  const url = Buffer.from(standard, 'base64').toString('base64url');
  for (const signature of [standard, standard.replaceAll('=', ''), url, `${url}==`]) {
    await api.ok('GET', VENUES, undefined, { ...headers, 'X-Signature': signature });
  }
});

test('reads may repeat a signature; changes may not, in either base64 alphabet', async () => {
  const read = api.headers('GET', VENUES);
  await api.ok('GET', VENUES, undefined, read);
  await api.ok('GET', VENUES, undefined, read);
  const lookup = api.headers('POST', '/v1/markets/lookup', { instrument_ids: [] });
  for (const _ of [1, 2]) await api.ok('POST', '/v1/markets/lookup', { instrument_ids: [] }, lookup);

  const change = api.headers('POST', CANCEL, {});
  await api.ok('POST', CANCEL, {}, change);
  await api.refused([401, 'replay'], 'POST', CANCEL, {}, change);
  const inUrl = Buffer.from(change['X-Signature'] ?? '', 'base64').toString('base64url');
  await api.refused([401, 'replay'], 'POST', CANCEL, {}, { ...change, 'X-Signature': inUrl });
});

test('a used signature stays used across a stop and across a crash', async () => {
  for (const end of [() => service.stop(), () => service.kill()]) {
    const repeated = await until('a restart ends before the timestamp is stale', async () => {
      const used = api.headers('POST', CANCEL, {});
      await api.ok('POST', CANCEL, {}, used);
      await end();
      await service.start();
      const answer = await api.send('POST', CANCEL, {}, used);
      return answer.text.includes('"stale_timestamp"') ? null : answer;
    });
    api.readRefusal([401, 'replay'], 'POST', CANCEL, repeated);
  }
});

test('a path that does not exist is 401 without a signature and 404 with one', async () => {
  await refusedAs('unauthorized', {}, '/v1/no-such-path');
  const error = await api.call('GET', '/v1/no-such-path');
  api.readRefusal(NOT_FOUND, 'GET', '/v1/no-such-path', error);
});

test('the query is signed by its meaning: order, doubled keys, empty values, plus, bytes', async () => {
  for (const query of [
    'b=2&a=1',
    'a=2&a=1&a=',
    'q=a+b%2Bc',
    'x',
    'x=&&y',
    'n=%C3%A9%00',
    'k=a=b',
    '%61=%7e',
  ]) {
    await api.ok('GET', `${VENUES}?${query}`);
  }
});
