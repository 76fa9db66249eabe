import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResponseHeaders } from './forwarded-headers.ts';

test('an answer keeps its headers, and of the connection only its end, in any spelling', () => {
  const kept = ['Set-Cookie', 'a', 'set-cookie', 'b', 'X-Empty', ''];
  for (const end of ['close', 'Close', 'CLOSE'])
    assert.deepEqual(toResponseHeaders([...kept, 'Connection', end]), [...kept, 'Connection', end]);
  for (const [name, value] of [
    ['Connection', 'keep-alive'],
    ['CONNECTION', 'Keep-Alive'],
    ['Keep-Alive', 'timeout=5'],
    ['Transfer-Encoding', 'chunked'],
  ] as const)
    assert.deepEqual(toResponseHeaders([name, value, ...kept]), kept);
});
