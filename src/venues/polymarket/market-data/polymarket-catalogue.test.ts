import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as step } from 'node:timers/promises';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { VenueName } from '../../../contract/model/ids.ts';
import type { VenueInstrument } from '../../../contract/model/instrument.ts';
import type { Price } from '../../../contract/model/money.ts';
import { parseMarket } from '../codec/gamma-messages.ts';
import { toListing } from '../codec/polymarket-mapping.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { POLYMARKET_DEFAULTS } from '../polymarket-settings.ts';
import { PolymarketCatalogue } from './polymarket-catalogue.ts';

const PAGE = 100;
const FULL_MS = POLYMARKET_DEFAULTS.catalogueFullMs;

interface Gamma extends Readonly<Record<string, unknown>> {
  readonly conditionId: string;
  readonly closed: boolean;
}

const createId = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const createYesToken = (number: number): string => `7${number}`;
const createNoToken = (number: number): string => `8${number}`;

function createRecord(number: number, more: Partial<Gamma>): Gamma {
  return {
    conditionId: createId(number),
    version: 'v1',
    question: `Will it be ${number}?`,
    closed: false,
    slug: `number-${number}`,
    outcomes: '["Yes", "No"]',
    clobTokenIds: JSON.stringify([createYesToken(number), createNoToken(number)]),
    active: true,
    acceptingOrders: true,
    enableOrderBook: true,
    orderPriceMinTickSize: 0.01,
    ...more,
  };
}

/** A discovery service that answers from a list and records the lookups by id. */
class Discovery {
  readonly clock = new ManualClock();
  readonly records = new Map<string, Gamma>();
  readonly requestedIds: string[] = [];
  readonly published: VenueInstrument[] = [];
  readonly warnings: string[] = [];
  readonly anomalies: string[] = [];
  readonly catalogue: PolymarketCatalogue;
  room: () => Promise<void> = () => Promise.resolve();
  slow: (query: URLSearchParams) => Promise<void> = () => Promise.resolve();
  isDown: (query: URLSearchParams) => boolean = () => false;
  readonly replaced: { status?: number; value?: unknown } = {}; // parts of every page

  constructor(count: number) {
    for (let number = 0; number < count; number += 1) this.put(number);
    this.catalogue = new PolymarketCatalogue({
      client: { read: (_, path) => this.#answer(path) },
      clock: this.clock,
      log: { warn: (text: string) => void this.warnings.push(text) } as never,
      name: 'Polymarket' as VenueName,
      instrumentsMax: 500_000,
      closedPagesMax: 1,
      refreshMs: POLYMARKET_DEFAULTS.catalogueRefreshMs,
      fullMs: FULL_MS,
      resultWaitMs: POLYMARKET_DEFAULTS.resultWaitMs,
      listener: {
        onInstruments: (published) => void this.published.push(...published),
        waitForCapacity: () => this.room(),
        onAnomaly: ({ detail }) => void this.anomalies.push(detail),
      },
    });
  }

  put(number: number, more: Partial<Gamma> = {}): void {
    this.records.set(createId(number), createRecord(number, more));
  }

  async start(): Promise<void> {
    const state = { isStarted: false };
    void this.catalogue.start().then(() => {
      state.isStarted = true;
    });
    while (!state.isStarted) await this.pass(0);
    await this.idle();
  }

  /** Advances the clock, then runs all ready callbacks. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await step();
  }

  /** Advances to the next full read and completes the reads due before it. */
  async passToFull(): Promise<void> {
    await this.pass(FULL_MS);
    for (let due = 0; due < 3; due += 1) {
      await this.idle();
      await this.pass(1_000);
    }
  }

  async idle(turns = 20): Promise<void> {
    for (let count = 0; count < turns; count += 1) await this.pass(0);
  }

  async #answer(path: string): Promise<ReadResult> {
    const query = new URL(path, 'http://gamma').searchParams;
    await this.slow(query);
    const ids = query.getAll('condition_ids');
    if (query.get('closed') === 'false') this.requestedIds.push(...ids);
    if (this.isDown(query)) return { kind: 'failed', why: 'down' };
    const from = Number(query.get('after_cursor') ?? 0);
    const found = [...this.records.values()].filter(
      (record) =>
        record.closed === (query.get('closed') === 'true') &&
        (ids.length === 0 || ids.includes(record.conditionId)) &&
        isNamed(query.get('clob_token_ids'), record['clobTokenIds']) &&
        isNamed(query.get('position_ids'), record['positionIds']) &&
        !query.has('order'),
    );
    const markets = found.slice(from, from + PAGE);
    const next_cursor = from + PAGE < found.length ? String(from + PAGE) : null;
    return { kind: 'answer', status: 200, value: { markets, next_cursor }, body: '', ...this.replaced };
  }
}

/** Whether a record passes a filter by one of its ids. */
const isNamed = (id: string | null, ids: unknown): boolean =>
  id === null || (ids !== undefined && JSON.stringify(ids).includes(id));

test('the periodic full read runs even if other reads are due at the same time', async () => {
  const discovery = new Discovery(3);
  await discovery.start();
  discovery.put(3);
  await discovery.passToFull(); // of which each refresh is a part
  await discovery.idle();
  assert.equal(discovery.published.length, 4);
  discovery.catalogue.stop();
});

for (const [replaced, why] of [
  [{ status: 404 }, 'open markets: HTTP 404 from gamma_url'],
  [{ value: { error: 'moved' } }, 'open markets: an unknown shape from gamma_url'],
] as const)
  test(`a list that could not be read is reported as "${why}"`, async () => {
    const discovery = new Discovery(1);
    Object.assign(discovery.replaced, replaced);
    void discovery.catalogue.start();
    await discovery.idle();
    assert.equal(discovery.catalogue.listFault, why);
    discovery.catalogue.stop();
  });

test('a market is published once, and again only if a published field changes', async () => {
  const discovery = new Discovery(250);
  await discovery.start();
  assert.equal(discovery.published.length, 250);
  discovery.put(3, { volume24hr: 12 });
  discovery.put(4, { question: 'Will it be four?' });
  await discovery.passToFull();
  await discovery.idle();
  assert.deepEqual(
    discovery.published.slice(250).map(({ title }) => title),
    ['Will it be four?'],
  );
  discovery.catalogue.stop();
});

test('of thousands of markets only those that are no longer open are read by id', async () => {
  const discovery = new Discovery(12_000);
  await discovery.start();
  discovery.records.delete(createId(7));
  discovery.records.delete(createId(11_000));
  await discovery.passToFull();
  await discovery.idle(200); // 120 pages and the sweep after them
  for (let count = 0; count < 3; count += 1) await discovery.pass(5_000);
  assert.deepEqual(discovery.requestedIds.toSorted(), [createId(7), createId(11_000)]);
  discovery.catalogue.stop();
});

test('a market added during the sweep is not rechecked, and no market is lost', async () => {
  const discovery = new Discovery(12_000);
  await discovery.start();
  discovery.records.delete(createId(7));
  await discovery.passToFull();
  for (let page = 0; page < 119; page += 1) await discovery.pass(0);
  // From here on the last page has been requested and the sweep runs.
  for (let number = 20_000; number < 20_040; number += 1) {
    discovery.put(number);
    await discovery.catalogue.fetch({ tokenId: createYesToken(number) });
    await discovery.pass(0);
  }
  discovery.catalogue.settle(createId(9), createYesToken(9));
  for (let count = 0; count < 3; count += 1) await discovery.pass(5_000);
  assert.deepEqual(discovery.requestedIds, [createId(7)]);
  assert.equal(discovery.catalogue.byToken(createYesToken(20_039))?.instrument.title, 'Will it be 20039?');
  assert.equal(discovery.catalogue.find(createId(9))?.instrument.result, 'YES');
  assert.equal(discovery.published.filter(({ ticker }) => /^number-200\d\d$/.test(ticker)).length, 40);
  discovery.catalogue.stop();
});

test('rechecks run even if the read of changed markets takes longer than its interval', async () => {
  const discovery = new Discovery(3);
  await discovery.start();
  discovery.slow = async (query) => {
    if (!query.has('order')) return;
    await new Promise<void>((resolve) =>
      discovery.clock.after(2 * POLYMARKET_DEFAULTS.catalogueRefreshMs, resolve),
    );
  };
  for (let second = 0; second < 500; second += 1) {
    if (second === 100) discovery.catalogue.recheck(createId(1));
    await discovery.pass(1_000);
  }
  assert.deepEqual(discovery.requestedIds, [createId(1)]);
  discovery.catalogue.stop();
});

test('a market that resolved 50/50 settles at one half', async () => {
  const discovery = new Discovery(1);
  const split = { closed: true, outcomePrices: '["0.5", "0.5"]', umaResolutionStatus: 'resolved' };
  discovery.put(5, split);
  await discovery.start();
  await discovery.catalogue.fetch({ tokenId: createYesToken(5) });
  const { status, result, settlementPrice } =
    discovery.catalogue.find(createId(5))?.instrument ?? assert.fail('a listing');
  assert.deepEqual([status, result, settlementPrice], ['SETTLED', 'FRACTION', 50_000_000n]);
  discovery.catalogue.stop();
});

test('a tick size and a winner from the channel are published once, and only for known markets', async () => {
  const discovery = new Discovery(1);
  await discovery.start();
  const { catalogue, published } = discovery;
  const tick = 100_000n as Price;
  for (let times = 0; times < 2; times += 1) catalogue.setTick(createId(0), tick);
  catalogue.setTick(createId(1), tick);
  assert.deepEqual(
    published.slice(1).map(({ priceTick, priceMin, priceMax }) => [priceTick, priceMin, priceMax]),
    [[tick, tick, 99_900_000n]],
  );
  catalogue.settle(createId(0), createYesToken(1));
  catalogue.settle(createId(1), createYesToken(1));
  assert.equal(published.length, 2, 'a winner is one of its two sides');
  catalogue.settle(createId(0), createNoToken(0));
  await catalogue.fetch({ tokenId: createYesToken(0) }); // which shows it open still, from a cache
  assert.deepEqual(
    published.slice(2).map(({ status, result, settlementPrice }) => [status, result, settlementPrice]),
    [['SETTLED', 'NO', 0n]],
  );
  catalogue.stop();
});

test('a market of Protocol V2 is listed by its position ids, and found by them', async () => {
  const discovery = new Discovery(0);
  await discovery.start();
  const { catalogue } = discovery;
  const ids = { clobTokenIds: undefined, positionIds: ['9001', '9002'] };
  discovery.put(1, { version: 'v2', conditionId: `0x01${'ab'.repeat(30)}`, ...ids });
  const { listing } = await catalogue.fetch({ tokenId: '9001' });
  assert.deepEqual([listing?.yes, listing?.no, listing?.protocol], ['9001', '9002', 'v2']);
  const condition = listing?.instrument.venueInstrumentId ?? '';
  assert.equal(condition, `0x01${'ab'.repeat(30)}00`, 'always with its last byte');
  catalogue.settle(`0x01${'ab'.repeat(30)}`, '9002'); // as the channel may write it
  assert.equal(catalogue.find(condition)?.instrument.result, 'NO');
  catalogue.stop();
});

test('a market without a known version is not listed; each version raises one anomaly', async () => {
  const discovery = new Discovery(1);
  for (const number of [1, 2]) discovery.put(number, { version: undefined });
  discovery.put(3, { version: 'v3', positionIds: ['9001', '9002'] });
  await discovery.start();
  await discovery.passToFull();
  assert.deepEqual(
    discovery.published.map(({ slug }) => slug),
    ['number-0'],
  );
  assert.deepEqual(discovery.anomalies, [
    'markets of version missing are not listed, such as number-1',
    'markets of version v3 are not listed, such as number-3',
  ]);
  discovery.catalogue.stop();
});

test('rechecks are read in batches of fifty, each market once', async () => {
  const discovery = new Discovery(60);
  await discovery.start();
  discovery.records.clear(); // no answer settles it
  for (let number = 0; number < 60; number += 1) discovery.catalogue.recheck(createId(number));
  await discovery.pass(5_000);
  await discovery.idle();
  assert.equal(discovery.requestedIds.length, 50);
  for (let count = 0; count < 3; count += 1) {
    await discovery.pass(5_000);
    await discovery.idle();
  }
  assert.equal(discovery.requestedIds.length, 60);
  assert.equal(new Set(discovery.requestedIds).size, 60);
  discovery.catalogue.stop();
});

for (const closed of ['false', 'true'])
  test(`a market whose lookup (closed=${closed}) fails is read again until it is answered`, async () => {
    const discovery = new Discovery(2);
    await discovery.start();
    const { catalogue } = discovery;
    discovery.put(1, { closed: closed === 'true', question: 'Changed?' });
    discovery.isDown = (query) => query.has('condition_ids') && query.get('closed') === closed;
    catalogue.recheck(createId(1));
    const reads: (string | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      if (round === 2) discovery.isDown = () => false;
      await discovery.pass(5_000);
      await discovery.idle();
      reads.push(catalogue.find(createId(1))?.instrument.title);
    }
    const before = 'Will it be 1?';
    assert.deepEqual(reads, [before, before, 'Changed?', 'Changed?']);
    assert.equal(discovery.requestedIds.length, 3);
    catalogue.stop();
  });

test('each of two markets keeps its own terms, also those that many markets share', async () => {
  const discovery = new Discovery(0);
  const terms = {
    orderPriceMinTickSize: [0.01, 0.001],
    orderMinSize: [5, 15],
    category: ['Weather', 'Sports'],
    feesEnabled: [false, true],
    feeSchedule: [undefined, { rate: 0.05, exponent: 1, takerOnly: true }],
  };
  const combine = (at: number) =>
    Object.fromEntries(
      Object.entries(terms).map(([name, [one, other]], bit) => [name, (at >> bit) % 2 === 0 ? one : other]),
    );
  for (let at = 0; at < 32; at += 1) discovery.put(at, combine(at));
  await discovery.start();
  for (let at = 0; at < 32; at += 1) {
    const market = parseMarket(createRecord(at, combine(at))) ?? assert.fail('a market');
    const { instrument } = toListing('Polymarket' as VenueName, market, discovery.clock.now());
    assert.deepEqual(discovery.catalogue.find(createId(at))?.instrument, instrument, String(at));
  }
  discovery.catalogue.stop();
});

test('a change of what is not published, such as a delay or a token, is kept all the same', async () => {
  const changes = [
    { secondsDelay: 3 },
    { negRisk: true },
    { clobTokenIds: '["71", "99"]' },
    { clobTokenIds: '["99", "81"]' },
    { version: 'v2', positionIds: ['71', '81'] },
  ];
  for (const change of changes) {
    const discovery = new Discovery(2);
    await discovery.start();
    const show = () => {
      const { delaySeconds, isNegRisk, yes, no, protocol } =
        discovery.catalogue.find(createId(1)) ?? assert.fail('a listing');
      return { delaySeconds, isNegRisk, yes, no, protocol };
    };
    const before = show();
    discovery.put(1, change);
    await discovery.passToFull();
    assert.notDeepEqual(show(), before, JSON.stringify(change));
    discovery.catalogue.stop();
  }
});

test('a market is looked up among open and closed ones; an unknown one is null', async () => {
  const discovery = new Discovery(0);
  await discovery.start();
  discovery.put(1);
  discovery.put(2, { closed: true });
  const titles: (string | undefined)[] = [];
  for (const number of [1, 2, 3]) {
    const { listing } = await discovery.catalogue.fetch({ tokenId: createYesToken(number) });
    titles.push(listing?.instrument.title);
  }
  assert.deepEqual(titles, ['Will it be 1?', 'Will it be 2?', undefined]);
  discovery.catalogue.stop();
});

test('the next page waits until the listener has room', async () => {
  const discovery = new Discovery(250);
  const room = Promise.withResolvers<void>();
  discovery.room = () => room.promise;
  const started = discovery.catalogue.start();
  await discovery.idle();
  assert.equal(discovery.published.length, PAGE);
  room.resolve();
  await discovery.idle();
  await started;
  assert.equal(discovery.published.length, 250);
  discovery.catalogue.stop();
});
