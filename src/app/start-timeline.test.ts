import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { StartTimeline } from './start-timeline.ts';

test('the steps of a takeover begin when the journal is taken, not when the node begins to wait', () => {
  const clock = new ManualClock();
  const timeline = new StartTimeline(clock);
  clock.advance(60_000);
  timeline.begin();
  clock.advance(40);
  timeline.mark('open');
  clock.advance(2);
  timeline.mark('ledger');
  const lines: unknown[] = [];
  const log = {
    info: (_: string, facts?: object) => void lines.push(facts),
    warn: () => {},
    error: () => {},
  };
  timeline.write(log);
  assert.deepEqual(lines, [{ total_ms: 42, ms: { open: 40, ledger: 2 } }]);
});
