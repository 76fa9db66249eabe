import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidField, invalidFields } from './result.ts';

test('a validation tells every field, and the first in its message', () => {
  const told = invalidFields([
    { field: 'price', issue: 'required', condition: 'for LIMIT' },
    { field: 'side', issue: 'must be BUY or SELL' },
  ]);
  assert.equal(told.message, 'price is required for LIMIT');
  assert.deepEqual(told.details, {
    fields: [
      { field: 'price', issue: 'required' },
      { field: 'side', issue: 'must be BUY or SELL' },
    ],
  });
});

test('what the caller made up is not sent back at length', () => {
  const name = 'x'.repeat(1_000_000);
  assert.ok(JSON.stringify(invalidField(name, 'is not a field of this request')).length < 300);
  const flood = Array.from({ length: 10_000 }, (_, at) => ({ field: `${name}${at}`, issue: 'required' }));
  assert.ok(JSON.stringify(invalidFields(flood)).length < 3_000);
});
