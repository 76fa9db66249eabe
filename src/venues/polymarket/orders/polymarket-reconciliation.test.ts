import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import { parsePrice } from '../../../contract/model/money.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import {
  describeOutcome,
  describeReport,
  KEY,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../polymarket-harness.fixture.ts';
import { Reconciliation } from './polymarket-reconciliation.ts';

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

const reconcile = async (harness: PolymarketHarness, mark: string | null) => {
  const { reports, mark: next } = await harness.until(harness.venue.reconcile(mark));
  return { mark: next, published: reports.map(describeReport).toSorted() };
};

const NO_MARKETS = { name: 'status', status: 503, path: '/markets/keyset' } as const;

/** Six of a resting purchase of YES at 0.40 are taken. */
const TAKES_SIX = { side: 'BUY', maker: '3.6', taker: '6' } as const;

polymarket('an incomplete read fails the reconciliation', async (harness) => {
  await harness.until(harness.venue.place(harness.prepareOrder()));
  for (const path of ['/data/trades', '/data/orders']) {
    harness.exchange.fault({ name: 'status', status: 503, path });
    await assert.rejects(harness.until(harness.venue.reconcile(null)), /503/, path);
    harness.exchange.simulator.controls.faults.remove('status');
  }
  assert.deepEqual((await reconcile(harness, null)).published, ['OPEN 0']);
});

polymarket(
  'within one process a mark returns all open orders, and closed ones that changed since',
  async (harness) => {
    const [first, second] = [harness.prepareOrder(), harness.prepareOrder()];
    await harness.until(harness.venue.place(first));
    await harness.until(harness.venue.place(second));
    await harness.until(harness.venue.cancel(second.clientId, harness.id));
    const { mark, published: all } = await reconcile(harness, null);
    assert.deepEqual(all, ['CANCELLED requested 0', 'OPEN 0']);
    const next = await reconcile(harness, mark);
    assert.deepEqual(next.published, ['OPEN 0']);
    await harness.until(harness.venue.cancel(first.clientId, harness.id));
    assert.deepEqual((await reconcile(harness, next.mark)).published, ['CANCELLED requested 0']);
    assert.equal((await reconcile(harness, 'not a mark')).published.length, 2, 'then all is published');
  },
);

polymarket('a new process with a mark finds what traded while it was stopped', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  const { mark } = await reconcile(harness, null);
  await harness.until(harness.venue.stop());
  await harness.addTrader(TAKES_SIX, 1);
  await harness.restart();
  await harness.until(harness.venue.start(harness.listener));
  await harness.pass(600_000); // long after the overlap of a look
  assert.deepEqual((await reconcile(harness, mark)).published, ['OPEN 6; FINAL MAKER BUY YES 6 @ 0.4']);
});

polymarket(
  'an order learned in millionths after a restart is corrected by its first decimal size',
  async (harness) => {
    const order = harness.prepareOrder();
    await harness.until(harness.venue.place(order));
    await harness.addTrader(TAKES_SIX, 1);
    await harness.restart();
    await harness.until(harness.venue.start(harness.listener));
    harness.exchange.fault({ name: 'micro_sizes' });
    await reconcile(harness, null);
    harness.exchange.simulator.controls.faults.remove('micro_sizes');
    const cancelled = await harness.until(harness.venue.cancel(order.clientId, order.venueInstrumentId));
    assert.match(describeOutcome(cancelled), /^CANCELLED requested 6; /);
  },
);

polymarket('a trade whose order cannot be queried fails the reconciliation', async (harness) => {
  await harness.until(harness.venue.place(harness.prepareOrder()));
  await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  await harness.restart();
  await harness.until(harness.venue.start(harness.listener));
  harness.exchange.fault({ name: 'status', status: 503, path: '/data/order/' });
  await assert.rejects(harness.until(harness.venue.reconcile(null)), /order 0x.*503/);
  harness.exchange.simulator.controls.faults.remove('status');
  assert.deepEqual((await reconcile(harness, null)).published, ['OPEN 10; PENDING MAKER BUY YES 10 @ 0.4']);
});

/** Empties amounts in the entries of the trades: those of our maker entries, or those of all others. */
const emptyAmounts = (harness: PolymarketHarness, ofOurs: boolean): void => {
  const change = (body: string): string =>
    JSON.stringify(
      JSON.parse(body, (key, value: unknown) =>
        key === 'maker_orders' && Array.isArray(value)
          ? (value as { maker_address: string }[]).map((maker) =>
              (maker.maker_address === KEY_ADDRESS) === ofOurs
                ? { ...maker, matched_amount: '', price: '' }
                : maker,
            )
          : value,
      ),
    );
  harness.bodyRewrites.set('GET /data/trades', change);
};

for (const outcome of ['YES', 'NO'] as const)
  polymarket(
    `empty amounts of others do not hide our fills of ${outcome}; our own stay unknown`,
    async (harness) => {
      harness.messageRewrite = (text) => (text.includes('maker_orders') ? '{}' : text);
      const order = harness.prepareOrder({ outcome });
      await harness.until(harness.venue.place(order));
      // Two makers of one taker: another trader first, then ours.
      await harness.addTrader({ side: 'BUY', maker: '2.05', taker: '5' }, outcome === 'YES' ? 0 : 1);
      await harness.addTrader({ side: 'BUY', maker: '6.6', taker: '11' }, outcome === 'YES' ? 1 : 0);
      emptyAmounts(harness, false);
      const { published } = await reconcile(harness, null);
      assert.deepEqual(
        published.map((text) => text.replace(/PENDING|FINAL/, 'seen')),
        [`OPEN 6; seen MAKER BUY ${outcome} 6 @ 0.4`],
      );
      await harness.restart();
      await harness.until(harness.venue.start(harness.listener));
      emptyAmounts(harness, true);
      await assert.rejects(harness.until(harness.venue.reconcile(null)), /our trade .* has an empty amount/);
      assert.ok(harness.listener.anomalies.some(({ kind }) => kind === 'unknown_shape'));
    },
  );

/** The venue lists no market with the tokens of the trades that it shows, as of a kind of market that it does not publish. */
const unlistTrades = (harness: PolymarketHarness): void => {
  const rename = (body: string): string => body.replaceAll(/"asset_id":"\d+"/g, '"asset_id":"77"');
  harness.bodyRewrites.set('GET /data/trades', rename);
};

test('a trade of another program in a market that the venue does not list blocks nothing', async () => {
  const harness = new PolymarketHarness();
  const hand = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await hand.login();
  const token = (await harness.exchange.tokens())[0];
  await hand.placed({ token, side: 'BUY', maker: '2.4', taker: '6' });
  await harness.until(harness.venue.start(harness.listener));
  await harness.addTrader(TAKES_SIX, 1);
  unlistTrades(harness);
  assert.deepEqual((await reconcile(harness, null)).published, []);
  const published = () => harness.listener.anomalies.filter(({ detail }) => detail.includes('does not list'));
  assert.deepEqual(
    published().map(({ kind }) => kind),
    ['unknown_fill'],
  );
  await reconcile(harness, null);
  assert.equal(published().length, 1, 'once');
  await harness.stop();
});

for (const outcome of ['YES', 'NO'] as const)
  polymarket(
    `an order of ${outcome} whose trade is in a market that the venue does not list is never absent`,
    async (harness) => {
      const order = harness.prepareOrder({ outcome });
      await harness.until(harness.venue.place(order));
      await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, outcome === 'YES' ? 1 : 0);
      await harness.restart();
      await harness.until(harness.venue.start(harness.listener));
      unlistTrades(harness);
      for (let times = 0; times < 4; times += 1) {
        const found = await harness.until(harness.venue.order(order.clientId, order.venueInstrumentId));
        assert.deepEqual(found.kind, 'failed', JSON.stringify(found.kind));
        await harness.pass(20_000);
      }
      await harness.pass(300_000); // longer than the overlap of two reads
      const { mark } = await reconcile(harness, null);
      harness.bodyRewrites.clear();
      await harness.restart();
      await harness.until(harness.venue.start(harness.listener));
      const { published } = await reconcile(harness, mark);
      assert.match(published.join(), new RegExp(`BUY ${outcome} 10 @ 0.4`), 'read again once it is listed');
    },
  );

/** After a restart the market is closed and not listed. */
async function outliveTheMarket(harness: PolymarketHarness): Promise<void> {
  await harness.until(harness.venue.stop());
  harness.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
  harness.exchange.fault({ name: 'closed_order', how: 'served' });
  harness.exchange.fault({ name: 'ws_refuse', path: '/ws/user' });
  await harness.restart({ closedPagesMax: 0 });
  await harness.until(harness.venue.start(harness.listener));
  assert.deepEqual([...harness.listener.instruments], []);
}

polymarket('a trade in a market that is no longer listed is reported with its market', async (harness) => {
  await harness.until(harness.venue.place(harness.prepareOrder()));
  await harness.addTrader(TAKES_SIX, 1);
  await outliveTheMarket(harness);
  harness.exchange.fault(NO_MARKETS);
  await assert.rejects(harness.until(harness.venue.reconcile(null)), /belongs to an unknown market/);
  harness.exchange.simulator.controls.faults.remove('status');
  const published = 'CANCELLED market_closed 6; PENDING MAKER BUY YES 6 @ 0.4';
  assert.deepEqual((await reconcile(harness, null)).published, [published]);
  assert.deepEqual(
    [...harness.listener.instruments.values()].map(({ status }) => status),
    ['SETTLED'],
  );
});

polymarket('an order in a market that is no longer listed is found by a query', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  await outliveTheMarket(harness);
  const ask = () => harness.until(harness.venue.order(order.clientId, order.venueInstrumentId));
  harness.exchange.fault(NO_MARKETS);
  const failed = await ask();
  assert.match(failed.kind === 'failed' ? failed.why : failed.kind, /of a market that we do not know/);
  harness.exchange.simulator.controls.faults.remove('status');
  const found = await ask();
  assert.equal(
    found.kind === 'found' ? describeReport(found.report) : found.kind,
    'CANCELLED market_closed 0',
  );
});

polymarket('a mark stays before PENDING fills', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  await harness.addTrader(TAKES_SIX, 1);
  const tradedAt = harness.listener.getReports(order.clientId).at(-1)?.fills[0]?.at ?? assert.fail('a fill');
  const markedAt = async () => Number((await reconcile(harness, null)).mark.split('/')[0]);
  assert.ok((await markedAt()) <= tradedAt);
  await harness.pass(60_000);
  assert.ok((await markedAt()) > tradedAt, 'final by now');
});

test('an order of a previous process that closes after the startup snapshot is not external', async () => {
  const harness = new PolymarketHarness();
  const owner = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await harness.start();
  try {
    const order = harness.prepareOrder();
    await harness.until(harness.venue.place(order));
    await harness.restart();
    await harness.until(harness.venue.start(harness.listener));
    await harness.pass(1_000);
    harness.exchange.fault({ name: 'ws_delay', path: '/ws/user', ms: 3_000 });
    await owner.call('DELETE', '/order', { orderID: order.clientId });
    await harness.pass(1_000); // until reads show it
    assert.deepEqual((await reconcile(harness, null)).published, []);
    await harness.pass(10_000);
    assert.deepEqual(harness.listener.anomalies, []);
  } finally {
    await harness.stop();
  }
});

/** An order of the previous process that reaches the venue after the startup snapshot of this one. */
async function lateOrder(harness: PolymarketHarness): Promise<VenueOrder> {
  await harness.start();
  const order = harness.prepareOrder();
  harness.hooks.journey = (_, { method, path }) => {
    const requestMs = method === 'POST' && path === '/order' ? 4_000 : 0;
    return { fate: 'arrives', requestMs, answerMs: 0 };
  };
  void harness.venue.place(order);
  await harness.pass(10);
  await harness.restart();
  await harness.until(harness.venue.start(harness.listener));
  assert.deepEqual((await reconcile(harness, null)).published, []);
  return order;
}

test('an order of a previous process that appears after the startup snapshot is reported, not external', async () => {
  const harness = new PolymarketHarness();
  const order = await lateOrder(harness);
  await harness.pass(10_000);
  assert.deepEqual(harness.listener.getReports(order.clientId).map(describeReport), ['OPEN 0']);
  assert.deepEqual(harness.listener.anomalies, []);
  await harness.stop();
});

test('a later query does not treat it as external either', async () => {
  const harness = new PolymarketHarness();
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  await lateOrder(harness);
  await harness.pass(10_000);
  assert.deepEqual((await reconcile(harness, null)).published, ['OPEN 0']);
  assert.deepEqual(harness.listener.anomalies, []);
  await harness.stop();
});

test('open orders under our key that we never sent are reported as external orders', async () => {
  const harness = new PolymarketHarness();
  const owner = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await harness.start();
  try {
    harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    await harness.pass(15_000); // the grace period for orders of a previous process is over
    const [yes] = await harness.exchange.tokens();
    await owner.placed({ token: yes, side: 'BUY', maker: '4', taker: '10' });
    await harness.pass(1_000);
    for (let look = 0; look < 2; look += 1) assert.deepEqual((await reconcile(harness, null)).published, []);
    assert.deepEqual(
      harness.listener.anomalies.map(({ kind }) => kind),
      ['external_order'],
    );
  } finally {
    await harness.stop();
  }
});

for (const [side, outcome] of [
  ['BUY', 'YES'],
  ['SELL', 'YES'],
  ['BUY', 'NO'],
  ['SELL', 'NO'],
] as const)
  test(`an open ${side} ${outcome} from before the first start is listed, and cancelled for the operator only`, async () => {
    const harness = new PolymarketHarness();
    const owner = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
    await owner.login();
    const token = (await harness.exchange.tokens())[outcome === 'YES' ? 0 : 1];
    harness.exchange.act({ verb: 'deposit', wallet: owner.address, asset: token, amount: '10' });
    await owner.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${token}`);
    const usd = side === 'BUY' ? '1' : '9';
    const [maker, taker] = side === 'BUY' ? [usd, '10'] : ['10', usd];
    const { orderID } = await owner.placed({ token, side, maker, taker });
    await harness.until(harness.venue.start(harness.listener));
    await harness.pass(1_000);
    const first = await harness.until(harness.venue.reconcile(null));
    assert.deepEqual(
      first.reports.map(({ clientId }) => clientId),
      [orderID],
    );
    const [open, none] = harness.venue.openOrders?.() ?? [];
    assert.ok(open !== undefined && none === undefined);
    assert.deepEqual(
      [open.venueOrderId, open.side, open.outcome, open.price, open.venueInstrumentId],
      [orderID, side, outcome, parsePrice(side === 'BUY' ? '0.1' : '0.9'), harness.id],
    );
    await harness.place({}, '0.2', '10');
    assert.equal(await harness.until(harness.venue.cancelOpenOrder?.(open) ?? assert.fail()), null);
    await harness.pass(1_000);
    await harness.until(harness.venue.reconcile(first.mark));
    assert.equal(harness.venue.openOrders?.().length, 1, 'our order');
    assert.notEqual(await harness.until(harness.venue.cancelOpenOrder?.(open) ?? assert.fail()), null);
    assert.deepEqual(harness.listener.anomalies, []);
    await harness.stop();
  });

test('an open order whose market cannot be read is not external', async () => {
  const harness = new PolymarketHarness();
  const owner = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await harness.start();
  try {
    harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    harness.exchange.fault(NO_MARKETS);
    harness.exchange.act({ verb: 'list', slug: 'snow', question: 'Will it snow?' });
    const [token] = await harness.exchange.tokens('snow');
    await owner.placed({ token, side: 'BUY', maker: '4', taker: '10' });
    await assert.rejects(harness.until(harness.venue.reconcile(null)), /the market of the open order 0x/);
    assert.deepEqual(harness.listener.anomalies, []);
    harness.exchange.simulator.controls.faults.remove('status');
    assert.deepEqual((await reconcile(harness, null)).published, ['OPEN 0']);
    assert.deepEqual(harness.listener.anomalies, []);
  } finally {
    await harness.stop();
  }
});

for (const side of ['BUY', 'SELL'] as const)
  for (const outcome of ['YES', 'NO'] as const)
    polymarket(
      `${side} ${outcome}: fills of the time before and after the API key was replaced belong to their order`,
      async (harness) => {
        await harness.depositTokens(outcome === 'YES' ? 0 : 1, '10');
        const order = harness.prepareOrder({ side, outcome });
        await harness.until(harness.venue.place(order));
        const { mark } = await reconcile(harness, null);
        const fill = (size: string): void =>
          harness.exchange.act({ verb: 'fill', order: order.clientId, size });
        fill('4');
        await harness.until(harness.venue.stop());
        harness.exchange.act({ verb: 'replace_key', wallet: KEY_ADDRESS });
        fill('3');
        await harness.restart();
        await harness.start();
        const [shown = ''] = (await reconcile(harness, mark)).published;
        const filled = (size: string) => `MAKER ${side} ${outcome} ${size} @ 0.4`;
        assert.match(shown, /^OPEN 7; /);
        for (const size of ['4', '3']) assert.ok(shown.includes(filled(size)), shown);
        fill('3');
        await harness.pass(20_000);
        const found = await harness.until(harness.venue.order(order.clientId, harness.id));
        assert.equal(found.kind, 'found');
        assert.ok(found.kind === 'found' && found.report.status === 'FILLED');
        assert.deepEqual(harness.listener.anomalies, []);
      },
    );

polymarket(
  'a trade of the account that names no known order is an anomaly and proves nothing',
  async (harness) => {
    const order = harness.prepareOrder();
    await harness.until(harness.venue.place(order));
    await harness.until(harness.venue.stop());
    harness.exchange.act({ verb: 'fill', order: order.clientId });
    const another = `0x${'7'.repeat(40)}`;
    harness.bodyRewrites.set('GET /data/trades', (body) =>
      body
        .replaceAll(order.clientId, `0x${'8'.repeat(64)}`)
        .replaceAll(/"owner":"[^"]*"/g, '"owner":"another"')
        .replaceAll(/"maker_address":"[^"]*"/g, `"maker_address":"${another}"`),
    );
    await harness.restart();
    await harness.until(harness.venue.start(harness.listener));
    const found = await harness.until(harness.venue.order(order.clientId, harness.id));
    assert.equal(found.kind, 'failed');
    assert.match(found.kind === 'failed' ? found.why : '', /may be of this order/);
    assert.ok(harness.listener.anomalies.every(({ kind }) => kind === 'unknown_fill'));
    assert.ok(harness.listener.anomalies.length > 0);
    await harness.until(harness.venue.reconcile(null)); // other orders are not affected
  },
);

polymarket(
  'an unreadable open order of another wallet is reported and does not fail the reconciliation',
  async (harness) => {
    await harness.until(harness.venue.place(harness.prepareOrder()));
    const rewrite = (address: string | null) => (body: string) => {
      const page = JSON.parse(body) as { data: object[] };
      const foreign = { id: `0x${'9'.repeat(64)}`, owner: 'another', maker_address: address, status: 'LIVE' };
      return JSON.stringify({ ...page, data: [...page.data, foreign] });
    };
    harness.bodyRewrites.set('GET /data/orders', rewrite(`0x${'7'.repeat(40)}`));
    assert.deepEqual((await reconcile(harness, null)).published, ['OPEN 0']);
    assert.deepEqual(
      harness.listener.anomalies.map(({ kind }) => kind),
      ['unknown_shape'],
    );
    for (const address of [KEY_ADDRESS, null]) {
      harness.bodyRewrites.set('GET /data/orders', rewrite(address));
      await assert.rejects(harness.until(harness.venue.reconcile(null)), /order not understood/);
    }
  },
);

const DAY_MS = 86_400_000;
const STARTED_MS = 100 * DAY_MS;

/** A reconciliation of these records, at a venue that lists nothing. */
function reconcileRecords(...records: readonly object[]): Reconciliation {
  const known = records.map((record, at) => ({
    terms: { id: `o${at}` },
    hasPendingRequest: false,
    isSeenAtVenue: true,
    isClosed: false,
    fills: [],
    toReport: () => ({ clientId: `o${at}` }),
    ...record,
  }));
  return new Reconciliation({
    client: { nowMs: () => STARTED_MS, listPrivate: async () => ({ kind: 'all', items: [] }) },
    orders: { changeCount: 7, liveOrders: () => [], allOrders: () => known },
    queries: { fetchTrades: async () => ({ kind: 'all', orderIds: new Set(), unlisted: new Set() }) },
    startupSnapshot: { complete: () => undefined },
    random: { hex: () => 'me' },
    firstLookbackMs: 3 * DAY_MS,
  } as unknown as ConstructorParameters<typeof Reconciliation>[0]);
}

test('a reconciliation goes on from its mark, else from the oldest of other processes, else from the first look', () => {
  const keep = (mark: string | null): string => reconcileRecords().keepMark(mark);
  assert.equal(keep('2000/aa/1|1000/bb/2'), '1000/bb/2');
  assert.equal(keep('1000/bb/2|2000/aa/1'), '1000/bb/2');
  assert.equal(keep('1000/bb/2|3000/me/5|2000/aa/1'), '3000/me/5');
  for (const none of [null, '', 'x/me/1']) assert.equal(keep(none), `${97 * DAY_MS}/me/0`);
});

test('a mark is not later than a pending fill of the last day, which is read again', async () => {
  const fill = (settlement: string, agoMs: number) => ({ fills: [{ settlement, at: STARTED_MS - agoMs }] });
  for (const [records, agoMs] of [
    [[], 0],
    [[fill('PENDING', 5_000), fill('PENDING', 9_000), fill('FINAL', 20_000)], 9_000],
    [[fill('PENDING', DAY_MS - 1)], DAY_MS - 1],
    [[fill('PENDING', DAY_MS), fill('PENDING', 2 * DAY_MS)], 0],
  ] as const)
    assert.equal(
      (await reconcileRecords(...records).run(null)).mark,
      `${STARTED_MS - agoMs}/me/7`,
      JSON.stringify(records),
    );
});

test('an order whose request is under way, or that the venue has never shown, is left to its request', async () => {
  const { reports } = await reconcileRecords(
    {},
    { hasPendingRequest: true },
    { hasPendingRequest: true, isClosed: true },
    { isSeenAtVenue: false },
    { isSeenAtVenue: false, isClosed: true },
  ).run(null);
  assert.deepEqual(
    reports.map(({ clientId }) => clientId),
    ['o0', 'o4'],
  );
});
