import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { NetworkHooks } from '../../../test/support/memory-network.ts';
import { requirePresent } from '../../domain/model/assert.ts';
import { renderDecimal } from '../../domain/model/money.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import { describeOutcome, describeReport, KEY, PolymarketHarness } from './polymarket-harness.fixture.ts';

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

/** Ten YES for sale at 0.50. */
const OFFER = { side: 'BUY', maker: '5', taker: '10' } as const;

type Fate = ReturnType<NetworkHooks['delivery']>['fate'];

/** From here on matching requests end this way. */
function fate(world: PolymarketHarness, method: string, path: string, ends: Fate): void {
  world.hooks.journey = (_, request) => ({
    fate: request.method === method && request.path === path ? ends : 'arrives',
    thereMs: 0,
    backMs: 0,
  });
}

const sent = (world: PolymarketHarness): number => world.requests.filter((it) => it === 'POST /order').length;
const cancel = async (world: PolymarketHarness, { clientId }: VenueOrder): Promise<string> =>
  describeOutcome(await world.until(world.venue.cancel(clientId, world.id)));
const kinds = (world: PolymarketHarness): readonly string[] =>
  world.listener.anomalies.map(({ kind }) => kind);

/** The answer to a query of an order. */
async function requested(world: PolymarketHarness, { clientId }: VenueOrder): Promise<string> {
  const query = await world.until(world.venue.order(clientId, world.id));
  return query.kind === 'found' ? describeReport(query.report) : query.kind;
}

polymarket('an unsent order is removed and releases its tokens', async (world) => {
  await world.depositTokens(0, '10');
  fate(world, 'POST', '/order', 'unsent');
  const sale = world.prepareOrder({ side: 'SELL' }, '0.6');
  assert.match(describeOutcome(await world.until(world.venue.place(sale))), /^unsent/);
  assert.equal(await requested(world, sale), 'absent');
  fate(world, 'POST', '/order', 'arrives');
  const again = await world.place({ side: 'SELL' }, '0.6');
  assert.equal(again.kind === 'report' && again.report.price, 60_000_000n, 'sold as what it is');
});

polymarket('a success answer with an empty order id is a refusal by its error text', async (world) => {
  world.exchange.fault({ name: 'refusal_as_success', times: 1 });
  const order = world.prepareOrder({}, '0.4', '10000000');
  assert.equal(describeOutcome(await world.until(world.venue.place(order))), 'refused insufficient_balance');
  assert.equal(await requested(world, order), 'absent');
});

polymarket('a 500 proves nothing: the order may exist or not', async (world) => {
  const lost = { path: '/order', status: 500, text: 'order timed out', times: 1 };
  for (const [name, becomes] of [
    ['drop_after_accept', 'OPEN 0'],
    ['status', 'absent'],
  ]) {
    world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    world.exchange.fault({ name, ...lost });
    const order = world.prepareOrder();
    assert.equal(describeOutcome(await world.until(world.venue.place(order))), 'unknown order timed out');
    assert.equal(await requested(world, order), becomes);
    await world.pass(1_000);
  }
  assert.equal(sent(world), 2);
});

polymarket('429 is a refusal; a restart blocks orders for a while but not cancels', async (world) => {
  const resting = world.prepareOrder();
  await world.until(world.venue.place(resting));
  world.exchange.fault({ name: 'too_many', times: 1 });
  assert.equal(describeOutcome(await world.place()), 'refused rate_limited');
  assert.equal(describeOutcome(await world.place()), 'unsent own order rate limit reached');
  await world.pass(5_000);
  world.exchange.fault({ name: 'restart', ms: 1_000, times: 1 });
  assert.equal(describeOutcome(await world.place()), 'refused venue_restarting');
  const before = sent(world);
  assert.equal(describeOutcome(await world.place()), 'unsent the matching engine restarts');
  assert.equal(sent(world), before, 'nothing left');
  await world.pass(1_000);
  assert.equal(describeOutcome(await world.place()), 'refused post_only');
  assert.equal(describeOutcome(await world.place()), 'unsent post-only mode');
  assert.equal(await cancel(world, resting), 'CANCELLED requested 0');
  await world.pass(121_000);
  assert.equal(describeOutcome(await world.place()), 'OPEN 0');
});

polymarket('refused credentials are reported, and orders are blocked for a while', async (world) => {
  const text = '{"error":"Unauthorized/Invalid api key"}';
  world.exchange.fault({ name: 'status', status: 401, text, path: '/order', times: 1 });
  assert.equal(describeOutcome(await world.place()), 'refused unauthorized');
  assert.deepEqual(kinds(world), ['credentials']);
  assert.equal(describeOutcome(await world.place()), 'unsent the credentials were refused');
});

polymarket('`matched` without trade ids fills only what the trades show', async (world) => {
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  world.bodyRewrites.set('POST /order', (body) =>
    JSON.stringify({ ...JSON.parse(body), tradeIDs: undefined }),
  );
  await world.addTrader(OFFER, 1);
  assert.equal(describeOutcome(await world.place({}, '0.55')), 'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5');
  await world.addTrader(OFFER, 1);
  assert.equal(
    describeOutcome(await world.place({}, '0.55', '25')),
    'OPEN 10; PENDING TAKER BUY YES 10 @ 0.5',
  );
});

polymarket('a refusal for wrong terms makes the adapter fetch the market again', async (world) => {
  world.exchange.fault({ name: 'ws_silent', path: '/ws/market' });
  const tick = () => renderDecimal(requirePresent(world.listener.instruments.get(world.id), 'it').priceTick);
  world.exchange.simulator.controls.market({ market: 'rain', verb: 'tick', tick: '0.1' });
  assert.equal(describeOutcome(await world.place({}, '0.45')), 'refused price_off_tick');
  assert.equal(tick(), '0.01', 'none published');
  await world.pass(6_000);
  assert.equal(tick(), '0.1');
  assert.equal(describeOutcome(await world.place({}, '0.4')), 'OPEN 0');
});

polymarket('a refused tick, minimum or amount concerns terms; a balance does not', async (world) => {
  const requested = () => world.requests.filter((it) => it === 'GET /markets/keyset').length;
  const refusals = [
    ['order 0x1 is invalid. Price (0.4) breaks minimum tick size rule: 0.1', true],
    ['order 0x1 is invalid. Size (10) lower than the minimum: 15', true],
    ['invalid amounts, maker and taker amount must be higher than 0', true],
    ['not enough balance / allowance', false],
  ] as const;
  for (const [error, isOfTerms] of refusals) {
    const before = requested();
    world.exchange.fault({
      name: 'status',
      status: 400,
      text: JSON.stringify({ error }),
      path: '/order',
      times: 1,
    });
    assert.match(describeOutcome(await world.place()), /^refused/, error);
    await world.pass(6_000);
    assert.equal(requested() > before, isOfTerms, error);
  }
});

polymarket('sizes in millionths are converted and reported', async (world) => {
  world.exchange.fault({ name: 'micro_sizes' });
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  await world.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
  assert.equal(await requested(world, order), 'OPEN 6; PENDING MAKER BUY YES 6 @ 0.4');
  assert.ok(kinds(world).includes('unknown_shape'));
});

polymarket('a "not found" cancel answer proves nothing while the order is shown', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  world.exchange.fault({ name: 'cancel_not_found', times: 1 });
  assert.equal(await cancel(world, order), 'unknown not cancelled: the venue still shows it as open');
  assert.equal(await requested(world, order), 'OPEN 0');
  assert.equal(await cancel(world, order), 'CANCELLED requested 0');
});

polymarket('an accepted cancel closes the order without a channel event', async (world) => {
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  await world.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
  assert.equal(await cancel(world, order), 'CANCELLED requested 6; PENDING MAKER BUY YES 6 @ 0.4');
});

polymarket('an accepted cancel is unknown while the fills cannot be read', async (world) => {
  for (const path of ['/data/order/', '/data/trades']) {
    const order = world.prepareOrder();
    await world.until(world.venue.place(order));
    world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    world.exchange.fault({ name: 'status', status: 503, path });
    assert.match(await cancel(world, order), /^unknown/, path);
    world.exchange.simulator.controls.faults.remove(null);
    await world.pass(11_000);
    await requested(world, order);
    await world.pass(11_000);
    assert.match(await cancel(world, order), /^CANCELLED requested 0/, path);
  }
});

polymarket('a cancel of an unknown id is refused as unknown_order', async (world) => {
  const order = world.prepareOrder();
  assert.equal(await cancel(world, order), 'refused unknown_order');
  assert.equal(await cancel(world, { ...order, clientId: 'leg-9' as never }), 'refused unknown_order');
});

polymarket('a cancel without an answer is unknown; an unsent one is unsent', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  fate(world, 'DELETE', '/order', 'unsent');
  assert.match(await cancel(world, order), /^unsent/);
  fate(world, 'DELETE', '/order', 'lost');
  assert.match(await cancel(world, order), /^unknown/);
  fate(world, 'DELETE', '/order', 'arrives');
  assert.equal(await requested(world, order), 'OPEN 0');
});

polymarket('an IOC order whose cancel was lost is cancelled again before it is reported', async (world) => {
  await world.addTrader(OFFER, 1);
  fate(world, 'DELETE', '/order', 'lost');
  const order = world.prepareOrder({ tif: 'IOC' }, '0.55', '25');
  assert.match(describeOutcome(await world.until(world.venue.place(order))), /^unknown/);
  fate(world, 'DELETE', '/order', 'arrives');
  const end = 'CANCELLED ioc_remainder 10; FINAL TAKER BUY YES 10 @ 0.5';
  assert.equal(await requested(world, order), end);
  await world.pass(1_000);
  assert.deepEqual(world.listener.levels(world.id, 'BUY'), []);
});

test('an external order under our key is reported once, and so are its trades', async () => {
  const world = new PolymarketHarness();
  const owner = new Trader(world.exchange, Buffer.from(KEY.slice(2), 'hex'));
  await owner.login();
  await world.start();
  try {
    await world.pass(15_000); // the grace period for orders of a previous process is over
    const [yes] = await world.exchange.tokens();
    await owner.placed({ token: yes, side: 'BUY', maker: '4', taker: '10' });
    await world.pass(1_000);
    assert.deepEqual(kinds(world), ['external_order']);
    await world.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
    await world.pass(1_000);
    assert.ok(kinds(world).includes('unknown_fill'));
    assert.equal(kinds(world).filter((kind) => kind === 'external_order').length, 1);
    assert.deepEqual(world.listener.reports, [], 'no order that we sent has traded');
  } finally {
    await world.stop();
  }
});

polymarket('changes that a silent channel misses are found by polling within 30 s', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  await world.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 1);
  assert.deepEqual(world.listener.reports, []);
  await world.pass(30_000);
  assert.match(
    describeReport(world.listener.getReports(order.clientId).at(-1) ?? assert.fail()),
    /^FILLED 10/,
  );
});

polymarket('an order closed with its market is found without an event', async (world) => {
  const order = world.prepareOrder();
  await world.until(world.venue.place(order));
  world.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  world.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
  await world.pass(120_000);
  assert.equal(world.listener.instruments.get(world.id)?.status, 'SETTLED');
  assert.equal(await requested(world, order), 'CANCELLED market_closed 0');
});

for (const how of ['kill', 'refuse']) {
  polymarket(
    `an order that the venue holds back, then ends as "${how}", is published as ended`,
    async (world) => {
      await world.addTrader(OFFER, 1);
      world.exchange.fault({ name: 'delayed', how, ms: 3_000, times: 1 });
      const order = world.prepareOrder({}, '0.55');
      assert.equal(describeOutcome(await world.until(world.venue.place(order))), 'unknown delayed');
      await world.pass(30_000);
      await requested(world, order); // once is not enough to call it over
      await world.pass(11_000);
      assert.equal(await requested(world, order), 'CANCELLED venue_rule 0');
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
    notFoundPolicy: { settleMs: 15_000, confirmations: 3, gapMs: 5_000 },
    bookDelivery: 'on_subscribe',
    buyNotionalMin: 10_000_000_000_000_000n, // 1 pUSD
    mirrorsSales: true,
    dustQty: 1_000_000n, // 0.01 shares
  });
});
