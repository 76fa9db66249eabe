import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readParams } from '../../complex-orders/rules/parse-params.ts';
import { FieldReader } from '../../contract/model/body-fields.ts';
import { PARENT_TYPES } from '../../contract/model/complex-order-types.ts';
import { PARAM_SCHEMAS } from './complex-params-schema.ts';

for (const [at, type] of PARENT_TYPES.entries()) {
  const required = PARAM_SCHEMAS[at]?.required ?? [];

  test(`the document requires of ${type} only what the service requires`, () => {
    const reader = new FieldReader({ params: {} });
    readParams(reader, type, false);
    const missing = new Set(reader.issues.map(({ field }) => field.replace('params.', '')));
    assert.deepEqual(
      required.filter((name) => !missing.has(name)),
      [],
    );
  });
}
