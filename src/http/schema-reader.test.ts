import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Rejection, Result } from '../contract/model/result.ts';
import { GenericAssetIdInput, InstrumentIdInput } from './routes/common-schema.ts';
import { createBodyReader, createQueryReader } from './schema-reader.ts';

const getIssues = (result: Result<unknown, Rejection>): unknown =>
  result.ok ? 'accepted' : result.error.details?.['fields'];

const readBody = createBodyReader(
  Type.Object({
    name: Type.String({ minLength: 1, expects: 'must not be empty' }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  }),
);

test('a refused body names every missing, wrong or unknown field', () => {
  assert.deepEqual(getIssues(readBody({ count: 10, other: 1 })), [
    { field: 'other', issue: 'is not a field of this request' },
    { field: 'name', issue: 'required' },
    { field: 'count', issue: 'must be an integer from 1 to 9' },
  ]);
  assert.deepEqual(getIssues(readBody({ name: '' })), [{ field: 'name', issue: 'must not be empty' }]);
});

test('null in an optional field counts as absent; in a required one it is invalid', () => {
  assert.deepEqual(readBody({ name: 'a', count: null }), { ok: true, value: { name: 'a' } });
  assert.deepEqual(getIssues(readBody({ name: null })), [{ field: 'name', issue: 'must not be empty' }]);
});

test('digits are accepted for an id at every depth, and become a number', () => {
  const read = createBodyReader(
    Type.Object({
      generic_asset_id: Type.Optional(GenericAssetIdInput),
      instrument_ids: Type.Array(InstrumentIdInput),
      legs: Type.Array(Type.Object({ instrument_id: InstrumentIdInput, price: Type.String() })),
    }),
  );
  const body = (id: unknown) => ({
    generic_asset_id: id,
    instrument_ids: [id, 7],
    legs: [{ instrument_id: id, price: '1001' }],
  });
  assert.deepEqual(read(body('1001')), { ok: true, value: body(1001) });
  assert.deepEqual(read(body(1001)), { ok: true, value: body(1001) });
  for (const id of ['01', '-1', '1.0', 'Demo:1', '', 0, 1.5, true]) assert.equal(read(body(id)).ok, false);
});

test('a body that is not an object is refused as a whole', () => {
  for (const body of [null, [], 'a', 1, true]) {
    assert.deepEqual(getIssues(readBody(body)), [{ field: 'body', issue: 'must be a JSON object' }]);
  }
});

test('a large number of unknown fields is not repeated in the answer', () => {
  const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${'f'.repeat(500)}${at}`, 1]));
  assert.ok(JSON.stringify(getIssues(readBody(flood))).length < 5_000);
});

const readQuery = createQueryReader(
  Type.Object({
    q: Type.Optional(Type.String()),
    limit: Type.Integer({ minimum: 1, maximum: 9, default: 5 }),
    side: Type.Optional(Type.Enum(['BUY', 'SELL'])),
  }),
);

test('a query is read with its defaults, decoded once', () => {
  assert.deepEqual(readQuery(''), { ok: true, value: { limit: 5 } });
  assert.deepEqual(readQuery('q=a%2Bb+c%2541&limit=3'), { ok: true, value: { limit: 3, q: 'a+b c%41' } });
  assert.deepEqual(readQuery('q=100%&&x'), { ok: true, value: { limit: 5, q: '100%' } });
  assert.deepEqual(readQuery('%71=a=b'), { ok: true, value: { limit: 5, q: 'a=b' } });
});

test('raw bytes and escapes encode the same text', () => {
  const raw = Buffer.from('q=é').toString('latin1'); // as the HTTP parser provides it
  assert.deepEqual(readQuery(raw), readQuery('q=%C3%A9'));
});

test('a refused parameter names the expected values', () => {
  assert.deepEqual(getIssues(readQuery('limit=10&side=buy&q=a&q=b')), [
    { field: 'q', issue: 'is given more than once' },
    { field: 'limit', issue: 'must be an integer from 1 to 9' },
    { field: 'side', issue: 'must be one of BUY, SELL' },
  ]);
});

test('no parameter name affects a prototype', () => {
  assert.deepEqual(readQuery('__proto__=1&constructor=2'), { ok: true, value: { limit: 5 } });
});
