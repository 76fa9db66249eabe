import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Order } from '../contract/model/order.ts';
import type { OrderReport, VenueOrder, VenueOutcome } from '../ports/venue.ts';
import { type OmsHarness, openInstrument, openOms, orderBody, settle, TRADER, value } from './oms.fixture.ts';
import { restingReply, ScriptedVenue, venueFill } from './scripted-venue.fixture.ts';

const LOCAL = { commitsWithJournal: true } as const;

/** How a venue may answer a new order of 10 contracts. */
const OUTCOMES: Readonly<Record<string, (order: VenueOrder) => VenueOutcome>> = {
  rests: (order) => restingReply(order),
  'is filled': (order) => filled(order, '10', { status: 'FILLED' }),
  'is filled in part and rests': (order) => filled(order, '4'),
  'is filled in part and its remainder ends': (order) =>
    filled(order, '4', { status: 'CANCELLED', reason: 'ioc_remainder' }),
  'ends unfilled': (order) => restingReply(order, { status: 'CANCELLED', reason: 'fok_unfilled' }),
  'is rejected in the book': (order) =>
    restingReply(order, { status: 'REJECTED', reason: 'post_only_cross' }),
  'is refused': () => ({ kind: 'refused', code: 'would_cross', message: 'it would trade' }),
  'is not sent': () => ({ kind: 'unsent', why: 'the exchange is closed' }),
  'is in doubt': () => ({ kind: 'unknown', why: 'no answer' }),
  'counts more filled than it reports': (order) => restingReply(order, { filledQty: order.qty }),
  'contradicts itself': (order) => filled(order, '99'),
  'is another order': (order) =>
    restingReply(order, {
      terms: { side: order.side, outcome: order.outcome, price: order.price, qty: order.qty },
    } as Partial<OrderReport>),
};

const filled = (order: VenueOrder, size: string, change: Partial<OrderReport> = {}): VenueOutcome =>
  restingReply(order, { fills: [venueFill(order, 't1', size, '0.48')], ...change });

type Way = 'onPlaceAtOnce' | 'onPlace';

/** A service whose local venue answers every order in this way. */
async function openWith(way: Way, answer: (order: VenueOrder) => VenueOutcome): Promise<OmsHarness> {
  const venue = new ScriptedVenue(LOCAL);
  venue[way] = answer;
  venue.onQuery = () => {
    const [order] = venue.placed;
    const found = order === undefined ? null : filled(order, '10', { status: 'FILLED' });
    return found?.kind === 'report' ? { kind: 'found', report: found.report } : { kind: 'absent' };
  };
  return openOms({ venue });
}

/** All that follows from one order: what its caller sees, and what the next decision starts from. */
async function outcomeOf(way: Way, answer: (order: VenueOrder) => VenueOutcome, body: object) {
  const harness = await openWith(way, answer);
  const submitted = harness.oms.orders.submit(TRADER, orderBody(body), null);
  await settle();
  harness.clock.advance(60_000);
  await settle();
  const { order } = value(await submitted);
  const { state } = harness.oms;
  return {
    harness,
    facts: {
      answer: withoutTimes(order),
      order: withoutTimes(state.orders.get(order.id)),
      positions: [...state.positions.values()].map(({ net, realizedPnl }) => [net, realizedPnl]),
      fills: (await harness.storage.journal.fills({ ...SCOPE, limit: 10 })).map(({ id, qty }) => [id, qty]),
      placed: harness.venue.placed.length,
    },
  };
}

const SCOPE = { accountId: TRADER.accountId, subaccountId: 'sa_1' as never };

const withoutTimes = (order: Order | undefined): object => ({
  ...order,
  createdAt: 0,
  updatedAt: 0,
  answer: null,
});

describe('an order sent in the step that accepts it ends as one sent after it', () => {
  for (const [name, answer] of Object.entries(OUTCOMES))
    for (const side of ['BUY', 'SELL'])
      for (const outcome of ['YES', 'NO'])
        test(`${side} ${outcome}: ${name}`, async () => {
          const body = { side, outcome, ...(name === 'ends unfilled' && { tif: 'FOK' }) };
          const atOnce = await outcomeOf('onPlaceAtOnce', answer, body);
          const after = await outcomeOf('onPlace', answer, body);
          assert.deepEqual(atOnce.facts, after.facts);
        });
});

test('intent, execution and answer are one entry of the journal', async () => {
  for (const name of [
    'rests',
    'is filled',
    'is filled in part and its remainder ends',
    'is rejected in the book',
  ]) {
    const answer = OUTCOMES[name] ?? assert.fail(name);
    const { harness } = await outcomeOf('onPlaceAtOnce', answer, {});
    const entries = await harness.storage.journal.entriesForOrder('ord_1' as never, 10);
    assert.equal(entries.length, 1, name);
    const types = entries[0]?.events.map(({ type }) => type) ?? [];
    assert.deepEqual([types[0], types.at(-1)], ['InstrumentBound', 'OrderAnswered'], name);
    assert.ok(types.includes('OrderAccepted'), name);
  }
});

test('nothing is sent at once that the gateway would stop', async () => {
  const stops: Readonly<Record<string, (harness: OmsHarness) => void>> = {
    'a closed market': ({ market }) => market.set(openInstrument(1001, { status: 'CLOSED' })),
    'a paused market': ({ market }) => market.set(openInstrument(1001, { status: 'PAUSED' })),
  };
  for (const [name, stop] of Object.entries(stops)) {
    const harness = await openWith('onPlaceAtOnce', (order) => restingReply(order));
    stop(harness);
    await harness.oms.orders.submit(TRADER, orderBody(), null);
    assert.equal(harness.venue.placed.length, 0, name);
  }
});

/** How a venue may answer the cancel of an order of 10 contracts that rests with 4 filled. */
const CANCELS: Readonly<Record<string, (order: VenueOrder) => VenueOutcome>> = {
  'it is cancelled': (order) => filled(order, '4', { status: 'CANCELLED', reason: 'requested' }),
  'it was filled meanwhile': (order) =>
    restingReply(order, {
      status: 'FILLED',
      fills: [venueFill(order, 't1', '4', '0.48'), venueFill(order, 't2', '6', '0.48')],
    }),
  'a fill is missing': (order) => filled(order, '4', { status: 'CANCELLED', filledQty: order.qty }),
  'it is still open': (order) => filled(order, '4'),
  'it is refused': () => ({ kind: 'refused', code: 'too_late', message: 'not now' }),
  'it is in doubt': () => ({ kind: 'unknown', why: 'no answer' }),
};

describe('an order cancelled in the step of the request ends as one cancelled after it', () => {
  for (const [name, answer] of Object.entries(CANCELS))
    for (const side of ['BUY', 'SELL'])
      test(`${side}: ${name}`, async () => {
        const ends = await Promise.all(
          [true, false].map(async (isAtOnce) => {
            const harness = await openWith('onPlace', (order) => filled(order, '4'));
            const { order } = value(await harness.oms.orders.submit(TRADER, orderBody({ side }), null));
            const [placed] = harness.venue.placed;
            assert.ok(placed);
            if (isAtOnce) harness.venue.onCancelAtOnce = () => answer(placed);
            harness.venue.onCancel = () => answer(placed);
            const cancelling = harness.oms.orders.cancel(TRADER, order.id);
            await settle();
            harness.clock.advance(200);
            harness.clock.advance(200);
            await settle();
            const cancelled = value(await cancelling);
            const entries = await harness.storage.journal.entriesForOrder(order.id, 10);
            return {
              shown: withoutTimes(cancelled),
              positions: [...harness.oms.state.positions.values()].map(({ net }) => net),
              events: entries.flatMap(({ events }) => events.map(({ type }) => type)),
            };
          }),
        );
        assert.deepEqual(ends[0], ends[1]);
      });
});

test('the request and the end of a cancelled order are one entry of the journal', async () => {
  const harness = await openWith('onPlaceAtOnce', (order) => restingReply(order));
  const { order } = value(await harness.oms.orders.submit(TRADER, orderBody(), null));
  harness.venue.onCancelAtOnce = () =>
    restingReply(harness.venue.placed[0] ?? assert.fail(), { status: 'CANCELLED', reason: 'requested' });
  const cancelled = value(await harness.oms.orders.cancel(TRADER, order.id));
  assert.deepEqual([cancelled.status, cancelled.reason], ['CANCELLED', 'user_cancel']);
  const entries = await harness.storage.journal.entriesForOrder(order.id, 10);
  assert.deepEqual(
    entries.map(({ events }) => events.at(-1)?.type),
    ['OrderAnswered', 'LegClosed'],
  );
});
