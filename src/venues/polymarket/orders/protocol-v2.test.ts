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
    const polymarket = (behaviour: string, run: (world: PolymarketHarness) => Promise<void>): void => {
      test(behaviour, async () => {
        const world = new PolymarketHarness([createEvent('rain', listing)]);
        await world.start();
        try {
          await run(world);
        } finally {
          await world.stop();
        }
      });
    };

    polymarket('is listed with a book, and an order rests in it and is cancelled', async (world) => {
      const order = world.prepareOrder();
      assert.equal(describeOutcome(await world.until(world.venue.place(order))), 'OPEN 0');
      await world.pass(100);
      assert.equal(world.listener.levels(world.id, 'BUY').length, 1);
      const cancelled = await world.until(world.venue.cancel(order.clientId, world.id));
      assert.equal(describeOutcome(cancelled), 'CANCELLED requested 0');
      assert.deepEqual(world.listener.anomalies, []);
    });

    polymarket('is bought, held and sold', async (world) => {
      await world.addTrader({ ...OFFER, ...kind }, 1);
      assert.equal(
        describeOutcome(await world.place({}, '0.55')),
        'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5',
      );
      await world.pass(10_000);
      assert.deepEqual(await world.until(world.venue.positions()), [
        { venueInstrumentId: world.id, netQty: 1_000_000_000n },
      ]);
      await world.addTrader({ side: 'BUY', maker: '4.5', taker: '10', ...kind }, 0);
      const sold = await world.place({ side: 'SELL', tif: 'IOC' }, '0.45');
      assert.equal(describeOutcome(sold), 'FILLED 10; PENDING TAKER SELL YES 10 @ 0.45');
      await world.pass(10_000);
      assert.deepEqual(await world.until(world.venue.positions()), []);
      assert.deepEqual(world.listener.anomalies, []);
    });

    polymarket('settles on the winner of the channel', async (world) => {
      const { controls } = world.exchange.simulator;
      assert.equal(controls.market({ market: world.id, verb: 'settle', result: 'no' }), null);
      await world.pass(1_000);
      assert.equal(world.listener.instruments.get(world.id)?.result, 'NO');
    });

    polymarket('restores its orders after a restart', async (world) => {
      const order = world.prepareOrder();
      await world.until(world.venue.place(order));
      await world.restart();
      await world.start();
      const found = await world.until(world.venue.order(order.clientId, world.id));
      assert.equal(found.kind === 'found' && describeReport(found.report), 'OPEN 0');
    });

    polymarket('refuses a purchase without its allowance, with the spender', async (world) => {
      const spender = 'version' in listing ? EXCHANGE_V3 : NEG_RISK_ADAPTERS[0];
      world.exchange.act({ verb: 'allow', wallet: KEY_ADDRESS, amount: '0', spender });
      const outcome = await world.place();
      assert.equal(describeOutcome(outcome), 'refused insufficient_allowance');
      assert.ok(outcome.kind === 'refused' && outcome.message.includes(spender));
    });
  });
}
