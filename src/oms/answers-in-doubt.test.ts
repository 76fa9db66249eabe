import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderId } from '../contract/model/ids.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import type { VenueOutcome } from '../ports/venue.ts';
import { getOrder, type OmsHarness, openOms, settle, submit, TRADER } from './oms.fixture.ts';
import { ReplacingVenue, restingReply, toReport, venueFill } from './scripted-venue.fixture.ts';

const SAID = { venueCode: 'internal_error', venueMessage: 'could not run the execution' };
const UNKNOWN: VenueOutcome = { kind: 'unknown', why: 'HTTP 500', venueAnswer: SAID };

async function advance(harness: OmsHarness, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    harness.clock.advance(500);
    await settle();
  }
}

/** The code and the text that the order's leg shows. */
function shown(harness: OmsHarness, id: OrderId): readonly (string | null | undefined)[] {
  const [leg] = getOrder(harness, id).legs;
  return [leg?.venueCode, leg?.venueMessage];
}

async function readDoubts(harness: OmsHarness, id: OrderId): Promise<readonly LedgerEvent[]> {
  const receipt = await harness.oms.queries.receipt(TRADER, id);
  assert.ok(receipt.ok);
  return receipt.value.events.map(({ event }) => event).filter(({ type }) => type === 'LegDoubted');
}

/** An order whose place has this outcome, while queries fail. */
async function submitInDoubt(outcome: VenueOutcome): Promise<{ harness: OmsHarness; id: OrderId }> {
  const harness = await openOms();
  harness.venue.onPlace = () => outcome;
  harness.venue.onQuery = () => ({ kind: 'failed', why: 'down' });
  const answered = submit(harness);
  await settle();
  harness.clock.advance(250);
  return { harness, id: (await answered).id };
}

describe('what a venue answered to a new order of unknown outcome', () => {
  test('is shown while the order is in doubt, and in its receipt and the log', async () => {
    const { harness, id } = await submitInDoubt(UNKNOWN);
    assert.equal(getOrder(harness, id).status, 'PENDING_SUBMISSION');
    assert.deepEqual(shown(harness, id), [SAID.venueCode, SAID.venueMessage]);
    assert.deepEqual(await readDoubts(harness, id), [{ type: 'LegDoubted', orderId: id, leg: 1, ...SAID }]);
    assert.equal(harness.venue.placed.length, 1, 'and it is not sent again');
  });

  test('explains the rejection after the proof of absence, also after a restart', async () => {
    const { harness, id } = await submitInDoubt(UNKNOWN);
    const { market, clock } = harness;
    const next = await openOms({ storage: await harness.storage.restart(), market, clock });
    assert.deepEqual(shown(next, id), [SAID.venueCode, SAID.venueMessage]);
    next.venue.onQuery = () => ({ kind: 'absent' });
    await advance(next, 20_000);
    const { status, reason } = getOrder(next, id);
    assert.deepEqual([status, reason], ['REJECTED', 'venue_unavailable']);
    assert.deepEqual(shown(next, id), [SAID.venueCode, SAID.venueMessage]);
  });

  for (const [state, change] of [
    ['OPEN', {}],
    ['FILLED', { status: 'FILLED' }],
    ['CANCELLED', { status: 'CANCELLED', reason: 'ioc_remainder' }],
  ] as const)
    test(`is no longer shown once the order is found ${state}`, async () => {
      const { harness, id } = await submitInDoubt(UNKNOWN);
      const [placed] = harness.venue.placed;
      assert.ok(placed);
      const fills = state === 'FILLED' ? [venueFill(placed, 't1', '10', '0.48')] : [];
      harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed, { ...change, fills }) });
      await advance(harness, 2_000);
      assert.equal(getOrder(harness, id).status, state);
      assert.deepEqual(shown(harness, id), [null, null]);
      assert.equal((await readDoubts(harness, id)).length, 1);
    });

  test('has nothing to show when no answer arrived', async () => {
    const { harness, id } = await submitInDoubt({ kind: 'unknown', why: 'timeout' });
    assert.deepEqual(shown(harness, id), [null, null]);
    assert.deepEqual(await readDoubts(harness, id), []);
  });

  test('is one clean line of limited length', async () => {
    const { harness, id } = await submitInDoubt({
      kind: 'unknown',
      why: 'HTTP 502',
      venueAnswer: { venueMessage: `<html>\n\u0007502 ${'x'.repeat(2_000)}` },
    });
    const [code, text] = shown(harness, id);
    assert.equal(code, null);
    assert.match(text ?? '', /^<html> 502 x+$/);
    assert.equal(text?.length, 500);
  });
});

describe('what a venue answered to a cancel', () => {
  for (const [title, outcome] of [
    ['of unknown outcome', UNKNOWN],
    ['that it refused', { kind: 'refused', code: SAID.venueCode, message: SAID.venueMessage }],
  ] as const)
    test(`${title} is shown and recorded once, however often the cancel is sent`, async () => {
      const harness = await openOms();
      const { id } = await submit(harness);
      let count = 0;
      harness.venue.onQuery = () => ({ kind: 'failed', why: 'down' });
      harness.venue.onCancel = () => {
        count += 1;
        const text = `${SAID.venueMessage}, request ${count}f${count}`;
        return outcome.kind === 'refused'
          ? { ...outcome, message: text }
          : { ...UNKNOWN, venueAnswer: { ...SAID, venueMessage: text } };
      };
      void harness.oms.orders.cancel(TRADER, id);
      await advance(harness, 10_000);
      assert.ok(count > 3, `${count} cancels`);
      assert.deepEqual(shown(harness, id), [SAID.venueCode, `${SAID.venueMessage}, request 1f1`]);
      assert.equal((await readDoubts(harness, id)).length, 1);
      const [placed] = harness.venue.placed;
      assert.ok(placed);
      harness.venue.onCancel = () => restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
      await advance(harness, 6_000);
      assert.equal(getOrder(harness, id).status, 'CANCELLED');
      assert.deepEqual(shown(harness, id), [null, null]);
    });
});

describe('what a venue answered to an amend of unknown outcome', () => {
  test('is shown until the venue shows the new terms', async () => {
    const harness = await openOms();
    const { id } = await submit(harness);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    harness.venue.onQuery = () => ({ kind: 'failed', why: 'down' });
    harness.venue.onAmend = () => UNKNOWN;
    const amended = harness.oms.orders.amend(TRADER, id, { qty: '5' });
    await settle();
    harness.clock.advance(250);
    await amended;
    await settle();
    assert.deepEqual(shown(harness, id), [SAID.venueCode, SAID.venueMessage]);
    harness.venue.onQuery = () => ({
      kind: 'found',
      report: toReport({ ...placed, qty: 500_000_000n as never }),
    });
    await advance(harness, 3_000);
    const { qty, pendingAction } = getOrder(harness, id);
    assert.deepEqual([qty, pendingAction], [500_000_000n, null]);
    assert.deepEqual(shown(harness, id), [null, null]);
  });

  test('is shown while the cancel of a replacement is in doubt', async () => {
    const harness = await openOms({ venue: new ReplacingVenue() });
    const { id } = await submit(harness);
    harness.venue.onQuery = () => ({ kind: 'failed', why: 'down' });
    harness.venue.onCancel = () => UNKNOWN;
    const amended = harness.oms.orders.amend(TRADER, id, { price: '0.47' });
    await settle();
    harness.clock.advance(250);
    await amended;
    await settle();
    assert.deepEqual(shown(harness, id), [SAID.venueCode, SAID.venueMessage]);
    assert.equal((await readDoubts(harness, id)).length, 1);
  });
});
