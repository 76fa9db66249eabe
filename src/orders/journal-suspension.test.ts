import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualOwnership } from '../../test/support/manual-ownership.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import { type OmsHarness, openOms, orderBody, settle, submit, TRADER, value } from '../oms/oms.fixture.ts';
import { JournalFailedError, JournalLostError, JournalUnavailableError } from '../ports/journal.ts';
import type { VenueOutcome } from '../ports/venue.ts';
import { toFailureRejection, toJournalRejection } from './journal-suspension.ts';
import { STOPPING } from './order-admission.ts';

interface OwnedHarness extends OmsHarness {
  readonly ownership: ManualOwnership;
  /** From now on nothing becomes durable until the returned function is called. */
  readonly hold: () => () => void;
}

async function open(): Promise<OwnedHarness> {
  const ownership = new ManualOwnership();
  const synced = { promise: Promise.resolve() };
  const disk = { beforeSync: () => synced.promise };
  const harness = await openOms({ journalOwnership: ownership, disk });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    synced.promise = promise;
    return resolve;
  };
  return { ...harness, ownership, hold };
}

const details = (result: Result<unknown, { code: string; details: unknown }>): unknown =>
  result.ok ? 'ok' : [result.error.code, (result.error.details as { outcome?: string } | null)?.outcome];

describe('J-06: without proven ownership of the journal', () => {
  test('an accepted order is not sent, and ends as one that could not be sent', async () => {
    const { oms, venue, ownership, hold } = await open();
    const release = hold();
    const answer = oms.orders.submit(TRADER, orderBody(), null);
    await settle();
    ownership.isHeld = false;
    release();
    await settle();
    ownership.isHeld = true;
    const { order } = value(await answer);
    assert.deepEqual(venue.placed, []);
    assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_unavailable']);
  });

  test('an amend is refused, and a cancel waits until ownership is proven again', async () => {
    const harness = await open();
    const { oms, venue, ownership, clock, hold } = harness;
    const { id } = await submit(harness);
    const calls: string[] = [];
    const note = (call: string) => (): VenueOutcome => {
      calls.push(call);
      return { kind: 'unknown', why: 'unscripted' };
    };
    venue.onAmend = note('amend');
    venue.onCancel = note('cancel');
    const release = hold();
    const amended = oms.orders.amend(TRADER, id, { price: '0.47' });
    await settle();
    ownership.isHeld = false;
    release();
    await settle();
    void oms.orders.cancel(TRADER, id);
    await settle();
    assert.deepEqual(calls, []);
    assert.deepEqual(details(await amended), ['venue_unavailable', 'not_stored']);
    ownership.isHeld = true;
    clock.advance(5_000);
    await settle();
    assert.deepEqual([...new Set(calls)], ['cancel']);
  });
});

test('the delay of the journal is that of the oldest entry that is not durable', async () => {
  const { oms, clock, hold } = await open();
  const write = (qty: string): void => void oms.risk.setLimits(TRADER, { max_order_qty: qty });
  const releaseFirst = hold();
  write('77');
  await settle();
  clock.advance(100);
  write('78');
  await settle();
  clock.advance(30);
  assert.equal(oms.calls.delayMs, 130);
  const releaseSecond = hold();
  releaseFirst();
  await settle();
  assert.equal(oms.calls.delayMs, 30);
  releaseSecond();
  await settle();
  assert.equal(oms.calls.delayMs, 0);
});

describe('while the journal is suspended', () => {
  test('a new order waits for the journal and is then placed', async () => {
    const { oms, venue, clock, ownership } = await open();
    ownership.isUnknown = true;
    const answer = oms.orders.submit(TRADER, orderBody(), null);
    clock.advance(200);
    await settle();
    assert.equal(oms.state.orders.size, 0);
    ownership.isUnknown = false;
    clock.advance(20);
    assert.equal(value(await answer).order.status, 'OPEN');
    assert.equal(venue.placed.length, 1);
  });

  test('a new order is refused after ack_wait, and nothing of it is stored', async () => {
    const { oms, clock, ownership } = await open();
    ownership.isUnknown = true;
    const answer = oms.orders.submit(TRADER, orderBody(), null);
    clock.advance(300);
    assert.deepEqual(details(await answer), ['journal_unavailable', 'not_stored']);
    ownership.isUnknown = false;
    clock.advance(20);
    await settle();
    assert.equal(oms.state.orders.size, 0);
  });

  test('the caller of an order in the unanswered commit is refused, and its repeat gets the order', async () => {
    const { oms, venue, clock, ownership, hold } = await open();
    const body = orderBody({ client_order_id: 'once' });
    const release = hold();
    const answer = oms.orders.submit(TRADER, body, null);
    await settle();
    ownership.isUnknown = true;
    clock.advance(20);
    clock.advance(300);
    assert.deepEqual(details(await answer), ['journal_unavailable', 'unknown']);
    ownership.isUnknown = false;
    release();
    clock.advance(20);
    const repeated = value(await oms.orders.submit(TRADER, body, null));
    assert.deepEqual([repeated.replayed, repeated.order.status], [true, 'OPEN']);
    assert.equal(venue.placed.length, 1);
  });

  test('a cancel is refused after ack_wait, and is sent once the journal answers', async () => {
    const harness = await open();
    const { oms, clock, ownership, hold, venue } = harness;
    const { id } = await submit(harness);
    let cancels = 0;
    venue.onCancel = () => {
      cancels += 1;
      return { kind: 'unknown', why: 'unscripted' };
    };
    ownership.isUnknown = true;
    const release = hold();
    const answer = oms.orders.cancel(TRADER, id);
    await settle();
    clock.advance(20);
    clock.advance(300);
    assert.deepEqual(details(await answer), ['journal_unavailable', 'unknown']);
    assert.equal(cancels, 0);
    ownership.isUnknown = false;
    release();
    await settle();
    assert.equal(cancels, 1);
  });

  test('the kill switch takes effect at once', async () => {
    const { oms, clock, ownership, hold } = await open();
    ownership.isUnknown = true;
    const release = hold();
    const answer = oms.risk.setKillSwitch(TRADER, { enabled: true });
    await settle();
    clock.advance(20);
    clock.advance(300);
    assert.deepEqual(details(await answer), ['journal_unavailable', 'unknown']);
    assert.deepEqual(
      [...oms.state.killSwitches.values()].map(({ enabled }) => enabled),
      [true],
    );
    release();
  });
});

test('a request whose journal was lost is refused with not_owner', async () => {
  const { oms } = await open();
  const lost = Promise.reject(new JournalLostError('another node has taken this journal'));
  assert.equal((await oms.calls.whenDurable(lost))?.code, 'not_owner');
  assert.equal(await oms.calls.whenDurable(Promise.resolve()), null);
});

test('a refusal says whether the request may be stored: unknown once it had begun, not_stored before', () => {
  const shown = (why: Rejection | null) => [why?.code, why?.details?.['outcome']];
  for (const [failure, code, begun] of [
    [new JournalLostError('another node has taken this journal'), 'not_owner', 'unknown'],
    [new JournalFailedError('disk full'), 'shutting_down', 'unknown'],
    [new JournalUnavailableError('no connection'), 'journal_unavailable', 'not_stored'],
  ] as const) {
    assert.deepEqual(shown(toJournalRejection(failure)), [code, begun]);
    assert.deepEqual(shown(toFailureRejection(failure)), [code, 'not_stored']);
  }
  assert.deepEqual(shown(STOPPING), ['shutting_down', 'not_stored']);
});
