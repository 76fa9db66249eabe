import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChannel, toPlainMessage } from './channel.ts';

const plain = (data: unknown) =>
  toPlainMessage(
    JSON.stringify({ type: 'fill.created', timestamp: '2026-07-01T12:00:00.000Z', sequence: 1, data }),
  );

test('a message for a person has a line for each field with a value, nested ones with their path', () => {
  const { title, text } = plain({
    id: 'fil_7',
    fee: null,
    alert: { when: { kind: 'fill' }, to: ['a', 'b'] },
  });
  assert.equal(title, 'fill.created');
  assert.equal(text, '2026-07-01T12:00:00.000Z\nid: fil_7\nalert.when.kind: fill\nalert.to: a, b');
});

test('a value cannot add a line, and a long message is cut', () => {
  const lines = plain({ note: 'x\nid: fil_9', long: 'y'.repeat(1_000) }).text.split('\n');
  assert.deepEqual(lines.slice(1), ['note: x id: fil_9', `long: ${'y'.repeat(200)}`]);
  const many = plain(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at]))).text;
  assert.deepEqual([many.split('\n').length, many.endsWith('…')], [42, true]);
});

test('only telegram and email are channels', () => {
  assert.deepEqual(['telegram', 'email', 'Telegram', 'wh_1', ''].map(parseChannel), [
    'telegram',
    'email',
    null,
    null,
    null,
  ]);
});
