import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { createTestApi, type TestApi } from '../../../test/support/http/http-fakes.ts';
import { CALLER } from '../../../test/support/http/http-records.ts';
import { assertMatchesSchema } from '../../../test/support/http/response-schema.ts';

/** A bench whose key may review. */
async function reviewer(): Promise<TestApi> {
  const made = await createTestApi();
  made.auth.caller = { ...CALLER, permissions: ['read', 'review'] };
  return made;
}

async function ask(made: TestApi, method: 'GET' | 'POST', url: string, body?: object) {
  const answer = await made.server.inject({
    method,
    url,
    headers: { 'x-signature': 'good', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const path = url.split('?')[0] ?? url;
  assertMatchesSchema(method, path, answer.statusCode, answer.json());
  return { status: answer.statusCode, body: answer.json() };
}

const PAIR = { members: [{ instrument_id: 2001 }, { instrument_id: 3001 }], why: 'the same lapse' };

test('proposals have both listings, score and reasons, and can be filtered by verdict', async () => {
  const { body } = await get('/v1/matching/proposals?verdict=same&limit=1');
  assert.equal(body.length, 1);
  assert.deepEqual([body[0].first.instrument_id, body[0].other.instrument_id], [2001, 3001]);
  assert.equal(body[0].verdict, 'same');
  assert.ok(body[0].reasons.some(({ kind }: { kind: string }) => kind === 'agrees'));
  assert.equal(body[0].safety.level, 'SAFE');
});

test('side by side: the segments of both and of one make up that one’s text', async () => {
  const { body } = await get('/v1/matching/compare?instrument_ids=2001,3001');
  const [first, other] = body.members;
  for (const { field, same, segments } of body.comparisons[0].differences) {
    const of = (side: string) =>
      segments
        .filter((each: { in: string }) => each.in === 'both' || each.in === side)
        .map(({ text }: { text: string }) => text)
        .join('');
    assert.equal(of('first'), first[field] ?? '', field);
    assert.equal(of('other'), other[field] ?? '', field);
    assert.equal(same, first[field] === other[field], field);
  }
  assert.ok(body.comparisons[0].differences[0].segments.length > 2, 'titles share some words');
});

test('several instruments are each compared with the first one, as alone', async () => {
  const compare = async (...ids: readonly number[]) =>
    (await get(`/v1/matching/compare?instrument_ids=${ids.join()}`)).body;
  const alone = [];
  for (const id of [3003, 3001]) alone.push(...(await compare(2001, id)).comparisons);
  assert.notEqual(alone[0].verdict, alone[1].verdict);
  const { members, comparisons } = await compare(2001, 3003, 3001);
  assert.deepEqual(
    members.map(({ instrument_id }: { instrument_id: number }) => instrument_id),
    [2001, 3003, 3001],
  );
  assert.deepEqual(comparisons, alone);
});

test('an approval is stored with its key, and so is every later decision', async () => {
  const made = await reviewer();
  const approved = await ask(made, 'POST', '/v1/matching/approve', PAIR);
  const { generic_asset_id: id } = approved.body;
  assert.deepEqual([approved.body.status, approved.body.by], ['APPROVED', CALLER.keyId]);
  await ask(made, 'POST', '/v1/matching/reject', { generic_asset_id: id, why: 'no longer wanted' });
  const { body } = await ask(made, 'GET', `/v1/matching/reviews/${id}`);
  assert.deepEqual(
    [body.status, body.history.map((each: { why: string }) => each.why)],
    ['REJECTED', ['the same lapse', 'no longer wanted']],
  );
  assert.deepEqual((await ask(made, 'GET', '/v1/matching/reviews?status=APPROVED')).body, []);
  assert.equal((await ask(made, 'GET', '/v1/matching/reviews')).body.length, 1);
});

test('an invalid decision is refused by its field, and nothing is stored', async () => {
  const made = await reviewer();
  const cases = [
    [{ why: 'x' }, 422, 'members'],
    [{ ...PAIR, generic_asset_id: 1000001 }, 422, 'members'],
    [{ ...PAIR, why: ' ' }, 422, 'why'],
    [{ members: [{ instrument_id: 2001 }], why: 'x' }, 422, 'members'],
    [{ members: [{ instrument_id: 2001 }, { instrument_id: 9 }], why: 'x' }, 422, 'members'],
    [{ members: [{ instrument_id: 2001 }, { instrument_id: 3003 }], why: 'x' }, 422, 'members'],
    [{ ...PAIR, by: 'another reviewer' }, 422, 'by'],
    [{ generic_asset_id: 1000009, why: 'x' }, 404, undefined],
  ] as const;
  for (const [body, status, field] of cases) {
    const answer = await ask(made, 'POST', '/v1/matching/approve', body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.body.details?.fields?.[0]?.field, field, JSON.stringify(body));
  }
  assert.deepEqual((await ask(made, 'GET', '/v1/matching/reviews')).body, []);
  assert.equal((await get('/v1/matching/reviews/1000001')).status, 404);
  for (const ids of ['2001', '2001,x', '2001,2001', '2001,9'])
    assert.equal(
      (await get(`/v1/matching/compare?instrument_ids=${ids}`)).body.details.fields[0].field,
      'instrument_ids',
    );
});

test('a key without review permission can read but not decide', async () => {
  const made = await createTestApi();
  const refused = await ask(made, 'POST', '/v1/matching/approve', PAIR);
  assert.deepEqual([refused.status, refused.body.details], [403, { permission: 'review' }]);
});
