import assert from 'node:assert/strict';
import { ONE, type Price } from '../../../src/contract/model/money.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { type DefineCasesFor, UNUSED_CLIENT_ID } from './conformance-harness.ts';

const SIDES = [
  ['BUY', 'YES'],
  ['SELL', 'YES'],
  ['BUY', 'NO'],
  ['SELL', 'NO'],
] as const;

/** Amends of a venue that has a native amend. */
export function defineAmendCases(defineCasesFor: DefineCasesFor): void {
  const defineAmendCase = defineCasesFor('amend');

  defineAmendCase('an amended price and quantity show in the book', async (harness) => {
    const { priceMin, priceTick } = harness.market;
    const placed = await harness.place({ price: priceMin, qty: harness.lots(5) });
    const price = (priceMin + priceTick) as Price;
    const amended = harness.expectReport(
      await harness.venue.amend(harness.amend(placed, { price, qty: harness.lots(3) })),
    );
    assert.deepEqual([amended.status, amended.price, amended.qty], ['OPEN', price, harness.lots(3)]);
    assert.deepEqual([harness.qtyAt('BUY', priceMin), harness.qtyAt('BUY', price)], [0n, harness.lots(3)]);
  });

  for (const [side, outcome] of SIDES) {
    const isYesBid = (side === 'BUY') === (outcome === 'YES');
    defineAmendCase(
      `${side} ${outcome} keeps its terms on every path that carries a price`,
      async (harness) => {
        const { priceMin, priceMax, priceTick } = harness.market;
        const [from, to] =
          side === 'BUY' ? [priceMin, priceMin + priceTick] : [priceMax, priceMax - priceTick];
        const placed = await harness.place({ side, outcome, price: from, qty: harness.lots(5) });
        const price = to as Price;
        const amended = harness.expectReport(await harness.venue.amend(harness.amend(placed, { price })));
        assert.deepEqual([placed.price, amended.price, amended.status], [from, price, 'OPEN']);
        const inBook = (at: bigint) =>
          harness.qtyAt(isYesBid ? 'BUY' : 'SELL', (outcome === 'YES' ? at : ONE - at) as Price);
        assert.deepEqual([inBook(from), inBook(to)], [0n, harness.lots(5)]);
        const { reports } = await harness.venue.reconcile(null);
        const listed = reports.find(({ clientId }) => clientId === amended.clientId);
        const found = await harness.find(amended.clientId);
        assert.deepEqual([listed?.price, found?.price], [price, price]);
      },
    );
  }

  defineAmendCase('a quantity increase is accepted if the capabilities allow it', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMin });
    const outcome = await harness.venue.amend(harness.amend(placed, { qty: harness.lots(7) }));
    if (harness.venue.capabilities.amendQtyIncrease)
      assert.equal(harness.expectReport(outcome).qty, harness.lots(7));
    else assert.equal(outcome.kind, 'refused');
  });

  defineAmendCase(
    'an amend of a post-only order that would trade is refused, and the order rests',
    async (harness) => {
      const ask = harness.best('SELL');
      const placed = await harness.place({ price: harness.market.priceMin, postOnly: true });
      const change = harness.amend(placed, { price: ask.price, postOnly: true });
      harness.expectRefused(await harness.venue.amend(change), 'would_cross');
      assert.equal(harness.qtyAt('BUY', harness.market.priceMin), placed.qty);
      assert.deepEqual(harness.best('SELL'), ask);
    },
  );

  defineAmendCase('an amend that crosses fills as a taker', async (harness) => {
    const ask = harness.best('SELL');
    const placed = await harness.place({ price: harness.market.priceMin });
    const amended = harness.expectReport(
      await harness.venue.amend(harness.amend(placed, { price: ask.price })),
    );
    assert.deepEqual([amended.status, amended.fills[0]?.liquidity], ['FILLED', 'TAKER']);
    assert.equal(amended.fills[0]?.price, ask.price);
  });

  defineAmendCase(
    'a quantity not above the filled quantity is refused and changes nothing',
    async (harness) => {
      const price = harness.inside('BUY');
      const placed = await harness.place({ price, qty: harness.lots(4) });
      await harness.controls.hit(harness.id, 'SELL', price, harness.lots(2));
      const outcome = await harness.venue.amend(harness.amend(placed, { qty: harness.lots(2) }));
      assert.equal(outcome.kind, 'refused');
      assert.deepEqual((await harness.find(placed.clientId))?.qty, harness.lots(4));
      assert.equal(harness.qtyAt('BUY', price), harness.lots(2));
    },
  );

  defineCasesFor('amend-expiry')(
    'a GTC order becomes GTD with an expiry, and a GTC amend with an expiry is refused',
    async (harness) => {
      const placed = await harness.place({ price: harness.market.priceMin });
      const expiresAt = (harness.controls.now() + 120_000) as TimestampMs;
      assert.equal((await harness.venue.amend(harness.amend(placed, { expiresAt }))).kind, 'refused');
      harness.expectReport(await harness.venue.amend(harness.amend(placed, { tif: 'GTD', expiresAt })));
      await harness.controls.pass(125_000);
      assert.equal((await harness.find(placed.clientId))?.status, 'EXPIRED');
    },
  );

  defineAmendCase('an amend of a closed or unknown order is refused', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMax });
    harness.expectRefused(
      await harness.venue.amend(harness.amend(placed, { qty: harness.lots(9) })),
      'order_not_open',
    );
    const unknown = { ...placed, clientId: UNUSED_CLIENT_ID };
    harness.expectRefused(
      await harness.venue.amend(harness.amend(unknown, { qty: harness.lots(9) })),
      'unknown_order',
    );
  });
}
