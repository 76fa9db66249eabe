import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { NetworkHooks } from '../../../test/support/memory-network.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import { renderDecimal } from '../../contract/model/money.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import {
  createEvent,
  describeOutcome,
  describeReport,
  KEY,
  PolymarketHarness,
} from './polymarket-harness.fixture.ts';

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

/** Ten YES for sale at 0.50. */
const OFFER = { side: 'BUY', maker: '5', taker: '10' } as const;

type Fate = ReturnType<NetworkHooks['delivery']>['fate'];

/** From here on matching requests end this way. */
function fate(harness: PolymarketHarness, method: string, path: string, ends: Fate): void {
  harness.hooks.journey = (_, request) => ({
    fate: request.method === method && request.path === path ? ends : 'arrives',
    requestMs: 0,
    answerMs: 0,
  });
}

const sent = (harness: PolymarketHarness): number =>
  harness.requests.filter((it) => it === 'POST /order').length;
const cancel = async (harness: PolymarketHarness, { clientId }: VenueOrder): Promise<string> =>
  describeOutcome(await harness.until(harness.venue.cancel(clientId, harness.id)));
const kinds = (harness: PolymarketHarness): readonly string[] =>
  harness.listener.anomalies.map(({ kind }) => kind);

/** The answer to a query of an order. */
async function requested(harness: PolymarketHarness, { clientId }: VenueOrder): Promise<string> {
  const query = await harness.until(harness.venue.order(clientId, harness.id));
  return query.kind === 'found' ? describeReport(query.report) : query.kind;
}

polymarket('an unsent order is removed and releases its tokens', async (harness) => {
  await harness.depositTokens(0, '10');
  fate(harness, 'POST', '/order', 'unsent');
  const sale = harness.prepareOrder({ side: 'SELL' }, '0.6');
  assert.match(describeOutcome(await harness.until(harness.venue.place(sale))), /^unsent/);
  assert.equal(await requested(harness, sale), 'absent');
  fate(harness, 'POST', '/order', 'arrives');
  const again = await harness.place({ side: 'SELL' }, '0.6');
  assert.equal(again.kind === 'report' && again.report.price, 60_000_000n, 'sold as what it is');
});

polymarket('a success answer with an empty order id is a refusal by its error text', async (harness) => {
  harness.exchange.fault({ name: 'refusal_as_success', times: 1 });
  const order = harness.prepareOrder({}, '0.4', '10000000');
  assert.equal(
    describeOutcome(await harness.until(harness.venue.place(order))),
    'refused insufficient_balance',
  );
  assert.equal(await requested(harness, order), 'absent');
});

polymarket('a 500 proves nothing: the order may exist or not', async (harness) => {
  const lost = { path: '/order', status: 500, text: 'order timed out', times: 1 };
  for (const [name, becomes] of [
    ['drop_after_accept', 'OPEN 0'],
    ['status', 'absent'],
  ]) {
    harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    harness.exchange.fault({ name, ...lost });
    const order = harness.prepareOrder();
    assert.equal(describeOutcome(await harness.until(harness.venue.place(order))), 'unknown order timed out');
    assert.equal(await requested(harness, order), becomes);
    await harness.pass(1_000);
  }
  assert.equal(sent(harness), 2);
});

polymarket('429 is a refusal; a restart blocks orders for a while but not cancels', async (harness) => {
  const resting = harness.prepareOrder();
  await harness.until(harness.venue.place(resting));
  harness.exchange.fault({ name: 'too_many', times: 1 });
  assert.equal(describeOutcome(await harness.place()), 'refused rate_limited');
  assert.equal(describeOutcome(await harness.place()), 'unsent own order rate limit reached');
  await harness.pass(5_000);
  harness.exchange.fault({ name: 'restart', ms: 1_000, times: 1 });
  assert.equal(describeOutcome(await harness.place()), 'refused venue_restarting');
  const before = sent(harness);
  assert.equal(describeOutcome(await harness.place()), 'unsent the matching engine restarts');
  assert.equal(sent(harness), before, 'nothing left');
  await harness.pass(1_000);
  assert.equal(describeOutcome(await harness.place()), 'refused post_only');
  assert.equal(describeOutcome(await harness.place()), 'unsent post-only mode');
  assert.equal(await cancel(harness, resting), 'CANCELLED requested 0');
  await harness.pass(121_000);
  assert.equal(describeOutcome(await harness.place()), 'OPEN 0');
});

polymarket('refused credentials are reported, and orders are blocked for a while', async (harness) => {
  const text = '{"error":"Unauthorized/Invalid api key"}';
  harness.exchange.fault({ name: 'status', status: 401, text, path: '/order', times: 1 });
  assert.equal(describeOutcome(await harness.place()), 'refused unauthorized');
  assert.deepEqual(kinds(harness), ['credentials']);
  assert.equal(describeOutcome(await harness.place()), 'unsent the credentials were refused');
});

polymarket('`matched` without trade ids fills only what the trades show', async (harness) => {
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  harness.bodyRewrites.set('POST /order', (body) =>
    JSON.stringify({ ...JSON.parse(body), tradeIDs: undefined }),
  );
  await harness.addTrader(OFFER, 1);
  assert.equal(describeOutcome(await harness.place({}, '0.55')), 'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5');
  await harness.addTrader(OFFER, 1);
  assert.equal(
    describeOutcome(await harness.place({}, '0.55', '25')),
    'OPEN 10; PENDING TAKER BUY YES 10 @ 0.5',
  );
});

polymarket('a refusal for wrong terms makes the adapter fetch the market again', async (harness) => {
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/market' });
  const tick = () =>
    renderDecimal(requirePresent(harness.listener.instruments.get(harness.id), 'it').priceTick);
  harness.exchange.simulator.controls.market({ market: 'rain', verb: 'tick', tick: '0.1' });
  assert.equal(describeOutcome(await harness.place({}, '0.45')), 'refused price_off_tick');
  assert.equal(tick(), '0.01', 'none published');
  await harness.pass(6_000);
  assert.equal(tick(), '0.1');
  assert.equal(describeOutcome(await harness.place({}, '0.4')), 'OPEN 0');
});

polymarket('a refused tick, minimum or amount concerns terms; a balance does not', async (harness) => {
  const requested = () => harness.requests.filter((it) => it === 'GET /markets/keyset').length;
  const refusals = [
    ['order 0x1 is invalid. Price (0.4) breaks minimum tick size rule: 0.1', true],
    ['order 0x1 is invalid. Size (10) lower than the minimum: 15', true],
    ['invalid amounts, maker and taker amount must be higher than 0', true],
    ['not enough balance / allowance', false],
  ] as const;
  for (const [error, isOfTerms] of refusals) {
    const before = requested();
    harness.exchange.fault({
      name: 'status',
      status: 400,
      text: JSON.stringify({ error }),
      path: '/order',
      times: 1,
    });
    assert.match(describeOutcome(await harness.place()), /^refused/, error);
    await harness.pass(6_000);
    assert.equal(requested() > before, isOfTerms, error);
  }
});

polymarket('sizes in millionths are converted and reported', async (harness) => {
  harness.exchange.fault({ name: 'micro_sizes' });
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  await harness.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
  assert.equal(await requested(harness, order), 'OPEN 6; PENDING MAKER BUY YES 6 @ 0.4');
  assert.ok(kinds(harness).includes('unknown_shape'));
});

polymarket('a "not found" cancel answer proves nothing while the order is shown', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  harness.exchange.fault({ name: 'cancel_not_found', times: 1 });
  assert.equal(await cancel(harness, order), 'unknown not cancelled: the venue still shows it as open');
  assert.equal(await requested(harness, order), 'OPEN 0');
  assert.equal(await cancel(harness, order), 'CANCELLED requested 0');
});

polymarket('an accepted cancel closes the order without a channel event', async (harness) => {
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  await harness.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
  assert.equal(await cancel(harness, order), 'CANCELLED requested 6; PENDING MAKER BUY YES 6 @ 0.4');
});

polymarket('an accepted cancel is unknown while the fills cannot be read', async (harness) => {
  for (const path of ['/data/order/', '/data/trades']) {
    const order = harness.prepareOrder();
    await harness.until(harness.venue.place(order));
    harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    harness.exchange.fault({ name: 'status', status: 503, path });
    assert.match(await cancel(harness, order), /^unknown/, path);
    harness.exchange.simulator.controls.faults.remove(null);
    await harness.pass(11_000);
    await requested(harness, order);
    await harness.pass(11_000);
    assert.match(await cancel(harness, order), /^CANCELLED requested 0/, path);
  }
});

polymarket('a cancel of an unknown id is refused as unknown_order', async (harness) => {
  const order = harness.prepareOrder();
  assert.equal(await cancel(harness, order), 'refused unknown_order');
  assert.equal(await cancel(harness, { ...order, clientId: 'leg-9' as never }), 'refused unknown_order');
});

polymarket('a cancel without an answer is unknown; an unsent one is unsent', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  fate(harness, 'DELETE', '/order', 'unsent');
  assert.match(await cancel(harness, order), /^unsent/);
  fate(harness, 'DELETE', '/order', 'lost');
  assert.match(await cancel(harness, order), /^unknown/);
  fate(harness, 'DELETE', '/order', 'arrives');
  assert.equal(await requested(harness, order), 'OPEN 0');
});

polymarket('an IOC order whose cancel was lost is cancelled again before it is reported', async (harness) => {
  await harness.addTrader(OFFER, 1);
  fate(harness, 'DELETE', '/order', 'lost');
  const order = harness.prepareOrder({ tif: 'IOC' }, '0.55', '25');
  assert.match(describeOutcome(await harness.until(harness.venue.place(order))), /^unknown/);
  fate(harness, 'DELETE', '/order', 'arrives');
  const end = 'CANCELLED ioc_remainder 10; FINAL TAKER BUY YES 10 @ 0.5';
  assert.equal(await requested(harness, order), end);
  await harness.pass(1_000);
  assert.deepEqual(harness.listener.levels(harness.id, 'BUY'), []);
});

test('an external order under our key is reported once, and so are its trades', async () => {
  const harness = new PolymarketHarness();
  const owner = new Trader(harness.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await harness.start();
  try {
    await harness.pass(15_000); // the grace period for orders of a previous process is over
    const [yes] = await harness.exchange.tokens();
    await owner.placed({ token: yes, side: 'BUY', maker: '4', taker: '10' });
    await harness.pass(1_000);
    assert.deepEqual(kinds(harness), ['external_order']);
    await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
    await harness.pass(1_000);
    assert.ok(kinds(harness).includes('unknown_fill'));
    assert.equal(kinds(harness).filter((kind) => kind === 'external_order').length, 1);
    assert.deepEqual(harness.listener.reports, [], 'no order that we sent has traded');
  } finally {
    await harness.stop();
  }
});

polymarket('what no event and no list shows of an order is in the next reconciliation', async (harness) => {
  const [open, filled] = [harness.prepareOrder({}, '0.3'), harness.prepareOrder()];
  for (const order of [open, filled]) await harness.until(harness.venue.place(order));
  for (const name of ['event_lost', 'list_omits']) harness.exchange.fault({ name });
  const before = harness.listener.reports.length;
  await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  await harness.pass(1_000);
  assert.equal(harness.listener.reports.length, before, 'no event');
  const { reports } = await harness.until(harness.venue.reconcile(null));
  assert.deepEqual(harness.venue.openOrders?.(), [], 'no list');
  const shown = (order: VenueOrder) => reports.find(({ clientId }) => clientId === order.clientId);
  assert.deepEqual([shown(open)?.status, shown(filled)?.status], ['OPEN', 'FILLED']);
});

polymarket('changes that a silent channel misses are found by polling within 30 s', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  assert.deepEqual(harness.listener.reports, []);
  await harness.pass(30_000);
  assert.match(
    describeReport(harness.listener.getReports(order.clientId).at(-1) ?? assert.fail()),
    /^FILLED 10/,
  );
});

polymarket('an order closed with its market is found without an event', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  harness.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
  await harness.pass(120_000);
  assert.equal(harness.listener.instruments.get(harness.id)?.status, 'SETTLED');
  assert.equal(await requested(harness, order), 'CANCELLED market_closed 0');
});

for (const [index, outcome] of [
  [0, 'YES'],
  [1, 'NO'],
] as const)
  for (const side of ['BUY', 'SELL'] as const) {
    const taking = index === 0 ? 1 : 0;
    const bid = { side: 'BUY', maker: '3.6', taker: '6' } as const;
    const offer = { ...bid, maker: '2.4' };
    /** Six of ten are filled. */
    const place = async (harness: PolymarketHarness): Promise<VenueOrder> => {
      if (side === 'SELL') await harness.depositTokens(index, '10');
      const order = harness.prepareOrder({ side, outcome }, '0.4');
      await harness.until(harness.venue.place(order));
      if (side === 'BUY') await harness.addTrader(bid, taking);
      else await harness.addTrader(offer, index);
      harness.exchange.fault({ name: 'closed_order', how: 'matched' });
      return order;
    };

    polymarket(
      `a cancelled ${side} ${outcome} that the venue shows as matched is not filled beyond its trades`,
      async (harness) => {
        const order = await place(harness);
        const cancelled = await harness.until(harness.venue.cancel(order.clientId, harness.id));
        assert.equal(
          describeOutcome(cancelled),
          `CANCELLED requested 6; PENDING MAKER ${side} ${outcome} 6 @ 0.4`,
        );
      },
    );

    polymarket(`nor is one that the venue cancels, without an event`, async (harness) => {
      harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
      const order = await place(harness);
      harness.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
      await harness.pass(60_000);
      assert.match(await requested(harness, order), /^CANCELLED \w+ 6; /);
    });
  }

for (const how of ['kill', 'refuse']) {
  polymarket(
    `an order that the venue holds back, then ends as "${how}", is published as ended`,
    async (harness) => {
      await harness.addTrader(OFFER, 1);
      harness.exchange.fault({ name: 'delayed', how, ms: 3_000, times: 1 });
      const order = harness.prepareOrder({}, '0.55');
      assert.equal(describeOutcome(await harness.until(harness.venue.place(order))), 'unknown delayed');
      await harness.pass(30_000);
      await requested(harness, order); // once is not enough to call it over
      await harness.pass(11_000);
      assert.equal(await requested(harness, order), 'CANCELLED venue_rule 0');
    },
  );
}

test('the capabilities of the venue', () => {
  const { venue } = new PolymarketHarness();
  assert.deepEqual(venue.capabilities, {
    trading: true,
    simulated: true,
    amend: 'replace',
    amendQtyIncrease: true,
    postOnly: true,
    tif: ['GTC', 'GTD', 'IOC'],
    tifSell: ['GTC', 'GTD', 'IOC', 'FOK'],
    deadServiceNote:
      'Polymarket keeps resting orders while the service is down: its heartbeat, which cancels all orders of the API key, is not used.',
    notFoundPolicy: { settleMs: 15_000, confirmations: 3, gapMs: 5_000 },
    bookDelivery: 'on_subscribe',
    buyNotionalMin: 10_000_000_000_000_000n, // 1 pUSD
    holdsTokens: true,
    reportsExternalOrders: true,
    cashStep: 10_000_000_000n, // a millionth of a pUSD
    operations: { kinds: ['MERGE', 'SPLIT', 'REDEEM'], qtyStep: 100n }, // of the six decimals of a token
    tifsBelowMin: ['IOC', 'FOK'],
    dustQty: 1_000_000n, // 0.01 shares
  });
});

test('a fill in a market without a known fee schedule has no fee, and an anomaly says so', async () => {
  const h = new PolymarketHarness([createEvent('rain', { feeRate: '0.05' })]);
  for (const path of ['/markets', '/markets/keyset', '/events', '/events/keyset'])
    h.bodyRewrites.set(`GET ${path}`, (body) => body.replaceAll('"takerOnly":true', '"takerOnly":false'));
  await h.start();
  await h.addTrader(OFFER, 1);
  assert.equal(describeOutcome(await h.place({ tif: 'IOC' }, '0.5', '10')).split(' ')[0], 'FILLED');
  assert.equal(h.listener.instruments.get(h.id)?.fees, null);
  await h.pass(20_000);
  const fills = h.listener.reports.flatMap((report) => report.fills);
  assert.ok(fills.length > 0 && fills.every(({ fee }) => fee === null));
  const details = h.listener.anomalies
    .filter(({ kind }) => kind === 'unknown_fee')
    .map(({ detail }) => detail);
  assert.deepEqual(
    [...new Set(details)],
    [`the fee schedule of market ${h.id} is not understood, so fills have no fee`],
  );
  await h.stop();
});
for (const how of ['still', 'loop'] as const) {
  test(`a list whose cursor is wrong (${how}) is incomplete, and what was read is kept`, async () => {
    const events = Array.from({ length: 250 }, (_, index) => createEvent(`m${index}`));
    const harness = new PolymarketHarness(events, { catalogueFullMs: 60_000, catalogueRefreshMs: 600_000 });
    const readHealth = () => harness.until(harness.venue.health());
    harness.exchange.fault({ name: 'keyset_cursor', how });
    let isStarted = false;
    void harness.venue.start(harness.listener).then(() => {
      isStarted = true;
    });
    await harness.pass(10_000);
    const why = 'open markets: a page was returned twice';
    assert.equal(isStarted, false);
    assert.deepEqual(await readHealth(), {
      healthy: false,
      latencyMs: 0,
      reason: `the market list has not been read yet: ${why}`,
    });
    assert.equal(harness.listener.instruments.size, how === 'still' ? 100 : 200);
    harness.exchange.simulator.controls.faults.remove('keyset_cursor');
    await harness.pass(10_000);
    assert.equal(isStarted, true);
    assert.equal((await readHealth()).reason, null);
    harness.exchange.fault({ name: 'keyset_cursor', how });
    await harness.pass(70_000);
    const { healthy, reason } = await readHealth();
    assert.deepEqual([healthy, reason], [true, `the market list is incomplete: ${why}`]);
    assert.equal(harness.listener.instruments.size, 250);
    harness.exchange.simulator.controls.faults.remove('keyset_cursor');
    await harness.pass(70_000);
    assert.equal((await readHealth()).reason, null);
    await harness.stop();
  });
}
