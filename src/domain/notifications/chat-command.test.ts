import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChatCommand, renderCents } from './chat-command.ts';

test('a command is a known name after a slash, with at most one argument', () => {
  assert.deepEqual(parseChatCommand('/kill'), { name: 'kill', argument: '' });
  assert.deepEqual(parseChatCommand(' /Kill@my_bot  3FA9 '), { name: 'kill', argument: '3fa9' });
  for (const text of ['kill', '/kill 3fa9 now', '/killall', '/order buy', '/kill@', 'say /kill', ''])
    assert.equal(parseChatCommand(text), null, text);
});

test('amounts are rounded to cents, and nothing is minus zero', () => {
  const amounts = [10n ** 16n, -107n * 10n ** 14n, 5n * 10n ** 13n, -4n * 10n ** 13n, 0n];
  assert.deepEqual(amounts.map(renderCents), ['1.00', '-1.07', '0.01', '0.00', '0.00']);
});
