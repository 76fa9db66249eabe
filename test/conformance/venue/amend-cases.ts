import assert from 'node:assert/strict';
import type { Price } from '../../../src/domain/model/money.ts';
import type { TimestampMs } from '../../../src/domain/model/time.ts';
import { type DefineCase, UNUSED_CLIENT_ID } from './conformance-harness.ts';

/** What an amend changes, where the venue knows one. */
export function defineAmendCases(behaves: DefineCase): void {
  const amends: DefineCase = (behaviour, run) =>
    behaves(behaviour, async (desk, context) => {
      if (desk.venue.capabilities.amend !== 'native') return context.skip('amends by replacing');
      await run(desk, context);
    });

  amends('an amended price and quantity stand in the book', async (desk) => {
    const { priceMin, priceTick } = desk.market;
    const placed = await desk.place({ price: priceMin, qty: desk.lots(5) });
    const price = (priceMin + priceTick) as Price;
    const amended = desk.expectReport(
      await desk.venue.amend(desk.amend(placed, { price, qty: desk.lots(3) })),
    );
    assert.deepEqual([amended.status, amended.price, amended.qty], ['OPEN', price, desk.lots(3)]);
    assert.deepEqual([desk.qtyAt('BUY', priceMin), desk.qtyAt('BUY', price)], [0n, desk.lots(3)]);
  });

  amends('a raise is taken where the venue says it can', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    const outcome = await desk.venue.amend(desk.amend(placed, { qty: desk.lots(7) }));
    if (desk.venue.capabilities.amendQtyIncrease) assert.equal(desk.expectReport(outcome).qty, desk.lots(7));
    else assert.equal(outcome.kind, 'refused');
  });

  amends('an amend that crosses fills as a taker', async (desk) => {
    const ask = desk.best('SELL');
    const placed = await desk.place({ price: desk.market.priceMin });
    const amended = desk.expectReport(await desk.venue.amend(desk.amend(placed, { price: ask.price })));
    assert.deepEqual([amended.status, amended.fills[0]?.liquidity], ['FILLED', 'TAKER']);
    assert.equal(amended.fills[0]?.price, ask.price);
  });

  amends('a quantity not above what is filled is refused and changes nothing', async (desk) => {
    const price = desk.inside('BUY');
    const placed = await desk.place({ price, qty: desk.lots(4) });
    await desk.controls.hit(desk.id, 'SELL', price, desk.lots(2));
    const outcome = await desk.venue.amend(desk.amend(placed, { qty: desk.lots(2) }));
    assert.equal(outcome.kind, 'refused');
    assert.deepEqual((await desk.find(placed.clientId))?.qty, desk.lots(4));
    assert.equal(desk.qtyAt('BUY', price), desk.lots(2));
  });

  amends('a GTC order becomes GTD with a time, and takes no time without', async (desk, context) => {
    if (!desk.venue.capabilities.tif.includes('GTD')) return context.skip('no GTD here');
    const placed = await desk.place({ price: desk.market.priceMin });
    const expiresAt = (desk.controls.now() + 120_000) as TimestampMs;
    assert.equal((await desk.venue.amend(desk.amend(placed, { expiresAt }))).kind, 'refused');
    const outcome = await desk.venue.amend(desk.amend(placed, { tif: 'GTD', expiresAt }));
    if (outcome.kind === 'refused' && outcome.code === 'expiry_not_amendable') {
      assert.equal((await desk.find(placed.clientId))?.expiresAt, null);
      return context.skip('an order keeps its life here');
    }
    desk.expectReport(outcome);
    await desk.controls.pass(125_000);
    assert.equal((await desk.find(placed.clientId))?.status, 'EXPIRED');
  });

  amends('an ended or unknown order is not amended', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMax });
    desk.expectRefused(await desk.venue.amend(desk.amend(placed, { qty: desk.lots(9) })), 'order_not_open');
    const stranger = { ...placed, clientId: UNUSED_CLIENT_ID };
    desk.expectRefused(await desk.venue.amend(desk.amend(stranger, { qty: desk.lots(9) })), 'unknown_order');
  });
}
