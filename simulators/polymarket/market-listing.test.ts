import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAt } from '../catalogue/all-events.ts';
import { laterEditions } from '../catalogue/recurring-events.ts';
import { question, World } from './polymarket-simulator.fixture.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const SHORT_MS = SHORT * DAY_MS;

interface Market {
  readonly slug: string;
  readonly id: string;
  readonly startDate: string;
}

async function openMarkets(world: World): Promise<readonly Market[]> {
  const { body } = await world.get('/markets/keyset?closed=false&limit=100');
  return (JSON.parse(body) as { readonly markets: readonly Market[] }).markets;
}

test('a market that is asked later is listed in its time, once, and is there after a kill', async () => {
  const later = question('rain-ed2', { startInDays: SHORT, endInDays: 2 * SHORT });
  const opensAt = new World().clock.now() + SHORT_MS;
  const world = new World([question('rain', { endInDays: SHORT })], {}, (now) =>
    now < opensAt ? { questions: [], until: opensAt } : { questions: [later], until: opensAt + SHORT_MS },
  );
  world.clock.advance(SHORT_MS - 1_000);
  assert.deepEqual(
    (await openMarkets(world)).map(({ slug }) => slug),
    ['rain'],
  );
  world.clock.advance(2_000);
  const [listed, ...others] = await openMarkets(world);
  assert.deepEqual([listed?.slug, others.length], ['rain-ed2', 0]); // the first has been settled
  assert.equal(Date.parse(listed?.startDate ?? ''), opensAt);
  world.restart();
  world.clock.advance(2_000);
  assert.deepEqual(await openMarkets(world), [listed]);
});

test('after a year as many markets are open as at the start', async () => {
  const startedAt = new World().clock.now();
  const timetable = (now: number) => laterEditions(startedAt, now);
  const world = new World(eventsAt(startedAt), {}, timetable);
  const atFirst = (await openMarkets(world)).map(({ slug }) => slug);
  world.clock.jumpWall(365 * DAY_MS);
  world.clock.advance(2_000);
  const now = (await openMarkets(world)).map(({ slug }) => slug.replace(/-ed\d+$/, ''));
  assert.deepEqual(now.toSorted(), atFirst.toSorted());
});
