import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueEvent } from '../catalogue/catalogue-event.ts';
import {
  ALICE,
  BOB,
  type Json,
  KalshiHarness,
  questionOf,
  type Signer,
  TICKER,
} from './kalshi-simulator.fixture.ts';
import { DETERMINATION_MS, SETTLEMENT_TIMER_MS } from './market-lifecycle.ts';

const DAY_MS = 86_400_000;
const SHORT = 0.001; // days: 86.4 seconds
const STEP_MS = 250; // how often the exchange looks at the clock

/** One market that closes after a short while, all but sure to end as `fair` says. */
function deskOf(fair: 0 | 1): KalshiHarness {
  const question: CatalogueEvent = { ...questionOf(TICKER, { closeInDays: SHORT }), fair, volatility: 0 };
  const desk = new KalshiHarness({ questions: [question] });
  desk.exchange.start();
  return desk;
}

const marketOf = async (desk: KalshiHarness): Promise<Json | undefined> =>
  (await desk.call('GET', `/markets/${TICKER}`)).body.market;

const balanceOf = async (desk: KalshiHarness, signer: Signer): Promise<unknown> =>
  (await desk.call('GET', '/portfolio/balance?exchange_index=0', undefined, signer)).body.balance_dollars;

async function statusAfter(desk: KalshiHarness, ms: number): Promise<unknown> {
  desk.clock.advance(ms);
  return (await marketOf(desk))?.status;
}

for (const [fair, result, paid] of [
  [1, 'yes', ['1004.8250', '995.0000']],
  [0, 'no', ['994.8250', '1005.0000']],
] as const)
  test(`a market that closes by time is determined ${result} and pays, told by the stream`, async () => {
    const desk = deskOf(fair);
    const socket = desk.socket();
    socket.subscribe('market_lifecycle_v2');
    await desk.place('ask', '10 @ 0.50', { post_only: true }, BOB);
    await desk.place('bid', '10 @ 0.50');
    assert.equal(await statusAfter(desk, SHORT * DAY_MS + STEP_MS), 'closed');
    assert.equal(await statusAfter(desk, DETERMINATION_MS - 2 * STEP_MS), 'closed');
    assert.equal((await marketOf(desk))?.result, '');
    assert.equal(await statusAfter(desk, 2 * STEP_MS), 'determined');
    assert.equal((await marketOf(desk))?.result, result);
    assert.equal(await statusAfter(desk, SETTLEMENT_TIMER_MS), 'finalized');
    desk.clock.advance(1_000);
    const balances = [await balanceOf(desk, ALICE), await balanceOf(desk, BOB)];
    assert.deepEqual(balances, paid, 'a taker paid a fee of 0.175');
    const events = socket.take().flatMap(({ msg }) => msg?.event_type ?? []);
    assert.deepEqual(events, ['determined', 'settled']);
  });

test('one that closed while nobody was here gets its result at the next start', async () => {
  const desk = deskOf(1);
  desk.exchange.stop();
  desk.clock.advance(DAY_MS);
  desk.restart();
  assert.equal(await statusAfter(desk, SETTLEMENT_TIMER_MS + 3 * STEP_MS), 'finalized');
  assert.equal((await marketOf(desk))?.result, 'yes');
});

test('until then a tester may give another result, and it stands', async () => {
  const desk = deskOf(1);
  assert.equal(await statusAfter(desk, SHORT * DAY_MS + STEP_MS), 'closed');
  assert.equal(desk.exchange.controls.market({ market: TICKER, verb: 'settle', result: 'no' }), null);
  assert.equal(await statusAfter(desk, DETERMINATION_MS + SETTLEMENT_TIMER_MS), 'finalized');
  assert.equal((await marketOf(desk))?.result, 'no');
});
