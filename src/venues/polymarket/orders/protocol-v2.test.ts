import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createEvent,
  describeOutcome,
  describeReport,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../polymarket-harness.fixture.ts';
import { EXCHANGES_V3, NEG_RISK_ADAPTERS } from '../polymarket-settings.ts';

const EXCHANGE_V3 = EXCHANGES_V3[137] ?? assert.fail('an address');

/** Ten YES for sale at 0.50, by a trader with a BUY of NO. */
const OFFER = { side: 'BUY', maker: '5', taker: '10' } as const;

/** Runs with a market of each kind whose orders another exchange than the standard one settles. */
for (const [name, listing, kind] of [
  ['Protocol V2', { version: 'v2' }, { version: 'v2' }],
  ['Protocol V2, neg-risk', { version: 'v2', negRisk: true }, { version: 'v2', negRisk: true }],
  ['neg-risk', { negRisk: true }, { negRisk: true }],
] as const) {
  describe(`a market of ${name}`, () => {
    const polymarket = (behaviour: string, run: (harness: PolymarketHarness) => Promise<void>): void => {
      test(behaviour, async () => {
        const harness = new PolymarketHarness([createEvent('rain', listing)]);
        await harness.start();
        try {
          await run(harness);
        } finally {
          await harness.stop();
        }
      });
    };

    polymarket('is listed with a book, and an order rests in it and is cancelled', async (harness) => {
      const order = harness.prepareOrder();
      assert.equal(describeOutcome(await harness.until(harness.venue.place(order))), 'OPEN 0');
      await harness.pass(100);
      assert.equal(harness.listener.levels(harness.id, 'BUY').length, 1);
      const cancelled = await harness.until(harness.venue.cancel(order.clientId, harness.id));
      assert.equal(describeOutcome(cancelled), 'CANCELLED requested 0');
      assert.deepEqual(harness.listener.anomalies, []);
    });

    polymarket('is bought, held and sold', async (harness) => {
      await harness.addTrader({ ...OFFER, ...kind }, 1);
      assert.equal(
        describeOutcome(await harness.place({}, '0.55')),
        'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5',
      );
      await harness.pass(10_000);
      assert.deepEqual(await harness.until(harness.venue.positions()), [
        { venueInstrumentId: harness.id, netQty: 1_000_000_000n, avgPrice: 50_000_000n },
      ]);
      await harness.addTrader({ side: 'BUY', maker: '4.5', taker: '10', ...kind }, 0);
      const sold = await harness.place({ side: 'SELL', tif: 'IOC' }, '0.45');
      assert.equal(describeOutcome(sold), 'FILLED 10; PENDING TAKER SELL YES 10 @ 0.45');
      await harness.pass(10_000);
      assert.deepEqual(await harness.until(harness.venue.positions()), []);
      assert.deepEqual(harness.listener.anomalies, []);
    });

    polymarket('settles on the winner of the channel', async (harness) => {
      const { controls } = harness.exchange.simulator;
      assert.equal(controls.market({ market: harness.id, verb: 'settle', result: 'no' }), null);
      await harness.pass(1_000);
      assert.equal(harness.listener.instruments.get(harness.id)?.result, 'NO');
    });

    polymarket('restores its orders after a restart', async (harness) => {
      const order = harness.prepareOrder();
      await harness.until(harness.venue.place(order));
      await harness.restart();
      await harness.start();
      const found = await harness.until(harness.venue.order(order.clientId, harness.id));
      assert.equal(found.kind === 'found' && describeReport(found.report), 'OPEN 0');
    });

    polymarket('refuses a purchase without its allowance, with the spender', async (harness) => {
      const spender = 'version' in listing ? EXCHANGE_V3 : NEG_RISK_ADAPTERS[0];
      harness.exchange.act({ verb: 'allow', wallet: KEY_ADDRESS, amount: '0', spender });
      const outcome = await harness.place();
      assert.equal(describeOutcome(outcome), 'refused insufficient_allowance');
      assert.ok(outcome.kind === 'refused' && outcome.message.includes(spender));
    });
  });
}
