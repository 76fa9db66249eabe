import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import { renderDecimal } from '../../../contract/model/money.ts';
import { describeOutcome, PolymarketHarness } from '../polymarket-harness.fixture.ts';

/** A subscribed market: the channel reports its changes long before the next catalogue read. */
const polymarket = (behaviour: string, run: (harness: PolymarketHarness) => Promise<void>): void => {
  test(behaviour, async () => {
    const harness = new PolymarketHarness();
    await harness.start();
    try {
      await run(harness);
    } finally {
      await harness.stop();
    }
  });
};

const SOON_MS = 200;
const published = (harness: PolymarketHarness) =>
  requirePresent(harness.listener.instruments.get(harness.id), 'the market');

polymarket(
  'a smaller tick size is published at once with a new book, and used for new orders',
  async (harness) => {
    await harness.addTrader({ side: 'BUY', maker: '4', taker: '10' });
    assert.equal(
      describeOutcome(await harness.place({}, '0.355')),
      'unsent the price or quantity is off the grid of this market',
    );
    const books: string[] = [];
    const hear = harness.listener.onBook.bind(harness.listener);
    harness.listener.onBook = (update) => {
      if (update.kind !== 'alive') books.push(update.kind);
      hear(update);
    };
    harness.exchange.simulator.controls.market({ market: 'rain', verb: 'tick', tick: '0.001' });
    await harness.pass(SOON_MS);
    const { priceTick, priceMin, priceMax } = published(harness);
    assert.deepEqual([priceTick, priceMin, priceMax].map(renderDecimal), ['0.001', '0.001', '0.999']);
    assert.deepEqual(books, ['lost', 'snapshot']);
    assert.equal(describeOutcome(await harness.place({}, '0.355')), 'OPEN 0');
    assert.deepEqual(
      harness.listener.levels(harness.id, 'BUY').map(({ price }) => renderDecimal(price)),
      ['0.4', '0.355'],
    );
  },
);

for (const result of ['yes', 'no'] as const) {
  polymarket(`a market that ends as ${result} is published at once with its result`, async (harness) => {
    harness.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result });
    await harness.pass(SOON_MS);
    assert.deepEqual(
      [published(harness).status, published(harness).result],
      ['SETTLED', result.toUpperCase()],
    );
  });
}

polymarket('a new market is fetched when the channel announces it', async (harness) => {
  harness.exchange.act({ verb: 'list', slug: 'snow', question: 'Will it snow?' });
  await harness.pass(6_000);
  assert.deepEqual(
    [...harness.listener.instruments.values()].map(({ title }) => title),
    ['Will it be rain?', 'Will it snow?'],
  );
});
