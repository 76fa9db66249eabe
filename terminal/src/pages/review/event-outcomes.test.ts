import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchListing } from '../../../../sdk/src/index.ts';
import { describeEvent, describeOrientation, listOtherOutcomes } from './event-outcomes.ts';

const listing = (venue: string, outcome_name: string | null): MatchListing =>
  ({ venue, outcome_name, title: 'Denver vs Kansas City' }) as MatchListing;

test('an inverted pair says in words which outcomes pay together', () => {
  const [first, other] = [listing('Kalshi', 'Denver'), listing('Polymarket', 'Chiefs')];
  assert.equal(
    describeOrientation({ first, other, inverted: true }),
    'Inverted: YES at Kalshi (Denver) is NO at Polymarket (Chiefs). Buying YES here is buying NO there.',
  );
  const unnamed = { first: listing('Kalshi', null), other: listing('Demo', null), inverted: false };
  assert.equal(describeOrientation(unnamed), 'YES at Kalshi is YES at Demo.');
});

test('an event has its title, and what its venue states about its outcomes', () => {
  const event = { event_id: 'evt_31', event_title: 'Champion 2027', event_exclusive: 'AT_MOST_ONE' } as const;
  assert.equal(describeEvent(event), 'Champion 2027 · at most one outcome resolves YES');
  assert.equal(describeEvent({ ...event, event_title: null, event_exclusive: 'UNKNOWN' }), 'evt_31');
  assert.equal(describeEvent({ event_id: null, event_title: null, event_exclusive: null }), null);
});

test('the other outcomes of an event leave out the own one, and say how many are not shown', () => {
  const markets = ['Denver', null, 'Kansas City', 'Buffalo'].map((outcome_name, index) => ({
    instrument_id: index + 1,
    title: `Market ${index + 1}`,
    outcome_name,
  }));
  assert.deepEqual(listOtherOutcomes(markets, 1, 2), { names: ['Market 2', 'Kansas City'], leftOut: 1 });
  assert.deepEqual(listOtherOutcomes(markets.slice(0, 1), 1, 2), { names: [], leftOut: 0 });
});
