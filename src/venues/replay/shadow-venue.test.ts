import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { VenueClientId, VenueName, VenueOrderId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { listing } from '../../domain/instruments/instrument.fixture.ts';
import type {
  ExternalVenue,
  OrderReport,
  VenueBookUpdate,
  VenueHealth,
  VenueListener,
  VenueOrder,
} from '../../ports/venue.ts';
import { MODEL_CAPABILITIES } from './model-venue.ts';
import { ShadowVenue } from './shadow-venue.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const level = (at: string, count: string) => ({ price: price(at), qty: qty(count) });

const AT_ONCE = { entryMs: 0, responseMs: 0, queue: 'back', power: 1 } as const;
const market = listing({ status: 'OPEN' });
const ID = market.venueInstrumentId;

let clock: ManualClock;
let feed: VenueListener;
let venue: ShadowVenue;
let health: VenueHealth;
let calls: string[];
let books: VenueBookUpdate[];
let reports: OrderReport[];

beforeEach(async () => {
  clock = new ManualClock();
  calls = [];
  books = [];
  reports = [];
  health = { healthy: true, latencyMs: 3, reason: null };
  const refuse = (name: string) => () => {
    calls.push(name);
    throw new Error(`${name} must not reach the real venue`);
  };
  const real = {
    name: 'Kalshi' as VenueName,
    capabilities: { ...MODEL_CAPABILITIES, simulated: false, amend: 'replace', tif: ['GTC', 'IOC'] },
    start: async (listener: VenueListener) => {
      feed = listener;
    },
    health: async () => health,
    watch: (id: string) => calls.push(`watch ${id}`),
    unwatch: () => undefined,
    stop: async () => void calls.push('stop'),
    ...Object.fromEntries(
      ['place', 'amend', 'cancel', 'order', 'reconcile', 'positions', 'balance', 'clientIdFor'].map(
        (name) => [name, refuse(name)],
      ),
    ),
  } as unknown as ExternalVenue;
  venue = new ShadowVenue(real, { clock, model: AT_ONCE });
  await venue.start({
    onInstruments: () => undefined,
    waitForCapacity: async () => undefined,
    onAssets: () => undefined,
    onBook: (update) => books.push(update),
    onTrades: () => undefined,
    onReport: (report) => reports.push(report),
    onAnomaly: () => assert.fail('the real account is not this ledger'),
  });
  feed.onInstruments([market]);
  await venue.health();
});

const show = (bids: readonly [string, string][], asks: readonly [string, string][]): void =>
  feed.onBook({
    kind: 'snapshot',
    venueInstrumentId: ID,
    bids: bids.map(([at, count]) => level(at, count)),
    asks: asks.map(([at, count]) => level(at, count)),
    at: clock.now(),
  });

const trade = (id: string, at: string, count: string, ageMs = 0): void =>
  feed.onTrades([
    {
      venueInstrumentId: ID,
      venueTradeId: id,
      price: price(at),
      qty: qty(count),
      side: 'SELL',
      at: (clock.now() - ageMs) as TimestampMs,
    },
  ]);

const order = (clientId: string, at: string, count: string, tif: 'GTC' | 'IOC' = 'GTC'): VenueOrder => ({
  clientId: clientId as VenueClientId,
  venueInstrumentId: ID,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif,
  price: price(at),
  qty: qty(count),
  expiresAt: null,
});

const filled = (id: string): string => {
  const found = reports.findLast(({ clientId }) => clientId === id);
  return found === undefined ? 'no report' : renderDecimal(found.filledQty);
};

/** The size at a price of the book that the service has. */
const seen = (side: 'bids' | 'asks', at: string): string | null => {
  const last = books.at(-1);
  if (last?.kind !== 'snapshot') return null;
  const found = last[side].find((each) => each.price === price(at));
  return found === undefined ? null : renderDecimal(found.qty);
};

test('an order is filled on the live book, and no request reaches the real venue', async () => {
  show([['0.4', '10']], [['0.5', '10']]);
  const outcome = await venue.place(order('c1', '0.5', '4', 'IOC'));
  assert.ok(outcome.kind === 'report');
  assert.deepEqual([outcome.report.status, renderDecimal(outcome.report.filledQty)], ['FILLED', '4']);
  assert.equal(seen('asks', '0.5'), '6');
  await venue.amend({
    clientId: 'c1' as VenueClientId,
    venueOrderId: 'x' as VenueOrderId,
    venueInstrumentId: ID,
    price: null,
    qty: qty('9'),
    expiresAt: null,
    tif: null,
  });
  await venue.cancel('c1' as VenueClientId, ID);
  assert.deepEqual(
    (await venue.reconcile(null)).reports.map(({ clientId }) => clientId),
    ['c1'],
  );
  assert.deepEqual(await venue.positions(), null);
  venue.watch(ID);
  await venue.stop();
  assert.deepEqual(calls, [`watch ${ID}`, 'stop']);
});

test('its venue counts as simulated and keeps the times in force of the real one', () => {
  const { simulated, tif, amend } = venue.capabilities;
  assert.deepEqual([simulated, tif, amend], [true, ['GTC', 'IOC'], 'native']);
});

test('trades of others fill a resting order behind the queue, and a repeated one counts once', async () => {
  show([['0.4', '10']], [['0.5', '10']]);
  await venue.place(order('c1', '0.4', '5'));
  trade('t1', '0.4', '8');
  trade('t1', '0.4', '8');
  assert.equal(filled('c1'), 'no report');
  trade('t2', '0.4', '4');
  assert.equal(filled('c1'), '2');
});

test('a trade from before the order, or from before the book was known, fills nothing', async () => {
  clock.advance(60_000);
  show([], [['0.5', '10']]);
  clock.advance(10_000);
  await venue.place(order('c1', '0.4', '5'));
  clock.advance(1_000);
  trade('t1', '0.4', '5', 5_000);
  trade('t2', '0.4', '5', 30_000);
  assert.equal(filled('c1'), 'no report');
  trade('t3', '0.4', '5', 500);
  assert.equal(filled('c1'), '5');
});

test('a trade from before the book was known takes nothing from its levels', async () => {
  clock.advance(60_000);
  show([['0.4', '10']], [['0.5', '10']]);
  trade('t1', '0.4', '4', 30_000);
  const outcome = await venue.place({ ...order('c1', '0.4', '10', 'IOC'), side: 'SELL' });
  assert.ok(outcome.kind === 'report');
  assert.equal(renderDecimal(outcome.report.filledQty), '10');
});

test('the own order is in the book until it ends, and updates of the venue pass unchanged without one', async () => {
  const delta = (at: string, count: string): void =>
    feed.onBook({
      kind: 'delta',
      venueInstrumentId: ID,
      bids: [level(at, count)],
      asks: [],
      at: clock.now(),
    });
  show([['0.4', '10']], [['0.5', '10']]);
  delta('0.4', '11');
  assert.equal(books.at(-1)?.kind, 'delta');
  await venue.place(order('c1', '0.4', '5'));
  assert.equal(seen('bids', '0.4'), '16');
  delta('0.4', '12');
  assert.equal(seen('bids', '0.4'), '17');
  await venue.cancel('c1' as VenueClientId, ID);
  assert.equal(seen('bids', '0.4'), '12');
  delta('0.4', '13');
  assert.equal(books.at(-1)?.kind, 'delta');
});

test('after a lost book a resting order is behind everything, and the book shows it again', async () => {
  show([['0.4', '1']], [['0.5', '10']]);
  await venue.place(order('c1', '0.4', '5'));
  feed.onBook({ kind: 'lost', venueInstrumentId: ID, why: 'gap', at: clock.now() });
  assert.equal(books.at(-1)?.kind, 'lost');
  trade('t1', '0.4', '99');
  assert.equal(filled('c1'), 'no report');
  show([['0.4', '20']], [['0.5', '10']]);
  assert.equal(seen('bids', '0.4'), '25');
  trade('t2', '0.4', '21');
  assert.equal(filled('c1'), '1');
});

test('a trade from before a book that was lost is known again takes nothing', async () => {
  show([['0.4', '10']], [['0.5', '10']]);
  clock.advance(60_000);
  feed.onBook({ kind: 'lost', venueInstrumentId: ID, why: 'gap', at: clock.now() });
  clock.advance(60_000);
  show([['0.4', '10']], [['0.5', '10']]);
  trade('t1', '0.4', '4', 30_000);
  const outcome = await venue.place({ ...order('c1', '0.4', '10', 'IOC'), side: 'SELL' });
  assert.ok(outcome.kind === 'report');
  assert.equal(renderDecimal(outcome.report.filledQty), '10');
});

test('an order that the first book after a loss fills leaves a book that the service has', async () => {
  show([['0.4', '1']], [['0.5', '10']]);
  await venue.place(order('c1', '0.4', '5'));
  feed.onBook({ kind: 'lost', venueInstrumentId: ID, why: 'gap', at: clock.now() });
  show([], [['0.39', '5']]);
  assert.equal(filled('c1'), '5');
  show([], [['0.39', '7']]);
  assert.equal(seen('asks', '0.39'), '7');
});

test('while the real venue is out of reach an order is not sent', async () => {
  show([['0.4', '10']], [['0.5', '10']]);
  health = { healthy: false, latencyMs: null, reason: 'the stream is down' };
  await venue.health();
  const outcome = await venue.place(order('c1', '0.5', '4'));
  assert.deepEqual(outcome, { kind: 'unsent', why: 'the stream is down' });
});

test('reports of the real account never reach the ledger', () => {
  feed.onReport({ clientId: 'theirs' } as OrderReport);
  feed.onAnomaly({ kind: 'external_order', detail: 'theirs' });
  assert.deepEqual(reports, []);
});

test('the best prices of others leave out the own order and ignore what was taken', async () => {
  const bids: [string, string][] = [
    ['0.4', '10'],
    ['0.39', '10'],
    ['0.38', '10'],
  ];
  const asks: [string, string][] = [
    ['0.5', '10'],
    ['0.51', '10'],
    ['0.52', '10'],
  ];
  for (const isReversed of [false, true]) {
    show(isReversed ? bids.toReversed() : bids, isReversed ? asks.toReversed() : asks);
    await venue.place(order(`c1${isReversed}`, '0.45', '5'));
    await venue.place(order(`c2${isReversed}`, '0.5', '10', 'IOC'));
    const { bid, ask } = venue.findTouch(ID);
    assert.deepEqual([bid, ask], [price('0.4'), price('0.5')]);
  }
});
