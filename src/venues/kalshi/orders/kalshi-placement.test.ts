import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { expectReport, price, qty } from '../kalshi-orders.fixture.ts';
import { createSender, ID, LATER, NOW, ORDER, SHARD, toIdentity, toState } from './kalshi-sender.fixture.ts';

const EXPIRES_AT = (NOW + 60_250) as TimestampMs;
const IOC: Partial<VenueOrder> = { tif: 'IOC' };
const FOK: Partial<VenueOrder> = { tif: 'FOK' };
const GTD: Partial<VenueOrder> = { tif: 'GTD', expiresAt: EXPIRES_AT };
const POST_ONLY: Partial<VenueOrder> = { postOnly: true };

/** The venue's acknowledgement of an order that has traded `filled` and rests with `remaining`. */
const toAck = (filled: string, remaining: string, change: object = {}) =>
  ({
    kind: 'ok',
    value: {
      order_id: ID,
      client_order_id: null,
      fill_count: qty(filled),
      remaining_count: qty(remaining),
      ts_ms: LATER,
      ...change,
    },
  }) as const;

describe('the state of a new order of 2 after its acknowledgement', () => {
  for (const [title, change, filled, remaining, status, reason] of [
    ['GTC that rests', {}, '0', '2', 'OPEN', null],
    ['GTC that has traded a part and rests', {}, '0.5', '1.5', 'OPEN', null],
    ['GTC that has traded all', {}, '2', '0', 'FILLED', null],
    ['GTC cut after a part', {}, '0.5', '0', 'CANCELLED', 'self_trade'],
    ['GTC cut before any trade', {}, '0', '0', 'CANCELLED', 'self_trade'],
    ['GTD that rests', GTD, '0', '2', 'OPEN', null],
    ['GTD cut after a part', GTD, '0.5', '0', 'CANCELLED', 'self_trade'],
    ['GTD cut before any trade', GTD, '0', '0', 'CANCELLED', 'self_trade'],
    ['post-only GTC that would have traded', POST_ONLY, '0', '0', 'REJECTED', 'post_only_cross'],
    [
      'post-only GTD that would have traded',
      { ...GTD, ...POST_ONLY },
      '0',
      '0',
      'REJECTED',
      'post_only_cross',
    ],
    ['post-only GTC cut after a part', POST_ONLY, '0.5', '0', 'CANCELLED', 'self_trade'],
    ['IOC that found nothing', IOC, '0', '0', 'CANCELLED', 'ioc_remainder'],
    ['IOC that traded a part', IOC, '0.5', '0', 'CANCELLED', 'ioc_remainder'],
    ['IOC that traded all', IOC, '2', '0', 'FILLED', null],
    ['FOK that traded all', FOK, '2', '0', 'FILLED', null],
  ] as const)
    test(`${title}: ${status}`, async () => {
      const { sender, tracker } = createSender(toAck(filled, remaining));
      const order = { ...ORDER, ...change };
      const report = expectReport(await sender.place(order));
      assert.deepEqual(
        [report.status, report.reason, report.filledQty, report.qty, report.price],
        [status, reason, qty(filled), qty('2'), price('0.4')],
      );
      assert.deepEqual(
        [report.clientId, report.venueOrderId, report.expiresAt, report.at],
        [order.clientId, ID, order.expiresAt, LATER],
        'with the milliseconds of the requested expiry, and the time of the venue',
      );
      assert.equal(tracker.byId(ID)?.shard, SHARD, 'where a cancel must search the order');
    });
});

for (const [side, outcome, wireSide, wirePrice] of [
  ['BUY', 'YES', 'bid', '0.4000'],
  ['SELL', 'YES', 'ask', '0.4000'],
  ['BUY', 'NO', 'ask', '0.6000'],
  ['SELL', 'NO', 'bid', '0.6000'],
] as const)
  test(`${side} ${outcome} at 0.40 is sent as ${wireSide} at ${wirePrice}, and reported at 0.40`, async () => {
    const { sender, sent, tracker } = createSender(toAck('0', '2'));
    const report = expectReport(await sender.place({ ...ORDER, side, outcome }));
    const [body] = sent as readonly { readonly side: string; readonly price: string }[];
    assert.deepEqual([body?.side, body?.price, report.price], [wireSide, wirePrice, price('0.4')]);
    assert.equal(tracker.byId(ID)?.bookSide, wireSide);
  });

for (const shard of [SHARD, null])
  test(`an amend names shard ${shard} of its order, so that no other shard is charged for it`, async () => {
    const { sender, sent, tracker } = createSender(toAck('0', '2'));
    tracker.merge(toIdentity(ORDER), toState({ shard }), 'bid', NOW);
    const amend = { ...ORDER, venueOrderId: ID, price: price('0.41'), qty: null, tif: null };
    await sender.amend(amend);
    const [body] = sent as readonly { readonly exchange_index?: number }[];
    assert.equal(body?.exchange_index, shard ?? undefined);
  });

describe('an acknowledgement', () => {
  const place = async (echo: (uuid: string) => string | null, filled = '0', remaining = '2') => {
    const { sender, tracker } = createSender((body) =>
      toAck(filled, remaining, { client_order_id: echo(String(body['client_order_id'])) }),
    );
    return [(await sender.place(ORDER)).kind, tracker.byId(ID) !== null] as const;
  };

  test('is ours with our id in any case of its letters, or without an id', async () => {
    for (const echo of [(uuid: string) => uuid, (uuid: string) => uuid.toUpperCase(), () => '', () => null])
      assert.deepEqual(await place(echo), ['report', true]);
  });

  test('with the id of another request leaves the order unknown, and nothing is recorded', async () => {
    assert.deepEqual(await place(() => '11111111-1111-4111-8111-111111111111'), ['unknown', false]);
  });

  test('with the order id of another one of our orders leaves both as they are', async () => {
    const other = { ...ORDER, clientId: 'cb-2-1-1' as VenueClientId };
    const { sender, tracker } = createSender(toAck('1', '1'));
    tracker.merge(toIdentity(other), toState(), 'bid', NOW);
    assert.equal((await sender.place(ORDER)).kind, 'unknown');
    const { clientId } = tracker.byId(ID)?.identity ?? {};
    assert.deepEqual([clientId, tracker.byId(ID)?.filledQty], [other.clientId, qty('0')]);
    assert.equal(tracker.byClientId(ORDER.clientId), null);
  });

  for (const [filled, remaining, kind] of [
    ['0', '2', 'report'],
    ['2', '0', 'report'],
    ['1', '1', 'report'],
    ['0', '2.01', 'unknown'],
    ['2.01', '0', 'unknown'],
    ['1', '1.01', 'unknown'],
  ] as const)
    test(`of ${filled} traded and ${remaining} resting of 2 is ${kind}`, async () => {
      assert.deepEqual(await place(() => null, filled, remaining), [kind, kind === 'report']);
    });
});
