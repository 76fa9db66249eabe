import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, VenueClientId } from '../contract/model/ids.ts';
import { renderDecimal } from '../contract/model/money.ts';
import {
  listGenericAsset,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { restingReply, toReport, venueFill } from './scripted-venue.fixture.ts';

const MARKET = { type: 'MARKET', price: undefined } as const;

interface WaitingHarness extends OmsHarness {
  readonly waits: InstrumentId[][]; // the books that were waited for
  /** Ends all waits. Without a book, as when `markets.first_book_ms` is over, when `hasBooks` is false. */
  readonly endWaits: (hasBooks?: boolean) => void;
}

/** An OMS with a venue that knows no book until the waits end. */
async function openWithoutBooks(): Promise<WaitingHarness> {
  const harness = await openOms();
  const { market, venue } = harness;
  const waits: InstrumentId[][] = [];
  const end = Promise.withResolvers<void>();
  market.onWaitForBooks = (ids) => {
    waits.push([...ids]);
    return end.promise;
  };
  venue.onPlace = (order) =>
    order.tif === 'IOC'
      ? restingReply(order, {
          status: 'FILLED',
          fills: [venueFill(order, 't1', renderDecimal(order.qty), '0.47')],
        })
      : restingReply(order);
  let hasBook = false;
  venue.onFindObstacle = ({ type }) =>
    type === 'MARKET' && !hasBook ? { kind: 'unsent', reason: 'no_book', why: 'there is no book' } : null;
  const endWaits = (hasBooks = true): void => {
    hasBook = hasBooks;
    end.resolve();
  };
  return { ...harness, waits, endWaits };
}

const send = (harness: OmsHarness, change: object = {}) =>
  harness.oms.orders.submit(TRADER, orderBody({ ...MARKET, ...change }), null);

const placedAs = ({ venue }: OmsHarness, clientId: VenueClientId) =>
  venue.placed.find((order) => order.clientId === clientId) ?? assert.fail('the order was placed');

describe('the first book of an order', () => {
  test('a MARKET order on a market without a book waits for it, and is decided then', async () => {
    const harness = await openWithoutBooks();
    const answer = send(harness);
    await settle();
    assert.deepEqual([harness.waits, harness.oms.state.orders.size], [[[1001]], 0]);
    harness.endWaits();
    assert.equal(value(await answer).order.status, 'FILLED');
    assert.equal(harness.venue.placed.length, 1);
  });

  test('without a book the answer is no_book, nothing is stored, and the same id may be sent again', async () => {
    const harness = await openWithoutBooks();
    const { seq } = harness.oms.state;
    const answer = send(harness, { client_order_id: 'k' });
    harness.endWaits(false);
    const refused = await answer;
    assert.ok(!refused.ok);
    assert.deepEqual(
      [refused.error.code, refused.error.message, refused.error.details],
      ['no_book', 'Demo: there is no book', { venue: 'Demo', instrument_id: 1001 }],
    );
    assert.deepEqual([harness.oms.state.seq, harness.venue.placed.length], [seq, 0]);
    harness.endWaits();
    harness.venue.onFindObstacle = () => null;
    assert.equal(value(await send(harness, { client_order_id: 'k' })).replayed, false);
  });

  test('two requests with one client_order_id that wait together place one order', async () => {
    const harness = await openWithoutBooks();
    const answers = [send(harness, { client_order_id: 'k' }), send(harness, { client_order_id: 'k' })];
    await settle();
    harness.endWaits();
    const [first, second] = (await Promise.all(answers)).map(value);
    assert.deepEqual([first?.replayed, second?.replayed], [false, true]);
    assert.equal(first?.order.id, second?.order.id);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('another body with the same client_order_id during the wait is a conflict', async () => {
    const harness = await openWithoutBooks();
    const first = send(harness, { client_order_id: 'k' });
    const second = send(harness, { client_order_id: 'k', qty: '11' });
    await settle();
    harness.endWaits();
    assert.equal(value(await first).order.status, 'FILLED');
    assert.equal(resultCode(await second), 'idempotency_conflict');
    assert.equal(harness.venue.placed.length, 1);
  });

  test('a kill switch set during the wait stops the order', async () => {
    const harness = await openWithoutBooks();
    const answer = send(harness);
    await settle();
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    harness.endWaits();
    assert.equal(resultCode(await answer), 'kill_switch');
    await settle();
    assert.deepEqual(harness.venue.placed, []);
  });

  test('while the kill switch is on, an order does not wait for a book', async () => {
    const harness = await openWithoutBooks();
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.equal(resultCode(await send(harness)), 'kill_switch');
    assert.equal(resultCode(await harness.oms.orders.preview(TRADER, orderBody(MARKET))), 'kill_switch');
    assert.deepEqual(harness.waits, []);
  });

  test('a stop during the wait refuses the order, and nothing is stored or sent', async () => {
    const harness = await openWithoutBooks();
    const { seq } = harness.oms.state;
    const answer = send(harness);
    await settle();
    harness.oms.stop();
    harness.endWaits();
    assert.equal(resultCode(await answer), 'shutting_down');
    await settle();
    assert.deepEqual([harness.oms.state.seq, harness.venue.placed], [seq, []]);
  });

  test('a market that closes during the wait refuses the order', async () => {
    const harness = await openWithoutBooks();
    const answer = send(harness);
    await settle();
    harness.market.set(openInstrument(1001, { status: 'CLOSED' }));
    harness.endWaits();
    assert.equal(resultCode(await answer), 'market_not_open');
    assert.deepEqual(harness.venue.placed, []);
  });

  test('I-13: orders that wait together cannot both use the rest of a limit', async () => {
    const harness = await openWithoutBooks();
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '10' }));
    const answers = [send(harness, { qty: '6' }), send(harness, { qty: '6', instrument_id: 1002 })];
    await settle();
    harness.endWaits();
    assert.deepEqual((await Promise.all(answers)).map(resultCode).toSorted(), ['ok', 'risk_limit']);
  });

  test('other orders, cancels and the kill switch do not wait behind a waiting order', async () => {
    const harness = await openWithoutBooks();
    const answer = send(harness);
    const resting = await submit(harness, { instrument_id: 1002 });
    assert.equal(resting.status, 'OPEN');
    harness.venue.onCancel = (clientId) => ({
      kind: 'report',
      report: toReport(placedAs(harness, clientId), { status: 'CANCELLED', reason: 'requested' }),
    });
    assert.equal(value(await harness.oms.orders.cancel(TRADER, resting.id)).status, 'CANCELLED');
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    harness.endWaits();
    assert.equal(resultCode(await answer), 'kill_switch');
  });

  test('an exact repeat of a stored order and a LIMIT order do not wait', async () => {
    const harness = await openWithoutBooks();
    harness.endWaits();
    value(await send(harness, { client_order_id: 'k' }));
    harness.waits.length = 0;
    assert.equal(value(await send(harness, { client_order_id: 'k' })).replayed, true);
    await submit(harness);
    assert.deepEqual(harness.waits, []);
  });

  test('a batch waits for the books of all its orders at once, and decides them in order', async () => {
    const harness = await openWithoutBooks();
    const items = [1001, 1002].map((id) => orderBody({ ...MARKET, instrument_id: id }));
    const answer = harness.oms.orders.submitBatch(TRADER, items);
    await settle();
    assert.deepEqual(harness.waits, [[1001], [1002]]);
    harness.endWaits();
    const entries = value(await answer);
    assert.deepEqual(
      entries.map((entry) => entry.ok && entry.order.instrumentId),
      [1001, 1002],
    );
    assert.deepEqual(harness.waits, [[1001], [1002]], 'each once');
  });

  test('a routed order waits for the books of all members', async () => {
    const harness = await openWithoutBooks();
    listGenericAsset(harness.market, [1001, 1002], '5');
    const answer = send(harness, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
    await settle();
    assert.deepEqual([harness.waits, harness.oms.state.orders.size], [[[1001, 1002]], 0]);
    harness.endWaits();
    assert.equal(value(await answer).order.legs.length, 2);
  });

  test('a preview waits for the book of a MARKET and of a LIMIT order, and stores nothing', async () => {
    const harness = await openWithoutBooks();
    const { seq } = harness.oms.state;
    const bodies = [orderBody(MARKET), orderBody()];
    const answers = bodies.map((body) => harness.oms.orders.preview(TRADER, body));
    await settle();
    assert.deepEqual(harness.waits, [[1001], [1001]]);
    harness.endWaits();
    for (const answer of answers) assert.equal(value(await answer).legs.length, 1);
    assert.equal(harness.oms.state.seq, seq);
  });
});
