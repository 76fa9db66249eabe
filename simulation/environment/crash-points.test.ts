import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type { LedgerEvent } from '../../src/domain/events/event-schema.ts';
import { type CrashMoment, findCrashPoints } from './crash-points.ts';

const clientId = 'cb-1-1-1' as VenueClientId;
const events = (...types: readonly LedgerEvent['type'][]): LedgerEvent[] =>
  types.map((type) => ({ type }) as LedgerEvent);

const points = (moment: Partial<CrashMoment>): readonly number[] => [
  ...findCrashPoints({
    point: null,
    isUp: true,
    unsynced: [],
    about: null,
    generation: 1,
    legs: 1,
    ...moment,
  }),
];

test('before a sync an entry is lost by the crash; after it the entry is stored but not reported', () => {
  const unsynced = events('OrderAccepted');
  assert.deepEqual(points({ point: 'beforeSync', unsynced }), [2]);
  assert.deepEqual(points({ point: 'afterSync', unsynced }), [3]);
  assert.deepEqual(points({ point: 'afterSync', unsynced: [...unsynced, ...unsynced] }), [3, 11]);
  assert.deepEqual(points({ point: 'afterSync', unsynced: events('FillRecorded') }), [9, 10]);
  assert.deepEqual(points({ point: 'afterSync', unsynced: events('KillSwitchSet', 'LimitsSet') }), [17, 20]);
});

test('before the send a request is not sent; after it the answer is missing', () => {
  const place = { kind: 'place', clientId } as const;
  assert.deepEqual(points({ point: 'beforeSend', about: place }), [3]);
  assert.deepEqual(points({ point: 'beforeSend', about: place, legs: 2 }), [12]);
  assert.deepEqual(points({ point: 'beforeSend', about: place, generation: 2 }), [15]);
  assert.deepEqual(points({ point: 'arrival', about: place }), [4]);
  assert.deepEqual(points({ point: 'reply', about: place }), [5]);
  assert.deepEqual(points({ point: 'reply', about: place, generation: 2 }), [16]);
  const cancel = { kind: 'cancel', clientId } as const;
  assert.deepEqual(points({ point: 'beforeSend', about: cancel }), [13]);
  assert.deepEqual(points({ point: 'reply', about: cancel }), [14]);
});

test('a crash before startup has finished is a crash during recovery', () => {
  assert.deepEqual(points({ isUp: false, point: 'afterSync', unsynced: events('LimitsSet') }), [22]);
});
