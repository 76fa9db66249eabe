import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import type { EventExclusivity, Instrument } from '../../contract/model/instrument.ts';
import { DEMO } from '../../domain/instruments/instrument.fixture.ts';
import { createListing } from '../market.fixture.ts';
import { findHedge } from './hedges.ts';
import { Settlements } from './settlements.ts';

const log = { info() {}, warn() {}, error() {} };

/** The kind of the set that buying these outcomes of the first two of `count` instruments forms. */
async function findKind(
  count: number,
  exclusive: EventExclusivity,
  outcomes: readonly ['YES' | 'NO', 'YES' | 'NO'],
): Promise<string | null> {
  const event = { venueEventId: 'E', title: 'E', series: null, exclusive, complete: true, augmented: false };
  const members = Array.from(
    { length: count },
    (_, at): Instrument => ({
      ...createListing(`M${at}`, { event }),
      instrumentId: (1001 + at) as InstrumentId,
      genericAssetId: null,
    }),
  );
  const catalogue = {
    lookup: async (ids: readonly InstrumentId[]) =>
      members.filter(({ instrumentId }) => ids.includes(instrumentId)),
    preferCached: (page: readonly Instrument[]) => page,
    onUpdated: () => () => {},
  };
  const deps = {
    store: { list: async () => members },
    catalogue,
    assets: { find: () => [] },
    settlements: new Settlements({ catalogue, log }),
  };
  const [first, second] = [1001, 1002].map((id, at) => ({
    venue: DEMO,
    instrumentId: id as InstrumentId,
    outcome: outcomes[at] ?? 'YES',
  }));
  assert.ok(first !== undefined && second !== undefined);
  return (await findHedge(deps, [first, second]))?.kind ?? null;
}

test('two YES are a hedge only of an event of two, one of which pays; two NO of any event of which at most one pays', async () => {
  for (const exclusive of ['EXACTLY_ONE', 'AT_MOST_ONE'] as const)
    for (const count of [2, 3, 5]) {
      const isWhole = exclusive === 'EXACTLY_ONE' && count === 2;
      const place = `${exclusive} of ${count}`;
      assert.equal(await findKind(count, exclusive, ['YES', 'YES']), isWhole ? 'ALL_YES' : null, place);
      assert.equal(await findKind(count, exclusive, ['NO', 'NO']), 'ALL_NO', place);
      assert.equal(await findKind(count, exclusive, ['YES', 'NO']), null, place);
      assert.equal(await findKind(count, exclusive, ['NO', 'YES']), null, place);
    }
});
