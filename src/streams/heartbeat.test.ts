import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { HeartbeatMonitor } from './heartbeat.ts';

test('two unanswered pings mean that the peer is gone', () => {
  const { clock, events } = setUp();
  clock.advance(300);
  assert.deepEqual(
    events.filter((event) => !event.startsWith('heartbeat')),
    ['ping@100', 'ping@200', 'dead@300'],
  );
});

test('a pong, however late, keeps the connection', () => {
  const { clock, events, liveness } = setUp();
  for (let period = 0; period < 10; period += 1) {
    clock.advance(199);
    liveness.pongReceived();
  }
  assert.equal(
    events.some((event) => event.startsWith('dead')),
    false,
  );
});

test('a heartbeat goes out when a period passed without a frame, and only then', () => {
  const { clock, events, liveness, send } = setUp();
  clock.advance(60);
  send();
  clock.advance(99);
  assert.deepEqual(heartbeats(events), []);
  clock.advance(1);
  assert.deepEqual(heartbeats(events), ['heartbeat@160']);
  liveness.pongReceived();
  clock.advance(100);
  assert.deepEqual(heartbeats(events), ['heartbeat@160', 'heartbeat@260']);
});

test('a stopped one leaves no timer', () => {
  const { clock, liveness } = setUp();
  clock.advance(150);
  liveness.stop();
  assert.equal(clock.timersWaiting, 0);
});

const heartbeats = (events: readonly string[]): string[] =>
  events.filter((event) => event.startsWith('heartbeat'));

function setUp() {
  const clock = new ManualClock();
  const events: string[] = [];
  let lastFrameMs = clock.monotonicMs();
  const send = (): void => {
    lastFrameMs = clock.monotonicMs();
  };
  const note = (name: string) => () => void events.push(`${name}@${clock.monotonicMs()}`);
  const liveness: HeartbeatMonitor = new HeartbeatMonitor(clock, 100, {
    onPeriod: () => {},
    ping: note('ping'),
    heartbeat: () => {
      note('heartbeat')();
      send();
    },
    lastFrameMs: () => lastFrameMs,
    onDead: () => {
      note('dead')();
      liveness.stop();
    },
  });
  return { clock, events, liveness, send };
}
