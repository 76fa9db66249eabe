import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import { FaultInjector } from '../../matching-engine/fault-injector.ts';
import type { OrderReport, Venue, VenueAmend, VenueListener, VenueOrder } from '../../ports/venue.ts';
import { DEMO_FAULTS, faultyVenue } from './faulty-demo.ts';

const ORDER = { clientId: 'c-1' } as VenueOrder;
const AMEND = { clientId: 'c-2' } as unknown as VenueAmend;
const CLIENT_ID = 'c-3' as VenueClientId;
const LOST = { kind: 'unknown', why: 'injected fault: no answer arrived' };
const DOWN = 'injected fault: the venue is down';

/** A venue that records its calls and answers each with its own name. */
function createFaulty() {
  const calls: unknown[] = [];
  const listeners: VenueListener[] = [];
  const answer =
    (method: string) =>
    async (...args: readonly unknown[]) => {
      calls.push([method, ...args]);
      return { answered: method };
    };
  const names = ['place', 'amend', 'cancel', 'order', 'reconcile', 'positions', 'health', 'stop'];
  const venue = {
    name: 'Demo',
    capabilities: { amend: 'native' },
    ...Object.fromEntries(names.map((name) => [name, answer(name)])),
    start: async (listener: VenueListener) => void listeners.push(listener),
    placeAtOnce: () => ({ answered: 'placeAtOnce' }),
    cancelAtOnce: () => ({ answered: 'cancelAtOnce' }),
    clientIdFor: (order: VenueOrder) => order.clientId,
    watch: (id: string) => void calls.push(['watch', id]),
    unwatch: (id: string) => void calls.push(['unwatch', id]),
  } as unknown as Venue;
  const injector = new FaultInjector({ next: () => 0 }, DEMO_FAULTS);
  const clock = new ManualClock();
  const faulty = faultyVenue(venue, { injector, clock });
  return { venue, faulty, injector, clock, calls, listeners };
}

/** The three requests that change an order, each with the call that must reach the venue. */
const REQUESTS = [
  ['place', (venue: Venue) => venue.place(ORDER), ['place', ORDER]],
  ['amend', (venue: Venue) => venue.amend(AMEND), ['amend', AMEND]],
  ['cancel', (venue: Venue) => venue.cancel(CLIENT_ID, 'M-1'), ['cancel', CLIENT_ID, 'M-1']],
] as const;

test('without an active fault every member of the venue is passed through', async () => {
  const { venue, faulty, calls, listeners } = createFaulty();
  assert.deepEqual(new Set(Object.keys(faulty)), new Set(Object.keys(venue)));
  for (const [method, send, call] of REQUESTS) {
    assert.deepEqual(await send(faulty), { answered: method });
    assert.deepEqual(calls.pop(), call);
  }
  assert.deepEqual(faulty.placeAtOnce?.(ORDER), { answered: 'placeAtOnce' });
  assert.deepEqual(faulty.cancelAtOnce?.(CLIENT_ID), { answered: 'cancelAtOnce' });
  assert.deepEqual(await faulty.order(CLIENT_ID, 'M-1'), { answered: 'order' });
  assert.deepEqual(await faulty.reconcile('mark'), { answered: 'reconcile' });
  assert.deepEqual(await faulty.positions(), { answered: 'positions' });
  assert.deepEqual(await faulty.health(), { answered: 'health' });
  faulty.watch('M-1');
  faulty.unwatch('M-2');
  await faulty.stop();
  assert.deepEqual(calls, [
    ['order', CLIENT_ID, 'M-1'],
    ['reconcile', 'mark'],
    ['positions'],
    ['health'],
    ['watch', 'M-1'],
    ['unwatch', 'M-2'],
    ['stop'],
  ]);
  assert.deepEqual(
    [faulty.name, faulty.capabilities, faulty.clientIdFor(ORDER)],
    ['Demo', venue.capabilities, 'c-1'],
  );
  await faulty.start(new RecordingListener());
  assert.equal(listeners.length, 1);
});

test('with any fault nothing is answered at once, so that each request meets its faults', () => {
  const { faulty, injector, calls } = createFaulty();
  injector.add({ name: 'report_duplicate' });
  assert.deepEqual([faulty.placeAtOnce?.(ORDER), faulty.cancelAtOnce?.(CLIENT_ID), calls], [null, null, []]);
});

for (const [method, send, call] of REQUESTS)
  describe(`a ${method} with an injected fault`, () => {
    test('drop_after_accept: it reaches Demo and its answer is lost', async () => {
      const { faulty, injector, calls } = createFaulty();
      injector.add({ name: 'drop_after_accept', method, times: 1 });
      assert.deepEqual(await send(faulty), LOST);
      assert.deepEqual(calls, [call]);
      assert.deepEqual(await send(faulty), { answered: method });
    });

    test('lost_request: it does not reach Demo', async () => {
      const { faulty, injector, calls } = createFaulty();
      injector.add({ name: 'lost_request', method, times: 1 });
      assert.deepEqual(await send(faulty), LOST);
      assert.deepEqual(calls, []);
    });

    test('status: it is not sent', async () => {
      const { faulty, injector, calls } = createFaulty();
      injector.add({ name: 'status' });
      assert.deepEqual(await send(faulty), { kind: 'unsent', why: DOWN });
      assert.deepEqual(calls, []);
    });

    test('delay: Demo executes it at once, and the answer arrives later', async () => {
      const { faulty, injector, clock, calls } = createFaulty();
      injector.add({ name: 'delay', method, ms: 700 });
      const answers: unknown[] = [];
      const done = send(faulty).then((answer) => answers.push(answer));
      clock.advance(699);
      await runCallbacks();
      assert.deepEqual([calls, answers], [[call], []]);
      clock.advance(1);
      await done;
      assert.deepEqual(answers, [{ answered: method }]);
    });

    test('delay and drop_after_accept: both apply', async () => {
      const { faulty, injector, clock, calls } = createFaulty();
      injector.add({ name: 'delay', method, ms: 700 });
      injector.add({ name: 'drop_after_accept', method });
      const answers: unknown[] = [];
      const done = send(faulty).then((answer) => answers.push(answer));
      await runCallbacks();
      assert.deepEqual([answers, calls], [[], [call]]);
      clock.advance(700);
      await done;
      assert.deepEqual(answers, [LOST]);
    });

    test('a fault of another method changes nothing', async () => {
      const { faulty, injector } = createFaulty();
      for (const name of ['drop_after_accept', 'lost_request', 'delay'])
        injector.add({ name, method: 'order', ms: 5 });
      assert.deepEqual(await send(faulty), { answered: method });
    });
  });

test('while Demo is down, queries fail and its health says why; afterwards they answer again', async () => {
  const { faulty, injector, calls } = createFaulty();
  injector.add({ name: 'status' });
  assert.deepEqual(await faulty.order(CLIENT_ID, 'M-1'), { kind: 'failed', why: DOWN });
  await assert.rejects(faulty.reconcile(null), { message: DOWN });
  assert.deepEqual(await faulty.health(), { healthy: false, latencyMs: null, reason: DOWN });
  assert.deepEqual(calls, []);
  injector.remove(null);
  assert.deepEqual(await faulty.order(CLIENT_ID, 'M-1'), { answered: 'order' });
  assert.deepEqual(await faulty.health(), { answered: 'health' });
});

test('the answer to a query is delayed as well', async () => {
  const { faulty, injector, clock } = createFaulty();
  injector.add({ name: 'delay', method: 'order', ms: 700 });
  const answers: unknown[] = [];
  const done = faulty.order(CLIENT_ID, 'M-1').then((answer) => answers.push(answer));
  clock.advance(699);
  await runCallbacks();
  assert.deepEqual(answers, []);
  clock.advance(1);
  await done;
  assert.deepEqual(answers, [{ answered: 'order' }]);
});

test('report_duplicate repeats each execution report while it is active, and nothing else', async () => {
  const { faulty, injector, listeners } = createFaulty();
  const seen = new RecordingListener();
  await faulty.start(seen);
  const [wrapped] = listeners;
  assert.ok(wrapped !== undefined);
  const [first, second] = ['r-1', 'r-2'].map((clientId) => ({ clientId }) as unknown as OrderReport);
  assert.ok(first !== undefined && second !== undefined);
  injector.add({ name: 'report_duplicate', times: 1 });
  wrapped.onReport(first);
  wrapped.onReport(second);
  assert.deepEqual(seen.reports, [first, first, second]);
  const calls: string[] = [];
  const names = ['onInstruments', 'onAssets', 'onBook', 'onTrades', 'onAnomaly', 'waitForCapacity'] as const;
  const record = Object.fromEntries(names.map((name) => [name, () => void calls.push(name)]));
  await faulty.start(record as unknown as VenueListener);
  const all = listeners[1] as unknown as Readonly<Record<string, (given: unknown) => void>>;
  for (const name of names) all[name]?.({});
  assert.deepEqual(calls, names);
});

const runCallbacks = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
