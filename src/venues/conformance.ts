import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { present } from '../core/kernel/assert.ts';
import { complement, type Price, type Qty } from '../core/kernel/decimal.ts';
import type { VenueClientId } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';
import type { OrderReport, VenueFill, VenueOrder } from '../ports/venue.ts';
import { Desk, NOBODY, type VenueWorld } from './desk.ts';
import { Heard } from './heard.ts';

export type { VenueWorld } from './desk.ts';

/**
 * The behaviours that every venue keeps, whatever is behind it. A venue must have an OPEN instrument
 * with at least two levels on each side that stand still while a test runs.
 */
export function venueConformance(name: string, makeWorld: () => Promise<VenueWorld>): void {
  const behaves: Behaves = (behaviour, run) => {
    test(behaviour, async (context) => {
      const world = await makeWorld();
      try {
        const heard = new Heard();
        await world.venue.start(heard);
        const desk = new Desk(world, heard);
        await desk.sitDown();
        await run(desk, context);
      } finally {
        await world.close();
      }
    });
  };

  suite(`${name} behaves as a venue:`, () => {
    startsWithTruth(behaves);
    placesOrders(behaves);
    endsOrders(behaves);
    amendsOrders(behaves);
    refusesWhatItCannotTake(behaves);
    remembersOrders(behaves);
  });
}

type Behaves = (behaviour: string, run: (desk: Desk, context: TestContext) => Promise<void>) => void;

function startsWithTruth(behaves: Behaves): void {
  behaves('after the start, instruments and uncrossed two-sided books have been told', async (desk) => {
    assert.ok(desk.best('BUY').price < desk.best('SELL').price);
    for (const instrument of desk.heard.instruments.values()) {
      assert.equal(instrument.venue, desk.venue.name);
      assert.equal(instrument.result !== null, instrument.status === 'SETTLED');
    }
    for (const { members } of desk.heard.assets) {
      for (const member of members) assert.ok(desk.heard.instruments.has(member.venueInstrumentId));
    }
  });

  behaves('it says that it is healthy', async (desk) => {
    assert.deepEqual(
      { ...(await desk.venue.health()), latencyMs: 0 },
      {
        healthy: true,
        latencyMs: 0,
        reason: null,
      },
    );
  });

  behaves('once stopped, it is not healthy and sends nothing', async (desk) => {
    await desk.venue.stop();
    assert.equal((await desk.venue.health()).healthy, false);
    assert.equal((await desk.venue.place(desk.order())).kind, 'unsent');
  });
}

function placesOrders(behaves: Behaves): void {
  behaves('a price far from the market rests, and the book shows it', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    assert.deepEqual([placed.status, placed.filledQty, placed.fills], ['OPEN', 0n, []]);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), placed.qty);
  });

  behaves('a crossing price fills at once, at the price of who waited', async (desk) => {
    const ask = desk.best('SELL');
    const placed = await desk.place({ price: desk.market.priceMax });
    assert.deepEqual([placed.status, placed.filledQty], ['FILLED', placed.qty]);
    const fill = present(placed.fills[0], 'the fill');
    assert.deepEqual(
      [fill.price, fill.qty, fill.liquidity, fill.side, fill.outcome],
      [ask.price, placed.qty, 'TAKER', 'BUY', 'YES'],
    );
    assert.equal(desk.qtyAt('SELL', ask.price), ask.qty - placed.qty);
    const print = present(desk.heard.trades.at(-1), 'the print');
    assert.deepEqual([print.price, print.qty, print.side], [ask.price, placed.qty, 'BUY']);
  });

  behaves(
    'an order larger than its price allows fills in part and rests with the remainder',
    async (desk) => {
      const ask = desk.best('SELL');
      const placed = await desk.place({ price: ask.price, qty: desk.more(ask.qty) });
      assert.deepEqual([placed.status, placed.filledQty], ['OPEN', ask.qty]);
      assert.equal(desk.qtyAt('BUY', ask.price), placed.qty - ask.qty);
      assert.equal(desk.best('BUY').price, ask.price);
    },
  );

  behaves('MARKET takes the best prices, best first', async (desk) => {
    const [first, second] = desk.levels('SELL');
    const qty = desk.more(present(first, 'a best ask').qty);
    const placed = await desk.place({ type: 'MARKET', tif: 'IOC', price: null, qty });
    assert.deepEqual([placed.status, placed.price], ['FILLED', null]);
    const prices = new Set(placed.fills.map(({ price }) => price));
    assert.deepEqual([...prices], [first?.price, second?.price]);
  });

  behaves('MARKET with nothing to take is cancelled for want of liquidity', async (desk) => {
    await desk.place({ type: 'MARKET', tif: 'IOC', price: null, qty: desk.more(desk.depth('SELL')) });
    const placed = await desk.place({ type: 'MARKET', tif: 'IOC', price: null });
    assert.deepEqual([placed.status, placed.reason, placed.filledQty], ['CANCELLED', 'no_liquidity', 0n]);
  });

  behaves('IOC takes what its limit allows and the rest is cancelled', async (desk) => {
    const ask = desk.best('SELL');
    const placed = await desk.place({ tif: 'IOC', price: ask.price, qty: desk.more(ask.qty) });
    assert.deepEqual([placed.status, placed.reason], ['CANCELLED', 'ioc_remainder']);
    assert.equal(placed.filledQty, ask.qty);
    assert.equal(desk.qtyAt('BUY', ask.price), 0n);
  });

  behaves('FOK fills whole or not at all', async (desk, context) => {
    if (!desk.venue.capabilities.tif.includes('FOK')) return context.skip('no FOK here');
    const ask = desk.best('SELL');
    const missed = await desk.place({ tif: 'FOK', price: ask.price, qty: desk.more(ask.qty) });
    assert.deepEqual([missed.status, missed.reason, missed.filledQty], ['CANCELLED', 'fok_unfilled', 0n]);
    assert.equal(desk.qtyAt('SELL', ask.price), ask.qty);
    const filled = await desk.place({ tif: 'FOK', price: ask.price });
    assert.deepEqual([filled.status, filled.filledQty], ['FILLED', filled.qty]);
  });

  behaves('buying NO is selling YES: it takes bids, and reports in NO terms', async (desk) => {
    const bid = desk.best('BUY');
    const placed = await desk.place({ outcome: 'NO', price: complement(bid.price) });
    const fill = present(placed.fills[0], 'the fill');
    assert.deepEqual(
      [placed.status, fill.side, fill.outcome, fill.price],
      ['FILLED', 'BUY', 'NO', complement(bid.price)],
    );
    assert.equal(desk.heard.trades.at(-1)?.side, 'SELL');
    assert.equal(desk.heard.trades.at(-1)?.price, bid.price);
  });

  behaves('a resting NO order stands in the book at the YES price', async (desk) => {
    const { priceMin, priceMax } = desk.market;
    const bought = await desk.place({ outcome: 'NO', price: priceMin });
    assert.deepEqual([bought.status, bought.price], ['OPEN', priceMin]);
    assert.equal(desk.qtyAt('SELL', priceMax), bought.qty);
    const sold = await desk.place({ outcome: 'NO', side: 'SELL', price: priceMax });
    assert.equal(desk.qtyAt('BUY', priceMin), sold.qty);
  });

  behaves('a sale of what is not held takes bids: YES is owed for it, in whichever terms', async (desk) => {
    const bid = desk.best('BUY');
    const placed = await desk.place({ side: 'SELL', price: bid.price });
    assert.deepEqual([placed.status, placed.filledQty], ['FILLED', placed.qty]);
    assert.deepEqual(placed.fills.map(inYes), [{ side: 'SELL', price: bid.price, qty: placed.qty }]);
    assert.equal(desk.qtyAt('BUY', bid.price), bid.qty - placed.qty);
    const all = desk.levels('BUY').slice(0, 2);
    const qty = desk.more(present(all[0], 'a best bid').qty);
    const sold = await desk.place({ side: 'SELL', type: 'MARKET', tif: 'IOC', price: null, qty });
    assert.deepEqual(
      [sold.status, new Set(sold.fills.map((fill) => inYes(fill).price))],
      ['FILLED', new Set(all.map(({ price }) => price))],
    );
  });

  behaves(
    'a sale of what is not held rests as an ask, is filled there, and can be cancelled',
    async (desk) => {
      const price = desk.inside('SELL');
      const placed = await desk.place({ side: 'SELL', price, qty: desk.lots(4) });
      assert.deepEqual([placed.status, desk.qtyAt('SELL', price)], ['OPEN', placed.qty]);
      await desk.world.hit(desk.id, 'BUY', price, desk.lots(1));
      const report = present(desk.heard.reportsOf(placed.clientId).at(-1), 'a report of the fill');
      assert.deepEqual(report.fills.map(inYes), [{ side: 'SELL', price, qty: desk.lots(1) }]);
      const cancelled = desk.reportOf(await desk.venue.cancel(placed.clientId, desk.id));
      assert.deepEqual([cancelled.status, cancelled.filledQty], ['CANCELLED', desk.lots(1)]);
      assert.equal(desk.qtyAt('SELL', price), 0n);
    },
  );
}

/** A fill in YES terms: buying NO is selling YES at one less the price. */
const inYes = ({ side, outcome, price, qty }: VenueFill): Pick<VenueFill, 'side' | 'price' | 'qty'> => ({
  side: (side === 'BUY') === (outcome === 'YES') ? 'BUY' : 'SELL',
  price: outcome === 'YES' ? price : complement(price),
  qty,
});

function endsOrders(behaves: Behaves): void {
  behaves('a fill of a resting order comes as a report, once, with a trade id of its own', async (desk) => {
    const price = desk.inside('BUY');
    const placed = await desk.place({ price, qty: desk.lots(4) });
    await desk.world.hit(desk.id, 'SELL', price, desk.lots(1));
    await desk.world.hit(desk.id, 'SELL', price, desk.lots(3));
    const reports = desk.heard.reportsOf(placed.clientId);
    assert.deepEqual(
      reports.map(({ status, filledQty }) => [status, filledQty]),
      [
        ['OPEN', desk.lots(1)],
        ['FILLED', desk.lots(4)],
      ],
    );
    const fills = reports.flatMap((report) => report.fills);
    assert.deepEqual(
      fills.map((fill) => [fill.liquidity, fill.price, fill.side]),
      [
        ['MAKER', price, 'BUY'],
        ['MAKER', price, 'BUY'],
      ],
    );
    assert.equal(new Set(fills.map(({ venueTradeId }) => venueTradeId)).size, 2);
    const found = await desk.find(placed.clientId);
    assert.deepEqual(found?.fills, fills);
    assert.deepEqual([found?.status, found?.filledQty], ['FILLED', desk.lots(4)]);
  });

  behaves('GTD rests until its time and then expires, told by a report', async (desk, context) => {
    if (!desk.venue.capabilities.tif.includes('GTD')) return context.skip('no GTD here');
    const expiresAt = (desk.world.now() + 120_000) as TimestampMs;
    const placed = await desk.place({ tif: 'GTD', price: desk.market.priceMin, expiresAt });
    await desk.world.pass(115_000);
    assert.equal((await desk.find(placed.clientId))?.status, 'OPEN');
    await desk.world.pass(10_000);
    const report = present(desk.heard.reportsOf(placed.clientId).at(-1), 'the report');
    assert.deepEqual([report.status, report.reason], ['EXPIRED', 'expired']);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), 0n);
  });

  behaves('cancel ends an order; repeated, it tells the same end', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    const cancelled = desk.reportOf(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([cancelled.status, cancelled.reason], ['CANCELLED', 'requested']);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), 0n);
    const again = desk.reportOf(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([again.status, again.filledQty, again.at], ['CANCELLED', 0n, cancelled.at]);
  });

  behaves('cancelling a filled order tells that it is filled', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMax });
    const answer = desk.reportOf(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([answer.status, answer.fills], ['FILLED', placed.fills]);
  });

  behaves('cancelling an order that nobody placed is refused', async (desk) => {
    desk.refused(await desk.venue.cancel(NOBODY, desk.id), 'unknown_order');
  });
}

function amendsOrders(behaves: Behaves): void {
  const amends: Behaves = (behaviour, run) =>
    behaves(behaviour, async (desk, context) => {
      if (desk.venue.capabilities.amend !== 'native') return context.skip('amends by replacing');
      await run(desk, context);
    });

  amends('an amended price and quantity stand in the book', async (desk) => {
    const { priceMin, priceTick } = desk.market;
    const placed = await desk.place({ price: priceMin, qty: desk.lots(5) });
    const price = (priceMin + priceTick) as Price;
    const amended = desk.reportOf(await desk.venue.amend(desk.amend(placed, { price, qty: desk.lots(3) })));
    assert.deepEqual([amended.status, amended.price, amended.qty], ['OPEN', price, desk.lots(3)]);
    assert.deepEqual([desk.qtyAt('BUY', priceMin), desk.qtyAt('BUY', price)], [0n, desk.lots(3)]);
  });

  amends('a raise is taken where the venue says it can', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    const outcome = await desk.venue.amend(desk.amend(placed, { qty: desk.lots(7) }));
    if (desk.venue.capabilities.amendQtyIncrease) assert.equal(desk.reportOf(outcome).qty, desk.lots(7));
    else assert.equal(outcome.kind, 'refused');
  });

  amends('an amend that crosses fills as a taker', async (desk) => {
    const ask = desk.best('SELL');
    const placed = await desk.place({ price: desk.market.priceMin });
    const amended = desk.reportOf(await desk.venue.amend(desk.amend(placed, { price: ask.price })));
    assert.deepEqual([amended.status, amended.fills[0]?.liquidity], ['FILLED', 'TAKER']);
    assert.equal(amended.fills[0]?.price, ask.price);
  });

  amends('a quantity not above what is filled is refused and changes nothing', async (desk) => {
    const price = desk.inside('BUY');
    const placed = await desk.place({ price, qty: desk.lots(4) });
    await desk.world.hit(desk.id, 'SELL', price, desk.lots(2));
    const outcome = await desk.venue.amend(desk.amend(placed, { qty: desk.lots(2) }));
    assert.equal(outcome.kind, 'refused');
    assert.deepEqual((await desk.find(placed.clientId))?.qty, desk.lots(4));
    assert.equal(desk.qtyAt('BUY', price), desk.lots(2));
  });

  amends('a GTC order becomes GTD with a time, and takes no time without', async (desk, context) => {
    if (!desk.venue.capabilities.tif.includes('GTD')) return context.skip('no GTD here');
    const placed = await desk.place({ price: desk.market.priceMin });
    const expiresAt = (desk.world.now() + 120_000) as TimestampMs;
    assert.equal((await desk.venue.amend(desk.amend(placed, { expiresAt }))).kind, 'refused');
    const outcome = await desk.venue.amend(desk.amend(placed, { tif: 'GTD', expiresAt }));
    if (outcome.kind === 'refused' && outcome.code === 'expiry_not_amendable') {
      assert.equal((await desk.find(placed.clientId))?.expiresAt, null);
      return context.skip('an order keeps its life here');
    }
    desk.reportOf(outcome);
    await desk.world.pass(125_000);
    assert.equal((await desk.find(placed.clientId))?.status, 'EXPIRED');
  });

  amends('an ended or unknown order is not amended', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMax });
    desk.refused(await desk.venue.amend(desk.amend(placed, { qty: desk.lots(9) })), 'order_not_open');
    const stranger = { ...placed, clientId: NOBODY };
    desk.refused(await desk.venue.amend(desk.amend(stranger, { qty: desk.lots(9) })), 'unknown_order');
  });
}

function refusesWhatItCannotTake(behaves: Behaves): void {
  behaves('a repeated client id is refused and placed once', async (desk) => {
    const order = desk.order({ price: desk.market.priceMin });
    const outcomes = await Promise.all([desk.venue.place(order), desk.venue.place(order)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['refused', 'report']);
    desk.refused(await desk.venue.place(order), 'duplicate_client_id');
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), order.qty);
  });

  behaves('the client id of an ended order is not free again', async (desk) => {
    const order = desk.order({ price: desk.market.priceMax });
    desk.reportOf(await desk.venue.place(order));
    desk.refused(await desk.venue.place(order), 'duplicate_client_id');
  });

  behaves('a price or quantity off the grid is refused and leaves no trace', async (desk) => {
    const { priceMin, priceTick, priceMax, qtyStep, qtyMin } = desk.market;
    const wrong: readonly Partial<VenueOrder>[] = [
      { price: (priceMin + priceTick / 2n) as Price },
      { price: (priceMax + priceTick) as Price },
      { price: 0n as Price },
      { qty: (qtyMin + qtyStep / 2n) as Qty },
      { qty: (qtyMin - qtyStep / 2n) as Qty },
    ];
    for (const fields of wrong) {
      const order = desk.order({ price: priceMin, ...fields });
      assert.equal((await desk.venue.place(order)).kind, 'refused');
      assert.equal(await desk.find(order.clientId), null);
    }
  });

  behaves('a market that is not open takes no order', async (desk, context) => {
    const halted = [...desk.heard.instruments.values()].filter(({ status }) => status !== 'OPEN');
    if (halted.length === 0) return context.skip('every market is open');
    for (const { venueInstrumentId, priceMin, qtyMin: qty } of halted) {
      const order = desk.order({ venueInstrumentId, price: priceMin, qty });
      desk.refused(await desk.venue.place(order), 'market_not_open');
    }
  });
}

function remembersOrders(behaves: Behaves): void {
  behaves('a query finds an order by client id and says when there is none', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    assert.deepEqual(await desk.find(placed.clientId), placed);
    assert.equal(await desk.find(NOBODY), null);
  });

  behaves('reconcile tells everything at first, then what is open or changed since', async (desk) => {
    const resting = await desk.place({ price: desk.market.priceMin });
    const filled = await desk.place({ price: desk.market.priceMax });
    const first = await desk.venue.reconcile(null);
    assert.deepEqual(new Set(first.reports.map(idOf)), new Set([resting.clientId, filled.clientId]));
    assert.deepEqual(
      first.reports.find((report) => idOf(report) === filled.clientId),
      filled,
    );

    // A venue may look back a little further than the mark, and tell again what it told already.
    const newsOf = async (mark: string) => {
      const { reports, mark: next } = await desk.venue.reconcile(mark);
      const news = reports.filter((report) => !isDeepStrictEqual(report, filled));
      return { news: news.map(({ clientId, status }) => [clientId, status]), next };
    };
    const quiet = await newsOf(first.mark);
    assert.deepEqual(quiet.news, [[resting.clientId, 'OPEN']]);
    await desk.venue.cancel(resting.clientId, desk.id);
    const after = await newsOf(quiet.next);
    assert.deepEqual(after.news, [[resting.clientId, 'CANCELLED']]);
    await desk.world.pass(3_600_000);
    const late = await desk.venue.reconcile(after.next);
    assert.deepEqual((await desk.venue.reconcile(late.mark)).reports, []);
  });

  behaves('an acknowledged order is there after a restart, and works on', async (desk) => {
    const resting = await desk.place({ price: desk.market.priceMin, qty: desk.lots(3) });
    const filled = await desk.place({ price: desk.market.priceMax });
    const venue = await desk.world.restart();
    const heard = new Heard();
    await venue.start(heard);
    const again = new Desk({ ...desk.world, venue }, heard);
    await again.sitDown();
    assert.deepEqual(await again.find(resting.clientId), resting);
    assert.deepEqual(await again.find(filled.clientId), filled);
    assert.equal((await venue.reconcile(null)).reports.length, 2);
    assert.equal(again.qtyAt('BUY', desk.market.priceMin), desk.lots(3));
    again.refused(await venue.place({ ...desk.order(), clientId: filled.clientId }), 'duplicate_client_id');
    const cancelled = again.reportOf(await venue.cancel(resting.clientId, desk.id));
    assert.equal(cancelled.status, 'CANCELLED');
  });
}

const idOf = ({ clientId }: OrderReport): VenueClientId => clientId;
