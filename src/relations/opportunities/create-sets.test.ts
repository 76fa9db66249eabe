import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventId, GenericAssetId, InstrumentId, VenueName } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { createCrossSets, createEventSets, type EventMember } from './create-sets.ts';
import type { SetDefinition } from './opportunity-set.ts';

const VENUE = 'Kalshi' as VenueName;
const EVENT = 'evt_31' as EventId;

const show = ({ kind, legs }: SetDefinition): string =>
  `${kind} ${legs.map(({ instrumentId, outcome }) => `${instrumentId} ${outcome}`).join(' + ')}`;

const member = (id: number, changes: Partial<EventMember> = {}): EventMember => ({
  venue: VENUE,
  instrumentId: id as InstrumentId,
  status: 'OPEN',
  result: null,
  venueTerms: {},
  title: 'Who wins?',
  closeTime: 1_782_946_800_000 as TimestampMs,
  ...changes,
});

test('an asset has a set for each ordered pair of members, with the outcomes of inverted members swapped', () => {
  const members = [1, 2, 3].map((id) => ({
    venue: VENUE,
    instrumentId: id as InstrumentId,
    ticker: '',
    inverted: id === 3,
  }));
  assert.deepEqual(createCrossSets(501 as GenericAssetId, members).map(show), [
    'CROSS 1 YES + 2 NO',
    'CROSS 1 YES + 3 YES',
    'CROSS 2 YES + 1 NO',
    'CROSS 2 YES + 3 YES',
    'CROSS 3 NO + 1 NO',
    'CROSS 3 NO + 2 NO',
  ]);
});

describe('the sets of an event', () => {
  const exactly = { exclusive: 'EXACTLY_ONE', complete: true, augmented: false } as const;

  test('leave out settled instruments while all of them are NO', () => {
    const lost = member(1, { status: 'SETTLED', result: 'NO' });
    const left = [member(2), member(3)];
    assert.deepEqual(createEventSets(EVENT, exactly, [lost, ...left]).map(show), [
      'ALL_YES 2 YES + 3 YES',
      'ALL_NO 2 NO + 3 NO',
    ]);
  });

  test('have no ALL_YES once an instrument was YES, void or a fraction: the others may all be NO', () => {
    for (const result of ['YES', 'VOID', 'FRACTION'] as const) {
      const settled = member(1, { status: 'SETTLED', result });
      const sets = createEventSets(EVENT, exactly, [settled, member(2), member(3)]);
      assert.deepEqual(sets.map(show), ['ALL_NO 2 NO + 3 NO'], result);
    }
  });

  test('need two open instruments', () => {
    assert.deepEqual(createEventSets(EVENT, exactly, [member(1)]), []);
  });

  const strike = (id: number, type: string, value: string, changes: Partial<EventMember> = {}) =>
    member(id, {
      title: `Will it be ${value} degrees?`,
      venueTerms: { strike_type: type, floor_strike: value, cap_strike: value },
      ...changes,
    });
  const showThresholdSets = (...members: readonly EventMember[]): readonly string[] =>
    createEventSets(EVENT, { exclusive: 'UNKNOWN' }, members).map(show);

  test('above: YES of the lower strike and NO of the higher one', () => {
    assert.deepEqual(showThresholdSets(strike(1, 'greater', '70'), strike(2, 'greater', '60.5')), [
      'LADDER 2 YES + 1 NO',
    ]);
  });

  test('below: YES of the higher strike and NO of the lower one', () => {
    assert.deepEqual(showThresholdSets(strike(1, 'less', '70'), strike(2, 'less', '60')), [
      'LADDER 1 YES + 2 NO',
    ]);
  });

  test('at the same strike the one with equality contains the other', () => {
    assert.deepEqual(showThresholdSets(strike(1, 'greater', '70'), strike(2, 'greater_or_equal', '70')), [
      'LADDER 2 YES + 1 NO',
    ]);
    assert.deepEqual(showThresholdSets(strike(1, 'greater', '70'), strike(2, 'greater', '70')), []);
  });

  test('compare only strikes of one direction, one question and one time', () => {
    const low = strike(1, 'greater', '60');
    for (const other of [
      strike(2, 'less', '70'),
      strike(2, 'between', '70'),
      strike(2, 'greater', 'hot'),
      strike(2, 'greater', '70', { title: 'Will it be 70 mm?' }),
      strike(2, 'greater', '70', { closeTime: null }),
    ])
      assert.deepEqual(showThresholdSets(low, other), [], JSON.stringify(other.venueTerms));
  });
});
