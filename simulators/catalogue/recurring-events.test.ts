import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertMatchesOneToOne } from './catalogue-event.fixture.ts';
import { type CatalogueEvent, eventsAt } from './event-catalogue.ts';
import { getLaterEditions } from './recurring-events.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 22, 9, 30);
const at = (days: number): number => START + days * DAY_MS;

const getDays = ({ kalshi, polymarket }: CatalogueEvent): number =>
  kalshi?.closeInDays ?? polymarket?.endInDays ?? 0;

/** The open events: first editions that have not closed, and later ones. */
function openAt(days: number): readonly CatalogueEvent[] {
  const firsts = eventsAt(START).filter((event) => getDays(event) > days);
  return [...firsts, ...getLaterEditions(START, at(days)).events];
}

test('before the first closing no later edition is listed, and `until` is the time of that closing', () => {
  const { events, until } = getLaterEditions(START, at(0));
  assert.deepEqual(events, []);
  assert.equal(until, at(12)); // the temperature events
  assert.deepEqual(getLaterEditions(START, until - 1).events, []);
  assert.ok(getLaterEditions(START, until).events.some(({ key }) => key === 'nyc-high-57-ed2'));
});

test('at any time in three years each event has one open edition', () => {
  const keys = eventsAt(START).map(({ key }) => key);
  for (const days of [0, 12, 100, 366.5, 1_095]) {
    const open = openAt(days).map(({ key }) => key.replace(/-ed\d+$/, ''));
    assert.deepEqual(open.toSorted(), keys.toSorted(), `${days} days after the start`);
    assert.ok(getLaterEditions(START, at(days)).until > at(days));
  }
});

test('an edition opens when the previous one closes, with its own names and dates', () => {
  const find = (days: number, key: string) =>
    getLaterEditions(START, at(days)).events.find((event) => event.key === key)?.kalshi;
  const [second, third] = [find(12, 'nyc-high-57-ed2'), find(24, 'nyc-high-57-ed3')];
  assert.deepEqual([second?.openInDays, second?.closeInDays], [12, 24]);
  assert.deepEqual([third?.openInDays, third?.closeInDays], [24, 36]);
  assert.equal(second?.ticker, 'KXHIGHNY-D12-ED2-57');
  assert.match(second?.eventTitle ?? '', /Dec 16, 2026/);
  assert.match(third?.eventTitle ?? '', /Dec 28, 2026/);
});

test('listings of one edition match across exchanges, listings of different open events do not', () => {
  assertMatchesOneToOne(openAt(400), START);
});
