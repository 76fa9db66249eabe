import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { InstrumentId } from '../contract/model/ids.ts';
import type { Instrument } from '../contract/model/instrument.ts';
import { FAKE_LISTINGS } from '../domain/instruments/fake-listings.fixture.ts';
import { KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import { systemClock } from '../platform/system-environment.ts';
import type { Clock } from '../ports/environment.ts';
import type { ListingMatcher, OpenMatcher } from '../ports/listing-matcher.ts';
import { openLocalMatcher } from './local-matcher.ts';
import { CountedMetrics, silentLog } from './market.fixture.ts';
import { ProposalFinder } from './proposal-finder.ts';

/** A finder over listings that a test may replace, and the number of pages that it has read. */
function openFinder(
  listings: readonly Instrument[],
  openMatcher: OpenMatcher = (order) => openLocalMatcher(systemClock, order),
  clock: Clock = systemClock,
  cached: readonly Instrument[] = [],
) {
  const state = { listings, pages: 0, loaded: [] as InstrumentId[] };
  const metrics = new CountedMetrics();
  const listeners: ((instrument: Instrument) => void)[] = [];
  const store = {
    list: async ({ venue }: { readonly venue: string | null }, afterId: number, limit: number) => {
      state.pages += 1;
      return state.listings.filter((it) => it.venue === venue && it.instrumentId > afterId).slice(0, limit);
    },
    instruments: async (ids: readonly InstrumentId[]) => {
      state.loaded.push(...ids);
      return state.listings.filter(({ instrumentId }) => ids.includes(instrumentId));
    },
  };
  const getCached = (id: InstrumentId): Instrument | null =>
    cached.find(({ instrumentId }) => instrumentId === id) ?? null;
  const finder = new ProposalFinder({
    store,
    catalogue: { getCached, onUpdated: (listener) => void listeners.push(listener) },
    clock,
    log: silentLog,
    metrics,
    venueOrder: [KALSHI, POLYMARKET],
    openMatcher,
  });
  const update = (changed: readonly Instrument[]): void => {
    const byId = new Map(changed.map((it) => [it.instrumentId, it]));
    const known = state.listings.map((it) => byId.get(it.instrumentId) ?? it);
    const added = changed.filter((it) => !known.includes(it));
    state.listings = [...known, ...added].sort((a, b) => a.instrumentId - b.instrumentId);
    for (const it of changed) for (const listener of listeners) listener(it);
  };
  return { state, finder, metrics, update };
}

async function findVerdicts(finder: ProposalFinder): Promise<readonly string[]> {
  const proposals = await finder.find();
  return proposals.map(({ a, b, match }) => `${a.instrumentId} ${b.instrumentId} ${match.verdict}`).sort();
}

const LATER_SHUTDOWN: Instrument = {
  ...(FAKE_LISTINGS.find(({ instrumentId }) => instrumentId === 3001) as Instrument),
  title: 'US government shutdown by March 31, 2027?',
  description: null,
};

const FOUND = ['2001 3001 same', '2001 3002 same-inverted'];

test('a listing that changed is compared again, and the others keep their results', async () => {
  const { finder, update } = openFinder(FAKE_LISTINGS);
  assert.deepEqual(await findVerdicts(finder), FOUND);
  assert.deepEqual(await findVerdicts(finder), FOUND);
  update([LATER_SHUTDOWN]);
  assert.deepEqual(await findVerdicts(finder), ['2001 3002 same-inverted']);
  update(FAKE_LISTINGS);
  assert.deepEqual(await findVerdicts(finder), FOUND);
});

test('a listing that closed or disappeared is in no proposal, and a new one is found', async () => {
  const [kalshi, ...others] = FAKE_LISTINGS as [Instrument, ...Instrument[]];
  const { finder, update } = openFinder(others);
  assert.deepEqual(await findVerdicts(finder), []);
  update([kalshi]);
  assert.deepEqual(await findVerdicts(finder), FOUND);
  update(others.map((it): Instrument => ({ ...it, status: 'CLOSED' })));
  assert.deepEqual(await findVerdicts(finder), []);
});

test('a proposal has the present record of its listings', async () => {
  const { finder, update } = openFinder(FAKE_LISTINGS);
  await finder.find();
  update(FAKE_LISTINGS.map((it): Instrument => ({ ...it, status: 'PAUSED' })));
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

const untilPaused = (clock: ManualClock): Promise<true> =>
  until('a back-off', () => (clock.timersWaiting > 0 ? true : null));

/** A local matcher whose calls a test observes or fails. */
function openWatched(before: (call: 'apply' | 'takeChanges') => Promise<void> | void): OpenMatcher {
  return (order) => {
    const matcher = openLocalMatcher(systemClock, order);
    return {
      ...matcher,
      apply: async (slice) => {
        await before('apply');
        return matcher.apply(slice);
      },
      takeChanges: async (pairsMax) => {
        await before('takeChanges');
        return matcher.takeChanges(pairsMax);
      },
    } satisfies ListingMatcher;
  };
}

test('a listing that changes while it is compared is compared again with its present text', async () => {
  const changes = [LATER_SHUTDOWN];
  const { finder, update } = openFinder(
    FAKE_LISTINGS,
    openWatched((call) => {
      if (call === 'takeChanges') update(changes.splice(0));
    }),
  );
  assert.deepEqual(await findVerdicts(finder), ['2001 3002 same-inverted']);
});

for (const [which, id, left] of [
  ['first', 2001, []],
  ['second', 3001, ['2001 3002 same-inverted']],
] as const)
  test(`a pair whose ${which} listing keeps changing is left out`, async () => {
    let rewordings = 0;
    const { finder, update } = openFinder(
      FAKE_LISTINGS,
      openWatched((call) => {
        if (call !== 'takeChanges') return;
        rewordings += 1;
        update(FAKE_LISTINGS.filter(({ instrumentId }) => instrumentId === id));
      }),
    );
    assert.deepEqual(await findVerdicts(finder), left);
    assert.ok(rewordings < 10, String(rewordings));
  });

test('a cached record replaces the stored one, in the comparison and in the proposals', async () => {
  const { state, finder } = openFinder(FAKE_LISTINGS, undefined, undefined, [LATER_SHUTDOWN]);
  assert.deepEqual(await findVerdicts(finder), ['2001 3002 same-inverted']);
  const paused = FAKE_LISTINGS.slice(0, 2).map((it): Instrument => ({ ...it, status: 'PAUSED' }));
  const other = openFinder(FAKE_LISTINGS, undefined, undefined, paused);
  const records = (await other.finder.find()).map(({ a, b }) => [
    a.instrumentId,
    a.status,
    b.instrumentId,
    b.status,
  ]);
  assert.deepEqual(
    records.toSorted(([, , a], [, , b]) => Number(a) - Number(b)),
    [
      [2001, 'PAUSED', 3001, 'PAUSED'],
      [2001, 'PAUSED', 3002, 'OPEN'],
    ],
  );
  assert.deepEqual([state.loaded.toSorted((a, b) => a - b), other.state.loaded], [[2001, 3002], [3002]]);
});

test('after a lost matcher another one starts after a back-off, and finds the same', async () => {
  const clock = new ManualClock();
  const failures = [new Error('out of memory'), new Error('out of memory')];
  let opened = 0;
  const { finder, metrics } = openFinder(
    FAKE_LISTINGS,
    (order) => {
      opened += 1;
      const error = failures.pop();
      return openWatched(() => (error === undefined ? undefined : Promise.reject(error)))(order);
    },
    clock,
  );
  const found = findVerdicts(finder);
  await untilPaused(clock);
  assert.equal(finder.isHealthy, false);
  clock.advance(999);
  assert.equal(clock.timersWaiting, 1);
  clock.advance(1);
  await untilPaused(clock);
  assert.equal(opened, 2);
  clock.advance(2_000);
  assert.deepEqual(await found, FOUND);
  assert.equal(finder.isHealthy, true);
  assert.equal(metrics.counts.get('matching_failures_total'), 2);
});

test('a matcher that is lost after a result leaves nothing of it behind', async () => {
  const clock = new ManualClock();
  const failures: Error[] = [];
  const { state, finder, update } = openFinder(
    FAKE_LISTINGS,
    openWatched(() => {
      const error = failures.pop();
      return error === undefined ? undefined : Promise.reject(error);
    }),
    clock,
  );
  assert.deepEqual(await findVerdicts(finder), FOUND);
  failures.push(new Error('out of memory'));
  update([FAKE_LISTINGS[0] as Instrument]);
  state.listings = FAKE_LISTINGS.filter(({ instrumentId }) => ![2001, 3002].includes(instrumentId));
  const found = findVerdicts(finder);
  await untilPaused(clock);
  clock.advance(1_000);
  assert.deepEqual(await found, [], 'both listings of a pair have disappeared meanwhile');
});

test('a search that fails three times rejects, and a later call searches again', async () => {
  const clock = new ManualClock();
  let failing = true;
  const { finder } = openFinder(
    FAKE_LISTINGS,
    openWatched(() => (failing ? Promise.reject(new Error('out of memory')) : undefined)),
    clock,
  );
  const failed = assert.rejects(finder.find(), /out of memory/);
  for (const ms of [1_000, 2_000]) {
    await untilPaused(clock);
    clock.advance(ms);
  }
  await failed;
  assert.equal(finder.isHealthy, false);
  failing = false;
  assert.deepEqual(await findVerdicts(finder), FOUND);
});

test('a search rejects at once when the service stops, also during a back-off', async () => {
  const clock = new ManualClock();
  const failing = openFinder(
    FAKE_LISTINGS,
    openWatched(() => Promise.reject(new Error('out of memory'))),
    clock,
  ).finder;
  const pausing = assert.rejects(failing.find(), /stopping/);
  await untilPaused(clock);
  failing.stop();
  await pausing;
  assert.equal(clock.timersWaiting, 0);
  const { finder } = openFinder(FAKE_LISTINGS);
  const searching = assert.rejects(finder.find(), /closed/);
  finder.stop();
  await searching;
  await assert.rejects(finder.find(), /stopping/);
});
