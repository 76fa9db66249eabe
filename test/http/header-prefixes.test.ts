import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({
  settings: { 'auth.header_prefixes': ['X-', 'X-Acme-'], 'auth.window_ms': 5_000 },
});
const api = service.api();
const VENUES = '/v1/venues';

const statusWith = async (headers: Readonly<Record<string, string>>) =>
  (await api.send('GET', VENUES, undefined, headers)).status;

test('every configured prefix signs a request, in any case', async () => {
  for (const prefix of ['X-', 'X-Acme-', 'x-acme-', 'X-ACME-']) {
    assert.equal(await statusWith(api.headers('GET', VENUES, undefined, undefined, prefix)), 200, prefix);
  }
});

test('a prefix that is not configured signs nothing', async () => {
  assert.equal(await statusWith(api.headers('GET', VENUES, undefined, undefined, 'X-Other-')), 401);
  assert.equal(await statusWith(api.headers('GET', VENUES, undefined, undefined, '')), 401);
});

test('headers with different prefixes do not form one signature', async () => {
  const own = api.headers('GET', VENUES);
  const { 'X-Acme-Signature': signature } = api.headers(
    'GET',
    VENUES,
    undefined,
    own['X-Timestamp'],
    'X-Acme-',
  );
  assert.equal(await statusWith({ ...own, 'X-Signature': '', 'X-Acme-Signature': signature ?? '' }), 401);
});

test('the accepted age of a timestamp is configurable', async () => {
  const at = (offMs: number) => api.headers('GET', VENUES, undefined, Date.now() + offMs);
  assert.equal(await statusWith(at(-6_500)), 401);
  const status = await until('an answer within a second', async () => {
    const sentAt = Date.now();
    const answered = await statusWith(at(-3_000));
    return Date.now() - sentAt < 1_000 ? answered : null;
  });
  assert.equal(status, 200);
});
