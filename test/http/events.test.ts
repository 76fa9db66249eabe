import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, until, VALIDATION } from '../api-assertions.ts';
import { parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import type { Book, Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

interface EventMember {
  readonly instrument_id: number;
  readonly status: string;
  readonly yes_bid: string | null;
  readonly yes_ask: string | null;
  readonly implied?: string;
}

interface MarketEvent {
  readonly event_id: string;
  readonly venue: string;
  readonly venue_event_id: string;
  readonly series: string | null;
  readonly status: string;
  readonly exclusive: string;
  readonly complete: boolean | null;
  readonly augmented: boolean | null;
  readonly netting: string | null;
  readonly instrument_ids: readonly number[];
  readonly members: readonly EventMember[];
  readonly sums: {
    readonly yes_bid: string | null;
    readonly yes_ask: string | null;
    readonly mid: string | null;
    readonly qty_at_ask: string | null;
    readonly age_ms: number | null;
    readonly missing: readonly number[];
  };
}

const service = await startService({
  settings: { 'sandbox.exchanges': true },
  clockShiftMs: toQuietClock(),
});
const api = service.api();
const list = (query = ''): Promise<readonly MarketEvent[]> => api.ok('GET', `/v1/events${query}`);
const all = await until('both exchanges have listed their events', async () => {
  const events = await list();
  return new Set(events.map(({ venue }) => venue)).size === 3 ? events : null;
});
const findExclusive = (venue: string): MarketEvent =>
  all.find(
    (event) =>
      event.venue === venue &&
      event.exclusive === 'AT_MOST_ONE' &&
      event.status === 'OPEN' &&
      event.members.length > 2,
  ) ?? assert.fail(`no exclusive event of ${venue}`);

test('every instrument with an event is in exactly that event', async () => {
  const instruments = await api.ok<readonly Instrument[]>('GET', '/v1/markets');
  const inEvents = new Map((await list()).flatMap((it) => it.instrument_ids.map((id) => [id, it.event_id])));
  for (const { instrument_id: id, event_id: event } of instruments)
    assert.equal(inEvents.get(id) ?? null, event, `instrument ${id}`);
  assert.equal(new Set(inEvents.values()).size, (await list()).length);
});

test('an event has only what its venue states', () => {
  const kalshi = findExclusive('Kalshi');
  assert.deepEqual([kalshi.complete, kalshi.augmented, kalshi.netting], [null, null, 'MECNET']);
  const polymarket = findExclusive('Polymarket');
  assert.deepEqual(
    [polymarket.complete, polymarket.augmented, polymarket.netting],
    [null, false, 'NEG_RISK'],
  );
  const demo = all.find(({ venue }) => venue === 'Demo') ?? assert.fail('no event of Demo');
  assert.deepEqual([demo.exclusive, demo.complete, demo.netting], ['NONE', null, null]);
});

for (const venue of ['Kalshi', 'Polymarket'])
  test(`${venue}: the sums of each event are those of its books, and its implied shares sum to 1`, async () => {
    const ids = all
      .filter(
        (event) => event.venue === venue && event.exclusive === 'AT_MOST_ONE' && event.status === 'OPEN',
      )
      .map(({ event_id: id }) => id);
    const read = await Promise.all(ids.map(readWithBooks));
    for (const { event, books } of read) {
      const { yes_bid: bid, yes_ask: ask, qty_at_ask: qty, mid } = event.sums;
      const bids = readBest(books, 'bids');
      const asks = readBest(books, 'asks');
      assert.equal(bid, bids === null ? null : sumUnits(bids.map(({ price }) => price)));
      assert.equal(ask, asks === null ? null : sumUnits(asks.map(({ price }) => price)));
      const qtys = asks?.map((level) => parseUnits(level.qty)) ?? null;
      assert.equal(qty, qtys && renderUnits(qtys.reduce((least, each) => (each < least ? each : least))));
      assert.equal(mid === null, bids === null || asks === null);
      if (mid !== null) assertSharesSumToOne(event);
      else assert.ok(event.members.every(({ implied }) => implied === undefined));
    }
    // The market maker may bid for no cent contract, but it always quotes some event on both sides.
    assert.ok(
      read.some(({ event }) => event.sums.mid !== null && event.members.length > 2),
      `no event of ${venue} has all its prices`,
    );
  });

/** The market maker moves between two reads, so the books are read around the event until nothing moved. */
const readWithBooks = async (eventId: string): Promise<{ event: MarketEvent; books: readonly Book[] }> =>
  until(`the books of ${eventId} are the same before and after the event`, async () => {
    const readBooks = async (ids: readonly number[]) =>
      Promise.all(ids.map((id) => api.ok<Book>('GET', `/v1/orderbooks/${id}`)));
    const { instrument_ids: ids } = await api.ok<MarketEvent>('GET', `/v1/events/${eventId}`);
    const before = await readBooks(ids);
    const event = await api.ok<MarketEvent>('GET', `/v1/events/${eventId}`);
    const books = await readBooks(ids);
    const isQuiet = before.every(({ sequence }, index) => sequence === books[index]?.sequence);
    return isQuiet && event.sums.missing.length === 0 ? { event, books } : null;
  });

/** The best level of each book; null when one of the books has none, because a sum of the rest would mislead. */
function readBest(books: readonly Book[], side: 'bids' | 'asks') {
  const best = books.flatMap((book) => book[side].slice(0, 1));
  return best.length === books.length ? best : null;
}

const sumUnits = (prices: readonly string[]): string => renderUnits(sumDecimals(prices));

function assertSharesSumToOne({ members }: MarketEvent): void {
  const implied = members.map((member) => parseUnits(member.implied ?? assert.fail('no share')));
  const gap = implied.reduce((sum, share) => sum + share, 0n) - parseUnits('1');
  assert.ok((gap < 0n ? -gap : gap) <= BigInt(implied.length), `shares sum to 1 up to rounding: ${gap}`);
}

test('pages of any size add up to everything', async () => {
  const ids = (await list('?venue=Demo')).map(({ event_id: id }) => id);
  for (const limit of [1, 7, ids.length, 1_000]) {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const target: string = `/v1/events?venue=Demo&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const answer = await api.call('GET', target);
      const page = api.read('GET', target, answer) as readonly MarketEvent[];
      found.push(...page.map(({ event_id: id }) => id));
      const next: unknown = answer.headers['x-next-cursor'];
      cursor = typeof next === 'string' ? next : null;
    }
    assert.deepEqual(found, ids, `by ${limit}`);
  }
});

test('filters select by venue, status, series and words', async () => {
  const kalshi = findExclusive('Kalshi');
  assert.deepEqual(new Set((await list('?venue=Kalshi')).map(({ venue }) => venue)), new Set(['Kalshi']));
  for (const event of await list('?status=CLOSED')) assert.equal(event.status, 'CLOSED');
  const ofSeries = await list(`?series=${String(kalshi.series).toLowerCase()}`);
  assert.ok(ofSeries.some(({ event_id: id }) => id === kalshi.event_id));
  assert.ok(ofSeries.every(({ series }) => series === kalshi.series));
  const byId = await list(`?q=${kalshi.venue_event_id}`);
  assert.deepEqual(
    byId.map(({ event_id: id }) => id),
    [kalshi.event_id],
  );
  assert.deepEqual(await list('?q=no-such-word-anywhere'), []);
});

test('events of several venues are grouped by their approved assets, each in one group', async () => {
  interface GenericEvent {
    readonly generic_event_id: string;
    readonly approval: string;
    readonly generic_asset_ids: readonly number[];
    readonly events: readonly {
      readonly event_id: string;
      readonly venue: string;
      readonly instrument_ids: readonly number[];
    }[];
  }
  const read = (query = ''): Promise<readonly GenericEvent[]> => api.ok('GET', `/v1/generic-events${query}`);
  const groups = await until('the sandbox has approved its assets', async () => {
    const found = await read();
    return found.flatMap((group) => group.generic_asset_ids).length >= 30 ? found : null;
  });
  const events = groups.flatMap((group) => group.events.map((event) => event.event_id));
  assert.equal(new Set(events).size, events.length, 'an event is in one group');
  const assets = await api.ok<
    readonly {
      readonly generic_asset_id: number;
      readonly members: readonly { readonly instrument_id: number }[];
    }[]
  >('GET', '/v1/generic-assets');
  for (const { generic_asset_ids: ids, events: parts, approval } of groups) {
    assert.equal(approval, 'DERIVED');
    assert.ok(new Set(parts.map(({ venue }) => venue)).size > 1);
    const members = assets
      .filter(({ generic_asset_id: id }) => ids.includes(id))
      .flatMap((asset) => asset.members.map(({ instrument_id: id }) => id));
    const inGroup = parts.flatMap((part) => part.instrument_ids);
    assert.deepEqual(
      inGroup.toSorted((a, b) => a - b),
      members.toSorted((a, b) => a - b),
    );
  }
  const [first = assert.fail('a group'), second = assert.fail('another')] = groups;
  assert.deepEqual(
    (await read('?limit=1')).map(({ generic_event_id: id }) => id),
    [first.generic_event_id],
  );
  const page = await api.call('GET', '/v1/generic-events?limit=1');
  const next = await read(`?limit=1&cursor=${String(page.headers['x-next-cursor'])}`);
  assert.deepEqual(
    next.map(({ generic_event_id: id }) => id),
    [second.generic_event_id],
  );
  for (const group of await read('?venue=Polymarket'))
    assert.ok(group.events.some(({ venue }) => venue === 'Polymarket'));
  assert.deepEqual(await read('?q=no-such-word-anywhere'), []);
});

test('an unknown event, venue, status or cursor is refused', async () => {
  await api.refused(NOT_FOUND, 'GET', '/v1/events/evt_1');
  await api.refused(NOT_FOUND, 'GET', '/v1/events/1001');
  assert.deepEqual(readFields(await api.refused(VALIDATION, 'GET', '/v1/events?venue=Moon')), ['venue']);
  assert.deepEqual(readFields(await api.refused(VALIDATION, 'GET', '/v1/events?status=OPENED')), ['status']);
  await api.refused([422, 'invalid_cursor'], 'GET', '/v1/events?limit=1&cursor=MTAwMS4');
});
