import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertMatchesOneToOne } from './catalogue-event.fixture.ts';
import { type CatalogueEvent, DAY_MS, eventsAt } from './event-catalogue.ts';
import { getLaterEditions } from './recurring-events.ts';

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

test('a Kalshi ticker begins with that of its event, and this one with its series, in every edition', () => {
  const [start] = STARTS;
  assert.ok(start !== undefined);
  const later = getLaterEditions(start, start + 400 * DAY_MS).events;
  for (const { kalshi } of [...eventsAt(start), ...later]) {
    if (kalshi === undefined) continue;
    const { ticker, eventTicker, seriesTicker } = kalshi;
    assert.ok(ticker === eventTicker || ticker.startsWith(`${eventTicker}-`), ticker);
    assert.ok(eventTicker.startsWith(`${seriesTicker}-`), eventTicker);
    assert.match(seriesTicker, /^KX[A-Z0-9]+$/);
  }
});

test('in a folder of catalogue version 1 a market keeps the ticker that it had', () => {
  const tickers = new Map(eventsAt(0, 1).map(({ key, kalshi }) => [key, kalshi?.ticker]));
  assert.equal(tickers.get('nyc-high-57'), 'KXNYC-HIGH-57');
  assert.equal(tickers.get('eth-10k'), 'KXETH-10K');
  const later = getLaterEditions(0, 13 * DAY_MS, 1).events.find(({ key }) => key === 'nyc-high-57-ed2');
  assert.equal(later?.kalshi?.ticker, 'KXNYC-HIGH-57-ED2');
});

test('listings of one event match across exchanges, listings of different events do not', () => {
  for (const start of STARTS) assertMatchesOneToOne(eventsAt(start), start);
});

test('at least 25 assets are approved, five of them on three venues and three inverted', () => {
  const byName = new Map<string, CatalogueEvent>(
    eventsAt(0).flatMap((it): [string, CatalogueEvent][] => [
      [`Kalshi:${it.kalshi?.ticker}`, it],
      [`Kalshi:${it.kalshi?.ticker.replace(it.kalshi.eventTicker, `${it.kalshi.eventTicker}*`)}`, it],
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
