import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AccountId, OrderId, VenueName } from '../../contract/model/ids.ts';
import { decodeEvents, decodeOrder, encodeEvents, encodeOrder } from './event-codec.ts';
import { ANY_EVENT, anyOrder } from './event-samples.fixture.ts';
import { findOrderId, findParentId, type LedgerEvent } from './event-schema.ts';
import { UnreadableRecordError } from './record-format.ts';

for (const [type, anyEvent] of Object.entries<fc.Arbitrary<LedgerEvent>>(ANY_EVENT)) {
  test(`I-23: ${type} is equal after encoding and decoding`, () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const json = encodeEvents([event]);
        assert.deepEqual(decodeEvents(json), [event]);
        assert.equal(encodeEvents(decodeEvents(json)), json);
      }),
    );
  });
}

/** The ids in the stored form of an event. */
interface StoredIds {
  readonly order?: { readonly id: string; readonly parent_id?: string };
  readonly fill?: { readonly order_id: string };
  readonly parent?: { readonly id: string };
  readonly order_id?: string | null;
  readonly parent_id?: string;
}

test('an event belongs to the order and to the complex order that its stored form names', () => {
  for (const anyEvent of Object.values<fc.Arbitrary<LedgerEvent>>(ANY_EVENT)) {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const [json] = JSON.parse(encodeEvents([event])) as [StoredIds];
        const { order, fill, parent } = json;
        assert.equal(findOrderId(event), order?.id ?? fill?.order_id ?? json.order_id ?? null);
        assert.equal(findParentId(event), parent?.id ?? order?.parent_id ?? json.parent_id ?? null);
      }),
      { numRuns: 20 },
    );
  }
});

test('an order is decoded exactly, with and without its first answer', () => {
  fc.assert(
    fc.property(anyOrder, fc.option(anyOrder, { nil: null }), (order, answer) => {
      const stored = answer === null ? null : encodeOrder(answer);
      assert.deepEqual(decodeOrder(encodeOrder(order), stored), { ...order, answer });
    }),
  );
});

test('an order that differs from the one encoded before in any one field is encoded with it', () => {
  fc.assert(
    fc.property(anyOrder, anyOrder, (order, other) => {
      for (const name of Object.keys(order) as (keyof typeof order)[]) {
        const changed = { ...order, [name]: other[name] };
        encodeOrder(order);
        assert.deepEqual(decodeOrder(encodeOrder(changed), null), { ...changed, answer: null }, name);
      }
    }),
    { numRuns: 20 },
  );
});

test('events are encoded as readable JSON', () => {
  const events: LedgerEvent[] = [
    { type: 'AccountCreated', accountId: 'acc_1' as AccountId },
    {
      type: 'AnomalyRecorded',
      venue: 'Demo' as VenueName,
      kind: 'overfill',
      orderId: 'ord_7' as OrderId,
      detail: 'said "11" of 10',
    },
  ];
  assert.equal(
    encodeEvents(events),
    '[{"type":"AccountCreated","account_id":"acc_1"},' +
      '{"type":"AnomalyRecorded","venue":"Demo","kind":"overfill","order_id":"ord_7","detail":"said \\"11\\" of 10"}]',
  );
  const [order] = fc.sample(anyOrder, { seed: 1, numRuns: 1 });
  assert.ok(order);
  const json = JSON.parse(encodeOrder({ ...order, qty: 1_050_000_000n as typeof order.qty }));
  assert.equal(json.qty, '10.5');
});

test('an old routing decision without leg estimates is decoded', () => {
  const [read] = decodeEvents(
    '[{"type":"OrderRouted","order_id":"ord_1","decision":{"mode":"SPLIT","candidates":[]}}]',
  );
  assert.deepEqual(read, {
    type: 'OrderRouted',
    orderId: 'ord_1',
    decision: { mode: 'SPLIT', candidates: [], legs: null, isLeast: null },
  });
});

test('P-09: unknown types and fields are rejected, never skipped', () => {
  const refused = [
    ['not JSON', 'is not JSON'],
    ['{}', 'is not a list'],
    ['[null]', 'is not an object'],
    ['[{"account_id":"acc_1"}]', 'unknown type undefined'],
    ['[{"type":"OrderTeleported","order_id":"ord_1"}]', 'unknown type "OrderTeleported"'],
    ['[{"type":"toString"}]', 'unknown type "toString"'],
    ['[{"type":"OrderAnswered"}]', 'order_id is not a text'],
    ['[{"type":"OrderAnswered","order_id":"ord_1","extra":1}]', 'holds an unknown field'],
    ['[{"type":"OrderClosed","order_id":"ord_1","status":"FILLED","reason":"expired"}]', 'status is none of'],
    ['[{"type":"LegAmended","order_id":"ord_1","leg":1.5,"price":null,"qty":"1"}]', 'leg is not an integer'],
    [
      '[{"type":"LegAmended","order_id":"ord_1","leg":1,"price":null,"qty":"1.50"}]',
      'qty is not a decimal: "1.50"',
    ],
    ['[{"type":"LegAmended","order_id":"ord_1","leg":1,"price":null,"qty":1}]', 'qty is not a decimal: 1'],
    ['[{"type":"LegAmended","order_id":"ord_1","leg":1,"price":"-0","qty":"1"}]', 'price is not a decimal'],
    [
      '[{"type":"LegAmended","order_id":"ord_1","leg":1,"price":"0.000000001","qty":"1"}]',
      'price is not a decimal',
    ],
  ] as const;
  for (const [json, message] of refused) {
    assert.throws(
      () => decodeEvents(json),
      (error: Error) => error instanceof UnreadableRecordError && error.message.includes(message),
      json,
    );
  }
});

test('the reason of an unreadable record names the field with its place', () => {
  const [order] = fc.sample(anyOrder, { seed: 3, numRuns: 1 });
  assert.ok(order);
  const stored = JSON.parse(encodeOrder({ ...order, answer: null }));
  const reasons: readonly (readonly [object, string])[] = [
    [{ routing: { mode: 'DIRECT', venues: [1] } }, 'routing venues is not a text'],
    [{ routing: { mode: 'DIRECT', venues: null, why: '' } }, 'routing holds an unknown field'],
    [{ legs: [{}] }, 'legs leg is not an integer'],
    [{ legs: null }, 'legs is not a list'],
    [{ side: 'HOLD' }, 'side is none of BUY, SELL'],
  ];
  for (const [change, message] of reasons) {
    const json = JSON.stringify({ ...stored, ...change });
    assert.throws(() => decodeOrder(json, null), new UnreadableRecordError(message));
  }
});

test('an order with an answer cannot be in OrderAccepted', () => {
  const [order] = fc.sample(anyOrder, 1);
  assert.ok(order);
  assert.throws(
    () => encodeEvents([{ type: 'OrderAccepted', order: { ...order, answer: order } }]),
    /invariant/,
  );
});

test('P-09: a record from before settlements and replacements is decoded and encoded unchanged', () => {
  const old =
    '[{"type":"FillRecorded","fill":{"id":"fil_1","order_id":null,"leg":null,"client_order_id":null,' +
    '"account_id":"acc_1","subaccount_id":"sa_1","instrument_id":1001,"venue":"Demo","venue_trade_id":"t",' +
    '"side":"BUY","outcome":"YES","price":"0.5","qty":"1","fee":"0","liquidity":"TAKER","realized_pnl":"0",' +
    '"timestamp":1}}]';
  const [event] = decodeEvents(old);
  assert.ok(event?.type === 'FillRecorded');
  assert.deepEqual([event.fill.settlement, event.fill.generation, event.fill.voids], ['FINAL', 1, null]);
  assert.equal(encodeEvents([event]), old);
  const [order] = fc.sample(anyOrder, { seed: 2, numRuns: 1 });
  assert.ok(order);
  const legs = order.legs.map((leg) => ({ ...leg, atVenue: null }));
  assert.ok(!encodeOrder({ ...order, legs }).includes('at_venue'));
});

test('P-09: a leg and its end from before the words of venues are decoded and encoded unchanged', () => {
  const old =
    '[{"type":"LegClosed","order_id":"ord_1","leg":1,"status":"REJECTED","reason":"venue_rejected"}]';
  const [event] = decodeEvents(old);
  assert.ok(event?.type === 'LegClosed');
  assert.deepEqual([event.venueCode, event.venueMessage, event.detail], [null, null, null]);
  assert.equal(encodeEvents([event]), old);
  const [order] = fc.sample(anyOrder, { seed: 3, numRuns: 1 });
  assert.ok(order);
  const legs = order.legs.map((leg) => ({ ...leg, venueCode: null, venueMessage: null }));
  assert.doesNotMatch(encodeOrder({ ...order, legs }), /venue_code|venue_message/);
});
