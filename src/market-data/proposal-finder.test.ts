import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_LISTINGS } from '../domain/instruments/fake-listings.fixture.ts';
import { KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { systemClock } from '../platform/system-environment.ts';
import type { MarketStore } from '../ports/market-store.ts';
import { ProposalFinder } from './proposal-finder.ts';

/** A finder over listings that a test may replace, and the number of pages that it has read. */
function openFinder(listings: readonly Instrument[]) {
  const state = { listings, pages: 0 };
  const list = async (
    { venue }: { readonly venue: string | null },
    afterId: number,
  ): Promise<readonly Instrument[]> => {
    state.pages += 1;
    return state.listings.filter((it) => it.venue === venue && it.instrumentId > afterId);
  };
  const store = { list } as unknown as MarketStore;
  return {
    state,
    finder: new ProposalFinder({ store, clock: systemClock, venueOrder: [KALSHI, POLYMARKET] }),
  };
}

async function findVerdicts(finder: ProposalFinder): Promise<readonly string[]> {
  const proposals = await finder.find();
  return proposals.map(({ a, b, match }) => `${a.instrumentId} ${b.instrumentId} ${match.verdict}`).sort();
}

const FOUND = ['2001 3001 same', '2001 3002 same-inverted'];

test('a listing that changed is compared again, and the others keep their results', async () => {
  const { state, finder } = openFinder(FAKE_LISTINGS);
  assert.deepEqual(await findVerdicts(finder), FOUND);
  assert.deepEqual(await findVerdicts(finder), FOUND);
  state.listings = FAKE_LISTINGS.map((it) =>
    it.instrumentId === 3001
      ? { ...it, title: 'US government shutdown by March 31, 2027?', description: null }
      : it,
  );
  assert.deepEqual(await findVerdicts(finder), ['2001 3002 same-inverted']);
  state.listings = FAKE_LISTINGS;
  assert.deepEqual(await findVerdicts(finder), FOUND);
});

test('a listing that closed or disappeared is in no proposal, and a new one is found', async () => {
  const [kalshi, ...others] = FAKE_LISTINGS as [Instrument, ...Instrument[]];
  const { state, finder } = openFinder(others);
  assert.deepEqual(await findVerdicts(finder), []);
  state.listings = FAKE_LISTINGS;
  assert.deepEqual(await findVerdicts(finder), FOUND);
  state.listings = [kalshi, ...others.map((it): Instrument => ({ ...it, status: 'CLOSED' }))];
  assert.deepEqual(await findVerdicts(finder), []);
});

test('a proposal has the present record of its listings', async () => {
  const { state, finder } = openFinder(FAKE_LISTINGS);
  await finder.find();
  state.listings = FAKE_LISTINGS.map((it): Instrument => ({ ...it, status: 'PAUSED' }));
  assert.deepEqual(
    (await finder.find()).map(({ a, b }) => [a.status, b.status]),
    [
      ['PAUSED', 'PAUSED'],
      ['PAUSED', 'PAUSED'],
    ],
  );
});

test('concurrent calls share one result', async () => {
  const { state, finder } = openFinder(FAKE_LISTINGS);
  const [one, other] = await Promise.all([finder.find(), finder.find()]);
  assert.equal(one, other);
  assert.equal(state.pages, 2);
});
