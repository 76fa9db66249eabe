import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePresent } from '../../../domain/model/assert.ts';
import { renderDecimal } from '../../../domain/model/money.ts';
import { describeOutcome, PolymarketHarness } from '../polymarket-harness.fixture.ts';

/** A subscribed market: the channel reports its changes long before the next catalogue read. */
const polymarket = (behaviour: string, run: (world: PolymarketHarness) => Promise<void>): void => {
  test(behaviour, async () => {
    const world = new PolymarketHarness();
    await world.start();
    try {
      await run(world);
    } finally {
      await world.stop();
    }
  });
};

const SOON_MS = 200;
const published = (world: PolymarketHarness) =>
  requirePresent(world.listener.instruments.get(world.id), 'the market');

polymarket(
  'a smaller tick size is published at once with a new book, and used for new orders',
  async (world) => {
    await world.addTrader({ side: 'BUY', maker: '4', taker: '10' });
    assert.equal(
      describeOutcome(await world.place({}, '0.355')),
      'unsent the price or quantity is off the grid of this market',
    );
    const books: string[] = [];
    const hear = world.listener.onBook.bind(world.listener);
    world.listener.onBook = (update) => {
      if (update.kind !== 'alive') books.push(update.kind);
      hear(update);
    };
    world.exchange.simulator.controls.market({ market: 'rain', verb: 'tick', tick: '0.001' });
    await world.pass(SOON_MS);
    const { priceTick, priceMin, priceMax } = published(world);
    assert.deepEqual([priceTick, priceMin, priceMax].map(renderDecimal), ['0.001', '0.001', '0.999']);
    assert.deepEqual(books, ['lost', 'snapshot']);
    assert.equal(describeOutcome(await world.place({}, '0.355')), 'OPEN 0');
    assert.deepEqual(
      world.listener.levels(world.id, 'BUY').map(({ price }) => renderDecimal(price)),
      ['0.4', '0.355'],
    );
  },
);

for (const result of ['yes', 'no'] as const) {
  polymarket(`a market that ends as ${result} is published at once with its result`, async (world) => {
    world.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result });
    await world.pass(SOON_MS);
    assert.deepEqual([published(world).status, published(world).result], ['SETTLED', result.toUpperCase()]);
  });
}

polymarket('a new market is fetched when the channel announces it', async (world) => {
  world.exchange.act({ verb: 'list', slug: 'snow', question: 'Will it snow?' });
  await world.pass(6_000);
  assert.deepEqual(
    [...world.listener.instruments.values()].map(({ title }) => title),
    ['Will it be rain?', 'Will it snow?'],
  );
});
