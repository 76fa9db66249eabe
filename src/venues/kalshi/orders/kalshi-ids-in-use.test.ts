import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueOrderId } from '../../../contract/model/ids.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import { toShownTerms } from './kalshi-order-tracker.ts';
import { createSender, ID, NOW, ORDER, toIdentity, toState } from './kalshi-sender.fixture.ts';

const EXISTS = {
  kind: 'failure',
  failure: { status: 409, code: 'order_already_exists', message: 'exists', isReadable: true },
} as const;

const SIDES: readonly Pick<VenueOrder, 'side' | 'outcome'>[] = [
  { side: 'BUY', outcome: 'YES' },
  { side: 'SELL', outcome: 'YES' },
  { side: 'BUY', outcome: 'NO' },
  { side: 'SELL', outcome: 'NO' },
];

describe('an order whose client id the venue has already is not sent', () => {
  for (const terms of SIDES)
    for (const tif of ['GTC', 'IOC'] as const)
      test(`${terms.side} ${terms.outcome} ${tif}`, async () => {
        const { sender, rest, sent } = createSender(EXISTS);
        rest(); // found at the start: of a ledger that was lost
        const outcome = await sender.place({ ...ORDER, ...terms, tif });
        assert.deepEqual(
          [outcome.kind, outcome.kind === 'unsent' && outcome.reason, sent],
          ['unsent', 'id_in_use', []],
        );
      });
});

test('an order that was sent and is found afterwards is never said to be unsent when it is placed again', async () => {
  const { sender, rest, sent } = createSender({ kind: 'lost', why: 'timeout' });
  assert.equal((await sender.place(ORDER)).kind, 'unknown');
  rest(); // the stream shows it
  assert.equal((await sender.place(ORDER)).kind, 'unknown');
  assert.equal(sent.length, 2, 'the venue refuses the second by its client id');
});

describe('an order that is found by the id of another one', () => {
  for (const terms of SIDES) {
    const order = { ...ORDER, ...terms };
    const isBid = (terms.side === 'BUY') === (terms.outcome === 'YES');
    const bookSide = isBid ? 'bid' : 'ask';
    const yesPrice = price(terms.outcome === 'YES' ? '0.4' : '0.6');

    test(`${terms.side} ${terms.outcome}: with its terms, its cancel is sent`, async () => {
      const { sender, tracker, sent } = createSender(EXISTS);
      assert.equal((await sender.place(order)).kind, 'refused');
      const same = tracker.merge(toIdentity(order), toState({ bookSide, yesPrice }), bookSide, NOW);
      assert.deepEqual(toShownTerms(same), {
        ...terms,
        venueInstrumentId: 'KXA',
        type: 'LIMIT',
        tif: 'GTC',
        price: price('0.4'),
        qty: qty('2'),
      });
      const outcome = await sender.cancel(order.clientId, 'KXA');
      assert.equal(
        outcome.kind === 'refused' && outcome.code,
        'duplicate_client_id',
        'the answer of the venue',
      );
      assert.equal(sent.length, 1);
    });

    for (const [term, change] of [
      ['side', { bookSide: isBid ? 'ask' : 'bid' }],
      ['price', { yesPrice: price('0.41') }],
      ['quantity', { qtyPlaced: qty('3'), qty: qty('3') }],
      ['market', { ticker: 'KXB' }],
    ] as const)
      test(`${terms.side} ${terms.outcome}: with another ${term} it is not cancelled`, async () => {
        const { sender, tracker } = createSender(EXISTS);
        await sender.place(order);
        const state = toState({ bookSide, yesPrice, ...change });
        const other = tracker.merge(toIdentity(order), state, state.bookSide ?? bookSide, NOW);
        const outcome = await sender.cancel(order.clientId, 'KXA');
        assert.deepEqual(
          [outcome.kind, outcome.kind === 'refused' && outcome.code, other.status],
          ['refused', 'unknown_order', 'OPEN'],
        );
      });
  }

  test('two orders with one client id and other terms have two ids at the venue: the sent one keeps it', async () => {
    const { sender, tracker } = createSender({ kind: 'lost', why: 'timeout' });
    await sender.place(ORDER);
    const ours = tracker.merge(toIdentity(ORDER), toState(), 'bid', NOW);
    const older = toIdentity({ ...ORDER, tif: 'IOC' });
    tracker.merge(older, toState({ orderId: 'o2' as VenueOrderId }), 'bid', NOW);
    assert.equal(tracker.byClientId(ORDER.clientId), ours);
    assert.equal(ours.orderId, ID);
  });
});
