import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, VenueClientId } from '../../contract/model/ids.ts';
import type { Instrument } from '../../contract/model/instrument.ts';
import {
  complement,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import { listing } from '../../domain/instruments/instrument.fixture.ts';
import {
  applyReplayDelta,
  applyReplayPrint,
  applyReplaySnapshot,
  loseBook,
} from '../../domain/replay/replay-market.ts';
import type { OrderReport, VenueOrder, VenueOutcome } from '../../ports/venue.ts';
import { type FillModel, ReplayExchange } from './replay-exchange.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const level = (at: string, count: string) => ({ price: price(at), qty: qty(count) });

/** An exchange with one open market: 10 at 0.40 bid, 10 at 0.50 and 10 at 0.60 offered. */
function openExchange(changes: Partial<Instrument> = {}, delays: Partial<FillModel> = {}) {
  const instrument = createInstrument(changes);
  const id = instrument.venueInstrumentId;
  const clock = { now: 1_000 };
  const reports: OrderReport[] = [];
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  /** Runs what is due until this time. */
  const moveTo = (until: number): void => {
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= until);
      if (next === undefined) break;
      timers.splice(timers.indexOf(next), 1);
      clock.now = next.at;
      next.run();
    }
    clock.now = until;
  };
  const exchange = new ReplayExchange({
    now: () => clock.now as TimestampMs,
    fillPrefix: 'replay',
    model: { entryMs: 0, responseMs: 0, queue: 'back', power: 1, ...delays },
    after: (ms, run) => void timers.push({ at: clock.now + ms, run }),
    onChange: (_, report) => {
      if (report !== null) reports.push(report);
    },
  });
  exchange.list(instrument);
  const book = { bids: [level('0.4', '10')], asks: [level('0.5', '10'), level('0.6', '10')] };
  exchange.change(id, (market) => applyReplaySnapshot(market, book, 0));
  let placed = 0;
  const place = (fields: Partial<VenueOrder>): OrderReport => {
    placed += 1;
    return toReport(
      exchange.place({
        clientId: `c${placed}` as VenueClientId,
        venueInstrumentId: id,
        side: 'BUY',
        outcome: 'YES',
        type: 'LIMIT',
        tif: 'GTC',
        price: price('0.5'),
        qty: qty('4'),
        expiresAt: null,
        ...fields,
      }),
    );
  };
  return { exchange, instrument, id, clock, reports, place, moveTo };
}

const createInstrument = (changes: Partial<Instrument>): Instrument => ({
  ...listing({ status: 'OPEN', fees: feeSchedule('0.07') }),
  instrumentId: 1001 as InstrumentId,
  genericAssetId: null,
  ...changes,
});

function toReport(outcome: VenueOutcome): OrderReport {
  assert.ok(outcome.kind === 'report', outcome.kind);
  return outcome.report;
}

const summary = ({ status, reason, filledQty }: OrderReport) => [status, reason, renderDecimal(filledQty)];

test('a BUY of NO at 0.6 takes the YES bid at 0.4, with its price and fee in NO terms', () => {
  const { place } = openExchange();
  const report = place({ outcome: 'NO', price: price('0.6') });
  assert.deepEqual(summary(report), ['FILLED', null, '4']);
  const [fill] = report.fills;
  assert.deepEqual([fill?.outcome, fill?.side, fill?.liquidity], ['NO', 'BUY', 'TAKER']);
  assert.equal(renderDecimal(fill?.price ?? 0n), '0.6');
  assert.ok((fill?.fee ?? 0n) > 0n);
});

test('FOK, IOC and MARKET end what they cannot take; GTC rests', () => {
  const { place } = openExchange();
  assert.deepEqual(summary(place({ tif: 'FOK', qty: qty('11') })), ['CANCELLED', 'fok_unfilled', '0']);
  assert.deepEqual(summary(place({ tif: 'IOC', qty: qty('6') })), ['FILLED', null, '6']);
  assert.deepEqual(summary(place({ tif: 'IOC', qty: qty('6') })), ['CANCELLED', 'ioc_remainder', '4']);
  assert.deepEqual(summary(place({ tif: 'IOC' })), ['CANCELLED', 'no_liquidity', '0']);
  assert.deepEqual(summary(place({ type: 'MARKET', tif: 'IOC', price: null, qty: qty('12') })), [
    'CANCELLED',
    'ioc_remainder',
    '10',
  ]);
  assert.deepEqual(summary(place({ qty: qty('5') })), ['OPEN', null, '0']);
});

test('post-only orders that would trade are rejected, and orders against own ones are cancelled', () => {
  const { place } = openExchange();
  assert.deepEqual(summary(place({ postOnly: true })), ['REJECTED', 'post_only_cross', '0']);
  assert.deepEqual(summary(place({ postOnly: true, price: price('0.45') })), ['OPEN', null, '0']);
  assert.deepEqual(summary(place({ side: 'SELL', price: price('0.45') })), ['CANCELLED', 'self_trade', '0']);
});

test('the same request again is one order', () => {
  const { exchange, place, id } = openExchange();
  const first = place({ clientId: 'twice' as VenueClientId });
  const again = place({ clientId: 'twice' as VenueClientId });
  assert.deepEqual(again, first);
  const [best] = [...(exchange.market(id)?.asks.values() ?? [])];
  assert.equal(best?.taken, qty('4'));
});

test('a resting order is filled by prints with maker fees, and keeps its place when only its quantity is lowered', () => {
  const { exchange, id, place, reports } = openExchange();
  const { clientId } = place({ price: price('0.4'), qty: qty('6') });
  const change = { clientId, venueInstrumentId: id, expiresAt: null, tif: null, price: null };
  const lowered = exchange.amend({ ...change, venueOrderId: 'R-1' as never, qty: qty('5') });
  assert.deepEqual(summary(toReport(lowered)), ['OPEN', null, '0']);
  const trade = { price: price('0.4'), qty: qty('12'), taker: 'SELL' } as const;
  exchange.change(id, (market) => applyReplayPrint(market, trade, 5));
  assert.deepEqual(reports.map(summary), [['OPEN', null, '2']]);
  assert.equal(reports[0]?.fills[0]?.liquidity, 'MAKER');
  assert.equal(renderNotional(reports[0]?.fills[0]?.fee ?? (0n as never)), '0');
  const raised = exchange.amend({ ...change, venueOrderId: 'R-1' as never, qty: qty('9') });
  assert.equal(exchange.market(id)?.orders[0]?.ahead, qty('0'), 'the print has emptied the level');
  assert.equal(toReport(raised).qty, qty('9'));
});

const OWN_BID = { price: price('0.45') };
const OWN_ASK = { side: 'SELL', price: price('0.46') } as const;
for (const [own, side, at, ends] of [
  [OWN_BID, 'SELL', '0.44', 'CANCELLED self_trade'],
  [OWN_BID, 'SELL', '0.45', 'CANCELLED self_trade'],
  [OWN_BID, 'SELL', '0.46', 'OPEN'],
  [OWN_BID, 'BUY', '0.46', 'OPEN'],
  [OWN_ASK, 'BUY', '0.47', 'CANCELLED self_trade'],
  [OWN_ASK, 'BUY', '0.46', 'CANCELLED self_trade'],
  [OWN_ASK, 'BUY', '0.45', 'OPEN'],
  [OWN_ASK, 'SELL', '0.45', 'OPEN'],
] as const)
  test(`against the own ${own === OWN_BID ? 'bid at 0.45' : 'offer at 0.46'}, ${side} YES at ${at} is ${ends}, and so is the same act in NO`, () => {
    const inNo = { outcome: 'NO', side: side === 'BUY' ? 'SELL' : 'BUY' } as const;
    const orders = [
      { side, price: price(at) },
      { ...inNo, price: complement(price(at)) },
    ];
    for (const each of orders) {
      const { place } = openExchange();
      place(own);
      const { status, reason } = place(each);
      assert.equal([status, reason].filter((word) => word !== null).join(' '), ends);
    }
  });

test('an order of NO is filled, and charged, as one of YES on the mirrored book', () => {
  const fees = feeSchedule('0.07', { cashStep: '0.01' });
  for (const side of ['BUY', 'SELL'] as const)
    for (const count of ['0.33', '4', '13.57']) {
      const [inYes, inNo] = [openExchange({ fees }), openExchange({ fees })];
      const mirrored = { bids: [level('0.5', '10'), level('0.4', '10')], asks: [level('0.6', '10')] };
      inYes.exchange.change(inYes.id, (market) => applyReplaySnapshot(market, mirrored, 0));
      const order = { side, price: price(side === 'BUY' ? '0.6' : '0.4'), qty: qty(count) };
      const [yes, no] = [inYes.place(order), inNo.place({ ...order, outcome: 'NO' })];
      const show = ({ fills }: OrderReport) =>
        fills.map((fill) => [renderDecimal(fill.price), renderDecimal(fill.qty), fill.fee, fill.side]);
      assert.ok(no.fills.length > 0);
      assert.deepEqual(show(no), show(yes), `${side} ${count}`);
      assert.deepEqual(summary(no), summary(yes));
    }
});

test('an amended order joins the queue as the last one, unless only its quantity is lowered', () => {
  for (const [change, ahead] of [
    [{ qty: qty('5') }, '10'],
    [{ qty: qty('6') }, '10'],
    [{ qty: qty('7') }, '17'],
    [{ price: price('0.41') }, '0'],
  ] as const) {
    const { exchange, id, place } = openExchange();
    const { clientId } = place({ price: price('0.4'), qty: qty('6') });
    const behind = { bids: [level('0.4', '17')], asks: [] };
    exchange.change(id, (market) => applyReplayDelta(market, behind, 0));
    const same = { price: null, qty: null, expiresAt: null, tif: null };
    exchange.amend({ clientId, venueInstrumentId: id, venueOrderId: 'R-1' as never, ...same, ...change });
    assert.equal(renderDecimal(exchange.market(id)?.orders[0]?.ahead ?? (-1n as Qty)), ahead);
  }
});

test('an amended order takes what is left of it, not what was filled before', () => {
  for (const outcome of ['YES', 'NO'] as const) {
    const { exchange, id, place } = openExchange();
    const own = (at: string): Price => (outcome === 'YES' ? price(at) : complement(price(at)));
    const bid = { outcome, side: outcome === 'YES' ? 'BUY' : 'SELL' } as const;
    const { clientId } = place({ ...bid, price: own('0.45'), qty: qty('6') });
    const trade = { price: price('0.45'), qty: qty('2'), taker: 'SELL' } as const;
    exchange.change(id, (market) => applyReplayPrint(market, trade, 5));
    const change = { price: own('0.5'), qty: null, expiresAt: null, tif: null };
    const amended = toReport(
      exchange.amend({ clientId, venueInstrumentId: id, venueOrderId: 'R-1' as never, ...change }),
    );
    assert.deepEqual(summary(amended), ['FILLED', null, '6'], outcome);
    assert.equal(exchange.market(id)?.asks.get(price('0.5'))?.taken, qty('4'));
  }
});

test('GTD orders expire, and a market that closes ends its orders', () => {
  const { exchange, instrument, place, clock, reports } = openExchange();
  place({ price: price('0.3'), tif: 'GTD', expiresAt: 2_000 as TimestampMs });
  place({ price: price('0.3') });
  clock.now = 2_000;
  exchange.expire();
  exchange.list({ ...instrument, status: 'CLOSED' });
  assert.deepEqual(reports.map(summary), [
    ['EXPIRED', 'expired', '0'],
    ['CANCELLED', 'market_closed', '0'],
  ]);
});

test('behind a gap an order rests without a fill', () => {
  const { exchange, id, place } = openExchange();
  exchange.change(id, (market) => ({ market: loseBook(market), fills: [] }));
  assert.deepEqual(summary(place({})), ['OPEN', null, '0']);
});

describe('with latency', () => {
  test('an order is acknowledged at once, reaches the book later, and is reported later still', () => {
    const { exchange, id, place, moveTo, reports } = openExchange({}, { entryMs: 50, responseMs: 20 });
    assert.deepEqual(summary(place({ qty: qty('12'), tif: 'IOC' })), ['OPEN', null, '0']);
    moveTo(1_049);
    const fewer = { bids: [], asks: [level('0.5', '3')] };
    exchange.change(id, (market) => applyReplayDelta(market, fewer, 0));
    moveTo(1_069);
    assert.deepEqual(reports, []);
    moveTo(1_070);
    assert.deepEqual(reports.map(summary), [['CANCELLED', 'ioc_remainder', '3']]);
  });

  test('an order joins the queue when it reaches the book', () => {
    const { exchange, id, place, moveTo } = openExchange({}, { entryMs: 50 });
    place({ price: price('0.4') });
    assert.deepEqual(exchange.market(id)?.orders, []);
    exchange.change(id, (market) => applyReplayDelta(market, { bids: [level('0.4', '17')], asks: [] }, 0));
    moveTo(1_050);
    assert.equal(exchange.market(id)?.orders[0]?.ahead, qty('17'));
  });

  test('an order that was cancelled on its way never reaches the book', () => {
    const { exchange, id, place, moveTo } = openExchange({}, { entryMs: 50 });
    const { clientId } = place({});
    assert.deepEqual(summary(toReport(exchange.cancel(clientId))), ['CANCELLED', 'requested', '0']);
    moveTo(2_000);
    assert.deepEqual(exchange.market(id)?.orders, []);
    assert.deepEqual(exchange.report(clientId)?.fills, []);
  });

  test('an order that was amended on its way reaches the book with its new terms', () => {
    const { exchange, id, place, moveTo } = openExchange({}, { entryMs: 50 });
    const { clientId } = place({ price: price('0.3') });
    const change = {
      clientId,
      venueInstrumentId: id,
      expiresAt: null,
      tif: null,
      venueOrderId: 'R-1' as never,
    };
    exchange.amend({ ...change, price: price('0.35'), qty: null });
    assert.deepEqual(exchange.market(id)?.orders, []);
    moveTo(1_050);
    assert.equal(exchange.market(id)?.orders[0]?.price, price('0.35'));
  });

  test('an acknowledged post-only order that would trade is cancelled, since it cannot be rejected any more', () => {
    const { place, moveTo, reports } = openExchange({}, { entryMs: 50 });
    place({ postOnly: true });
    moveTo(1_050);
    assert.deepEqual(reports.map(summary), [['CANCELLED', 'post_only_cross', '0']]);
  });
});
