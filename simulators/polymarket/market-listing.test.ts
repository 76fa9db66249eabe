import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAt } from '../catalogue/event-catalogue.ts';
import { getLaterEditions } from '../catalogue/recurring-events.ts';
import { createEvent, PolymarketSimulatorHarness } from './polymarket-simulator.fixture.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const SHORT_MS = SHORT * DAY_MS;

interface Market {
  readonly slug: string;
  readonly id: string;
  readonly startDate: string;
}

async function openMarkets(harness: PolymarketSimulatorHarness): Promise<readonly Market[]> {
  const { body } = await harness.gamma('/markets/keyset?closed=false&limit=100');
  return (JSON.parse(body) as { readonly markets: readonly Market[] }).markets;
}

test('a scheduled market is listed at its opening time, once, and survives a kill', async () => {
  const later = createEvent('rain-ed2', { startInDays: SHORT, endInDays: 2 * SHORT });
  const opensAt = new PolymarketSimulatorHarness().clock.now() + SHORT_MS;
  const harness = new PolymarketSimulatorHarness([createEvent('rain', { endInDays: SHORT })], {}, (now) =>
    now < opensAt ? { events: [], until: opensAt } : { events: [later], until: opensAt + SHORT_MS },
  );
  harness.clock.advance(SHORT_MS - 1_000);
  assert.deepEqual(
    (await openMarkets(harness)).map(({ slug }) => slug),
    ['rain'],
  );
  harness.clock.advance(2_000);
  const [listed, ...others] = await openMarkets(harness);
  assert.deepEqual([listed?.slug, others.length], ['rain-ed2', 0]); // the first one is resolved
  assert.equal(Date.parse(listed?.startDate ?? ''), opensAt);
  harness.restart();
  harness.clock.advance(2_000);
  assert.deepEqual(await openMarkets(harness), [listed]);
});

test('after a year as many markets are open as at the start', async () => {
  const startedAt = new PolymarketSimulatorHarness().clock.now();
  const timetable = (now: number) => getLaterEditions(startedAt, now);
  const harness = new PolymarketSimulatorHarness(eventsAt(startedAt), {}, timetable);
  const atFirst = (await openMarkets(harness)).map(({ slug }) => slug);
  harness.clock.jumpWall(365 * DAY_MS);
  harness.clock.advance(2_000);
  const now = (await openMarkets(harness)).map(({ slug }) => slug.replace(/-ed\d+$/, ''));
  assert.deepEqual(now.toSorted(), atFirst.toSorted());
});
