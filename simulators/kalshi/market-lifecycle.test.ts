import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import {
  ALICE,
  BOB,
  createEvent,
  type Json,
  KalshiHarness,
  type Signer,
  TICKER,
} from './kalshi-simulator.fixture.ts';
import { DETERMINATION_MS, SETTLEMENT_TIMER_MS } from './market-lifecycle.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const STEP_MS = 250; // interval of the lifecycle timer

/** A simulator with one market that closes soon and resolves as `fair` says. */
function createHarness(fair: 0 | 1): KalshiHarness {
  const event: CatalogueEvent = { ...createEvent(TICKER, { closeInDays: SHORT }), fair, volatility: 0 };
  const harness = new KalshiHarness({ events: [event] });
  harness.exchange.start();
  return harness;
}

const getMarket = async (harness: KalshiHarness): Promise<Json | undefined> =>
  (await harness.call('GET', `/markets/${TICKER}`)).body.market;

const getBalance = async (harness: KalshiHarness, signer: Signer): Promise<unknown> =>
  (await harness.call('GET', '/portfolio/balance?exchange_index=0', undefined, signer)).body.balance_dollars;

async function statusAfter(harness: KalshiHarness, ms: number): Promise<unknown> {
  harness.clock.advance(ms);
  return (await getMarket(harness))?.status;
}

for (const [fair, result, paid] of [
  [1, 'yes', ['1004.8250', '995.0000']],
  [0, 'no', ['994.8250', '1005.0000']],
] as const)
  test(`a market that closes by time is determined ${result}, pays, and publishes both`, async () => {
    const harness = createHarness(fair);
    const socket = harness.socket();
    socket.subscribe('market_lifecycle_v2');
    await harness.place('ask', '10 @ 0.50', { post_only: true }, BOB);
    await harness.place('bid', '10 @ 0.50');
    assert.equal(await statusAfter(harness, SHORT * DAY_MS + STEP_MS), 'closed');
    assert.equal(await statusAfter(harness, DETERMINATION_MS - 2 * STEP_MS), 'closed');
    assert.equal((await getMarket(harness))?.result, '');
    assert.equal(await statusAfter(harness, 2 * STEP_MS), 'determined');
    assert.equal((await getMarket(harness))?.result, result);
    assert.equal(await statusAfter(harness, SETTLEMENT_TIMER_MS), 'finalized');
    harness.clock.advance(1_000);
    const balances = [await getBalance(harness, ALICE), await getBalance(harness, BOB)];
    assert.deepEqual(balances, paid, 'a taker paid a fee of 0.175');
    const events = socket.take().flatMap(({ msg }) => msg?.event_type ?? []);
    assert.deepEqual(events, ['determined', 'settled']);
  });

test('a market that closed while the process was down is determined after the restart', async () => {
  const harness = createHarness(1);
  harness.exchange.stop();
  harness.clock.advance(DAY_MS);
  harness.restart();
  assert.equal(await statusAfter(harness, SETTLEMENT_TIMER_MS + 3 * STEP_MS), 'finalized');
  assert.equal((await getMarket(harness))?.result, 'yes');
});

test('the admin API can set another result before the determination', async () => {
  const harness = createHarness(1);
  assert.equal(await statusAfter(harness, SHORT * DAY_MS + STEP_MS), 'closed');
  assert.equal(harness.exchange.controls.market({ market: TICKER, verb: 'settle', result: 'no' }), null);
  assert.equal(await statusAfter(harness, DETERMINATION_MS + SETTLEMENT_TIMER_MS), 'finalized');
  assert.equal((await getMarket(harness))?.result, 'no');
});

for (const payout of ['fraction', 'scalar'] as const) {
  test(`a market with payout ${payout} pays its fair price at closing`, async () => {
    const listing = createEvent(TICKER, { closeInDays: SHORT, payout });
    const harness = new KalshiHarness({ events: [{ ...listing, fair: 0.37, volatility: 0 }] });
    harness.exchange.start();
    assert.equal(await statusAfter(harness, SHORT * DAY_MS + DETERMINATION_MS + 2 * STEP_MS), 'determined');
    assert.equal(await statusAfter(harness, SETTLEMENT_TIMER_MS + STEP_MS), 'finalized');
    const market = await getMarket(harness);
    assert.deepEqual(
      [market?.market_type, market?.result],
      [payout === 'scalar' ? 'scalar' : 'binary', 'scalar'],
    );
    const value = Number(market?.settlement_value_dollars);
    assert.ok(Math.abs(value - 0.37) <= 0.011, String(value)); // a venue's own price differs by a small bias
    harness.exchange.stop();
  });
}

test('an event says whether at most one of its markets can win', async () => {
  const [one, two] = ['KXGAME-1-DEN', 'KXGAME-1-KC'].map((ticker) => createEvent(ticker));
  const group = { key: 'game', title: 'Denver vs Kansas City', isExclusive: true };
  const harness = new KalshiHarness({
    events: [
      { ...(one as CatalogueEvent), group: { ...group, wins: { from: 0, to: 0.5 } } },
      { ...(two as CatalogueEvent), group: { ...group, wins: { from: 0.5, to: 1 } } },
      createEvent('KXOTHER-1-A'),
    ],
  });
  const isExclusive = async (event: string) =>
    (await harness.call('GET', `/events/${event}`)).body.event?.mutually_exclusive;
  assert.deepEqual([await isExclusive('KXGAME-1'), await isExclusive('KXOTHER-1')], [true, false]);
});
