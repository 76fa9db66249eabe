import assert from 'node:assert/strict';
import type { Price, Qty } from '../../../src/domain/model/money.ts';
import type { VenueOrder } from '../../../src/ports/venue.ts';
import type { Behaves } from './conformance-harness.ts';

/** What is refused, and leaves no trace. */
export function refusesWhatItCannotTake(behaves: Behaves): void {
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
