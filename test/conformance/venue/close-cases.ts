import assert from 'node:assert/strict';
import { requirePresent } from '../../../src/domain/model/assert.ts';
import type { TimestampMs } from '../../../src/domain/model/time.ts';
import { type DefineCase, UNUSED_CLIENT_ID } from './conformance-harness.ts';

/** How orders end. */
export function defineCloseCases(behaves: DefineCase): void {
  behaves('a fill of a resting order comes as a report, once, with a trade id of its own', async (desk) => {
    const price = desk.inside('BUY');
    const placed = await desk.place({ price, qty: desk.lots(4) });
    await desk.controls.hit(desk.id, 'SELL', price, desk.lots(1));
    await desk.controls.hit(desk.id, 'SELL', price, desk.lots(3));
    const reports = desk.listener.getReports(placed.clientId);
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
    const expiresAt = (desk.controls.now() + 120_000) as TimestampMs;
    const placed = await desk.place({ tif: 'GTD', price: desk.market.priceMin, expiresAt });
    await desk.controls.pass(115_000);
    assert.equal((await desk.find(placed.clientId))?.status, 'OPEN');
    await desk.controls.pass(10_000);
    const report = requirePresent(desk.listener.getReports(placed.clientId).at(-1), 'the report');
    assert.deepEqual([report.status, report.reason], ['EXPIRED', 'expired']);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), 0n);
  });

  behaves('cancel ends an order; repeated, it tells the same end', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    const cancelled = desk.expectReport(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([cancelled.status, cancelled.reason], ['CANCELLED', 'requested']);
    assert.equal(desk.qtyAt('BUY', desk.market.priceMin), 0n);
    const again = desk.expectReport(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([again.status, again.filledQty, again.at], ['CANCELLED', 0n, cancelled.at]);
  });

  behaves('cancelling a filled order tells that it is filled', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMax });
    const answer = desk.expectReport(await desk.venue.cancel(placed.clientId, desk.id));
    assert.deepEqual([answer.status, answer.fills], ['FILLED', placed.fills]);
  });

  behaves('cancelling an order that nobody placed is refused', async (desk) => {
    desk.expectRefused(await desk.venue.cancel(UNUSED_CLIENT_ID, desk.id), 'unknown_order');
  });
}
