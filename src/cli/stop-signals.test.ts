import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mock, test } from 'node:test';
import { stopSignal } from './start-command.ts';

test('one Ctrl-C that arrives three times counts once; a later one exits without waiting', async () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  const exitNow = mock.fn();
  let at = 1_000;
  const stop = stopSignal(source, { monotonicMs: () => at }, exitNow);
  for (const later of [0, 3, 120]) {
    at = 1_000 + later;
    source.emit('SIGINT', 'SIGINT');
  }
  assert.equal(await stop, 'SIGINT');
  assert.equal(exitNow.mock.callCount(), 0);
  at = 1_600;
  source.emit('SIGTERM', 'SIGTERM');
  assert.deepEqual(exitNow.mock.calls[0]?.arguments, [130]);
});
