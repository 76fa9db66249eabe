import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('a traceparent names the trace, the span of the caller, and whether it is sampled', () => {
  const sampled = { traceId: TRACE, parentId: SPAN, isSampled: true };
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), sampled);
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-03`), sampled);
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-00`), { ...sampled, isSampled: false });
  assert.deepEqual(
    parseTraceparent(`cc-${TRACE}-${SPAN}-01-later`),
    sampled,
    'a later version may add fields',
  );
});

for (const [why, header] of [
  ['absent', undefined],
  ['repeated', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
  ['of the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['of version 00 with more fields', `00-${TRACE}-${SPAN}-01-later`],
  ['in capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['without a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['any other text', 'x'.repeat(55)],
] as const)
  test(`a traceparent that is ${why} is ignored`, () => assert.equal(parseTraceparent(header), null));
