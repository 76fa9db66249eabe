import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, NOT_FOUND, readFields, until, VALIDATION } from '../api-assertions.ts';
import { ONE, parseUnits, renderUnits } from '../support/decimal.ts';
import { cancelAll, createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Asset, Instrument, Order } from '../support/record-schemas.ts';
import { offerCheapYes } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

interface Leg {
  readonly venue: string;
  readonly instrument_id: number;
  readonly outcome: 'YES' | 'NO';
  readonly avg_price: string;
  readonly worst_price: string;
  readonly fee: string;
  readonly qty: string;
}

interface Opportunity {
  readonly id: string;
  readonly kind: string;
  readonly generic_asset_id: number | null;
  readonly event_id: string | null;
  readonly legs: readonly Leg[];
  readonly qty: string;
  readonly edge_per_set: string;
  readonly edge_total: string;
  readonly capital: string;
  readonly settlement: {
    readonly risk: string;
    readonly worst_case_total: string;
    readonly reviewed_by: string | null;
  };
  readonly executable: boolean;
  readonly blocked_by: readonly string[];
}

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const api = service.api();
await service.cliOk('account', 'new', 'acc_2');
const other = service.api(await service.newKey('--account', 'acc_2', '--permissions', 'read'));
const list = (query = '', by: Api = api): Promise<readonly Opportunity[]> =>
  by.ok('GET', `/v1/opportunities?limit=1000${query}`);
const assets = await until('the approved assets are there', async () => {
  const all = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  const approved = all.filter(({ venues }) => venues.length > 1);
  return approved.length >= 30 ? approved : null;
});
// Subscribes to the books of exclusive events, which are not listed as assets.
for (const { event_id: id, exclusive } of await api.ok<readonly { event_id: string; exclusive: string }[]>(
  'GET',
  '/v1/events',
))
  if (exclusive === 'AT_MOST_ONE') await api.ok('GET', `/v1/events/${id}`);
const cheap = assets
  .flatMap(({ members }) => members.filter(({ venue }) => venue === 'Polymarket'))
  .slice(0, 2);
for (const { ticker } of cheap) await offerCheapYes(service, ticker);
await until('there are opportunities of generic assets', async () => {
  const found = await list('&kind=CROSS');
  return found.length > 1 ? found : null;
});

const places = (text: string): bigint => parseUnits(text, 16);

test('every figure follows from the legs: cost with exact fees, payout, and edge', async () => {
  const all = await list();
  for (const { kind, legs, qty, capital, edge_total: edge, edge_per_set: each } of all) {
    const payout = kind === 'ALL_NO' ? BigInt(legs.length - 1) : 1n;
    assert.equal(places(edge), payout * places(qty) - places(capital));
    const fees = legs.reduce((sum, { fee }) => sum + places(fee), 0n);
    const notional = legs.reduce((sum, leg) => sum + parseUnits(leg.avg_price) * parseUnits(leg.qty), 0n);
    const gap = places(capital) - fees - notional;
    // Averages are rounded to 8 places, so the notional of a leg is off by at most half a unit per contract unit.
    assert.ok((gap < 0n ? -gap : gap) <= BigInt(legs.length) * parseUnits(qty), `${kind}: ${gap}`);
    const perSet = places(edge) / parseUnits(qty);
    assert.ok(perSet - parseUnits(each) <= 1n && parseUnits(each) - perSet <= 1n);
    assert.ok(places(edge) > 0n);
    for (const leg of legs) assert.equal(leg.qty, qty);
  }
});

test('the legs of CROSS are YES and NO of one asset, with inverted members the other way round', async () => {
  for (const { generic_asset_id: id, legs, settlement } of await list('&kind=CROSS')) {
    const asset = assets.find((each) => each.generic_asset_id === id);
    if (asset === undefined) continue; // declared by Demo itself
    const outcomes = legs.map(({ instrument_id: leg, outcome }) => {
      const member = asset.members.find((each) => each.instrument_id === leg) ?? assert.fail('a member');
      return member.inverted === (outcome === 'NO') ? 'YES' : 'NO';
    });
    assert.deepEqual(outcomes, ['YES', 'NO']);
    assert.notEqual(settlement.reviewed_by, null);
  }
});

test('filters select by kind, asset, edge and quantity', async () => {
  assert.deepEqual(new Set((await list('&kind=ALL_NO')).map(({ kind }) => kind)).size <= 1, true);
  const [{ generic_asset_id: id } = assert.fail('there is one')] = await list('&kind=CROSS');
  for (const each of await list(`&asset=${id}`)) assert.equal(each.generic_asset_id, id);
  for (const each of await list('&min_edge=0.005'))
    assert.ok(parseUnits(each.edge_per_set) >= parseUnits('0.005'));
  for (const each of await list('&min_qty=50')) assert.ok(parseUnits(each.qty) >= parseUnits('50'));
  assert.deepEqual(await list('&min_edge=1'), []);
  assert.equal((await api.ok<readonly unknown[]>('GET', '/v1/opportunities?limit=1')).length, 1);
  for (const [query, field] of [
    ['kind=BOTH', 'kind'],
    ['min_edge=-1', 'min_edge'],
    ['min_qty=much', 'min_qty'],
    ['asset=0', 'asset'],
    ['include=all', 'include'],
    ['limit=0', 'limit'],
  ] as const)
    assert.deepEqual(
      readFields(await api.refused(VALIDATION, 'GET', `/v1/opportunities?${query}`)),
      [field],
      query,
    );
});

test('the history lists open ones page by page, and one has the curve of its edge', async () => {
  interface Kept {
    readonly id: string;
    readonly kind: string;
    readonly opened_at: string;
    readonly closed_at: string | null;
    readonly best: { readonly edge_per_set: string };
    readonly points?: readonly { readonly t: number }[];
  }
  const history = (query = ''): Promise<readonly Kept[]> =>
    api.ok('GET', `/v1/opportunities/history?limit=1000${query}`);
  // One that closes before its first change is reported leaves no trace, so two that last are waited for.
  await until('the history has two, one of them of a generic asset', async () => {
    const found = await history();
    return found.length > 1 && found.some(({ kind }) => kind === 'CROSS') ? found : null;
  });
  const number = ({ id }: Kept): number => Number(id.slice(4));
  for (const each of await history('&kind=CROSS')) assert.equal(each.kind, 'CROSS');
  const page = await api.call('GET', '/v1/opportunities/history?limit=1');
  const cursor = String(page.headers['x-next-cursor'] ?? assert.fail('there is another page'));
  const [first] = JSON.parse(page.text) as readonly Kept[];
  const next = `/v1/opportunities/history?limit=1&cursor=${cursor}`;
  const [second] = await api.ok<readonly Kept[]>('GET', next);
  assert.ok(first !== undefined && second !== undefined && number(first) > number(second));
  const curve = await api.ok<Kept>('GET', `/v1/opportunities/${second.id}/history`);
  assert.deepEqual([curve.id, curve.opened_at], [second.id, second.opened_at]);
  assert.ok((curve.points ?? []).length > 0);
  assert.deepEqual(await history('&until=2026-01-01T00:00:00Z'), []);
  const none = await api.refused(NOT_FOUND, 'GET', '/v1/opportunities/opp_1/history');
  assert.deepEqual(none.details, { resource: 'opportunity' });
  for (const [query, field] of [
    ['since=then', 'since'],
    ['since=2026-07-02T00:00:00Z&until=2026-07-01T00:00:00Z', 'until'],
    ['limit=1001', 'limit'],
  ] as const) {
    const refusal = await api.refused(VALIDATION, 'GET', `/v1/opportunities/history?${query}`);
    assert.deepEqual(readFields(refusal), [field], query);
  }
});

test('proposed pairs are listed on request only, and are never executable', async () => {
  const isUnreviewed = ({ blocked_by: blocked }: Opportunity): boolean => blocked.includes('not_reviewed');
  assert.deepEqual((await list()).filter(isUnreviewed), []);
  type Listing = Pick<Instrument, 'venue' | 'ticker'>;
  const proposals = await until('listings of Polymarket are proposed', async () => {
    const path = '/v1/matching/proposals?verdict=same';
    const pairs = await api.ok<readonly { first: Listing; other: Listing }[]>('GET', path);
    const found = pairs.flatMap(({ first, other }) => [first, other]);
    const tickers = found.filter(({ venue }) => venue === 'Polymarket').map(({ ticker }) => ticker);
    return tickers.length > 0 ? tickers : null;
  });
  for (const ticker of new Set(proposals.slice(0, 3))) await offerCheapYes(service, ticker);
  const unreviewed = await until('a proposed pair has an edge', async () => {
    const found = (await list('&include=unreviewed')).filter(isUnreviewed);
    return found.length > 0 ? found : null;
  });
  for (const { executable, generic_asset_id: asset } of unreviewed)
    assert.deepEqual([executable, asset], [false, null]);
});

test('the resting orders of an account count for others only', async () => {
  const findEdge = async (like: Opportunity, by: Api): Promise<bigint> => {
    const isSame = ({ legs }: Opportunity): boolean =>
      legs.every(
        ({ instrument_id: id, outcome }, at) =>
          id === like.legs[at]?.instrument_id && outcome === like.legs[at]?.outcome,
      );
    const found = (await list(`&kind=${like.kind}`, by)).find(isSame);
    return found === undefined ? 0n : places(found.edge_total);
  };
  const isMoreForOthers = async (found: Opportunity, triesMax: number): Promise<boolean> => {
    for (let tries = triesMax; tries > 0; tries -= 1) {
      if ((await findEdge(found, other)) > (await findEdge(found, api))) return true;
      await new Promise((resolve) => setTimeout(resolve, 50)); // until the sets of the changed book are evaluated
    }
    return false;
  };
  const joinBook = async (
    { instrument_id: id, outcome, worst_price: price }: Leg,
    ticks: bigint,
  ): Promise<Order> => {
    const { price_tick: tick } = await api.ok<Instrument>('GET', `/v1/markets/${id}`);
    const body = {
      instrument_id: id,
      outcome: outcome === 'YES' ? 'NO' : 'YES',
      price: renderUnits(ONE - parseUnits(price) + ticks * parseUnits(tick)),
      qty: '20',
      post_only: true,
    };
    return submit(api, createRestingOrder(body));
  };
  // One tick below the last level of a leg, others pay less for the set. At the last level they can buy more sets, where
  // that leg limits the quantity; only this remains where one tick less would cross the book.
  let triesMax = 10; // doubled in each round, because a slow machine evaluates the sets later
  await until('others are offered more than the owner of the order', async () => {
    for (const found of await list('&kind=CROSS'))
      for (const leg of found.legs)
        for (const ticks of leg.venue === 'Demo' ? [1n, 0n] : []) {
          const { status } = await joinBook(leg, ticks);
          const isSeen = status === 'OPEN' && (await isMoreForOthers(found, triesMax));
          await cancelAll(api);
          if (isSeen) return true;
        }
    triesMax *= 2;
    return null;
  });
});
