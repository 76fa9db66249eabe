import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import { type Notional, ONE, parseDecimal, renderNotional } from '../../contract/model/money.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import {
  listGenericAsset,
  ManualMarket,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
} from '../../oms/oms.fixture.ts';
import { qty, restingReply, ScriptedVenue, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { Venue, VenueAmend, VenueBalance, VenueOutcome } from '../../ports/venue.ts';
import { toCashRejection } from './cash-check.ts';

class CashVenue extends ScriptedVenue {
  available = '10';
  /** The cash of each pool; null: not divided, or not reported. Market 1001 is paid by `north`, 1002 by `south`. */
  pools: Readonly<Record<string, string>> | null = null;
  findCashPool: NonNullable<Venue['findCashPool']> = (id) => POOLS.get(id) ?? null;
  answer: () => Promise<VenueBalance | null> = async () => this.cash();
  override balance = (): Promise<VenueBalance | null> => this.answer();

  cash(): VenueBalance {
    const balance = { currency: 'USD', total: null, available: toCash(this.available) };
    const pools = Object.entries(this.pools ?? {}).map(([name, text]) => [name, toCash(text)] as const);
    return this.pools === null ? balance : { ...balance, pools: new Map(pools) };
  }
}

const POOLS = new Map([
  ['M-1001', 'north'],
  ['M-1002', 'south'],
]);
const toCash = (text: string): Notional => ((parseDecimal(text) ?? assert.fail(text)) * ONE) as Notional;

async function openWithCash(available: string, feeRate = '0') {
  const market = new ManualMarket();
  for (const id of [1001, 1002]) market.set(openInstrument(id, { fees: feeSchedule(feeRate) }));
  const venue = new CashVenue();
  venue.available = available;
  const harness = await openOms({ venue, market });
  await settle();
  return { ...harness, venue };
}

const result = async ({ oms }: OmsHarness, change: object = {}): Promise<string> =>
  resultCode(await oms.orders.submit(TRADER, orderBody(change), null));

async function pass(harness: OmsHarness, ms: number): Promise<void> {
  harness.clock.advance(ms);
  await settle();
}

describe('orders that the known cash cannot pay for', () => {
  test('an order at exactly the available cash is sent; one unit more is refused and stores nothing', async () => {
    const enough = await openWithCash('4.8');
    assert.equal(await result(enough), 'ok');
    const short = await openWithCash('4.79999999');
    const { seq } = short.oms.state;
    assert.equal(await result(short), 'insufficient_balance');
    assert.equal(resultCode(await short.oms.orders.preview(TRADER, orderBody())), 'insufficient_balance');
    assert.deepEqual([short.oms.state.seq, short.venue.placed.length], [seq, 0]);
  });

  test('the rejection names the venue and both amounts', async () => {
    const harness = await openWithCash('1');
    const answer = await harness.oms.orders.submit(TRADER, orderBody(), null);
    assert.ok(!answer.ok);
    assert.deepEqual(answer.error.details, { venue: 'Demo', needed: '4.8', available: '1' });
  });

  test('the taker fee counts', async () => {
    assert.equal(await result(await openWithCash('4.97472', '0.07')), 'ok'); // 4.8 + 10 × 0.07 × 0.48 × 0.52
    assert.equal(await result(await openWithCash('4.97471', '0.07')), 'insufficient_balance');
  });

  test('a purchase of NO and a sale that opens a short position need cash', async () => {
    const no = { outcome: 'NO', price: '0.6' };
    const sale = { side: 'SELL', price: '0.4' };
    for (const change of [no, sale]) {
      assert.equal(await result(await openWithCash('6'), change), 'ok');
      assert.equal(await result(await openWithCash('5.99'), change), 'insufficient_balance');
    }
  });

  test('a sale of a held position needs none', async () => {
    const harness = await openWithCash('4.8');
    harness.venue.onPlace = (order) => {
      const fills = [venueFill(order, 'T-1', '10', '0.48')];
      return { kind: 'report', report: toReport(order, { status: 'FILLED', fills }) };
    };
    await submit(harness);
    harness.venue.available = '0';
    await pass(harness, 2_000);
    harness.venue.onPlace = (order) => restingReply(order);
    assert.equal(await result(harness, { side: 'SELL', price: '0.4' }), 'ok');
    assert.equal(await result(harness, { price: '0.4' }), 'insufficient_balance');
  });

  test('a MARKET order counts at the best price', async () => {
    const market = { type: 'MARKET', price: undefined };
    for (const [available, code] of [
      ['4.7', 'ok'],
      ['4.69', 'insufficient_balance'],
    ] as const) {
      const harness = await openWithCash(available);
      listGenericAsset(harness.market, [1001], '10');
      harness.venue.onPlace = (order) => {
        const fills = [venueFill(order, 'T-1', '10', '0.47')];
        return { kind: 'report', report: toReport(order, { status: 'FILLED', fills }) };
      };
      assert.equal(await result(harness, market), code);
    }
  });

  test('an asset order without a venue that can pay is refused', async () => {
    const harness = await openWithCash('1');
    listGenericAsset(harness.market, [1001, 1002], '10');
    for (const mode of ['BEST_PRICE', 'SPLIT'])
      assert.equal(await result(harness, { ...ON_ASSET, routing: { mode } }), 'insufficient_balance');
    assert.equal(harness.venue.placed.length, 0);
  });
});

describe('cash that the venue divides between pools', () => {
  async function openWithPools(pools: Readonly<Record<string, string>> | null, available = '1000') {
    const harness = await openWithCash(available);
    harness.venue.pools = pools;
    await pass(harness, 16_000);
    return harness;
  }
  const north = { instrument_id: 1001 };
  const south = { instrument_id: 1002 };

  for (const [title, change] of [
    ['BUY YES', {}],
    ['SELL NO', { side: 'SELL', outcome: 'NO', price: '0.52' }],
    ['BUY NO', { outcome: 'NO' }],
    ['SELL YES', { side: 'SELL', price: '0.52' }],
  ] as const)
    test(`${title}: only the pool of the market pays, and the rejection names it and both amounts`, async () => {
      const harness = await openWithPools({ north: '4.8', south: '4.79' });
      const order = orderBody({ ...south, ...change });
      for (const answer of [
        await harness.oms.orders.submit(TRADER, order, null),
        await harness.oms.orders.preview(TRADER, order),
      ]) {
        assert.ok(!answer.ok && answer.error.code === 'insufficient_balance');
        const { message, details } = answer.error;
        assert.match(message, /needs 4\.8 of cash on south, .* 4\.79 is available there/);
        assert.deepEqual(details, { venue: 'Demo', pool: 'south', needed: '4.8', available: '4.79' });
      }
      assert.equal(await result(harness, { ...north, ...change }), 'ok');
      assert.equal(
        await result(harness, { ...north, ...change, price: '0.5' }),
        'insufficient_balance',
        'held',
      );
    });

  test('an order holds the cash of its pool only, and what the venue refused is free again', async () => {
    const harness = await openWithPools({ north: '5', south: '5' });
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    for (const change of [north, south, north]) assert.equal(await result(harness, change), 'ok');
    harness.venue.onPlace = (order) => restingReply(order);
    for (const change of [north, south]) assert.equal(await result(harness, change), 'ok');
    for (const change of [north, south]) assert.equal(await result(harness, change), 'insufficient_balance');
    harness.venue.pools = { north: '0.2', south: '9.6' };
    await pass(harness, 4_000);
    assert.equal(await result(harness, north), 'insufficient_balance');
    assert.equal(await result(harness, south), 'ok');
  });

  test('an amend is paid by the pool of its market', async () => {
    const harness = await openWithPools({ north: '10', south: '1000' });
    const { id } = await submit(harness, north);
    harness.venue.pools = { north: '5.2', south: '1000' };
    await pass(harness, 4_000);
    assert.equal(
      resultCode(await harness.oms.orders.amend(TRADER, id, { qty: '21' })),
      'insufficient_balance',
    );
  });

  test('a pool that the venue does not list has no cash', async () => {
    const harness = await openWithPools({ north: '1000' });
    assert.equal(await result(harness, south), 'insufficient_balance');
  });

  test('a market whose pool is not known, and cash that is not reported by pool, are checked against all cash', async () => {
    const unknown = await openWithPools({ north: '1', south: '1' }, '4.8');
    unknown.venue.findCashPool = () => null;
    const whole = await openWithPools(null, '4.8');
    for (const harness of [unknown, whole]) {
      assert.equal(await result(harness), 'ok');
      assert.equal(await result(harness), 'insufficient_balance', 'all of it is held');
    }
  });

  test('an order whose pool is no longer known when the venue refuses it frees its cash', async () => {
    const harness = await openWithPools({ north: '4.8' });
    harness.venue.onPlace = () => {
      harness.venue.findCashPool = () => null;
      return { kind: 'refused', code: 'no', message: 'no' };
    };
    assert.equal(await result(harness, north), 'ok');
    harness.venue.findCashPool = () => 'north';
    assert.equal(await result(harness, north), 'ok');
  });

  for (const mode of ['BEST_PRICE', 'SPLIT'] as const)
    test(`${mode} goes to the member whose pool can pay`, async () => {
      for (const [pools, expected] of [
        [{ north: '1', south: '9' }, 'M-1002'],
        [{ north: '9', south: '1' }, 'M-1001'],
        [{ north: '1', south: '1' }, undefined],
      ] as const) {
        const harness = await openWithPools(pools);
        listGenericAsset(harness.market, [1001, 1002], '10');
        const code = await result(harness, { ...ON_ASSET, routing: { mode } });
        assert.equal(code, expected === undefined ? 'insufficient_balance' : 'ok');
        assert.deepEqual(
          [...new Set(harness.venue.placed.map((leg) => leg.venueInstrumentId))],
          expected === undefined ? [] : [expected],
        );
      }
    });
});

describe('a preview counts the cash as a submission does', () => {
  const instrument = { instrument_id: 1001 };
  for (const [kind, prepare, isLimited] of [
    ['in one amount', (venue: CashVenue) => void (venue.available = '6'), true],
    ['by pools', (venue: CashVenue) => void (venue.pools = { north: '6', south: '900' }), true],
    ['not at all', (venue: CashVenue) => void (venue.answer = async () => null), false],
  ] as const)
    for (const side of ['BUY', 'SELL'] as const)
      for (const outcome of ['YES', 'NO'] as const)
        test(`${side} ${outcome} at a venue that reports its cash ${kind}`, async () => {
          const harness = await openWithCash('6');
          prepare(harness.venue);
          await pass(harness, 50_000);
          await pass(harness, 2_000);
          const order = { ...instrument, side, outcome, price: '0.5', qty: '10' };
          const preview = async () => resultCode(await harness.oms.orders.preview(TRADER, orderBody(order)));
          assert.equal(await preview(), 'ok');
          assert.equal(await result(harness, { ...order, client_order_id: 'a' }), 'ok');
          // What was just accepted counts before the venue reports it.
          const expected = isLimited ? 'insufficient_balance' : 'ok';
          assert.deepEqual([await preview(), await result(harness, order)], [expected, expected]);
        });
});

describe('cash that is not known', () => {
  test('the venue decides before its balance was read', async () => {
    const venue = new CashVenue();
    venue.available = '0';
    venue.answer = async () => null;
    const harness = await openOms({ venue });
    await settle();
    assert.equal(await result(harness), 'ok');
  });

  test('the venue decides once its balance is older than 45 seconds', async () => {
    const harness = await openWithCash('0');
    harness.venue.answer = async () => null;
    assert.equal(await result(harness), 'insufficient_balance');
    await pass(harness, 45_000);
    assert.equal(await result(harness), 'insufficient_balance');
    await pass(harness, 1_000);
    assert.equal(await result(harness), 'ok');
  });
});

describe('orders at the same time', () => {
  test('two orders in one moment never use the same cash', async () => {
    const harness = await openWithCash('9');
    const codes = await Promise.all([result(harness), result(harness)]);
    assert.deepEqual(codes.toSorted(), ['insufficient_balance', 'ok']);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('so do two orders of one batch, and of two subaccounts', async () => {
    const harness = await openWithCash('9');
    const items = [orderBody(), orderBody({ subaccount_id: 'sa_2' })];
    const batch = await harness.oms.orders.submitBatch(TRADER, items);
    assert.ok(batch.ok);
    assert.deepEqual(
      batch.value.map((entry) => entry.ok),
      [true, false],
    );
  });

  test('an order that the venue refused frees its cash at once', async () => {
    const harness = await openWithCash('9');
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    assert.equal(await result(harness), 'ok');
    assert.equal(await result(harness), 'ok');
  });

  test('an order of two legs at one venue keeps its cash reserved while one of them is live', async () => {
    const harness = await openWithCash('10');
    listGenericAsset(harness.market, [1001, 1002], '10');
    harness.venue.onPlace = (order) =>
      order.venueInstrumentId === 'M-1001'
        ? { kind: 'refused', code: 'no', message: 'no' }
        : restingReply(order);
    const split = { ...ON_ASSET, qty: '20', routing: { mode: 'SPLIT' } };
    assert.equal(await result(harness, split), 'ok'); // needs 9.4
    assert.equal(harness.venue.placed.length, 2);
    assert.equal(await result(harness), 'insufficient_balance');
  });

  test('the cash of an answered order is counted once, when the venue reports it', async () => {
    const harness = await openWithCash('9.6');
    assert.equal(await result(harness), 'ok');
    harness.venue.available = '4.8';
    await pass(harness, 2_000);
    assert.equal(await result(harness), 'ok');
    harness.venue.available = '0';
    await pass(harness, 2_000);
    assert.equal(await result(harness), 'insufficient_balance');
  });

  test('a balance read while an order is on its way does not free its cash', async () => {
    const harness = await openWithCash('9');
    const { promise, resolve } = Promise.withResolvers<void>();
    harness.venue.onPlace = async (order) => {
      await promise;
      return restingReply(order);
    };
    const first = result(harness);
    await pass(harness, 16_000); // the balance is read again, and still without the order
    assert.equal(await result(harness), 'insufficient_balance');
    resolve();
    assert.equal(await first, 'ok');
  });
});

describe('amended orders', () => {
  const amend = async ({ oms }: OmsHarness, id: OrderId, change: object): Promise<string> =>
    resultCode(await oms.orders.amend(TRADER, id, change));

  /** An order of 10 @ 0.48 that rests, with `left` of the cash after the venue has counted it. */
  async function openWithOrder(left: string) {
    const harness = await openWithCash('100');
    const { id } = await submit(harness);
    harness.venue.available = left;
    await pass(harness, 2_000);
    harness.venue.onAmend = (change) => amended(harness, change);
    return { ...harness, id };
  }

  const amended = ({ venue }: { venue: CashVenue }, { price, qty: size }: VenueAmend): VenueOutcome => {
    const placed = venue.placed[0] ?? assert.fail('placed');
    return restingReply({ ...placed, price: price ?? placed.price, qty: size ?? placed.qty });
  };

  test('an increase that the known cash cannot pay for is refused, and changes nothing', async () => {
    const harness = await openWithOrder('4.8');
    const { seq } = harness.oms.state;
    assert.equal(await amend(harness, harness.id, { qty: '21' }), 'insufficient_balance');
    assert.equal(await amend(harness, harness.id, { price: '0.97' }), 'insufficient_balance');
    assert.deepEqual([harness.oms.state.seq, harness.venue.amended.length], [seq, 0]);
    assert.equal(await amend(harness, harness.id, { qty: '20' }), 'ok');
  });

  test('an increase of a partly filled order needs cash for what is not filled', async () => {
    const harness = await openWithOrder('100');
    const placed = harness.venue.placed[0] ?? assert.fail('placed');
    const fills = [venueFill(placed, 'T-1', '4', '0.48')];
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, { fills }));
    harness.venue.available = '2.4';
    await settle();
    await pass(harness, 4_000);
    assert.equal(await amend(harness, harness.id, { qty: '16' }), 'insufficient_balance');
    harness.venue.onAmend = (change) => amended(harness, change);
    assert.equal(await amend(harness, harness.id, { qty: '15' }), 'ok');
  });

  test('a confirmed increase holds its cash until the venue reports it', async () => {
    const harness = await openWithOrder('9');
    assert.equal(await amend(harness, harness.id, { qty: '20' }), 'ok');
    assert.equal(await result(harness), 'insufficient_balance'); // 9 − 4.8 is left
    harness.venue.available = '4.8';
    await pass(harness, 2_000);
    assert.equal(await result(harness), 'ok');
  });

  test('an amend may follow before the confirmation of the one before is durable', async () => {
    const harness = await openWithOrder('9');
    const first = amend(harness, harness.id, { qty: '15' });
    const isConfirmed = (): boolean => harness.oms.state.orders.get(harness.id)?.legs[0]?.qty === qty('15');
    for (let turns = 0; !isConfirmed() && turns < 100_000; turns += 1)
      await (turns % 50 === 49 ? new Promise((resolve) => void setImmediate(resolve)) : Promise.resolve());
    const second = amend(harness, harness.id, { qty: '20' });
    assert.deepEqual([await first, await second], ['ok', 'ok']);
    assert.equal(await result(harness), 'insufficient_balance'); // 9 − 4.8 is left
    harness.venue.available = '4.8';
    await pass(harness, 2_000);
    assert.equal(await result(harness), 'ok');
  });

  test('a refused increase frees its cash at once', async () => {
    const harness = await openWithOrder('9');
    harness.venue.onAmend = () => ({ kind: 'refused', code: 'no', message: 'no' });
    assert.equal(await amend(harness, harness.id, { qty: '20' }), 'validation');
    assert.equal(await result(harness), 'ok');
  });

  test('an increase without an answer holds its cash, also through balances read meanwhile', async () => {
    const harness = await openWithOrder('9');
    harness.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
    const pending = amend(harness, harness.id, { qty: '20' });
    for (let step = 0; step < 4; step += 1) await pass(harness, 2_000);
    assert.equal(await pending, 'ok');
    assert.equal(await result(harness), 'insufficient_balance');
    const placed = harness.venue.placed[0] ?? assert.fail('placed');
    harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed, { status: 'OPEN' }) });
    for (let step = 0; step < 10; step += 1) await pass(harness, 2_000);
    assert.equal(await result(harness), 'ok', 'the venue shows the order unchanged');
  });

  test('a decrease of an order that no balance includes yet frees what it no longer needs', async () => {
    const harness = await openWithCash('9');
    harness.venue.onAmend = (change) => amended(harness, change);
    const { id } = await submit(harness);
    assert.equal(await result(harness), 'insufficient_balance'); // 9 − 4.8
    assert.equal(await amend(harness, id, { qty: '5' }), 'ok');
    assert.equal(await result(harness), 'ok'); // 9 − 2.4
    assert.equal(await result(harness), 'insufficient_balance');
  });

  test('the reservation of a subaccount follows a pending increase, its refusal and a decrease', async () => {
    const harness = await openWithOrder('100');
    const reserved = (): string => {
      const balances = harness.oms.balances.list(TRADER, 'sa_1' as SubaccountId);
      assert.ok(balances.ok);
      return renderNotional(balances.value[0]?.reserved ?? assert.fail('a balance'));
    };
    const { promise, resolve } = Promise.withResolvers<VenueOutcome>();
    harness.venue.onAmend = () => promise;
    const pending = amend(harness, harness.id, { qty: '20' });
    await settle();
    assert.equal(reserved(), '9.6');
    resolve({ kind: 'refused', code: 'no', message: 'no' });
    assert.equal(await pending, 'validation');
    assert.equal(reserved(), '4.8');
    harness.venue.onAmend = (change) => amended(harness, change);
    assert.equal(await amend(harness, harness.id, { qty: '5' }), 'ok');
    assert.equal(reserved(), '2.4');
  });

  for (const [title, size, pendingText, after] of [
    ['an increase', '20', '9.6', '9.6'],
    ['a decrease, which the venue may refuse', '5', '4.8', '2.4'],
  ] as const)
    test(`while ${title} is pending the reservation is the larger of both`, async () => {
      const harness = await openWithOrder('100');
      const reserved = (): string => {
        const balances = harness.oms.balances.list(TRADER, 'sa_1' as SubaccountId);
        assert.ok(balances.ok);
        return renderNotional(balances.value[0]?.reserved ?? assert.fail('a balance'));
      };
      const late = Promise.withResolvers<void>();
      harness.venue.onAmend = async (change) => {
        await late.promise;
        return amended(harness, change);
      };
      const pending = amend(harness, harness.id, { qty: size });
      await settle();
      assert.equal(reserved(), pendingText);
      late.resolve();
      assert.equal(await pending, 'ok');
      assert.equal(reserved(), after);
    });
});

test('a shortfall names no less than nothing as available, also where more is held than the venue reports', () => {
  for (const [units, text] of [
    [-1n, '0'],
    [0n, '0'],
    [ONE * ONE, '1'],
  ] as const) {
    const available = units as Notional;
    const { details } = toCashRejection({ account: 'Demo' as VenueName, needed: 0n as Notional, available });
    assert.equal(details?.['available'], text);
  }
});
