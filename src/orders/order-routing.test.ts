import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePresent } from '../contract/model/assert.ts';
import { NO_FEES } from '../contract/model/fee-schedule.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../contract/model/ids.ts';
import type { Instrument } from '../contract/model/instrument.ts';
import type { NewOrder } from '../contract/model/order.ts';
import { newOrder } from '../domain/order-state/order.fixture.ts';
import { getReducedOutcome } from '../domain/risk/token-holdings.ts';
import { listGenericAsset, ManualMarket, openInstrument } from '../oms/oms.fixture.ts';
import { price, qty, ScriptedVenue } from '../oms/scripted-venue.fixture.ts';
import type { VenueCapabilities } from '../ports/venue.ts';
import { describeRouting, type RoutingDeps, routeOrder } from './order-routing.ts';
import type { Holdings } from './token-legs.ts';
import { VenueRegistry } from './venue-registry.ts';

const [DEMO, KALSHI] = ['Demo', 'Kalshi'] as VenueName[] as [VenueName, VenueName];
const ASSET = 501 as GenericAssetId;

/** 1001 at Demo and 1002 at Kalshi, one asset, 20 @ 0.47 offered at each; Kalshi is configured first. */
function openRouting(change: Partial<VenueCapabilities> = {}) {
  const market = new ManualMarket();
  const demo = new ScriptedVenue(change);
  const scripted = [demo, Object.assign(new ScriptedVenue(), { name: KALSHI })];
  const venues = new VenueRegistry(scripted);
  for (const { name } of scripted) venues.markReconciled(name);
  for (const [id, venue] of [
    [1001, DEMO],
    [1002, KALSHI],
  ] as const) {
    market.set(openInstrument(id, { venue }));
  }
  listGenericAsset(market, [1001, 1002], '20');
  const deps: RoutingDeps = { market, venues, venueNames: [KALSHI, DEMO] };
  const change1001 = (change: Partial<Instrument>): void => market.set(openInstrument(1001, change));
  return { market, venues, deps, demo, change1001 };
}

type Routing = ReturnType<typeof openRouting>;

const onAsset = (change: Partial<NewOrder> = {}): NewOrder =>
  newOrder({
    instrumentId: null,
    genericAssetId: ASSET,
    routing: { mode: 'BEST_PRICE', venues: null },
    ...change,
  });

/** The reason why each member is unusable, by id; null for the routed one. */
function findUnusableReasons(order: NewOrder, { deps }: Routing) {
  const routed = routeOrder(order, deps);
  assert.ok(routed.ok, routed.ok ? '' : routed.error.message);
  const { candidates } = requirePresent(routed.value.decision, 'the decision of an order on an asset');
  return candidates.map(({ instrumentId, dropped }) => [instrumentId, dropped]);
}

const routeResult = (order: NewOrder, { deps }: Routing): string => {
  const routed = routeOrder(order, deps);
  return routed.ok ? 'ok' : routed.error.code;
};

test('of equal members the venue configured first is chosen, whatever the member order of the asset', () => {
  assert.deepEqual(findUnusableReasons(onAsset(), openRouting()), [
    [1002, null],
    [1001, 'not_chosen'],
  ]);
});

test('an order is not routed to a venue that the caller excludes', () => {
  const only = (venue: VenueName) => onAsset({ routing: { mode: 'BEST_PRICE', venues: [venue] } });
  assert.deepEqual(findUnusableReasons(only(DEMO), openRouting()), [
    [1002, 'venue_not_requested'],
    [1001, null],
  ]);
  assert.deepEqual(findUnusableReasons(only(KALSHI), openRouting()), [
    [1002, null],
    [1001, 'venue_not_requested'],
  ]);
});

for (const [why, spoil] of [
  ['venue_disabled', ({ venues }: Routing) => venues.trip(KALSHI, 'over_fill')],
  ['venue_unhealthy', ({ market }: Routing) => Object.assign(market, { isVenueHealthy: isDemo })],
  [
    'market_not_open',
    ({ market }: Routing) => market.set(openInstrument(1002, { venue: KALSHI, status: 'PAUSED' })),
  ],
  ['book_unusable', ({ market }: Routing) => market.books.delete(1002 as InstrumentId)],
] as const) {
  test(`a member is left out as ${why}, and the other carries the order`, () => {
    const routing = openRouting();
    spoil(routing);
    assert.deepEqual(findUnusableReasons(onAsset(), routing), [
      [1002, why],
      [1001, null],
    ]);
  });
}

const isDemo = (venue: VenueName): boolean => venue === DEMO;

test('DIRECT is refused with the reason of its instrument', () => {
  const direct = newOrder();
  assert.equal(routeResult(direct, openRouting()), 'ok');
  assert.equal(routeResult(newOrder({ instrumentId: 9 as InstrumentId }), openRouting()), 'not_found');
  assert.equal(routeResult(direct, openRouting({ trading: false })), 'venue_not_tradable');
  assert.equal(routeResult(direct, openRouting({ tif: ['IOC'] })), 'validation');
  const tripped = openRouting();
  tripped.venues.trip(DEMO, 'over_fill');
  assert.equal(routeResult(direct, tripped), 'venue_unavailable');
  const paused = openRouting();
  paused.change1001({ status: 'PAUSED' });
  assert.equal(routeResult(direct, paused), 'market_not_open');
  const elsewhere = openRouting();
  elsewhere.change1001({ venue: 'Nowhere' as VenueName });
  assert.equal(routeResult(direct, elsewhere), 'venue_not_tradable');
});

test('a member that is not listed yet is ignored', () => {
  const routing = openRouting();
  routing.market.instruments.delete(1002 as InstrumentId);
  assert.deepEqual(findUnusableReasons(onAsset(), routing), [[1001, null]]);
});

test('a tif of sales of tokens is accepted for what the free tokens cover, DIRECT and routed', () => {
  const fok = { side: 'SELL', outcome: 'NO', tif: 'FOK', price: price('0.4') } as const; // takes asks of YES
  const open = (isHeld: boolean) => {
    const routing = openRouting({ tif: ['GTC'], tifSell: ['GTC', 'FOK'] });
    const freeTokens: Holdings['freeTokens'] = (_, side, outcome) =>
      isHeld && getReducedOutcome(side, outcome) === 'NO' ? qty('10') : qty('9.99');
    return { ...routing, deps: { ...routing.deps, holdings: { freeTokens, closable: freeTokens } } };
  };
  const atDemo = { routing: { mode: 'BEST_PRICE', venues: [DEMO] } } as const;
  assert.deepEqual(findUnusableReasons(onAsset({ ...fok, ...atDemo }), open(true)), [
    [1002, 'venue_not_requested'],
    [1001, null],
  ]);
  assert.deepEqual(findUnusableReasons(onAsset(fok), open(false)), [
    [1002, null],
    [1001, 'tif_unsupported'],
  ]);
  assert.equal(routeResult(onAsset({ ...fok, ...atDemo }), open(false)), 'validation');
  assert.equal(routeResult(newOrder(fok), open(true)), 'ok');
  assert.equal(routeResult(newOrder({ tif: 'FOK' }), open(true)), 'ok', 'BUY YES sells NO');
  assert.equal(routeResult(newOrder({ tif: 'FOK', outcome: 'NO' }), open(true)), 'validation');
  assert.equal(routeResult(newOrder({ ...fok, qty: qty('10.01') }), open(true)), 'validation');
  assert.equal(routeResult(onAsset({ tif: 'FOK', ...atDemo }), open(true)), 'ok');
  assert.equal(routeResult(onAsset({ tif: 'FOK', outcome: 'NO', ...atDemo }), open(true)), 'validation');
});

test('an unknown asset, or a quantity that no member accepts, is refused with its field', () => {
  assert.equal(routeResult(onAsset({ genericAssetId: 9 as GenericAssetId }), openRouting()), 'not_found');
  assert.equal(routeResult(onAsset({ qty: qty('0.5') }), openRouting()), 'validation');
});

test('the estimate of a DIRECT order uses the book of its instrument', () => {
  const { deps } = openRouting();
  const order = newOrder();
  const routed = routeOrder(order, deps);
  assert.ok(routed.ok);
  const { candidates, legs } = describeRouting(order, routed.value, deps);
  assert.deepEqual(
    candidates.map(({ instrumentId, bestPrice }) => [instrumentId, bestPrice]),
    [[1001, price('0.47')]],
  );
  assert.deepEqual(
    legs?.map(({ takes, rests }) => [takes, rests]),
    [[qty('10'), 0n]],
  );
});

test('a member with unknown fees is planned with the dearest known ones', () => {
  const routing = openRouting();
  const { market, deps, change1001 } = routing;
  change1001({ fees: null });
  assert.deepEqual(findUnusableReasons(onAsset(), routing), [
    [1002, null],
    [1001, 'not_chosen'],
  ]);
  market.dearestFees = { ...NO_FEES, takerRate: 100_000_000n };
  const order = newOrder();
  const routed = routeOrder(order, deps);
  assert.ok(routed.ok);
  const [leg] = describeRouting(order, routed.value, deps).legs ?? [];
  // 10 at 0.47 and a rate of 1: 10 · 0.47 · 0.53.
  assert.equal(leg?.fee, 24_910_000_000_000_000n);
});
