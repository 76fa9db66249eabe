import assert from 'node:assert/strict';
import { requirePresent } from '../../../src/contract/model/assert.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { type DefineCase, type DefineCasesFor, UNUSED_CLIENT_ID } from './conformance-harness.ts';

/** Fills, expiries and cancels. */
export function defineCloseCases(defineCase: DefineCase, defineCasesFor: DefineCasesFor): void {
  defineCase('each fill of a resting order is reported once, with a unique trade id', async (harness) => {
    const price = harness.inside('BUY');
    const placed = await harness.place({ price, qty: harness.lots(4) });
    await harness.controls.hit(harness.id, 'SELL', price, harness.lots(1));
    await harness.controls.hit(harness.id, 'SELL', price, harness.lots(3));
    const reports = harness.listener.getReports(placed.clientId);
    assert.deepEqual(
      reports.map(({ status, filledQty }) => [status, filledQty]),
      [
        ['OPEN', harness.lots(1)],
        ['FILLED', harness.lots(4)],
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
    const found = await harness.find(placed.clientId);
    assert.deepEqual(found?.fills, fills);
    assert.deepEqual([found?.status, found?.filledQty], ['FILLED', harness.lots(4)]);
  });

  defineCasesFor('GTD')('GTD rests until its expiry, and then a report says EXPIRED', async (harness) => {
    const expiresAt = (harness.controls.now() + 120_000) as TimestampMs;
    const placed = await harness.place({ tif: 'GTD', price: harness.market.priceMin, expiresAt });
    await harness.controls.pass(115_000);
    assert.equal((await harness.find(placed.clientId))?.status, 'OPEN');
    await harness.controls.pass(10_000);
    const report = requirePresent(harness.listener.getReports(placed.clientId).at(-1), 'the report');
    assert.deepEqual([report.status, report.reason], ['EXPIRED', 'expired']);
    assert.equal(harness.qtyAt('BUY', harness.market.priceMin), 0n);
  });

  defineCase('a cancel closes an order, and a repeated cancel reports the same state', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMin });
    const cancelled = harness.expectReport(await harness.venue.cancel(placed.clientId, harness.id));
    assert.deepEqual([cancelled.status, cancelled.reason], ['CANCELLED', 'requested']);
    assert.equal(harness.qtyAt('BUY', harness.market.priceMin), 0n);
    const again = harness.expectReport(await harness.venue.cancel(placed.clientId, harness.id));
    assert.deepEqual([again.status, again.filledQty, again.at], ['CANCELLED', 0n, cancelled.at]);
  });

  defineCase('a cancel of a filled order reports it as filled', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMax });
    const answer = harness.expectReport(await harness.venue.cancel(placed.clientId, harness.id));
    assert.deepEqual([answer.status, answer.fills], ['FILLED', placed.fills]);
  });

  defineCase('cancels at the same time each get the state of the order that they name', async (harness) => {
    const { priceMin, priceMax } = harness.market;
    const rest = (): ReturnType<typeof harness.place> => harness.place({ price: priceMin });
    const resting = [await rest(), await rest(), await rest()];
    const filled = await harness.place({ price: priceMax });
    const kept = await rest();
    const ids = [...resting, filled].map(({ clientId }) => clientId);
    const cancels = [...ids, UNUSED_CLIENT_ID].map((id) => harness.venue.cancel(id, harness.id));
    const outcomes = await Promise.all(cancels);
    harness.expectRefused(requirePresent(outcomes.pop(), 'the last outcome'), 'unknown_order');
    assert.deepEqual(
      outcomes
        .map((outcome) => harness.expectReport(outcome))
        .map(({ clientId, status }) => [clientId, status]),
      ids.map((id) => [id, id === filled.clientId ? 'FILLED' : 'CANCELLED']),
    );
    assert.equal((await harness.find(kept.clientId))?.status, 'OPEN');
    assert.equal(harness.qtyAt('BUY', priceMin), kept.qty);
  });

  defineCase('a cancel of an unknown order is refused', async (harness) => {
    harness.expectRefused(await harness.venue.cancel(UNUSED_CLIENT_ID, harness.id), 'unknown_order');
  });
}
