import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidField, invalidFields } from './result.ts';

test('a validation error lists every field, and its message names the first', () => {
  const rejected = invalidFields([
    { field: 'price', issue: 'required', condition: 'for LIMIT' },
    { field: 'side', issue: 'must be BUY or SELL' },
  ]);
  assert.equal(rejected.message, 'price is required for LIMIT');
  assert.deepEqual(rejected.details, {
    fields: [
      { field: 'price', issue: 'required' },
      { field: 'side', issue: 'must be BUY or SELL' },
    ],
  });
});

test('long or numerous field names of the caller are truncated in the response', () => {
  const name = 'x'.repeat(1_000_000);
  assert.ok(JSON.stringify(invalidField(name, 'is not a field of this request')).length < 300);
  const flood = Array.from({ length: 10_000 }, (_, at) => ({ field: `${name}${at}`, issue: 'required' }));
  assert.ok(JSON.stringify(invalidFields(flood)).length < 3_000);
});
