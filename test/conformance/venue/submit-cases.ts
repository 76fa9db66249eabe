import assert from 'node:assert/strict';
import { requirePresent } from '../../../src/domain/model/assert.ts';
import { complement, type Price, type Qty } from '../../../src/domain/model/money.ts';
import type { VenueFill, VenueOrder } from '../../../src/ports/venue.ts';
import type { DefineCase } from './conformance-harness.ts';

/** What becomes of an order that is placed. */
export function defineSubmitCases(behaves: DefineCase): void {
  behaves('a price far from the market rests, and the book shows it', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    assert.deepEqual([placed.status, placed.filledQty, placed.fills], ['OPEN', 0n, []]);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), placed.qty);
  });

  behaves('a crossing price fills at once, at the price of who waited', async (desk) => {
    const ask = desk.best('SELL');
    const placed = await desk.place({ price: desk.market.priceMax });
    assert.deepEqual([placed.status, placed.filledQty], ['FILLED', placed.qty]);
    const fill = requirePresent(placed.fills[0], 'the fill');
    assert.deepEqual(
      [fill.price, fill.qty, fill.liquidity, fill.side, fill.outcome],
      [ask.price, placed.qty, 'TAKER', 'BUY', 'YES'],
    );
    assert.equal(desk.qtyAt('SELL', ask.price), ask.qty - placed.qty);
    const print = requirePresent(desk.listener.trades.at(-1), 'the print');
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
    const qty = desk.more(requirePresent(first, 'a best ask').qty);
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
    const fill = requirePresent(placed.fills[0], 'the fill');
    assert.deepEqual(
      [placed.status, fill.side, fill.outcome, fill.price],
      ['FILLED', 'BUY', 'NO', complement(bid.price)],
    );
    assert.equal(desk.listener.trades.at(-1)?.side, 'SELL');
    assert.equal(desk.listener.trades.at(-1)?.price, bid.price);
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
    const qty = desk.more(requirePresent(all[0], 'a best bid').qty);
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
      await desk.controls.hit(desk.id, 'BUY', price, desk.lots(1));
      const report = requirePresent(desk.listener.getReports(placed.clientId).at(-1), 'a report of the fill');
      assert.deepEqual(report.fills.map(inYes), [{ side: 'SELL', price, qty: desk.lots(1) }]);
      const cancelled = desk.expectReport(await desk.venue.cancel(placed.clientId, desk.id));
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

/** What is refused, and leaves no trace. */
export function defineRejectionCases(behaves: DefineCase): void {
  behaves('a repeated client id is refused and placed once', async (desk) => {
    const order = desk.order({ price: desk.market.priceMin });
    const outcomes = await Promise.all([desk.venue.place(order), desk.venue.place(order)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['refused', 'report']);
    desk.expectRefused(await desk.venue.place(order), 'duplicate_client_id');
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), order.qty);
  });

  behaves('the client id of an ended order is not free again', async (desk) => {
    const order = desk.order({ price: desk.market.priceMax });
    desk.expectReport(await desk.venue.place(order));
    desk.expectRefused(await desk.venue.place(order), 'duplicate_client_id');
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
    const halted = [...desk.listener.instruments.values()].filter(({ status }) => status !== 'OPEN');
    if (halted.length === 0) return context.skip('every market is open');
    for (const { venueInstrumentId, priceMin, qtyMin: qty } of halted) {
      const order = desk.order({ venueInstrumentId, price: priceMin, qty });
      desk.expectRefused(await desk.venue.place(order), 'market_not_open');
    }
  });
}
