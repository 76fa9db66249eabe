import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { closed, Decimal } from './tool.ts';
import { toToolSchema } from './tool-schema.ts';

const schema = toToolSchema(closed({ qty: Decimal, ids: Type.Optional(Type.Array(Type.Integer())) }));
const validate = (input: unknown) => schema['~standard'].validate(input);

test('an input that fits is passed on unchanged', () => {
  const input = { qty: '1.5', ids: [1, 2] };
  assert.deepEqual(validate(input), { value: input });
});

test('an input that does not fit is refused, and each field is named', () => {
  const refused: ReadonlyArray<readonly [unknown, string]> = [
    [{ qty: '-1' }, 'qty must match pattern "^[0-9]+(\\.[0-9]+)?$"'],
    [{ qty: 1 }, 'qty must be string'],
    [{ qty: '1', ids: ['1'] }, 'ids/0 must be integer'],
    [
      { qty: '1', price: '0.5', side: 'BUY' },
      'price is not a field of this tool; side is not a field of this tool',
    ],
    [{}, 'the input must have required properties qty'],
    [null, 'the input must be object'],
  ];
  for (const [input, message] of refused) assert.deepEqual(validate(input), { issues: [{ message }] });
});

test('the published schema is that of the tool', () => {
  const published = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  assert.deepEqual(Object.keys(published['properties'] as object), ['qty', 'ids']);
  assert.equal(published['additionalProperties'], false);
});
