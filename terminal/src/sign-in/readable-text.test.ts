import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchInit } from '../../../sdk/src/index.ts';
import { withoutDirectionMarks } from './readable-text.ts';

const INIT: FetchInit = {
  method: 'GET',
  headers: {},
  redirect: 'manual',
  signal: new AbortController().signal,
};

test('an answer has no marks that change the direction of text, and is otherwise the same', async () => {
  const title = `Will \u202Eon eht niw\u202C it\u2066?\u2069 \u200FYes`;
  const sent: unknown[] = [];
  const fetch = withoutDirectionMarks(async (...request) => {
    sent.push(request);
    return new Response(JSON.stringify({ title, name: 'قطر Zürich 👍🏽' }), {
      status: 207,
      headers: { a: 'b' },
    });
  });
  const answer = await fetch('/v1/markets', INIT);
  assert.deepEqual(sent, [['/v1/markets', INIT]]);
  assert.deepEqual([answer.status, answer.headers.get('a')], [207, 'b']);
  assert.deepEqual(JSON.parse(await answer.text()), {
    title: 'Will on eht niw it? Yes',
    name: 'قطر Zürich 👍🏽',
  });
});
