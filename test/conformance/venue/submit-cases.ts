import assert from 'node:assert/strict';
import { requirePresent } from '../../../src/contract/model/assert.ts';
import { complement, type Price, type Qty } from '../../../src/contract/model/money.ts';
import type { VenueFill, VenueOrder } from '../../../src/ports/venue.ts';
import type { DefineCase, DefineCasesFor } from './conformance-harness.ts';

/** Orders that the venue accepts. */
export function defineSubmitCases(defineCase: DefineCase, defineCasesFor: DefineCasesFor): void {
  defineCase('a price far from the market rests, and the book shows it', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMin });
    assert.deepEqual([placed.status, placed.filledQty, placed.fills], ['OPEN', 0n, []]);
    assert.equal(harness.qtyAt('BUY', harness.market.priceMin), placed.qty);
  });

  defineCase('a crossing order fills at once, at the price of the resting order', async (harness) => {
    const ask = harness.best('SELL');
    const placed = await harness.place({ price: harness.market.priceMax });
    assert.deepEqual([placed.status, placed.filledQty], ['FILLED', placed.qty]);
    const fill = requirePresent(placed.fills[0], 'the fill');
    assert.deepEqual(
      [fill.price, fill.qty, fill.liquidity, fill.side, fill.outcome],
      [ask.price, placed.qty, 'TAKER', 'BUY', 'YES'],
    );
    assert.equal(harness.qtyAt('SELL', ask.price), ask.qty - placed.qty);
    const trade = requirePresent(harness.listener.trades.at(-1), 'the trade');
    assert.deepEqual([trade.price, trade.qty, trade.side], [ask.price, placed.qty, 'BUY']);
  });

  defineCase(
    'an order larger than the liquidity at its price fills partly, and the remainder rests',
    async (harness) => {
      const ask = harness.best('SELL');
      const placed = await harness.place({ price: ask.price, qty: harness.more(ask.qty) });
      assert.deepEqual([placed.status, placed.filledQty], ['OPEN', ask.qty]);
      assert.equal(harness.qtyAt('BUY', ask.price), placed.qty - ask.qty);
      assert.equal(harness.best('BUY').price, ask.price);
    },
  );

  defineCasesFor('self-trade')('CANCEL_RESTING cancels the own order', async (harness) => {
    const price = harness.inside('SELL');
    const own = await harness.place({ side: 'SELL', price });
    const placed = await harness.place({ price, selfTrade: 'CANCEL_RESTING' });
    assert.deepEqual([placed.status, placed.filledQty, placed.fills], ['OPEN', 0n, []]);
    const ended = await harness.find(own.clientId);
    assert.deepEqual([ended?.status, ended?.reason, ended?.fills], ['CANCELLED', 'self_trade', []]);
  });

  defineCasesFor('self-trade')('CANCEL_INCOMING cuts an IOC order', async (harness) => {
    const price = harness.inside('SELL');
    const own = await harness.place({ side: 'SELL', price });
    const placed = await harness.place({ price, tif: 'IOC', selfTrade: 'CANCEL_INCOMING' });
    assert.deepEqual([placed.status, placed.fills], ['CANCELLED', []]);
    assert.deepEqual((await harness.find(own.clientId))?.status, 'OPEN');
  });

  defineCase(
    'a post-only order rests, and one that would trade is refused without a trade',
    async (harness) => {
      const ask = harness.best('SELL');
      const placed = await harness.place({ price: harness.market.priceMin, postOnly: true });
      assert.equal(placed.status, 'OPEN');
      const trades = harness.listener.trades.length;
      const outcome = await harness.venue.place(harness.order({ price: ask.price, postOnly: true }));
      const isRefused = outcome.kind === 'refused' && outcome.code === 'would_cross';
      const isClosed =
        outcome.kind === 'report' &&
        outcome.report.status === 'REJECTED' &&
        outcome.report.reason === 'post_only_cross' &&
        outcome.report.fills.length === 0;
      assert.ok(
        isRefused || isClosed,
        JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      );
      assert.deepEqual(harness.best('SELL'), ask);
      assert.equal(harness.listener.trades.length, trades);
    },
  );

  defineCase('MARKET takes the best prices, best first', async (harness) => {
    const [first, second] = harness.levels('SELL');
    const qty = harness.more(requirePresent(first, 'a best ask').qty);
    const placed = await harness.place({ type: 'MARKET', tif: 'IOC', price: null, qty });
    assert.deepEqual([placed.status, placed.price], ['FILLED', null]);
    const prices = new Set(placed.fills.map(({ price }) => price));
    assert.deepEqual([...prices], [first?.price, second?.price]);
  });

  defineCase('MARKET with an empty opposite side is cancelled with no_liquidity', async (harness) => {
    await harness.place({
      type: 'MARKET',
      tif: 'IOC',
      price: null,
      qty: harness.more(harness.depth('SELL')),
    });
    const placed = await harness.place({ type: 'MARKET', tif: 'IOC', price: null });
    assert.deepEqual([placed.status, placed.reason, placed.filledQty], ['CANCELLED', 'no_liquidity', 0n]);
  });

  defineCase('IOC fills up to its limit, and the remainder is cancelled', async (harness) => {
    const ask = harness.best('SELL');
    const placed = await harness.place({ tif: 'IOC', price: ask.price, qty: harness.more(ask.qty) });
    assert.deepEqual([placed.status, placed.reason], ['CANCELLED', 'ioc_remainder']);
    assert.equal(placed.filledQty, ask.qty);
    assert.equal(harness.qtyAt('BUY', ask.price), 0n);
  });

  defineCasesFor('FOK')('FOK fills completely or not at all', async (harness) => {
    const ask = harness.best('SELL');
    const killed = await harness.place({ tif: 'FOK', price: ask.price, qty: harness.more(ask.qty) });
    assert.deepEqual([killed.status, killed.reason, killed.filledQty], ['CANCELLED', 'fok_unfilled', 0n]);
    assert.equal(harness.qtyAt('SELL', ask.price), ask.qty);
    const filled = await harness.place({ tif: 'FOK', price: ask.price });
    assert.deepEqual([filled.status, filled.filledQty], ['FILLED', filled.qty]);
  });

  defineCase('buying NO takes YES bids, and is reported in NO terms', async (harness) => {
    const bid = harness.best('BUY');
    const placed = await harness.place({ outcome: 'NO', price: complement(bid.price) });
    const fill = requirePresent(placed.fills[0], 'the fill');
    assert.deepEqual(
      [placed.status, fill.side, fill.outcome, fill.price],
      ['FILLED', 'BUY', 'NO', complement(bid.price)],
    );
    assert.equal(harness.listener.trades.at(-1)?.side, 'SELL');
    assert.equal(harness.listener.trades.at(-1)?.price, bid.price);
  });

  defineCase('a resting NO order shows in the book at the YES price', async (harness) => {
    const { priceMin, priceMax } = harness.market;
    const bought = await harness.place({ outcome: 'NO', price: priceMin });
    assert.deepEqual([bought.status, bought.price], ['OPEN', priceMin]);
    assert.equal(harness.qtyAt('SELL', priceMax), bought.qty);
    const sold = await harness.place({ outcome: 'NO', side: 'SELL', price: priceMax });
    assert.equal(harness.qtyAt('BUY', priceMin), sold.qty);
  });

  defineCase('a sale without a position takes bids, reported in YES or NO terms', async (harness) => {
    const bid = harness.best('BUY');
    const placed = await harness.place({ side: 'SELL', price: bid.price });
    assert.deepEqual([placed.status, placed.filledQty], ['FILLED', placed.qty]);
    assert.deepEqual(placed.fills.map(toYesTerms), [{ side: 'SELL', price: bid.price, qty: placed.qty }]);
    assert.equal(harness.qtyAt('BUY', bid.price), bid.qty - placed.qty);
    const all = harness.levels('BUY').slice(0, 2);
    const qty = harness.more(requirePresent(all[0], 'a best bid').qty);
    const sold = await harness.place({ side: 'SELL', type: 'MARKET', tif: 'IOC', price: null, qty });
    assert.deepEqual(
      [sold.status, new Set(sold.fills.map((fill) => toYesTerms(fill).price))],
      ['FILLED', new Set(all.map(({ price }) => price))],
    );
  });

  defineCase(
    'a sale without a position rests as an ask, is filled there, and can be cancelled',
    async (harness) => {
      const price = harness.inside('SELL');
      const placed = await harness.place({ side: 'SELL', price, qty: harness.lots(4) });
      assert.deepEqual([placed.status, harness.qtyAt('SELL', price)], ['OPEN', placed.qty]);
      await harness.controls.hit(harness.id, 'BUY', price, harness.lots(1));
      const report = requirePresent(
        harness.listener.getReports(placed.clientId).at(-1),
        'a report of the fill',
      );
      assert.deepEqual(report.fills.map(toYesTerms), [{ side: 'SELL', price, qty: harness.lots(1) }]);
      const cancelled = harness.expectReport(await harness.venue.cancel(placed.clientId, harness.id));
      assert.deepEqual([cancelled.status, cancelled.filledQty], ['CANCELLED', harness.lots(1)]);
      assert.equal(harness.qtyAt('SELL', price), 0n);
    },
  );
}

/** A fill in YES terms: buying NO is selling YES at one less the price. */
const toYesTerms = ({ side, outcome, price, qty }: VenueFill): Pick<VenueFill, 'side' | 'price' | 'qty'> => ({
  side: (side === 'BUY') === (outcome === 'YES') ? 'BUY' : 'SELL',
  price: outcome === 'YES' ? price : complement(price),
  qty,
});

/** Orders that the venue refuses. */
export function defineRejectionCases(defineCase: DefineCase, defineCasesFor: DefineCasesFor): void {
  defineCase('of two orders with the same client id one is placed and one refused', async (harness) => {
    const order = harness.order({ price: harness.market.priceMin });
    const outcomes = await Promise.all([harness.venue.place(order), harness.venue.place(order)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['refused', 'report']);
    harness.expectRefused(await harness.venue.place(order), 'duplicate_client_id');
    assert.equal(harness.qtyAt('BUY', harness.market.priceMin), order.qty);
  });

  defineCase('the client id of a closed order cannot be reused', async (harness) => {
    const order = harness.order({ price: harness.market.priceMax });
    harness.expectReport(await harness.venue.place(order));
    harness.expectRefused(await harness.venue.place(order), 'duplicate_client_id');
  });

  defineCase(
    'a price or quantity off the grid is refused, and no order exists afterwards',
    async (harness) => {
      const { priceMin, priceTick, priceMax, qtyStep, qtyMin } = harness.market;
      const wrong: readonly Partial<VenueOrder>[] = [
        { price: (priceMin + priceTick / 2n) as Price },
        { price: (priceMax + priceTick) as Price },
        { price: 0n as Price },
        { qty: (qtyMin + qtyStep / 2n) as Qty },
        { qty: (qtyMin - qtyStep / 2n) as Qty },
      ];
      for (const fields of wrong) {
        const order = harness.order({ price: priceMin, ...fields });
        harness.expectNotPlaced(await harness.venue.place(order), OFF_GRID);
        assert.equal(await harness.find(order.clientId), null);
      }
    },
  );

  defineCasesFor('paused-market')('a market that is not open refuses orders', async (harness) => {
    const halted = [...harness.listener.instruments.values()].filter(({ status }) => status !== 'OPEN');
    assert.notEqual(halted.length, 0);
    for (const { venueInstrumentId, priceMin, qtyMin: qty } of halted) {
      const order = harness.order({ venueInstrumentId, price: priceMin, qty });
      harness.expectNotPlaced(await harness.venue.place(order), [
        'market_not_open',
        'market_paused',
        'market_closed',
      ]);
    }
  });
}

const OFF_GRID = ['price_out_of_range', 'price_off_tick', 'qty_below_min', 'qty_off_lot', 'invalid_order'];
