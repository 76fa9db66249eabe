import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubaccountId, VenueName } from '../../contract/model/ids.ts';
import type { Parent } from '../../contract/model/parent.ts';
import { type OmsHarness, openInstrument, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import {
  price,
  qty,
  restingReply,
  ScriptedVenue,
  toReport,
  venueFill,
} from '../../oms/scripted-venue.fixture.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import type { SettlementRisk } from '../../relations/opportunities/settlement.ts';
import { verifyLedger } from '../../storage/sqlite/journal/verify-ledger.ts';
import { getParent, openParents, pass, passSlowly, place, restart } from './parents.fixture.ts';

/** Ten sets of YES on 1001 and NO on 1002, up to 4 unhedged. */
const pairBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'HEDGED_PAIR',
  qty: '10',
  params: {
    legs: [
      { instrument_id: 1001, side: 'BUY', outcome: 'YES', price: '0.5' },
      { instrument_id: 1002, side: 'BUY', outcome: 'NO', price: '0.6' },
    ],
    min_edge: '0.02',
    unhedged_qty_max: '4',
    ...params,
  },
  ...change,
});

/** YES of 1001 is offered at 0.45, NO of 1002 at 0.5, each with a bid of one tick less. */
async function openPair(from: Parameters<typeof openParents>[0] = {}): Promise<OmsHarness> {
  const harness = await openParents(from);
  if (from.market !== undefined) return harness;
  harness.market.setTouch(1001, '0.44', '0.45');
  harness.market.setTouch(1002, '0.5', '0.51');
  await settle();
  return harness;
}

/** The venue fills each order at its limit, up to the given size by market; the rest is cancelled. */
function fillAll(harness: OmsHarness, most: Readonly<Record<string, string>> = {}): void {
  harness.venue.onPlace = (order) => takeReply(order, most[order.venueInstrumentId] ?? '100');
}

function takeReply(order: VenueOrder, most: string) {
  const size = qty(most) < order.qty ? qty(most) : order.qty;
  const limit = order.price;
  assert.ok(limit !== null);
  const fill = { ...venueFill(order, `t-${order.clientId}`, '1', '0.5'), price: limit, qty: size };
  const isFull = size === order.qty;
  return restingReply(order, {
    fills: size === 0n ? [] : [fill],
    status: isFull ? 'FILLED' : 'CANCELLED',
    reason: isFull ? null : 'ioc_remainder',
  });
}

const listSent = ({ venue }: OmsHarness): readonly string[] =>
  venue.placed.map(
    (order) => `${order.side} ${order.outcome} ${order.qty / 100_000_000n} ${order.venueInstrumentId}`,
  );

const listFilled = ({ pair }: Parent): readonly (bigint | undefined)[] => [
  pair?.first.filledQty,
  pair?.second.filledQty,
];

describe('HEDGED_PAIR', () => {
  test('one leg takes a clip, and the other one follows what is confirmed, until the quantity is complete', async () => {
    const harness = await openPair();
    fillAll(harness);
    const { id } = await place(harness, pairBody());
    await passSlowly(harness, 10);
    const parent = getParent(harness, id);
    assert.deepEqual(
      [parent.status, parent.filledQty, ...listFilled(parent)],
      ['FILLED', qty('10'), qty('10'), qty('10')],
    );
    assert.deepEqual(listSent(harness), [
      'BUY YES 4 M-1001',
      'BUY NO 4 M-1002',
      'BUY YES 4 M-1001',
      'BUY NO 4 M-1002',
      'BUY YES 2 M-1001',
      'BUY NO 2 M-1002',
    ]);
    assert.ok(harness.venue.placed.every(({ tif }) => tif === 'IOC'));
  });

  test('the first order is on the side that offers less', async () => {
    const harness = await openPair();
    fillAll(harness);
    harness.market.setTouch(1002, '0.5', '0.51', '3');
    await place(harness, pairBody());
    assert.deepEqual(listSent(harness).slice(0, 2), ['BUY NO 3 M-1002', 'BUY YES 3 M-1001']);
  });

  test('nothing is sent while a set costs more than min_edge allows, or a leg more than its price', async () => {
    const harness = await openPair();
    fillAll(harness);
    harness.market.setTouch(1001, '0.48', '0.49');
    const { id } = await place(harness, pairBody());
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [0, 'WORKING']);
    harness.market.setTouch(1001, '0.4', '0.51');
    harness.market.setTouch(1002, '0.6', '0.62');
    await pass(harness, 1_000);
    assert.equal(harness.venue.placed.length, 0);
    harness.market.setTouch(1001, '0.4', '0.48');
    await pass(harness, 1_000);
    assert.equal(harness.venue.placed.length > 0, true);
  });

  test('an unanswered order counts as filled: nothing more is sent on its leg, and no hedge before its fill', async () => {
    const harness = await openPair();
    harness.venue.onPlace = () => ({ kind: 'unknown', why: 'no answer' });
    const { id } = await place(harness, pairBody());
    await passSlowly(harness, 60);
    assert.deepEqual(listSent(harness), ['BUY YES 4 M-1001']);
    fillAll(harness);
    const [sent] = harness.venue.placed;
    assert.ok(sent !== undefined);
    const fills = [venueFill(sent, 't-late', '3', '0.45')];
    harness.oms.onVenueReport(harness.venue.name, toReport(sent, { fills, status: 'CANCELLED' }));
    await settle();
    assert.equal(listSent(harness)[1], 'BUY NO 3 M-1002');
    await passSlowly(harness, 10);
    assert.deepEqual(listFilled(getParent(harness, id)), [qty('10'), qty('10')]);
  });

  test('SIMULTANEOUS sends both orders of a clip before the first one is answered', async () => {
    const harness = await openPair();
    harness.venue.onPlace = () => new Promise(() => {});
    await place(harness, pairBody({ mode: 'SIMULTANEOUS' }));
    assert.deepEqual(listSent(harness), ['BUY YES 4 M-1001', 'BUY NO 4 M-1002']);
    await passSlowly(harness, 20);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('SIMULTANEOUS hedges what one of its legs did not fill', async () => {
    const harness = await openPair();
    fillAll(harness, { 'M-1002': '1' });
    const { id } = await place(harness, pairBody({ mode: 'SIMULTANEOUS' }, { qty: '4' }));
    assert.deepEqual(listSent(harness).slice(0, 3), [
      'BUY YES 4 M-1001',
      'BUY NO 4 M-1002',
      'BUY NO 3 M-1002',
    ]);
    await passSlowly(harness, 5);
    assert.equal(getParent(harness, id).status, 'FILLED');
  });
});

describe('a leg of a HEDGED_PAIR that cannot be hedged in time', () => {
  /** The first leg is filled; the other one then costs `ask`. */
  async function expose(params: object, ask: string): Promise<{ harness: OmsHarness; id: Parent['id'] }> {
    const harness = await openPair();
    harness.venue.onPlace = (order) => {
      harness.market.setTouch(1002, (1 - Number(ask)).toFixed(2), '0.99');
      return takeReply(order, '100');
    };
    const { id } = await place(harness, pairBody({ unhedged_ms_max: 3_000, ...params }));
    return { harness, id };
  }

  test('CHASE follows up to chase_price, and not before the time is over', async () => {
    const { harness, id } = await expose({ on_leg_risk: 'CHASE', chase_price: '1.03' }, '0.58');
    await passSlowly(harness, 2);
    assert.deepEqual(listSent(harness), ['BUY YES 4 M-1001']);
    await passSlowly(harness, 3);
    assert.deepEqual(listSent(harness), ['BUY YES 4 M-1001', 'BUY NO 4 M-1002']);
    assert.equal(harness.venue.placed[1]?.price, price('0.58'));
    assert.deepEqual(listFilled(getParent(harness, id)), [qty('4'), qty('4')]);
  });

  test('CHASE beyond chase_price sells back instead, and the order ends', async () => {
    const { harness, id } = await expose({ on_leg_risk: 'CHASE', chase_price: '1.02' }, '0.58');
    await passSlowly(harness, 6);
    assert.deepEqual(listSent(harness), ['BUY YES 4 M-1001', 'SELL YES 4 M-1001']);
    const parent = getParent(harness, id);
    assert.deepEqual(
      [parent.status, parent.reason, ...listFilled(parent)],
      ['CANCELLED', 'leg_risk', qty('0'), qty('0')],
    );
    assert.equal(parent.pair?.delay, price('0.01') * qty('4'));
  });

  test('UNWIND never sells for a loss above chase_price less 1', async () => {
    const { harness, id } = await expose({ on_leg_risk: 'UNWIND', chase_price: '1.02' }, '0.58');
    harness.market.setTouch(1001, '0.42', '0.45');
    await passSlowly(harness, 10);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'WORKING']);
    harness.market.setTouch(1001, '0.43', '0.45');
    await passSlowly(harness, 2);
    assert.deepEqual(listSent(harness)[1], 'SELL YES 4 M-1001');
    assert.equal(getParent(harness, id).reason, 'leg_risk');
  });

  test('HOLD pauses with leg_risk, and a resume request lets it follow again', async () => {
    const { harness, id } = await expose({ on_leg_risk: 'HOLD' }, '0.58');
    await passSlowly(harness, 5);
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).pausedBy],
      ['PAUSED', 'leg_risk'],
    );
    fillAll(harness);
    harness.market.setTouch(1002, '0.5', '0.51');
    await passSlowly(harness, 5);
    assert.equal(harness.venue.placed.length, 1);
    value(await harness.oms.complexOrders.resume(TRADER, id));
    await passSlowly(harness, 20);
    assert.deepEqual(listFilled(getParent(harness, id)), [qty('10'), qty('10')]);
  });

  test('a paused pair counts once among the paused complex orders, and not once it continues', async () => {
    const { harness, id } = await expose({ on_leg_risk: 'HOLD' }, '0.58');
    await passSlowly(harness, 1);
    assert.equal(harness.gauges.get('complex_orders_paused'), 0);
    await passSlowly(harness, 6);
    assert.equal(getParent(harness, id).status, 'PAUSED');
    assert.equal(harness.gauges.get('complex_orders_paused'), 1);
    fillAll(harness);
    harness.market.setTouch(1002, '0.5', '0.51');
    value(await harness.oms.complexOrders.resume(TRADER, id));
    await passSlowly(harness, 2);
    assert.equal(harness.gauges.get('complex_orders_paused'), 0);
  });

  test('the lagging leg follows although the book of the other one is lost', async () => {
    const { harness, id } = await expose({}, '0.58');
    harness.market.stale.add(1001 as Parent['instrumentId']);
    fillAll(harness);
    harness.market.setTouch(1002, '0.5', '0.51');
    await pass(harness, 1_000);
    assert.deepEqual(listFilled(getParent(harness, id)), [qty('4'), qty('4')]);
  });
});

describe('acceptance of a HEDGED_PAIR', () => {
  const refuse = async (harness: OmsHarness, params: object, change: object = {}) => {
    const result = await harness.oms.complexOrders.submit(TRADER, pairBody(params, change), null);
    assert.ok(!result.ok);
    return [result.error.code, JSON.stringify(result.error.details ?? {})] as const;
  };

  test('legs that are no hedge, or contradict each other, are refused', async () => {
    const harness = await openPair();
    const legs = [1001, 1002].map((id) => ({ instrument_id: id, side: 'BUY', outcome: 'YES', price: '0.5' }));
    assert.equal((await refuse(harness, { legs }))[0], 'not_a_hedge');
    const [yes, other] = legs;
    const sold = { ...other, side: 'SELL', price: '0.4' };
    harness.market.setTouch(1002, '0.3', '0.6');
    assert.equal(
      resultCode(await harness.oms.complexOrders.submit(TRADER, pairBody({ legs: [yes, sold] }), null)),
      'ok',
    );
    const withRisk = (risk: SettlementRisk): void => {
      const settlement = {
        risk,
        differences: [{ topic: 'source', a: null, b: null, text: null }],
        mayBeVoid: [],
      };
      harness.market.findHedge = async () => ({ kind: 'CROSS', settlement });
    };
    withRisk('BLOCK');
    assert.equal((await refuse(harness, { accept_settlement_risk: true }))[0], 'not_a_hedge');
    withRisk('HIGH');
    const [code, details] = await refuse(harness, {});
    assert.deepEqual([code, details.includes('accept_settlement_risk')], ['validation', true]);
    assert.equal(
      resultCode(
        await harness.oms.complexOrders.submit(TRADER, pairBody({ accept_settlement_risk: true }), null),
      ),
      'ok',
    );
  });

  test('each invalid field is named', async () => {
    const harness = await openPair();
    const fields: readonly (readonly [object, object, string])[] = [
      [{ unhedged_qty_max: undefined }, {}, 'params.unhedged_qty_max'],
      [{ unhedged_qty_max: '0.5' }, {}, 'params.unhedged_qty_max'],
      [{ min_edge: '1' }, {}, 'params.min_edge'],
      [{ on_leg_risk: 'CHASE' }, {}, 'params.chase_price'],
      [{ chase_price: '1.01' }, {}, 'params.chase_price'],
      [{ legs: [{ instrument_id: 1001, side: 'BUY', price: '0.5' }] }, {}, 'params.legs'],
      [{ trigger_price: '0.5' }, {}, 'params.trigger_price'],
      [{}, { price: '0.5' }, 'price'],
      [{}, { reduce_only: true }, 'reduce_only'],
      [{}, { instrument_id: 1001 }, 'instrument_id'],
    ];
    for (const [params, change, field] of fields) {
      const [code, details] = await refuse(harness, params, change);
      assert.equal(code, 'validation');
      assert.ok(details.includes(`"${field}"`), `${field} in ${details}`);
    }
  });

  test('both legs are reserved, and released once', async () => {
    const harness = await openPair();
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '19' });
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, pairBody(), null)), 'risk_limit');
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '20' });
    fillAll(harness);
    const { id } = await place(harness, pairBody());
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '1' });
    await passSlowly(harness, 10);
    assert.equal(getParent(harness, id).status, 'FILLED');
    const [usage] = value(harness.oms.queries.risk(TRADER, 'sa_1' as SubaccountId)).usage;
    assert.equal(usage?.positionQty.used, qty('20'));
  });

  test('the preview has the sets that are offered now, their edge, and the worst result', async () => {
    const harness = await openPair();
    const preview = value(await harness.oms.complexOrders.preview(TRADER, pairBody()));
    assert.deepEqual(preview.hedge, {
      kind: 'CROSS',
      settlement: { risk: 'NONE', differences: [], mayBeVoid: [false, false] },
      qty: qty('10'),
      edgeTotal: price('0.05') * qty('10'),
      worstCase: price('0.05') * qty('10'),
    });
    assert.equal(preview.costMax, price('1.1') * qty('10'));
    for (const id of [1001, 1002] as Parent['instrumentId'][]) {
      harness.market.stale.add(id);
      const { hedge } = value(await harness.oms.complexOrders.preview(TRADER, pairBody()));
      assert.deepEqual([hedge?.qty, hedge?.edgeTotal], [0n, 0n], `${id} has no live book`);
      harness.market.stale.delete(id);
    }
  });
});

const KALSHI = 'Kalshi' as VenueName;

/** A pair over two venues that is too dear, and the next process, in which it is not: it sends at once what it may. */
async function restartOverVenues(
  prepare: (venues: readonly ScriptedVenue[], market: OmsHarness['market']) => void,
) {
  const other = Object.assign(new ScriptedVenue(), { name: KALSHI });
  const before = await openPair({ others: [other] });
  const { venue, market, clock } = before;
  market.set(openInstrument(1002, { venue: KALSHI }));
  market.setTouch(1001, '0.44', '0.5');
  const { id } = await place(before, pairBody());
  before.oms.stop();
  const venues = [venue, other];
  for (const each of venues) fillAll({ ...before, venue: each });
  market.setTouch(1001, '0.44', '0.45');
  prepare(venues, market);
  const storage = await before.storage.restart();
  const harness = await openPair({ venue, others: [other], market, clock, storage });
  const listPlaced = () => venues.map(({ placed }) => placed.length);
  return { harness, id, listPlaced, market };
}

describe('I-P6: a HEDGED_PAIR over two venues after a restart', () => {
  for (const at of [0, 1])
    test(`sends nothing to either before venue ${at + 1} of 2 is reconciled`, async () => {
      let down: ScriptedVenue | undefined;
      const { harness, id, listPlaced } = await restartOverVenues((venues) => {
        down = venues[at];
        assert.ok(down !== undefined);
        down.reconcile = () => Promise.reject(new Error('not reachable'));
      });
      await passSlowly(harness, 20);
      assert.deepEqual([listPlaced(), getParent(harness, id).status], [[0, 0], 'WORKING']);
      assert.ok(down !== undefined);
      down.reconcile = async () => ({ reports: [], mark: 'm1' });
      await passSlowly(harness, 60);
      assert.deepEqual([listPlaced(), getParent(harness, id).status], [[3, 3], 'FILLED']);
    });

  for (const late of [1001, 1002] as Parent['instrumentId'][])
    test(`sends nothing to either before the book of ${late} has been live for two seconds`, async () => {
      const { harness, listPlaced, market } = await restartOverVenues((_, { stale }) => void stale.add(late));
      await passSlowly(harness, 5);
      await pass(harness, 500); // between two ticks
      market.stale.delete(late);
      market.announceBook(late);
      await settle();
      await pass(harness, 1_999);
      assert.deepEqual(listPlaced(), [0, 0]);
      await pass(harness, 1);
      assert.notDeepEqual(listPlaced(), [0, 0]);
    });
});

describe('a HEDGED_PAIR after a restart', () => {
  test('sends nothing while the venue does not answer, though the books are live', async () => {
    const before = await openPair();
    before.venue.onPlace = () => ({ kind: 'unknown', why: 'no answer' });
    const { id } = await place(before, pairBody());
    const [sent] = before.venue.placed;
    assert.ok(sent !== undefined);
    before.venue.onQuery = () => ({ kind: 'failed', why: 'timeout' });
    fillAll(before);
    const harness = await restart(before);
    await passSlowly(harness, 30);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).liveQty], [1, qty('4')]);
    const fills = [venueFill(sent, 't-1', '1', '0.45')];
    harness.venue.onQuery = () => ({ kind: 'found', report: toReport(sent, { fills, status: 'CANCELLED' }) });
    await passSlowly(harness, 60);
    assert.equal(listSent(harness)[1], 'BUY NO 1 M-1002');
  });

  test('looks up both orders of a simultaneous clip, and hedges their difference first', async () => {
    const before = await openPair();
    before.venue.onPlace = () => ({ kind: 'unknown', why: 'no answer' });
    await place(before, pairBody({ mode: 'SIMULTANEOUS' }));
    await settle();
    assert.deepEqual(listSent(before), ['BUY YES 4 M-1001', 'BUY NO 4 M-1002']);
    const filled = new Map(
      before.venue.placed.map((sent, index) => [sent.clientId, ['4', '1'][index] ?? '0']),
    );
    before.venue.onQuery = (clientId) => {
      const sent = before.venue.placed.find((each) => each.clientId === clientId);
      if (sent === undefined) return { kind: 'absent' };
      const fills = [venueFill(sent, `t-${clientId}`, filled.get(clientId) ?? '0', '0.45')];
      return { kind: 'found', report: toReport(sent, { fills, status: 'CANCELLED' }) };
    };
    fillAll(before);
    const harness = await restart(before);
    assert.equal(harness.venue.placed.length, 2);
    await passSlowly(harness, 30);
    assert.equal(listSent(harness)[2], 'BUY NO 3 M-1002');
  });

  test('the imbalance is that of the venue before anything is sent', async () => {
    const before = await openPair();
    before.venue.onPlace = () => ({ kind: 'unknown', why: 'no answer' });
    const { id } = await place(before, pairBody());
    const [sent] = before.venue.placed;
    assert.ok(sent !== undefined);
    const fills = [venueFill(sent, 't-1', '4', '0.45')];
    before.venue.onQuery = () => ({ kind: 'found', report: toReport(sent, { fills, status: 'FILLED' }) });
    fillAll(before);
    const harness = await restart(before);
    assert.equal(harness.venue.placed.length, 1);
    await passSlowly(harness, 30);
    assert.deepEqual(listSent(harness).slice(0, 2), ['BUY YES 4 M-1001', 'BUY NO 4 M-1002']);
    assert.equal(getParent(harness, id).status, 'FILLED');
    const report = verifyLedger(harness.storage.database);
    assert.deepEqual([report.ok, report.problems], [true, []]);
  });
});
