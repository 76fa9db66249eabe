import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, VALIDATION } from '../api-assertions.ts';
import { RAIN } from '../support/order-bodies.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({
  clockShiftMs: toQuietClock(),
  settings: { 'markets.lookup_max': 5, 'venues.kalshi.name': 'Acme', 'venues.polymarket.name': 'Borealis' },
});
const api = service.api();
const all = await api.ok<readonly Instrument[]>('GET', '/v1/markets?venue=Demo');
const rain = all.find(({ instrument_id: id }) => id === RAIN) as Instrument;
const ids = (instruments: readonly Instrument[]) => instruments.map(({ instrument_id: id }) => id);
/** The record of one instrument: Demo has no secondary rules and no terms as fields. */
const toDetail = (instrument: Instrument) => ({ ...instrument, rules_secondary: null, venue_terms: {} });
const lookup = (given: unknown): Promise<readonly Instrument[]> =>
  api.ok('POST', '/v1/markets/lookup', { instrument_ids: given });

test('the list of a venue contains all its instruments; q filters it', async () => {
  assert.ok(all.length > 50);
  assert.equal(new Set(ids(all)).size, all.length);
  const found = await api.ok<readonly Instrument[]>('GET', '/v1/markets?venue=Demo&q=RAIN+lon');
  assert.ok(found.some(({ instrument_id: id }) => id === RAIN));
  assert.ok(found.length < all.length);
  assert.deepEqual(await api.ok('GET', '/v1/markets?venue=Demo&q='), all);
});

test('only the three configured venue names are accepted', async () => {
  for (const name of ['Acme', 'Borealis'])
    assert.deepEqual(await api.ok('GET', `/v1/markets?venue=${name}`), []);
  for (const name of ['Kalshi', 'Polymarket', 'acme', 'ACME', 'Demo%20']) {
    assert.deepEqual(readFields(await api.refused(VALIDATION, 'GET', `/v1/markets?venue=${name}`)), [
      'venue',
    ]);
  }
});

test('with a limit the list is paged, with the next cursor in a header', async () => {
  const found: Instrument[] = [];
  let target = '/v1/markets?venue=Demo&limit=30';
  for (;;) {
    const answer = await api.call('GET', target);
    const page = api.read('GET', target, answer) as readonly Instrument[];
    found.push(...page);
    const cursor = answer.headers['x-next-cursor'];
    if (cursor === undefined) break;
    assert.equal(page.length, 30);
    target = `/v1/markets?venue=Demo&limit=30&cursor=${encodeURIComponent(String(cursor))}`;
  }
  assert.deepEqual(ids(found), ids(all));
  for (const limit of ['0', '1001', 'x']) await api.refused(VALIDATION, 'GET', `/v1/markets?limit=${limit}`);
  await api.refused([422, 'invalid_cursor'], 'GET', '/v1/markets?limit=5&cursor=abc');
});

test('every instrument has consistent times, prices and steps', () => {
  for (const each of all) {
    assert.ok(each.title.length > 0 && each.ticker.length > 0 && each.slug.length > 0);
    assert.equal(each.result !== null, each.status === 'SETTLED', each.ticker);
    assert.ok(Number(each.min_price) > 0 && Number(each.max_price) < 1);
    assert.ok(Number(each.min_qty) > 0 && Number(each.qty_step) > 0);
  }
});

test('fetch takes the integer and the native id', async () => {
  for (const id of [String(RAIN), `Demo:${rain.venue_instrument_id}`, `Demo%3A${rain.venue_instrument_id}`]) {
    assert.deepEqual(await api.ok('GET', `/v1/markets/${id}`), toDetail(rain));
  }
});

test('one instrument has its secondary rules and terms; a list leaves them out', async () => {
  const [listed] = await api.ok<readonly Instrument[]>('GET', '/v1/markets?limit=1');
  assert.ok(listed !== undefined && !('venue_terms' in listed));
  assert.deepEqual(await api.ok('GET', `/v1/markets/${listed.instrument_id}`), toDetail(listed));
});

test('an unknown id is 404', async () => {
  for (const id of [
    '999999',
    'Demo:NO-SUCH',
    'Acme:RAIN',
    'Nowhere:X',
    'RAIN',
    '0',
    '-1',
    '01001',
    '1001.0',
    '1e3',
    '9007199254740993',
    '%00',
    'Demo:',
    ':',
    '%F0%9F%92%A5',
  ]) {
    const error = await api.refused(NOT_FOUND, 'GET', `/v1/markets/${id}`);
    assert.deepEqual(error.details, { resource: 'instrument' }, id);
  }
});

test('match is exact and ignores case; ticker and slug must both match', async () => {
  const match = (query: string) => api.ok<Instrument>('GET', `/v1/markets/match?${query}`);
  for (const query of [
    `ticker=${rain.ticker}`,
    `ticker=${rain.ticker.toLowerCase()}`,
    `slug=${rain.slug.toUpperCase()}`,
    `ticker=${rain.ticker}&slug=${rain.slug}`,
    `ticker=${rain.ticker}&venue=Demo`,
  ]) {
    assert.deepEqual(await match(query), toDetail(rain), query);
  }
  const other = all.find(({ instrument_id: id }) => id !== RAIN) as Instrument;
  for (const query of [
    `ticker=${rain.ticker.slice(0, -1)}`,
    `slug=${rain.slug}-`,
    `ticker=${rain.ticker}&slug=${other.slug}`,
    `ticker=${rain.ticker}&venue=Acme`,
  ]) {
    await api.refused(NOT_FOUND, 'GET', `/v1/markets/match?${query}`);
  }
});

test('match with neither ticker nor slug is refused', async () => {
  for (const query of ['', '?venue=Demo']) await api.refused(VALIDATION, 'GET', `/v1/markets/match${query}`);
  await api.refused(VALIDATION, 'GET', '/v1/markets/match?ticker=A&venue=Nowhere');
});

test('lookup keeps the requested order, returns each once, and omits unknown ids', async () => {
  assert.deepEqual(ids(await lookup([1003, RAIN, 1002])), [1003, RAIN, 1002]);
  assert.deepEqual(ids(await lookup([1002, RAIN, 1002, RAIN])), [1002, RAIN]);
  assert.deepEqual(ids(await lookup([999_999, RAIN])), [RAIN]);
  assert.deepEqual(await lookup([]), []);
});

test('lookup has a configured maximum, and takes integers only', async () => {
  assert.equal((await lookup([1, 2, 3, 4, 5])).length, 0);
  const target = '/v1/markets/lookup';
  await api.refused([422, 'lookup_too_large'], 'POST', target, { instrument_ids: [1, 2, 3, 4, 5, 6] });
  for (const given of [undefined, null, RAIN, ['1001x'], [1.5], [0], [-1], [null], [[RAIN]], {}, [2 ** 53]]) {
    await api.refused(VALIDATION, 'POST', target, { instrument_ids: given });
  }
});
