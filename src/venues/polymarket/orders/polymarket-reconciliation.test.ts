import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { describeOutcome, describeReport, KEY, PolymarketHarness } from '../polymarket-harness.fixture.ts';

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
  return { mark: next, published: reports.map(describeReport).toSorted() };
};

/** Six of a resting purchase of YES at 0.40 are taken. */
const TAKES_SIX = { side: 'BUY', maker: '3.6', taker: '6' } as const;

polymarket('an incomplete read fails the reconciliation', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  for (const path of ['/data/trades', '/data/orders']) {
    world.exchange.fault({ name: 'status', status: 503, path });
    await assert.rejects(world.until(world.venue.reconcile(null)), /503/, path);
    world.exchange.simulator.controls.faults.remove('status');
  }
  assert.deepEqual((await reconcile(world, null)).published, ['OPEN 0']);
});

polymarket(
  'within one process a mark returns all open orders, and closed ones that changed since',
  async (world) => {
    const [first, second] = [world.prepareOrder(), world.prepareOrder()];
    await world.until(world.venue.place(first));
    await world.until(world.venue.place(second));
    await world.until(world.venue.cancel(second.clientId, world.id));
    const { mark, published: all } = await reconcile(world, null);
    assert.deepEqual(all, ['CANCELLED requested 0', 'OPEN 0']);
    const next = await reconcile(world, mark);
    assert.deepEqual(next.published, ['OPEN 0']);
    await world.until(world.venue.cancel(first.clientId, world.id));
    assert.deepEqual((await reconcile(world, next.mark)).published, ['CANCELLED requested 0']);
    assert.equal((await reconcile(world, 'not a mark')).published.length, 2, 'then all is published');
  },
);

polymarket('a new process with a mark finds what traded while it was stopped', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  const { mark } = await reconcile(world, null);
  await world.until(world.venue.stop());
  await world.addTrader(TAKES_SIX, 1);
  await world.restart();
  await world.until(world.venue.start(world.listener));
  await world.pass(600_000); // long after the overlap of a look
  assert.deepEqual((await reconcile(world, mark)).published, ['OPEN 6; FINAL MAKER BUY YES 6 @ 0.4']);
});

polymarket(
  'an order learned in millionths after a restart is corrected by its first decimal size',
  async (world) => {
    const order = world.prepareOrder();
    await world.until(world.venue.place(order));
    await world.addTrader(TAKES_SIX, 1);
    await world.restart();
    await world.until(world.venue.start(world.listener));
    world.exchange.fault({ name: 'micro_sizes' });
    await reconcile(world, null);
    world.exchange.simulator.controls.faults.remove('micro_sizes');
    const cancelled = await world.until(world.venue.cancel(order.clientId, order.venueInstrumentId));
    assert.match(describeOutcome(cancelled), /^CANCELLED requested 6; /);
  },
);

polymarket('a trade whose order cannot be queried fails the reconciliation', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  await world.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  await world.restart();
  await world.until(world.venue.start(world.listener));
  world.exchange.fault({ name: 'status', status: 503, path: '/data/order/' });
  await assert.rejects(world.until(world.venue.reconcile(null)), /order 0x.*503/);
  world.exchange.simulator.controls.faults.remove('status');
  assert.deepEqual((await reconcile(world, null)).published, ['OPEN 10; PENDING MAKER BUY YES 10 @ 0.4']);
});

/** After a restart the market is closed and not listed. */
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

polymarket('a trade in a market that is no longer listed is reported with its market', async (world) => {
  await world.until(world.venue.place(world.prepareOrder()));
  await world.addTrader(TAKES_SIX, 1);
  await outliveTheMarket(world);
  world.exchange.fault(NO_MARKETS);
  await assert.rejects(world.until(world.venue.reconcile(null)), /belongs to an unknown market/);
  world.exchange.simulator.controls.faults.remove('status');
  const published = 'CANCELLED market_closed 6; PENDING MAKER BUY YES 6 @ 0.4';
  assert.deepEqual((await reconcile(world, null)).published, [published]);
  assert.deepEqual(
    [...world.listener.instruments.values()].map(({ status }) => status),
    ['SETTLED'],
  );
});

polymarket('an order in a market that is no longer listed is found by a query', async (world) => {
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
});

polymarket('a mark stays before PENDING fills', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  await world.addTrader(TAKES_SIX, 1);
  const tradedAt = world.listener.getReports(order.clientId).at(-1)?.fills[0]?.at ?? assert.fail('a fill');
  const markedAt = async () => Number((await reconcile(world, null)).mark.split('/')[0]);
  assert.ok((await markedAt()) <= tradedAt);
  await world.pass(60_000);
  assert.ok((await markedAt()) > tradedAt, 'final by now');
});

test('an order of a previous process that closes after the startup snapshot is not external', async () => {
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
    assert.deepEqual((await reconcile(world, null)).published, []);
    await world.pass(10_000);
    assert.deepEqual(world.listener.anomalies, []);
  } finally {
    await world.stop();
  }
});

/** An order of the previous process that reaches the venue after the startup snapshot of this one. */
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
  assert.deepEqual((await reconcile(world, null)).published, []);
  return order;
}

test('an order of a previous process that appears after the startup snapshot is reported, not external', async () => {
  const world = new PolymarketHarness();
  const order = await lateOrder(world);
  await world.pass(10_000);
  assert.deepEqual(world.listener.getReports(order.clientId).map(describeReport), ['OPEN 0']);
  assert.deepEqual(world.listener.anomalies, []);
  await world.stop();
});

test('a later query does not treat it as external either', async () => {
  const world = new PolymarketHarness();
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  await lateOrder(world);
  await world.pass(10_000);
  assert.deepEqual((await reconcile(world, null)).published, ['OPEN 0']);
  assert.deepEqual(world.listener.anomalies, []);
  await world.stop();
});

test('open orders under our key that we never sent are reported as external orders', async () => {
  const world = new PolymarketHarness();
  const owner = new Trader(world.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await world.start();
  try {
    world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    await world.pass(15_000); // the grace period for orders of a previous process is over
    const [yes] = await world.exchange.tokens();
    await owner.placed({ token: yes, side: 'BUY', maker: '4', taker: '10' });
    await world.pass(1_000);
    for (let look = 0; look < 2; look += 1) assert.deepEqual((await reconcile(world, null)).published, []);
    assert.deepEqual(
      world.listener.anomalies.map(({ kind }) => kind),
      ['external_order'],
    );
  } finally {
    await world.stop();
  }
});
