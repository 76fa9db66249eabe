import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder, type Fields, getOrders } from '../support/order-bodies.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import type { Asset, Instrument, Order } from '../support/record-schemas.ts';
import { readExchangeAddress } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

type External = 'Kalshi' | 'Polymarket';

interface Health {
  readonly healthy: boolean;
}

interface Receipt {
  readonly order: Order;
  readonly latency_ms: { readonly sent: number | null };
  readonly events: readonly { readonly type: string; readonly detail: Fields }[];
}

const CHEAP = '0.19'; // five contracts cost less than a dollar
const service = await startService({
  isProcess: true,
  settings: { 'sandbox.exchanges': true },
  clockShiftMs: toQuietClock(),
});
const api = service.api();
await until('every venue is healthy and its markets are listed', async () => {
  const health = await api.ok<readonly Health[]>('GET', '/v1/venues/health');
  const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  return health.every(({ healthy }) => healthy) && assets.length >= 30 ? true : null;
});

test('the first order after a start is a MARKET order on any open market of any venue', async () => {
  const lists = await Promise.all(
    ['Demo', 'Kalshi', 'Polymarket'].map((venue) =>
      api.ok<readonly Instrument[]>('GET', `/v1/markets?venue=${venue}`),
    ),
  );
  const open = lists.map((list) => list.filter(({ status }) => status === 'OPEN'));
  for (const list of open) assert.ok(list.length > 30, `${list.length} markets are open`);
  const ids = open.flat().map(({ instrument_id: id }) => id);
  const answers: string[] = [];
  const worker = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const order = createTakingOrder({ instrument_id: id, qty: '100' });
      const { status, text } = await api.call('POST', '/v1/orders', order);
      if (status !== 200) answers.push(`${id}: ${text}`);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  assert.deepEqual(answers, []);
  const ended = await until('each order has ended', async () => {
    const orders = await getOrders(api);
    return orders.every(({ remaining_qty: left }) => left === '0') ? orders : null;
  });
  const refused = ended.filter(({ status }) => status !== 'FILLED' && status !== 'CANCELLED');
  assert.deepEqual(refused, []);
});

test('a dry run of the command line on a market without a subscription shows legs and costs', async () => {
  await service.kill();
  await service.start();
  const id = await until('a market is listed', async () => {
    const health = await service.api().ok<readonly Health[]>('GET', '/v1/venues/health');
    if (!health.every(({ healthy }) => healthy)) return null;
    return (await findMarket('Polymarket')).instrument_id;
  });
  const { code, stdout, stderr } = await service.cli('buy', `${id}`, '100', '--dry-run', '-o', 'json');
  assert.equal(code, 0, stdout + stderr);
  const { legs, candidates } = JSON.parse(stdout) as {
    legs: { expected: { takes_qty: string } | null }[];
    candidates: { dropped: string | null }[];
  };
  assert.notEqual(legs[0]?.expected ?? null, null);
  assert.equal(candidates[0]?.dropped, null);
});

test('a BUY that trades at once below one dollar is refused before anything is stored', async () => {
  const id = await findCheapMarket();
  const before = await service.api().ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');
  const fields = {
    instrument_id: id,
    type: 'LIMIT',
    tif: 'IOC',
    price: CHEAP,
    client_order_id: 'small',
  };
  const qty = '5';
  const { status, text } = await service
    .api()
    .call('POST', '/v1/orders', createTakingOrder({ ...fields, qty }));
  const { error } = JSON.parse(text) as { error: string };
  assert.deepEqual([status, error], [422, 'notional_below_min'], text);
  const after = await service.api().ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');
  assert.equal(after.length, before.length);
  const larger = await service
    .api()
    .ok<Order>('POST', '/v1/orders', createTakingOrder({ ...fields, qty: '100' }));
  assert.equal(larger.client_order_id, 'small');
});

/** How the venue is made to refuse, the order, and what its caller reads. */
interface RefusalCase {
  readonly venue: External;
  readonly arrange?: readonly [path: string, command: Fields];
  readonly order?: Fields;
  readonly reads: readonly [status: string, reason: string, code: string, message: RegExp];
}

const HUGE = '100000000';
const said = (text: string) =>
  ['/faults', { name: 'status', method: 'POST', path: '/order', status: 400, text, times: 1 }] as const;

const REFUSALS: Readonly<Record<string, RefusalCase>> = {
  'Kalshi: too many requests': {
    venue: 'Kalshi',
    arrange: [
      '/faults',
      { name: 'status', method: 'POST', path: '/portfolio/events/orders', status: 429, times: 1 },
    ],
    reads: ['REJECTED', 'venue_rejected', 'rate_limited', /too many requests/],
  },
  'Kalshi: trading is paused': {
    venue: 'Kalshi',
    arrange: ['/venue', { verb: 'pause_trading' }],
    reads: ['REJECTED', 'market_paused', 'trading_is_paused', /trading is paused/],
  },
  'Polymarket: not enough money': {
    venue: 'Polymarket',
    arrange: said(
      'not enough balance / allowance: the balance is not enough -> balance: 1000000, order amount: 2000000',
    ),
    reads: [
      'REJECTED',
      'venue_rejected',
      'insufficient_balance',
      /not enough balance .*order amount: 2000000/,
    ],
  },
  'Polymarket: minimum size changed': {
    venue: 'Polymarket',
    arrange: said('order 0x1 is invalid. Size (10) lower than the minimum: 15'),
    reads: ['REJECTED', 'venue_rejected', 'qty_below_min', /lower than the minimum: 15/],
  },
  'Polymarket: tick size changed': {
    venue: 'Polymarket',
    arrange: said('order 0x1 is invalid. Price (0.02) breaks minimum tick size rule: 0.1'),
    reads: ['REJECTED', 'venue_rejected', 'price_off_tick', /breaks minimum tick size rule: 0.1/],
  },
  'Polymarket: signature': {
    venue: 'Polymarket',
    arrange: said('invalid signature'),
    reads: ['REJECTED', 'venue_rejected', 'invalid_signature', /invalid signature/],
  },
};

for (const [name, { venue, arrange, order, reads }] of Object.entries(REFUSALS)) {
  test(`${name}: its words are in the order, the receipt, the trace and the list`, async () => {
    if (arrange !== undefined) await command(venue, ...arrange);
    const { instrument_id: id } = await findMarket(venue);
    const body = createTakingOrder({
      instrument_id: id,
      type: 'LIMIT',
      tif: 'GTC',
      price: '0.02',
      qty: '100',
      ...order,
    });
    const [status, reason, code, message] = reads;
    const placed = await service.api().ok<Order>('POST', '/v1/orders', body);
    const ended = await until('the venue has answered', async () => {
      const seen = await service.api().ok<Order>('GET', `/v1/orders/${placed.id}`);
      return seen.status === 'PENDING_SUBMISSION' ? null : seen;
    });
    const {
      order: received,
      events,
      latency_ms: latency,
    } = await service.api().ok<Receipt>('GET', `/v1/orders/${placed.id}/receipt`);
    for (const seen of [ended, received]) {
      assert.deepEqual(
        [seen.status, seen.reason, seen.venue_code],
        [status, reason, code],
        JSON.stringify(seen),
      );
      assert.match(seen.venue_message ?? '', message);
      assert.equal(seen.legs[0]?.venue_message, seen.venue_message);
    }
    assert.notEqual(latency.sent, null, 'it was sent');
    assert.match(JSON.stringify(events.at(-2)?.detail) + JSON.stringify(events.at(-1)?.detail), message);
    for (const args of [
      ['order', 'show', placed.id],
      ['order', 'trace', placed.id],
      ['order', 'receipt', placed.id],
    ])
      assert.match((await service.cli(...args, '-o', 'table')).stdout, message, args.join(' '));
    if (arrange?.[0] === '/venue') await command(venue, '/venue', { verb: 'resume' });
  });
}

for (const venue of ['Kalshi', 'Polymarket'] as const) {
  test(`${venue}: an order that the known cash cannot pay for is refused before anything is stored`, async () => {
    const { instrument_id: id } = await findMarket(venue);
    const api = service.api();
    const before = await api.ok<Order[]>('GET', '/v1/orders?subaccount_id=sa_1&limit=1');
    const body = createTakingOrder({
      instrument_id: id,
      type: 'LIMIT',
      tif: 'GTC',
      price: '0.02',
      qty: HUGE,
    });
    const { details } = await api.refused([422, 'insufficient_balance'], 'POST', '/v1/orders', body);
    assert.equal(details?.['venue'], venue);
    assert.ok(Number(details?.['needed']) > Number(details?.['available']), JSON.stringify(details));
    assert.deepEqual(await api.ok<Order[]>('GET', '/v1/orders?subaccount_id=sa_1&limit=1'), before);
  });
}

test('an order that is not sent because the venue is paused has its reason, its cause, and no words', async () => {
  const { instrument_id: id } = await findMarket('Polymarket');
  const place = (): Promise<Order> =>
    service.api().ok<Order>('POST', '/v1/orders', createRestingOrder({ instrument_id: id, qty: '100' }));
  // Seldom enough for the share of the key: every order counts, also one that is not sent.
  await until('the pause after the last refusal is over', async () => {
    await pause(500);
    const { status } = await place();
    return status === 'REJECTED' ? null : true;
  });
  await command('Polymarket', '/venue', { verb: 'pause_exchange' });
  const refused = await place();
  assert.match(refused.venue_message ?? '', /trading is currently disabled/i);
  // A pause of the service may end before the next order, which the venue then refuses again.
  const unsent = await until('an order within the pause', async () => {
    const order = await place();
    return order.venue_message === null ? order : null;
  });
  await command('Polymarket', '/venue', { verb: 'resume' });
  assert.deepEqual([unsent.status, unsent.reason], ['REJECTED', 'venue_paused']);
  assert.deepEqual([unsent.venue_code, unsent.venue_message], [null, null]);
  const { latency_ms: latency, events } = await service
    .api()
    .ok<Receipt>('GET', `/v1/orders/${unsent.id}/receipt`);
  assert.equal(latency.sent, null);
  const closed = events.find(({ type }) => type === 'LegClosed');
  assert.equal(closed?.detail['why'], 'trading is disabled');
  assert.match(
    (await service.cli('order', 'trace', unsent.id, '-o', 'table')).stdout,
    /not_sent.*trading is disabled/,
  );
});

/** A market of Polymarket whose YES is offered below the price, also if the market maker moves its quotes meanwhile. */
async function findCheapMarket(): Promise<number> {
  const all = await service.api().ok<readonly Instrument[]>('GET', '/v1/markets?venue=Polymarket');
  for (const { instrument_id: id } of all.filter(({ status }) => status === 'OPEN')) {
    const { asks } = await service
      .api()
      .ok<{ asks: readonly { price: string }[] }>('GET', `/v1/markets/${id}/book`);
    if (Number(asks[0]?.price ?? 1) < Number(CHEAP) - 0.02) return id;
  }
  return assert.fail('a cheap market');
}

/** An open market of the venue. */
async function findMarket(venue: External): Promise<Instrument> {
  const all = await service.api().ok<readonly Instrument[]>('GET', `/v1/markets?venue=${venue}`);
  return all.find(({ status }) => status === 'OPEN') ?? assert.fail(`${venue} has an open market`);
}

async function command(venue: External, path: string, body: Fields): Promise<void> {
  const { control } = readExchangeAddress(service, venue);
  const answer = await fetch(`${control}${path}`, { method: 'PUT', body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.text());
}
