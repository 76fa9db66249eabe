import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsAt } from '../catalogue/event-catalogue.ts';
import { PolymarketSimulatorHarness, read } from './polymarket-simulator.fixture.ts';

interface GammaMarket {
  readonly slug: string;
  readonly version: string;
  readonly negRisk: boolean;
  readonly outcomes: string;
  readonly outcomePrices: string;
  readonly orderPriceMinTickSize: number;
  readonly umaResolutionStatus?: string | null;
}
interface GammaEvent {
  readonly slug: string;
  readonly markets: readonly GammaMarket[];
}

const DAY_MS = 86_400_000;

test('the catalogue has neg-risk events, named outcomes, both protocols and all ticks of the venue', async () => {
  const { events } = await listed();
  const markets = events.flatMap((event) => event.markets);
  const champions = events.find(({ slug }) => slug === 'event-nba');
  assert.deepEqual(
    champions?.markets.map(({ negRisk }) => negRisk),
    [true, true, true, true],
  );
  assert.deepEqual(
    [...new Set(markets.map((market) => market.orderPriceMinTickSize))].toSorted((one, other) => one - other),
    [0.0001, 0.001, 0.0025, 0.005, 0.01],
  );
  assert.ok(markets.some(({ version }) => version === 'v2'));
  assert.ok(markets.some(({ outcomes }) => outcomes === '["Lakers","Celtics"]'));
});

test('at the end of a neg-risk event at most one outcome wins, and an even end pays half for each side', async () => {
  const { harness } = await listed();
  harness.clock.jumpWall(600 * DAY_MS);
  harness.clock.advance(2_000);
  const closed = JSON.parse((await harness.gamma('/events?closed=true&limit=500')).body) as GammaEvent[];
  const markets = closed.flatMap((event) => event.markets);
  for (const event of closed.filter((each) => each.markets[0]?.negRisk === true)) {
    const winners = event.markets.filter(({ outcomePrices }) => outcomePrices === '["1","0"]');
    assert.ok(winners.length <= 1, event.slug);
  }
  const even = markets.find(({ slug }) => slug === 'oxford-cambridge');
  assert.equal(even?.outcomePrices, '["0.5","0.5"]');
  const crypto = markets.find(({ slug }) => slug === 'eth-10k');
  assert.ok(crypto !== undefined && !('umaResolutionStatus' in crypto));
});

test('in a folder of catalogue version 1 each outcome keeps its own event, on the standard exchange', async () => {
  const harness = new PolymarketSimulatorHarness(eventsAt(0, 1));
  const event = read(await harness.gamma('/events/slug/event-nba-denver-nuggets')) as unknown as GammaEvent;
  assert.deepEqual(
    event.markets.map(({ slug, negRisk }) => [slug, negRisk]),
    [['nba-denver-nuggets', false]],
  );
});

async function listed(): Promise<{ harness: PolymarketSimulatorHarness; events: readonly GammaEvent[] }> {
  const harness = new PolymarketSimulatorHarness(eventsAt(new PolymarketSimulatorHarness().clock.now()));
  const { body } = await harness.gamma('/events?limit=500');
  return { harness, events: JSON.parse(body) as GammaEvent[] };
}
