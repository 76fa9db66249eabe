import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { type CatalogueEvent, eventsAt } from '../catalogue/event-catalogue.ts';
import { MarketCatalogue } from '../kalshi/kalshi-catalogue-rows.ts';
import { createMarketRow, Market } from '../kalshi/sim-market.ts';
import { listMarkets } from '../polymarket/trading/outcome-market.ts';
import { resultAt } from './fair-value.ts';

const START = Date.parse('2026-11-20T15:00:00Z') as TimestampMs;

test('an event listed at both exchanges has the same result at both, or the opposite one where inverted', () => {
  for (let seed = 1; seed <= 50; seed += 1)
    for (const event of eventsAt(START)) {
      const [polymarket] = listMarkets([event], { seed, venue: 'polymarket', openedAt: START });
      const listing = new MarketCatalogue().add(event);
      if (polymarket === undefined || listing === null) continue;
      const row = createMarketRow(listing, START);
      assert.equal(row.closeAt, polymarket.endsAt, event.key);
      const yes = new Market(listing, row, seed).resultAt(row.closeAt);
      assert.equal(polymarket.resultAt(polymarket.endsAt), yes !== (event.inverted === true));
    }
});

test('the share of YES results equals the fair value', () => {
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed);
  const yes = seeds.filter((seed) => resultAt(seed, { key: 'rain', fair: 0.3, volatility: 0 })(START)).length;
  assert.ok(Math.abs(yes - 600) < 60, String(yes));
});

test('at most one outcome of an exclusive group wins, each as often as its fair value says', () => {
  const groups = new Map<string, CatalogueEvent[]>();
  for (const event of eventsAt(START))
    if (event.group !== undefined)
      groups.set(event.group.key, [...(groups.get(event.group.key) ?? []), event]);
  assert.ok(groups.size >= 10);
  for (const [key, events] of groups) {
    const sum = events.reduce((total, { fair }) => total + fair, 0);
    assert.ok(sum <= 1.000_001, `${key} adds up to ${sum}`);
    const wins = new Map(events.map((event) => [event, 0]));
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const winners = events.filter((event) => resultAt(seed, event)(START));
      assert.ok(winners.length <= 1, key);
      for (const winner of winners) wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    for (const [{ fair }, won] of wins) assert.ok(Math.abs(won - 1_000 * fair) < 60, `${key} ${won}`);
  }
});
