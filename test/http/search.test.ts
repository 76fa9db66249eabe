import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

interface Page {
  readonly items: readonly Instrument[];
  readonly next_cursor: string | null;
}

const service = await startService({ clockShiftMs: toQuietClock() });
const api = service.api();
const search = (query: string): Promise<Page> => api.ok('GET', `/v1/markets/search?${query}`);
const markets = await api.ok<readonly Instrument[]>('GET', '/v1/markets');
const all = await walk('limit=200');

/** Every page after the other. */
async function walk(query: string, between = () => Promise.resolve()): Promise<readonly Instrument[]> {
  const found: Instrument[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search(
      cursor === null ? query : `${query}&cursor=${encodeURIComponent(cursor)}`,
    );
    found.push(...page.items);
    cursor = page.next_cursor;
    await between();
  } while (cursor !== null);
  return found;
}

const ids = (instruments: readonly Instrument[]) => instruments.map(({ instrument_id: id }) => id);
const toTexts = ({ title, description, ticker }: Instrument) => [title, description ?? '', ticker];
const holds = (instrument: Instrument, q: string): boolean =>
  q.split(' ').every((word) => toTexts(instrument).some((text) => text.toLowerCase().includes(word)));

test('without parameters a search finds everything, in every status, by id', () => {
  assert.deepEqual(ids(all), ids(markets));
  assert.deepEqual(
    ids(all),
    [...ids(all)].sort((a, b) => a - b),
  );
  const statuses = new Set(all.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), ['CLOSED', 'OPEN', 'PAUSED', 'SETTLED', 'UNOPENED']);
});

test('a page contains 50 records, and the last page has no next cursor', async () => {
  const first = await search('');
  assert.equal(first.items.length, 50);
  assert.equal(typeof first.next_cursor, 'string');
  assert.equal((await search(`q=${all[0]?.ticker}`)).next_cursor, null);
  assert.deepEqual(await search('q=nothing+is+called+so'), { items: [], next_cursor: null });
});

for (const q of [
  'rain',
  'RAIN',
  'rain london',
  'fed-cut',
  'met office heathrow',
  'the',
  '%25',
  '_',
  "'",
  '"a"',
  '*',
  'a',
]) {
  test(`every word must occur in title, description or ticker: ${q}`, async () => {
    const found = await walk(`q=${encodeURIComponent(decodeURIComponent(q))}`);
    const expected = all.filter((instrument) => holds(instrument, decodeURIComponent(q).toLowerCase()));
    assert.deepEqual(new Set(ids(found)), new Set(ids(expected)));
  });
}

test('the exact ticker comes first, then titles, then the others, ties by id', async () => {
  const target = all.find(({ ticker }) => ticker.startsWith('FED-CUT-2'));
  assert.equal(
    (await search(`q=${target?.ticker.toLowerCase()}`)).items[0]?.instrument_id,
    target?.instrument_id,
  );
  const found = await walk('q=rate');
  const tiers = found.map(({ title }) => (title.toLowerCase().includes('rate') ? 1 : 2));
  assert.deepEqual(
    tiers,
    [...tiers].sort((a, b) => a - b),
  );
  for (const tier of [1, 2]) {
    const within = ids(found.filter((_, at) => tiers[at] === tier));
    assert.ok(within.length > 0);
    assert.deepEqual(
      within,
      [...within].sort((a, b) => a - b),
    );
  }
});

test('filters narrow: status, venue, and a category whatever its case', async () => {
  for (const status of ['OPEN', 'CLOSED', 'PAUSED', 'UNOPENED', 'SETTLED'] as const) {
    const found = await walk(`status=${status}`);
    assert.deepEqual(new Set(found.map((each) => each.status)), new Set([status]));
  }
  assert.deepEqual(ids(await walk('venue=Demo')), ids(all));
  assert.deepEqual(await search('venue=Kalshi'), { items: [], next_cursor: null });
  const weather = ids(all.filter(({ category }) => category === 'Weather'));
  assert.deepEqual(ids(await walk('category=wEATHER')), weather);
  assert.deepEqual((await search('category=Weath')).items, []);
  const both = all.filter((each) => each.category === 'Weather' && each.status === 'OPEN');
  assert.deepEqual(ids(await walk('category=Weather&status=OPEN&limit=2')), ids(both));
});

test('an event has its instruments; a cursor belongs to its event', async () => {
  const [first] = markets;
  const { event_id: id, series } = first ?? assert.fail('listed');
  const members = markets.filter((market) => market.event_id === id);
  assert.match(id ?? '', /^evt_[0-9]+$/);
  assert.deepEqual(ids((await search(`event_id=${id}`)).items), ids(members));
  assert.deepEqual(ids(await api.ok('GET', `/v1/markets?event_id=${id}`)), ids(members));
  const ofSeries = markets.filter((market) => market.series === series);
  assert.deepEqual(ids(await walk(`series=${series}&limit=2`)), ids(ofSeries));
  const { next_cursor: cursor } = await search('limit=1');
  const path = `/v1/markets/search?event_id=${id}&limit=1&cursor=${encodeURIComponent(cursor ?? '')}`;
  await api.refused([422, 'invalid_cursor'], 'GET', path);
  await api.refused(VALIDATION, 'GET', '/v1/markets?event_id=31');
});

test('pages of any size add up to the same list', async () => {
  for (const limit of [1, 7, 200]) assert.deepEqual(ids(await walk(`limit=${limit}`)), ids(all), `${limit}`);
  for (const limit of ['0', '201', '-1', '1.5', 'ten', '', '1e2', '%2B5', ' 5']) {
    await api.refused(VALIDATION, 'GET', `/v1/markets/search?limit=${encodeURIComponent(limit)}`);
  }
});

test('pages repeat and miss no instrument while markets change', async () => {
  let traded = 0;
  const found = await walk('limit=5', async () => {
    await submit(
      api,
      createRestingOrder({ price: '0.99', qty: '1', tif: 'IOC', client_order_id: `move-${traded}` }),
    );
    traded += 1;
  });
  assert.deepEqual(ids(found), ids(all));
  assert.ok(traded > 10);
});

test('a cursor is valid only for its search and cannot be forged', async () => {
  const { next_cursor: cursor } = await search('q=a&limit=2');
  const encoded = encodeURIComponent(cursor ?? '');
  const next = await search(`limit=2&q=a&cursor=${encoded}`);
  assert.equal(next.items.length, 2);
  const refusal = [422, 'invalid_cursor'] as const;
  for (const query of [
    'q=b&limit=2',
    'limit=2',
    'q=a&limit=2&status=OPEN',
    'q=a&limit=2&venue=Demo',
    'q=a&category=x',
  ]) {
    await api.refused(refusal, 'GET', `/v1/markets/search?${query}&cursor=${encoded}`);
  }
  for (const forged of ['x', `${cursor}x`, (cursor ?? '').slice(1), '1', 'eyJrIjoxMDAxfQ', '%00', '💥']) {
    await api.refused(refusal, 'GET', `/v1/markets/search?q=a&limit=2&cursor=${encodeURIComponent(forged)}`);
  }
});

test('an unknown venue or status is refused', async () => {
  for (const query of ['venue=Nasdaq', 'status=HALTED', 'venue=demo']) {
    await api.refused(VALIDATION, 'GET', `/v1/markets/search?${query}`);
  }
});

test('spelling=near finds words with one edit, only where nothing matches exactly', async () => {
  const near = await api.ok<Page & { readonly near: boolean }>(
    'GET',
    '/v1/markets/search?q=londno&spelling=near',
  );
  assert.ok(near.near && near.items.length > 0 && near.next_cursor === null);
  assert.ok(near.items.every(({ title }) => /london/i.test(title)));
  const exact = await search('q=london&spelling=near');
  assert.deepEqual(exact, { ...(await search('q=london')), near: false });
  assert.deepEqual(await search('q=londno'), { items: [], next_cursor: null });
  assert.deepEqual(await search('q=londno&spelling=near&venue=Kalshi'), {
    items: [],
    next_cursor: null,
    near: false,
  });
  await api.refused(VALIDATION, 'GET', '/v1/markets/search?q=londno&spelling=loose');
});
