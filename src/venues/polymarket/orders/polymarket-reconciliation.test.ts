import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { describeReport, KEY, PolymarketHarness } from '../polymarket-harness.fixture.ts';

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

const reconcile = async (world: PolymarketHarness, mark: string | null) => {
  const { reports, mark: next } = await world.until(world.venue.reconcile(mark));
  return { mark: next, told: reports.map(describeReport).toSorted() };
};

/** Six of a resting purchase of YES at 0.40 are taken. */
const TAKES_SIX = { side: 'BUY', maker: '3.6', taker: '6' } as const;

polymarket('what could not be read whole is no reconciliation', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  for (const path of ['/data/trades', '/data/orders']) {
    world.exchange.fault({ name: 'status', status: 503, path });
    await assert.rejects(world.until(world.venue.reconcile(null)), /503/, path);
    world.exchange.simulator.controls.faults.remove('status');
  }
  assert.deepEqual((await reconcile(world, null)).told, ['OPEN 0']);
});

polymarket(
  'within one life a mark tells every open order, and of the others what changed since',
  async (world) => {
    const [first, second] = [world.prepareOrder(), world.prepareOrder()];
    await world.until(world.venue.place(first));
    await world.until(world.venue.place(second));
    await world.until(world.venue.cancel(second.clientId, world.id));
    const { mark, told: all } = await reconcile(world, null);
    assert.deepEqual(all, ['CANCELLED requested 0', 'OPEN 0']);
    const next = await reconcile(world, mark);
    assert.deepEqual(next.told, ['OPEN 0']);
    await world.until(world.venue.cancel(first.clientId, world.id));
    assert.deepEqual((await reconcile(world, next.mark)).told, ['CANCELLED requested 0']);
    assert.equal((await reconcile(world, 'no mark of ours')).told.length, 2, 'then all is told');
  },
);

polymarket('a life that begins with a mark finds what traded while nobody listened', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  const { mark } = await reconcile(world, null);
  await world.until(world.venue.stop());
  await world.addTrader(TAKES_SIX, 1);
  await world.restart();
  await world.until(world.venue.start(world.listener));
  await world.pass(600_000); // long after the overlap of a look
  assert.deepEqual((await reconcile(world, mark)).told, ['OPEN 6; FINAL MAKER BUY YES 6 @ 0.4']);
});

polymarket('a trade whose order cannot be asked about is no reconciliation either', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  await world.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  await world.restart();
  await world.until(world.venue.start(world.listener));
  world.exchange.fault({ name: 'status', status: 503, path: '/data/order/' });
  await assert.rejects(world.until(world.venue.reconcile(null)), /order 0x.*503/);
  world.exchange.simulator.controls.faults.remove('status');
  assert.deepEqual((await reconcile(world, null)).told, ['OPEN 10; PENDING MAKER BUY YES 10 @ 0.4']);
});

/** Our next life finds the market closed, and does not list it. */
async function outliveTheMarket(world: PolymarketHarness): Promise<void> {
  await world.until(world.venue.stop());
  world.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
  world.exchange.fault({ name: 'closed_order', how: 'served' });
  world.exchange.fault({ name: 'ws_refuse', path: '/ws/user' });
  await world.restart({ closedPagesMax: 0 });
  await world.until(world.venue.start(world.listener));
  assert.deepEqual([...world.listener.instruments], []);
}

const NO_MARKETS = { name: 'status', status: 503, path: '/markets/keyset' } as const;

polymarket('what traded in a market that is not listed any more is told with its market', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  await world.addTrader(TAKES_SIX, 1);
  await outliveTheMarket(world);
  world.exchange.fault(NO_MARKETS);
  await assert.rejects(world.until(world.venue.reconcile(null)), /belongs to an unknown market/);
  world.exchange.simulator.controls.faults.remove('status');
  const told = 'CANCELLED market_closed 6; PENDING MAKER BUY YES 6 @ 0.4';
  assert.deepEqual((await reconcile(world, null)).told, [told]);
  assert.deepEqual(
    [...world.listener.instruments.values()].map(({ status }) => status),
    ['SETTLED'],
  );
});

polymarket(
  'an order in a market that is not listed any more is found when it is asked about',
  async (world) => {
    const order = world.prepareOrder();
    await world.until(world.venue.place(order));
    await outliveTheMarket(world);
    const ask = () => world.until(world.venue.order(order.clientId, order.venueInstrumentId));
    world.exchange.fault(NO_MARKETS);
    const failed = await ask();
    assert.match(failed.kind === 'failed' ? failed.why : failed.kind, /of a market that we do not know/);
    world.exchange.simulator.controls.faults.remove('status');
    const found = await ask();
    assert.equal(
      found.kind === 'found' ? describeReport(found.report) : found.kind,
      'CANCELLED market_closed 0',
    );
  },
);

polymarket('a mark waits for fills that may still be undone', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  await world.addTrader(TAKES_SIX, 1);
  const tradedAt = world.listener.getReports(order.clientId).at(-1)?.fills[0]?.at ?? assert.fail('a fill');
  const markedAt = async () => Number((await reconcile(world, null)).mark.split('/')[0]);
  assert.ok((await markedAt()) <= tradedAt);
  await world.pass(60_000);
  assert.ok((await markedAt()) > tradedAt, 'final by now');
});

test('an order of an earlier life whose end is told after the first look is no stranger', async () => {
  const world = new PolymarketHarness();
  const owner = new Trader(world.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await world.start();
  try {
    const order = world.prepareOrder();
    await world.until(world.venue.place(order));
    await world.restart();
    await world.until(world.venue.start(world.listener));
    await world.pass(1_000);
    world.exchange.fault({ name: 'ws_delay', path: '/ws/user', ms: 3_000 });
    await owner.call('DELETE', '/order', { orderID: order.clientId });
    await world.pass(1_000); // until reads show it
    assert.deepEqual((await reconcile(world, null)).told, []);
    await world.pass(10_000);
    assert.deepEqual(world.listener.anomalies, []);
  } finally {
    await world.stop();
  }
});

/** An order that an earlier life sent and that comes to the venue only after the first look of this one. */
async function lateOrder(world: PolymarketHarness): Promise<VenueOrder> {
  await world.start();
  const order = world.prepareOrder();
  world.hooks.journey = (_, { method, path }) => {
    const thereMs = method === 'POST' && path === '/order' ? 4_000 : 0;
    return { fate: 'arrives', thereMs, backMs: 0 };
  };
  void world.venue.place(order);
  await world.pass(10);
  await world.restart();
  await world.until(world.venue.start(world.listener));
  assert.deepEqual((await reconcile(world, null)).told, []);
  return order;
}

test('an order of an earlier life that comes to the venue after the first look is told of, and no stranger', async () => {
  const world = new PolymarketHarness();
  const order = await lateOrder(world);
  await world.pass(10_000);
  assert.deepEqual(world.listener.getReports(order.clientId).map(describeReport), ['OPEN 0']);
  assert.deepEqual(world.listener.anomalies, []);
  await world.stop();
});

test('nor is it one for a later look, where the channel did not tell it', async () => {
  const world = new PolymarketHarness();
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  await lateOrder(world);
  await world.pass(10_000);
  assert.deepEqual((await reconcile(world, null)).told, ['OPEN 0']);
  assert.deepEqual(world.listener.anomalies, []);
  await world.stop();
});

test('open orders under our key that no life of ours sent are told as strangers, and as nobody’s', async () => {
  const world = new PolymarketHarness();
  const owner = new Trader(world.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await world.start();
  try {
    world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    await world.pass(15_000); // no order of an earlier life is on its way any more
    const [yes] = await world.exchange.tokens();
    await owner.placed({ token: yes, side: 'BUY', maker: '4', taker: '10' });
    await world.pass(1_000);
    for (let look = 0; look < 2; look += 1) assert.deepEqual((await reconcile(world, null)).told, []);
    assert.deepEqual(
      world.listener.anomalies.map(({ kind }) => kind),
      ['external_order'],
    );
  } finally {
    await world.stop();
  }
});
