import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { NO_FEES } from '../../../contract/model/fee-schedule.ts';
import { ONE, parsePrice, parseQty, renderNotional } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { type OwnTrade, toOwnFills } from '../codec/polymarket-mapping.ts';
import type { WireTradeStatus } from '../codec/polymarket-messages.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { CASH_LAG_MS } from './polymarket-order-tracker.ts';
import { OrderRegistry } from './polymarket-orders.ts';

const ORDER = '0x1';
const LISTED = createListing(1);
const LISTING = { ...LISTED, instrument: { ...LISTED.instrument, fees: NO_FEES } };
const price = (text: string) => parsePrice(text) ?? assert.fail(text);
const qty = (text: string) => parseQty(text) ?? assert.fail(text);

/** What can become of a trade, in the order in which it happens. */
const COURSES: readonly (readonly WireTradeStatus[])[] = [
  ['MATCHED', 'MINED', 'CONFIRMED'],
  ['MATCHED', 'RETRYING', 'MINED', 'CONFIRMED'],
  ['MATCHED', 'MINED', 'RETRYING', 'MINED', 'CONFIRMED'], // the block was dropped
  ['MATCHED', 'RETRYING', 'FAILED'],
  ['MATCHED', 'MINED', 'FAILED'],
  ['MATCHED', 'MINED', 'RETRYING', 'FAILED'],
];
const LEAVES_THE_WALLET: ReadonlySet<WireTradeStatus> = new Set(['MINED', 'CONFIRMED', 'FAILED']);

type Message = { readonly status: WireTradeStatus; readonly atMs: number } | 'filled' | 'cancelled';

/** 6 of a purchase of 10 at 0.40, filled at 0.30. */
function toTrade({ status, atMs }: Exclude<Message, string>, isTaker: boolean): OwnTrade {
  const [mine, other] = [
    { orderId: ORDER, owner: 'key' },
    { orderId: '0x2', owner: 'other' },
  ];
  const [taker, maker] = isTaker ? [mine, other] : [other, mine];
  const [side, makerSide] = isTaker ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
  const amounts = { tokenId: LISTING.yes, price: price('0.3'), qty: qty('6') };
  return {
    id: 't1',
    status,
    takerOrderId: taker.orderId,
    isTaker,
    conditionId: LISTING.instrument.venueInstrumentId,
    side,
    ...amounts,
    makers: [{ ...maker, makerAddress: null, side: makerSide, ...amounts }],
    matchedAtMs: 1_000,
    updatedAtMs: atMs,
  };
}

/** The dearest published fee of 6 at 0.40: 6 × 0.07 × 0.40 × 0.60. */
const FEE_ASSUMED = 1_008n * 10n ** 12n;

/**
 * The cash that the venue keeps, of the messages alone: what rests, and what was matched and has not left the wallet. What was
 * matched without a trade counts at the price that was signed, with the highest fee.
 */
function expectKept(received: readonly Message[]): bigint {
  const trades = received.filter((message) => typeof message !== 'string');
  const newest = trades.toSorted((a, b) => b.atMs - a.atMs)[0];
  const isMatched = newest !== undefined || received.includes('filled');
  const resting = received.includes('cancelled') ? 0n : isMatched ? 4n : 10n;
  const rests = resting * BigInt(price('0.4')) * ONE;
  if (!isMatched) return rests;
  if (newest === undefined) return rests + 6n * BigInt(price('0.4')) * ONE + FEE_ASSUMED;
  return LEAVES_THE_WALLET.has(newest.status) ? rests : rests + 6n * BigInt(price('0.3')) * ONE;
}

function* permute<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield [];
  for (const [at, first] of items.entries())
    for (const rest of permute(items.toSpliced(at, 1))) yield [first, ...rest];
}

/** With the message repeated at the end, and the update and the end of the order somewhere between. */
function* listDeliveries(course: readonly WireTradeStatus[]): Generator<readonly Message[]> {
  const messages = course.map((status, at) => ({ status, atMs: (at + 1) * 1_000 }));
  let number = 0;
  for (const order of permute(messages)) {
    number += 1;
    const length = order.length + 1;
    const repeated: readonly Message[] = [...order, order[number % order.length] ?? assert.fail('a message')];
    yield repeated
      .toSpliced(number % length, 0, 'filled')
      .toSpliced(Math.floor(number / length) % (length + 1), 0, 'cancelled');
  }
}

describe('the cash that the venue keeps for a purchase', () => {
  for (const [role, isTaker, isMarket] of [
    ['taker', true, false],
    ['taker with a MARKET order', true, true],
    ['maker', false, false],
  ] as const)
    for (const course of COURSES)
      test(`is released once, in every order of ${course.join(', ')} to the ${role}`, () => {
        for (const delivery of listDeliveries(course)) {
          const clock = new ManualClock();
          const orders = new OrderRegistry({
            clock,
            ordersKept: 1,
            balances: { refresh: () => {} },
            listener: { onReport: () => {}, onAnomaly: ({ detail }) => assert.fail(detail) },
          });
          const { yes: tokenId, instrument } = LISTING;
          const own = { id: ORDER, venueInstrumentId: instrument.venueInstrumentId, tokenId };
          const signed = isMarket ? { price: null, limit: price('0.4') } : { price: price('0.4') };
          const terms = { side: 'BUY', outcome: 'YES', isMarket, ...signed } as const;
          const size = { qty: qty('10'), expiresAt: null, kill: null, isQtyKnown: true };
          const record = orders.add({ ...own, ...terms, ...size }, 0 as TimestampMs);
          for (const [at, message] of delivery.entries()) {
            if (message === 'filled') {
              record.raiseMatchedQty(qty('6'));
              orders.recordChange(record);
            } else if (message === 'cancelled') orders.close(record, 2_000 as TimestampMs, 'requested');
            else {
              const fills = toOwnFills(toTrade(message, isTaker), ({ owner }) => owner === 'key', LISTING);
              orders.applyFills(fills ?? assert.fail('a readable trade'));
            }
            clock.advance(CASH_LAG_MS);
            const expected = expectKept(delivery.slice(0, at + 1));
            const steps = delivery.slice(0, at + 1).map((each) => JSON.stringify(each));
            assert.equal(renderNotional(orders.cashKept), renderNotional(expected as never), steps.join(' '));
          }
        }
      });
});
