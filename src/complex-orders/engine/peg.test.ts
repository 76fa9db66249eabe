import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Level } from '../../contract/model/book.ts';
import type { ParentId } from '../../contract/model/ids.ts';
import type { Price } from '../../contract/model/money.ts';
import {
  type OmsHarness,
  openInstrument,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import {
  price,
  qty,
  ReplacingVenue,
  restingReply,
  toReport,
  venueFill,
} from '../../oms/scripted-venue.fixture.ts';
import type { VenueAmend } from '../../ports/venue.ts';
import { fill, getParent, moveTo, openParents, pass, passSlowly, place, sentTo } from './parents.fixture.ts';

/** `BUY 100 YES` at the best bid of others, 0.50 at most. */
const pegBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'PEG',
  instrument_id: 1001,
  side: 'BUY',
  qty: '100',
  price: '0.5',
  params: { reference: 'NEAR', ...params },
  ...change,
});

type Levels = readonly (readonly [string, string])[];
const toLevels = (levels: Levels): Level[] =>
  levels.map(([at, size]) => ({ price: price(at), qty: qty(size) }));

/** Sets the whole book, with the orders of this account in it. */
async function quote(harness: OmsHarness, bids: Levels, asks: Levels): Promise<void> {
  const { market } = harness;
  market.setTouch(1001, null, null);
  const [[id, book] = []] = [...market.books];
  assert.ok(id !== undefined && book !== undefined);
  market.books.set(id, { ...book, bids: toLevels(bids), asks: toLevels(asks) });
  market.announceBook(id);
  await settle();
}

/** The venue moves an order at once. */
const confirmMoves = ({ venue }: OmsHarness): void => {
  venue.onAmend = ({ clientId, price: to }: VenueAmend) => {
    const order = venue.placed.find((placed) => placed.clientId === clientId);
    assert.ok(order !== undefined && to !== null);
    return restingReply({ ...order, price: to });
  };
};

const livePrice = (harness: OmsHarness, id: ParentId): Price | null =>
  getParent(harness, id).children.find(({ liveQty }) => liveQty > 0n)?.price ?? null;

async function openPeg(params: object = {}, change: object = {}) {
  const harness = await openParents();
  confirmMoves(harness);
  const { id } = await place(harness, pegBody(params, change));
  return { harness, id };
}

describe('PEG', () => {
  test('rests at the best bid and moves with it, by an amend that keeps its order', async () => {
    const { harness, id } = await openPeg();
    assert.deepEqual([sentTo(harness).price, sentTo(harness).qty], [price('0.47'), qty('100')]);
    await pass(harness, 1_000);
    await quote(
      harness,
      [
        ['0.48', '5'],
        ['0.47', '200'],
      ],
      [['0.5', '9']],
    );
    const { moves, childOrderIds } = getParent(harness, id);
    assert.deepEqual([livePrice(harness, id), moves, childOrderIds.length], [price('0.48'), 1, 1]);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('alone at the top it falls back: its own quantity is not a price to follow', async () => {
    const { harness, id } = await openPeg();
    await pass(harness, 1_000);
    await quote(
      harness,
      [
        ['0.48', '5'],
        ['0.47', '200'],
      ],
      [['0.5', '9']],
    );
    await quote(
      harness,
      [
        ['0.48', '105'],
        ['0.47', '200'],
      ],
      [['0.5', '9']],
    );
    await pass(harness, 1_000);
    assert.equal(livePrice(harness, id), price('0.48'));
    await quote(
      harness,
      [
        ['0.48', '100'],
        ['0.46', '70'],
      ],
      [['0.5', '9']],
    );
    assert.equal(livePrice(harness, id), price('0.46'));
  });

  test('the other orders of the account do not count either', async () => {
    const { harness, id } = await openPeg();
    await submit(harness, { price: '0.48', qty: '10' });
    await pass(harness, 1_000);
    await quote(
      harness,
      [
        ['0.48', '10'],
        ['0.47', '200'],
      ],
      [['0.5', '9']],
    );
    await passSlowly(harness, 3);
    assert.deepEqual([livePrice(harness, id), harness.venue.amended.length], [price('0.47'), 0]);
  });

  test('the orders of others at the same price do count', async () => {
    const { harness, id } = await openPeg();
    await submit(harness, { price: '0.48', qty: '10' });
    await pass(harness, 1_000);
    await quote(
      harness,
      [
        ['0.48', '11'],
        ['0.47', '200'],
      ],
      [['0.5', '9']],
    );
    assert.equal(livePrice(harness, id), price('0.48'));
  });

  test('it is never worse than its price', async () => {
    const { harness, id } = await openPeg();
    await pass(harness, 1_000);
    await quote(harness, [['0.55', '500']], [['0.57', '9']]);
    assert.equal(livePrice(harness, id), price('0.5'));
  });

  test('it stays for min_stay_ms, then moves to the price of that moment', async () => {
    const { harness, id } = await openPeg({ min_stay_ms: 5_000 });
    await quote(harness, [['0.48', '500']], [['0.5', '9']]);
    await pass(harness, 4_999);
    assert.equal(livePrice(harness, id), price('0.47'));
    await quote(harness, [['0.46', '500']], [['0.5', '9']]);
    await pass(harness, 1);
    assert.deepEqual([livePrice(harness, id), getParent(harness, id).moves], [price('0.46'), 1]);
  });

  test('after max_moves it stays where it is', async () => {
    const { harness, id } = await openPeg({ max_moves: 2 });
    for (const bid of ['0.46', '0.45', '0.44', '0.43']) {
      await pass(harness, 1_000);
      await quote(harness, [[bid, '500']], [['0.5', '9']]);
    }
    await pass(harness, 1_000);
    assert.deepEqual([livePrice(harness, id), getParent(harness, id).moves], [price('0.45'), 2]);
    assert.equal(harness.venue.amended.length, 2);
  });

  for (const [reference, offset, side, outcome, expected] of [
    ['NEAR', '0.02', 'BUY', 'YES', '0.45'],
    ['NEAR', '-0.01', 'BUY', 'YES', '0.48'],
    ['NEAR', '-0.05', 'BUY', 'YES', '0.48'], // never takes
    ['MID', '0', 'BUY', 'YES', '0.48'],
    ['MID', '0.005', 'BUY', 'YES', '0.47'], // rounded away from the other side
    ['FAR', '0', 'BUY', 'YES', '0.49'],
    ['NEAR', '0.02', 'SELL', 'YES', '0.51'],
    ['FAR', '0.01', 'SELL', 'YES', '0.48'],
    ['NEAR', '0.01', 'BUY', 'NO', '0.5'],
    ['FAR', '0.02', 'SELL', 'NO', '0.53'],
  ] as const) {
    test(`${side} ${outcome} ${reference} with offset ${offset} rests at ${expected}`, async () => {
      const change = { side, outcome, price: side === 'BUY' ? '0.6' : '0.4' };
      const { harness } = await openPeg({ reference, offset }, change);
      assert.equal(sentTo(harness).price, price(expected));
    });
  }

  test('FAR with post_only stays a tick behind the other side', async () => {
    const { harness } = await openPeg({ reference: 'FAR' }, { post_only: true });
    assert.equal(sentTo(harness).price, price('0.48'));
  });

  test('without a price of others nothing is placed, and what rests stays', async () => {
    const harness = await openParents();
    confirmMoves(harness);
    await moveTo(harness, null, '0.49');
    const { id } = await place(harness, pegBody());
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.47', '0.49');
    await pass(harness, 1_000);
    await quote(harness, [['0.47', '100']], [['0.49', '9']]);
    await passSlowly(harness, 3);
    assert.deepEqual([livePrice(harness, id), harness.venue.placed.length], [price('0.47'), 1]);
  });

  test('a move without an answer is awaited: no second one is sent', async () => {
    const { harness, id } = await openPeg();
    const answer = Promise.withResolvers<ReturnType<typeof restingReply>>();
    harness.venue.onAmend = () => answer.promise;
    await pass(harness, 1_000);
    await quote(harness, [['0.48', '500']], [['0.5', '9']]);
    await quote(harness, [['0.46', '500']], [['0.5', '9']]);
    await passSlowly(harness, 3);
    assert.equal(harness.venue.amended.length, 1);
    confirmMoves(harness);
    answer.resolve(restingReply({ ...sentTo(harness), price: price('0.48') }));
    await settle();
    assert.equal(livePrice(harness, id), price('0.46'));
  });

  test('a fill while it is moved counts, and nothing is placed twice', async () => {
    const { harness, id } = await openPeg();
    harness.venue.onAmend = () => new Promise(() => undefined);
    await pass(harness, 1_000);
    await quote(harness, [['0.48', '500']], [['0.5', '9']]);
    await fill(harness, sentTo(harness), '100');
    const { status, filledQty } = getParent(harness, id);
    assert.deepEqual([status, filledQty, harness.venue.placed.length], ['FILLED', qty('100'), 1]);
  });

  test('a refused move is followed by a cancel, and the next order by its proof', async () => {
    const { harness, id } = await openPeg();
    harness.venue.onAmend = () => ({ kind: 'refused', code: 'x', message: 'no', retry: false }) as never;
    harness.venue.onCancel = () => new Promise(() => undefined);
    await pass(harness, 1_000);
    await quote(harness, [['0.46', '500']], [['0.5', '9']]);
    await passSlowly(harness, 3);
    assert.deepEqual([harness.venue.cancelled.length, harness.venue.placed.length], [1, 1]);
    const fills = [venueFill(sentTo(harness), 't-late', '40', '0.47')];
    const report = toReport(sentTo(harness), { fills, status: 'CANCELLED', reason: 'requested' });
    harness.oms.onVenueReport(harness.venue.name, report);
    await passSlowly(harness, 2);
    assert.deepEqual([sentTo(harness).price, sentTo(harness).qty], [price('0.46'), qty('60')]);
    assert.equal(getParent(harness, id).childOrderIds.length, 2);
  });

  test('a venue without amends gets another order once the cancel is proven', async () => {
    const harness = await openParents({ venue: new ReplacingVenue() });
    const { id } = await place(harness, pegBody());
    await pass(harness, 1_000);
    await quote(harness, [['0.46', '500']], [['0.5', '9']]);
    await pass(harness, 1_000);
    assert.deepEqual([harness.venue.amended.length, harness.venue.placed.length], [0, 2]);
    assert.deepEqual([sentTo(harness).price, getParent(harness, id).moves], [price('0.46'), 1]);
  });

  test('an amend of its offset moves it, and one of its price bounds it', async () => {
    const { harness, id } = await openPeg();
    await quote(harness, [['0.47', '500']], [['0.49', '9']]);
    await pass(harness, 1_000);
    value(await harness.oms.complexOrders.amend(TRADER, id, { params: { offset: '0.02' } }));
    await settle();
    assert.equal(livePrice(harness, id), price('0.45'));
    harness.venue.onCancel = () =>
      restingReply(sentTo(harness), { status: 'CANCELLED', reason: 'requested' });
    value(await harness.oms.complexOrders.amend(TRADER, id, { price: '0.4' }));
    await passSlowly(harness, 2);
    assert.equal(livePrice(harness, id), price('0.4'));
  });

  for (const [side, at, held] of [
    ['SELL', '0.49', 'BUY'],
    ['BUY', '0.47', 'SELL'],
  ] as const) {
    test(`${side} with reduce_only and more than the position: one order rests for the position, and still moves`, async () => {
      const harness = await openParents();
      confirmMoves(harness);
      await submit(harness, { side: held, qty: '8', price: '0.44' });
      await fill(harness, sentTo(harness), '8');
      const limit = side === 'SELL' ? '0.3' : '0.7';
      const { id } = await place(harness, pegBody({}, { side, price: limit, reduce_only: true }));
      await passSlowly(harness, 5);
      const { liveQty, moves } = getParent(harness, id);
      assert.deepEqual([harness.venue.placed.length, liveQty, moves], [2, qty('8'), 0]);
      assert.deepEqual([livePrice(harness, id), harness.venue.cancelled], [price(at), []]);
      await quote(harness, [['0.45', '100']], [['0.51', '100']]);
      await passSlowly(harness, 3);
      assert.deepEqual(
        [livePrice(harness, id), harness.venue.placed.length],
        [price(side === 'SELL' ? '0.51' : '0.45'), 2],
      );
    });
  }

  test('a raised quantity is placed: the order is replaced by a larger one', async () => {
    const { harness, id } = await openPeg();
    harness.venue.onCancel = () =>
      restingReply(sentTo(harness), { status: 'CANCELLED', reason: 'requested' });
    await pass(harness, 1_000);
    value(await harness.oms.complexOrders.amend(TRADER, id, { qty: '150' }));
    await passSlowly(harness, 2);
    assert.deepEqual([sentTo(harness).qty, getParent(harness, id).liveQty], [qty('150'), qty('150')]);
  });

  for (const reason of ['requested', 'market_paused'] as const) {
    test(`a market that reopens has cancelled its orders (${reason}): the child is placed again, which counts as a move`, async () => {
      const { harness, id } = await openPeg();
      await quote(harness, [['0.47', '500']], [['0.49', '9']]);
      const closed = toReport(sentTo(harness), { status: 'CANCELLED', reason });
      harness.oms.onVenueReport(harness.venue.name, closed);
      await passSlowly(harness, 2);
      const { moves, liveQty } = getParent(harness, id);
      assert.deepEqual([harness.venue.placed.length, moves, liveQty], [2, 1, qty('100')]);
    });
  }

  test('the tick size changes under a resting child: it moves to the new grid', async () => {
    const { harness, id } = await openPeg();
    await pass(harness, 1_000);
    harness.market.set(openInstrument(1001, { priceTick: price('0.001'), priceMin: price('0.001') }));
    await quote(harness, [['0.473', '500']], [['0.49', '9']]);
    await pass(harness, 1_000);
    assert.equal(livePrice(harness, id), price('0.473'));
    harness.market.set(openInstrument(1001));
    await quote(harness, [['0.465', '500']], [['0.49', '9']]);
    await pass(harness, 1_000);
    assert.equal(livePrice(harness, id), price('0.46'));
  });

  test('the kill switch stops its moves', async () => {
    const { harness, id } = await openPeg();
    await pass(harness, 1_000);
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    await quote(harness, [['0.48', '500']], [['0.5', '9']]);
    await passSlowly(harness, 3);
    assert.deepEqual([harness.venue.amended.length, getParent(harness, id).pausedBy], [0, 'kill_switch']);
  });

  for (const [why, body] of [
    ['no price', pegBody({}, { price: undefined })],
    ['no reference', pegBody({ reference: undefined })],
    ['an offset above 1', pegBody({ offset: '1.01' })],
    ['a number as offset', pegBody({ offset: 0.01 })],
    ['no stay', pegBody({ min_stay_ms: 0 })],
    ['two different stays', pegBody({ min_stay_ms: 2_000, peg_min_stay_time_s: 3 })],
    ['no moves', pegBody({ max_moves: 0 })],
    ['a trigger', pegBody({ trigger_price: '0.4' })],
  ] as const) {
    test(`${why} is refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }

  test('the stay can be given in seconds', async () => {
    const { harness, id } = await openPeg({ peg_min_stay_time_s: 3 });
    const { params } = getParent(harness, id);
    assert.equal(params.type === 'PEG' && params.minStayMs, 3_000);
  });
});
