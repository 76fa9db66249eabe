import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingListings } from '../../bench/matching-listings.ts';
import type { VenueName } from '../contract/model/ids.ts';
import {
  CatalogueMatcher,
  type CatalogueSlice,
  type MatchChanges,
} from '../relations/mapping/catalogue-matcher.ts';
import { toListing } from '../relations/mapping/listing.ts';
import { MatcherThread, openMatcherThread } from './matcher-thread.ts';

const ORDER = ['Kalshi', 'Polymarket'] as VenueName[];
const LISTINGS = ORDER.flatMap((venue) => matchingListings(venue as 'Kalshi' | 'Polymarket', 300));
const SLICE: CatalogueSlice = {
  listed: LISTINGS.map((it) => [it.instrumentId, toListing(it)] as const),
  removed: [],
};

async function takeAll(take: () => MatchChanges | Promise<MatchChanges>): Promise<readonly MatchChanges[]> {
  const parts: MatchChanges[] = [];
  for (let isLast = false; !isLast; ) {
    const part = await take();
    parts.push(part);
    isLast = part.isLast;
  }
  return parts;
}

test('a thread finds what a matcher in this thread finds, with all reasons', async () => {
  const local = new CatalogueMatcher(ORDER);
  local.apply(SLICE);
  const expected = await takeAll(() => local.takeChanges(100));
  const thread = openMatcherThread(ORDER);
  await thread.apply(SLICE);
  const found = await takeAll(() => thread.takeChanges(100));
  assert.deepEqual(found, expected);
  assert.ok(found.length > 1 && found.every(({ pairs }) => pairs.length <= 100));
  thread.close();
});

test('a thread out of memory ends alone: its pending calls and all later ones reject', async () => {
  const thread = new MatcherThread(ORDER, 12);
  const calls = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((round) =>
    thread.apply({
      listed: SLICE.listed.map(([id, listing]) => [(id + round * 10_000) as typeof id, listing] as const),
      removed: [],
    }),
  );
  const results = await Promise.allSettled(calls);
  assert.ok(results.some(({ status }) => status === 'rejected'));
  await assert.rejects(thread.takeChanges(1), /matching of listings/);
});

test('a closed thread rejects the calls that it has not answered, and waits for nothing', async () => {
  const thread = openMatcherThread(ORDER);
  const pending = [thread.apply(SLICE), thread.takeChanges(10)];
  const rejected = Promise.all(pending.map((call) => assert.rejects(call, /is closed/)));
  thread.close();
  await rejected;
  await assert.rejects(thread.apply(SLICE), /is closed/);
});
