import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import { CATALOGUE } from './catalogue/demo-catalogue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo, START } from './demo-harness.fixture.ts';
import { toLots } from './demo-market-maker.ts';
import { openSpans } from './listing-schedule.ts';
import { computeEditionTimes } from './market-series.ts';

const qty = (text: string): Qty => requirePresent(parseQty(text), text);
const STEP_MS = 10_000;
const startedAt = Date.parse(START) as TimestampMs;

/** Demo whose schedule steps every ten seconds, and an order in it that expires so long after its start. */
async function startWithExpiry(...expiriesMs: readonly number[]) {
  const [listener, clock] = [new RecordingListener(), new ManualClock(START)];
  const settings = { hasMarketMaker: false, scheduleStepMs: STEP_MS };
  const venue = createTestDemo(createMemoryDemoStore(), { clock, settings });
  await venue.start(listener);
  const market = [...listener.instruments.values()].find(({ status }) => status === 'OPEN');
  const { venueInstrumentId, priceTick, qtyMin } = requirePresent(market, 'an open market');
  for (const [index, ms] of expiriesMs.entries()) {
    const order: VenueOrder = {
      clientId: `c-${index}` as VenueClientId,
      venueInstrumentId,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTD',
      price: priceTick,
      qty: qtyMin,
      expiresAt: (startedAt + ms) as TimestampMs,
    };
    assert.equal((await venue.place(order)).kind, 'report');
  }
  const statuses = async () => {
    const found = await Promise.all(expiriesMs.map((_, at) => venue.order(`c-${at}` as VenueClientId, '')));
    return found.map((each) => (each.kind === 'found' ? each.report.status : each.kind));
  };
  return { venue, clock, statuses };
}

test('an order ends as EXPIRED in the step of its expiry, to the millisecond', async () => {
  const { venue, clock, statuses } = await startWithExpiry(STEP_MS, STEP_MS + 1);
  clock.advance(STEP_MS);
  assert.deepEqual(await statuses(), ['EXPIRED', 'OPEN']);
  clock.advance(STEP_MS);
  assert.deepEqual(await statuses(), ['EXPIRED', 'EXPIRED']);
  await venue.stop();
});

describe('the times at which an edition is open', () => {
  test('are those from its opening to its closing without its pause', () => {
    const paused = CATALOGUE.find(({ plan }) => plan.pause !== null);
    const plain = CATALOGUE.find(({ plan }) => plan.pause === null);
    assert.ok(paused !== undefined && plain !== undefined);
    const { opens, closes } = computeEditionTimes(paused, 0, startedAt);
    const { afterMin, durationMin } = requirePresent(paused.plan.pause, 'a pause');
    const from = opens + afterMin * 60_000;
    assert.deepEqual(openSpans(paused, 0, startedAt), [
      [opens, from],
      [from + durationMin * 60_000, closes],
    ]);
    const times = computeEditionTimes(plain, 0, startedAt);
    assert.deepEqual(openSpans(plain, 0, startedAt), [[times.opens, times.closes]]);
  });
});

describe('a quantity of the market maker', () => {
  const tick = requirePresent(parsePrice('0.01'), 'a price') satisfies Price;
  for (const [contracts, step, min, expected] of [
    [3.4, '1', '1', '3'],
    [3.6, '1', '1', '4'],
    [0.2, '1', '1', '1'],
    [2, '1', '5', '5'],
    [2.26, '0.5', '0.5', '2.5'],
  ] as const)
    test(`of ${contracts} contracts in lots of ${step}, at least ${min}, is ${expected}`, () => {
      const instrument = { qtyStep: qty(step), qtyMin: qty(min), priceTick: tick };
      assert.equal(
        toLots({ listing: { instrument } } as Parameters<typeof toLots>[0], contracts),
        qty(expected),
      );
    });
});
