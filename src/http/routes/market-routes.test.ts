import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, get } from '../../../test/support/http/http-call.ts';
import { INSTRUMENT_RECORD } from '../../../test/support/http/wire-records.ts';
import { err, ok, rejection } from '../../contract/model/result.ts';

test('search returns one page and uses every parameter', async () => {
  const requested: unknown[] = [];
  const search = async (query: unknown) => {
    requested.push(query);
    return ok({ items: [], nextCursor: null, isNear: false });
  };
  const page = await get('/v1/markets/search');
  assert.deepEqual(page.body, { items: [INSTRUMENT_RECORD], next_cursor: 'eyJrIjoxMDAxfQ' });
  await get(
    '/v1/markets/search?q=rain+in%20l%C3%B6ndon&venue=Demo&status=OPEN&category=Weather&event_id=evt_31&series=rain&spelling=near&cursor=c&limit=200',
    {
      marketData: { search },
    },
  );
  await get('/v1/markets/search?q=', { marketData: { search } });
  assert.deepEqual(requested, [
    {
      q: 'rain in löndon',
      venue: 'Demo',
      status: 'OPEN',
      category: 'Weather',
      eventId: 'evt_31',
      series: 'rain',
      near: true,
      cursor: 'c',
      limit: 200,
    },
    {
      q: null,
      venue: null,
      status: null,
      category: null,
      eventId: null,
      series: null,
      near: false,
      cursor: null,
      limit: 50,
    },
  ]);
});

test('a cursor that search refuses is invalid_cursor', async () => {
  const search = async () => err(rejection('invalid_cursor', 'no such page'));
  const { status, body } = await get('/v1/markets/search?cursor=x', { marketData: { search } });
  assert.deepEqual([status, body.error], [422, 'invalid_cursor']);
});

test('markets are listed completely, and found by id, native id, ticker and slug', async () => {
  assert.deepEqual((await get('/v1/markets?venue=Demo')).body, [INSTRUMENT_RECORD]);
  const detail = { ...INSTRUMENT_RECORD, rules_secondary: null, venue_terms: {} };
  assert.deepEqual((await get('/v1/markets/1001')).body, detail);
  assert.deepEqual((await get('/v1/markets/Demo:RAIN-LON-JUL01')).body, detail);
  assert.deepEqual((await get('/v1/markets/match?ticker=RAIN-LON-JUL01')).body, detail);
});

test('a match with neither ticker nor slug is refused, one that finds nothing is 404', async () => {
  const neither = await get('/v1/markets/match?venue=Demo');
  assert.deepEqual([neither.status, neither.body.error], [422, 'validation']);
  assert.equal((await get('/v1/markets/match?slug=none')).status, 404);
});

test('an impossible instrument id gets the same answer as an unknown one', async () => {
  for (const id of [
    '9',
    '0',
    '-1',
    '1.5',
    '1e3',
    'Demo:',
    ':x',
    'Nowhere:x',
    'demo:RAIN-LON-JUL01',
    '9007199254740993',
    'x',
  ]) {
    for (const path of [
      `/v1/markets/${id}`,
      `/v1/markets/${id}/book`,
      `/v1/orderbooks/${id}`,
      `/v1/markets/${id}/stats`,
    ]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body.details], [404, { resource: 'instrument' }], path);
    }
  }
});

test('an instrument of a venue that is not healthy is not found for the reason of the venue', async () => {
  const messageOf = async (id: string) => (await get(`/v1/markets/${id}`)).body.message;
  const venues = () => [{ name: 'Demo' }, { name: 'Kalshi' }];
  const missing = (await get('/v1/markets/Kalshi:X', { marketData: { venues: venues as never } })).body;
  assert.equal(missing.message, 'instrument not found; Kalshi: timeout');
  assert.equal(await messageOf('Demo:X'), 'instrument not found'); // a healthy venue
  assert.equal(await messageOf('Nowhere:X'), 'instrument not found');
});

test('lookup takes ids only, names the first invalid one, and has a maximum', async () => {
  const lookup = (body: unknown) => call('POST', '/v1/markets/lookup', body);
  assert.deepEqual((await lookup({ instrument_ids: [1002, 1001] })).body.map(getId), [1002, 1001]);
  assert.deepEqual((await lookup({ instrument_ids: [] })).body, []);
  const fieldOf = async (body: unknown) => (await lookup(body)).body.details.fields[0].field;
  assert.equal(await fieldOf({}), 'instrument_ids');
  assert.equal(await fieldOf({ instrument_ids: '1' }), 'instrument_ids');
  assert.equal(await fieldOf({ instrument_ids: null }), 'instrument_ids');
  for (const bad of ['01001', 1.5, 0, -1, 2 ** 53, null, true]) {
    assert.equal(await fieldOf({ instrument_ids: [1, bad] }), 'instrument_ids[1]');
  }
  assert.equal(await fieldOf({ instrument_ids: [1], extra: 1 }), 'extra');
  assert.equal(await fieldOf([1]), 'body');
  const tooMany = await lookup({ instrument_ids: Array.from({ length: 101 }, (_, at) => at + 1) });
  assert.deepEqual([tooMany.status, tooMany.body.error], [422, 'lookup_too_large']);
  assert.deepEqual(tooMany.body.details, { max: 100, given: 101 });
});

const getId = (record: { instrument_id: number }): number => record.instrument_id;
