import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareListings } from '../../src/domain/mapping/compare-listings.ts';
import { kalshiListing, polymarketListing } from './catalogue-event.fixture.ts';
import { type CatalogueEvent, eventsAt } from './event-catalogue.ts';

const STARTS = [Date.UTC(2026, 10, 21, 12), Date.UTC(2027, 0, 1), Date.UTC(2028, 1, 29, 23, 59)];

interface Approved {
  readonly title: string;
  readonly members: readonly { readonly name: string; readonly inverted?: boolean }[];
}
const { approved } = JSON.parse(readFileSync(join(import.meta.dirname, 'approved-assets.json'), 'utf8')) as {
  readonly approved: readonly Approved[];
};

test('tickers and slugs are unique and do not depend on the start date', () => {
  const [names, ...others] = STARTS.map((start) =>
    eventsAt(start).flatMap(({ kalshi, polymarket }) =>
      [kalshi?.ticker ?? [], polymarket?.slug ?? []].flat(),
    ),
  );
  assert.equal(new Set(names).size, names?.length);
  for (const other of others) assert.deepEqual(other, names);
});

test('listings of one event match across exchanges, listings of different events do not', () => {
  for (const start of STARTS) {
    const events = eventsAt(start);
    for (const one of events)
      for (const other of events) {
        const [kalshi, polymarket] = [kalshiListing(one, start), polymarketListing(other, start)];
        if (kalshi === null || polymarket === null) continue;
        const { verdict } = compareListings(kalshi, polymarket);
        const title = `${kalshi.title} / ${polymarket.title}`;
        if (one === other) assert.equal(verdict, one.inverted === true ? 'same-inverted' : 'same', title);
        else assert.ok(!verdict.startsWith('same'), title);
      }
  }
});

test('at least 25 assets are approved, five of them on three venues and three inverted', () => {
  const byName = new Map<string, CatalogueEvent>(
    eventsAt(0).flatMap((it): [string, CatalogueEvent][] => [
      [`Kalshi:${it.kalshi?.ticker}`, it],
      [`Polymarket:${it.polymarket?.slug}`, it],
    ]),
  );
  for (const { members, title } of approved) {
    const listed = members.filter(({ name }) => !name.startsWith('Demo:'));
    const events = new Set(listed.map(({ name }) => byName.get(name)));
    assert.equal(events.size, 1, title);
    const [event] = events;
    assert.ok(event?.kalshi !== undefined && event.polymarket !== undefined, title);
    assert.equal(
      members.some(({ inverted }) => inverted === true),
      event.inverted === true,
      title,
    );
  }
  assert.ok(approved.length >= 25);
  assert.ok(approved.filter(({ members }) => members.length === 3).length >= 5);
  assert.ok(approved.filter(({ members }) => members.some(({ inverted }) => inverted === true)).length >= 3);
  assert.equal(new Set(approved.map(({ title }) => title)).size, approved.length);
});
