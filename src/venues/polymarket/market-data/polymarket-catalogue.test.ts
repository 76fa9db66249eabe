import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { VenueName } from '../../../domain/model/ids.ts';
import type { VenueInstrument } from '../../../domain/model/instrument.ts';
import type { Price } from '../../../domain/model/money.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { POLYMARKET_DEFAULTS } from '../polymarket-settings.ts';
import { PolymarketCatalogue } from './polymarket-catalogue.ts';

const PAGE = 100;
const FULL_MS = POLYMARKET_DEFAULTS.catalogueFullMs;

interface Gamma extends Readonly<Record<string, unknown>> {
  readonly conditionId: string;
  readonly closed: boolean;
}

const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const tokenOf = (number: number): string => `7${number}`;
const noTokenOf = (number: number): string => `8${number}`;

function recordOf(number: number, more: Partial<Gamma>): Gamma {
  return {
    conditionId: idOf(number),
    question: `Will it be ${number}?`,
    closed: false,
    slug: `number-${number}`,
    outcomes: '["Yes", "No"]',
    clobTokenIds: JSON.stringify([tokenOf(number), noTokenOf(number)]),
    active: true,
    acceptingOrders: true,
    enableOrderBook: true,
    orderPriceMinTickSize: 0.01,
    ...more,
  };
}

/** A discovery service that answers from a list, and remembers what it was asked by id. */
class Discovery {
  readonly clock = new ManualClock();
  readonly records = new Map<string, Gamma>();
  readonly askedById: string[] = [];
  readonly told: VenueInstrument[] = [];
  readonly warnings: string[] = [];
  readonly catalogue: PolymarketCatalogue;
  room: () => Promise<void> = () => Promise.resolve();
  slow: (query: URLSearchParams) => Promise<void> = () => Promise.resolve();

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
      listener: {
        onInstruments: (told) => void this.told.push(...told),
        waitForCapacity: () => this.room(),
      },
    });
  }

  put(number: number, more: Partial<Gamma> = {}): void {
    this.records.set(idOf(number), recordOf(number, more));
  }

  async start(): Promise<void> {
    const state = { isStarted: false };
    void this.catalogue.start().then(() => {
      state.isStarted = true;
    });
    while (!state.isStarted) await this.pass(0);
    await this.idle();
  }

  /** Lets time pass, and then everything happen that follows without more of it. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await turn();
  }

  /** To the moment when all is to be read again, and past the reads that were due before it. */
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
    if (query.get('closed') === 'false') this.askedById.push(...ids);
    const from = Number(query.get('after_cursor') ?? 0);
    const found = [...this.records.values()].filter(
      (record) =>
        record.closed === (query.get('closed') === 'true') &&
        (ids.length === 0 || ids.includes(record.conditionId)) &&
        (!query.has('clob_token_ids') ||
          JSON.stringify(record).includes(query.get('clob_token_ids') ?? '')) &&
        !query.has('order'),
    );
    const markets = found.slice(from, from + PAGE);
    const next_cursor = from + PAGE < found.length ? String(from + PAGE) : null;
    return { kind: 'answer', status: 200, value: { markets, next_cursor }, body: '' };
  }
}

test('every open market is read again in its time, though other reads fall due at the same moment', async () => {
  const discovery = new Discovery(3);
  await discovery.start();
  discovery.put(3);
  await discovery.passToFull(); // of which each refresh is a part
  await discovery.idle();
  assert.equal(discovery.told.length, 4);
  discovery.catalogue.stop();
});

test('a record is told once, and again when a caller would read it differently', async () => {
  const discovery = new Discovery(250);
  await discovery.start();
  assert.equal(discovery.told.length, 250);
  discovery.put(3, { volume24hr: 12 });
  discovery.put(4, { question: 'Will it be four?' });
  await discovery.passToFull();
  await discovery.idle();
  assert.deepEqual(
    discovery.told.slice(250).map(({ title }) => title),
    ['Will it be four?'],
  );
  discovery.catalogue.stop();
});

test('of thousands of markets those that left the open ones are asked for by id, and no others', async () => {
  const discovery = new Discovery(12_000);
  await discovery.start();
  discovery.records.delete(idOf(7));
  discovery.records.delete(idOf(11_000));
  await discovery.passToFull();
  await discovery.idle(200); // 120 pages and the sweep after them
  for (let count = 0; count < 3; count += 1) await discovery.pass(5_000);
  assert.deepEqual(discovery.askedById.toSorted(), [idOf(7), idOf(11_000)]);
  discovery.catalogue.stop();
});

test('what comes to be known while thousands are looked through is in no doubt, and nothing told is lost', async () => {
  const discovery = new Discovery(12_000);
  await discovery.start();
  discovery.records.delete(idOf(7));
  await discovery.passToFull();
  for (let page = 0; page < 119; page += 1) await discovery.pass(0);
  // The last page has been asked for and the sweep has its first turns from here on.
  for (let number = 20_000; number < 20_040; number += 1) {
    discovery.put(number);
    await discovery.catalogue.fetch({ tokenId: tokenOf(number) });
    await discovery.pass(0);
  }
  discovery.catalogue.settle(idOf(9), tokenOf(9));
  for (let count = 0; count < 3; count += 1) await discovery.pass(5_000);
  assert.deepEqual(discovery.askedById, [idOf(7)]);
  assert.equal(discovery.catalogue.byToken(tokenOf(20_039))?.instrument.title, 'Will it be 20039?');
  assert.equal(discovery.catalogue.find(idOf(9))?.instrument.result, 'YES');
  assert.equal(discovery.told.filter(({ ticker }) => /^number-200\d\d$/.test(ticker)).length, 40);
  discovery.catalogue.stop();
});

test('who is in doubt is asked for, though reading what changed takes longer than its round', async () => {
  const discovery = new Discovery(3);
  await discovery.start();
  discovery.slow = async (query) => {
    if (!query.has('order')) return;
    await new Promise<void>((resolve) =>
      discovery.clock.after(2 * POLYMARKET_DEFAULTS.catalogueRefreshMs, resolve),
    );
  };
  for (let second = 0; second < 500; second += 1) {
    if (second === 100) discovery.catalogue.recheck(idOf(1));
    await discovery.pass(1_000);
  }
  assert.deepEqual(discovery.askedById, [idOf(1)]);
  discovery.catalogue.stop();
});

test('a market that pays half to each side is spoken of when it is first met', async () => {
  const discovery = new Discovery(1);
  const split = { closed: true, outcomePrices: '["0.5", "0.5"]', umaResolutionStatus: 'resolved' };
  discovery.put(5, split);
  await discovery.start();
  for (let asked = 0; asked < 2; asked += 1) await discovery.catalogue.fetch({ tokenId: tokenOf(5) });
  assert.equal(discovery.warnings.length, 1);
  assert.equal(discovery.catalogue.find(idOf(5))?.instrument.status, 'CLOSED');
  discovery.catalogue.stop();
});

test('a grid and a winner told on the side are told on once, and only of markets that are known', async () => {
  const discovery = new Discovery(1);
  await discovery.start();
  const { catalogue, told } = discovery;
  const tick = 100_000n as Price;
  for (let times = 0; times < 2; times += 1) catalogue.setTick(idOf(0), tick);
  catalogue.setTick(idOf(1), tick);
  assert.deepEqual(
    told.slice(1).map(({ priceTick, priceMin, priceMax }) => [priceTick, priceMin, priceMax]),
    [[tick, tick, 99_900_000n]],
  );
  catalogue.settle(idOf(0), tokenOf(1));
  catalogue.settle(idOf(1), tokenOf(1));
  assert.equal(told.length, 2, 'a winner is one of its two sides');
  catalogue.settle(idOf(0), noTokenOf(0));
  await catalogue.fetch({ tokenId: tokenOf(0) }); // which shows it open still, from a cache
  assert.deepEqual(
    told.slice(2).map(({ status, result }) => [status, result]),
    [['SETTLED', 'NO']],
  );
  catalogue.stop();
});

test('of many in doubt fifty are asked for at once and the others after them, each one time', async () => {
  const discovery = new Discovery(60);
  await discovery.start();
  discovery.records.clear(); // no answer settles it
  for (let number = 0; number < 60; number += 1) discovery.catalogue.recheck(idOf(number));
  await discovery.pass(5_000);
  await discovery.idle();
  assert.equal(discovery.askedById.length, 50);
  for (let count = 0; count < 3; count += 1) {
    await discovery.pass(5_000);
    await discovery.idle();
  }
  assert.equal(discovery.askedById.length, 60);
  assert.equal(new Set(discovery.askedById).size, 60);
  discovery.catalogue.stop();
});

test('a market is asked for among the open ones and the closed ones; one that is nowhere is none', async () => {
  const discovery = new Discovery(0);
  await discovery.start();
  discovery.put(1);
  discovery.put(2, { closed: true });
  const titles: (string | undefined)[] = [];
  for (const number of [1, 2, 3]) {
    const listing = await discovery.catalogue.fetch({ tokenId: tokenOf(number) });
    titles.push(listing?.instrument.title);
  }
  assert.deepEqual(titles, ['Will it be 1?', 'Will it be 2?', undefined]);
  discovery.catalogue.stop();
});

test('the next page waits until there is room for more', async () => {
  const discovery = new Discovery(250);
  const room = Promise.withResolvers<void>();
  discovery.room = () => room.promise;
  const started = discovery.catalogue.start();
  await discovery.idle();
  assert.equal(discovery.told.length, PAGE);
  room.resolve();
  await discovery.idle();
  await started;
  assert.equal(discovery.told.length, 250);
  discovery.catalogue.stop();
});
