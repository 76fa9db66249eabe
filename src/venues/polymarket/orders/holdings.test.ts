import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, parseQty, type Qty } from '../../../contract/model/money.ts';
import type { VenueAnomaly } from '../../../ports/venue.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { computePositions, readHoldings } from './holdings.ts';

const LISTING = createListing(1);

/** A row in the shape of 2026-11; the venue sends more fields. */
const createRow = (asset: string, size: number, more: object = {}) => ({
  asset,
  conditionId: LISTING.instrument.venueInstrumentId,
  outcomeIndex: 0,
  size,
  redeemable: false,
  ...more,
});

/** Reads the holdings of a wallet with these rows, by the venue's rules: at most 500 from an offset of 10,000. */
async function readRows(
  rows: readonly ReturnType<typeof createRow>[],
  toFirst = (offset: number): number => offset, // the first row that the venue gives for an offset
  findRows: (request: number) => readonly ReturnType<typeof createRow>[] = () => rows, // from request 1
) {
  const anomalies: VenueAnomaly[] = [];
  const rechecks: string[] = [];
  const offsets: number[] = [];
  const answer = (path: string): ReadResult => {
    const query = new URL(path, 'http://data').searchParams;
    const sizeMin = Number(query.get('sizeThreshold') ?? 1);
    const offset = Number(query.get('offset'));
    offsets.push(offset);
    if (offset > 10_000) return { kind: 'answer', status: 400, value: {}, body: '' };
    const first = toFirst(offset);
    const value = findRows(offsets.length)
      .filter(({ size }) => size >= sizeMin)
      .slice(first, first + 500);
    return { kind: 'answer', status: 200, value, body: '' };
  };
  const held = await readHoldings({
    client: { dataApi: 'v1', read: async (_, path) => answer(path) },
    wallet: { maker: '0xwallet' },
    listings: {
      byToken: (token) => (token === LISTING.yes || token === LISTING.no ? LISTING : null),
      recheck: (id) => void rechecks.push(id),
    },
    listener: { onAnomaly: (anomaly) => void anomalies.push(anomaly) },
  });
  return { held, anomalies, rechecks, offsets };
}

test('holdings of less than one share are read', async () => {
  const { held } = await readRows([
    createRow(LISTING.yes, 12.5),
    createRow(LISTING.no, 0.25, { outcomeIndex: 1 }),
  ]);
  assert.deepEqual(
    held?.map(({ isYes, size }) => [isYes, size]),
    [
      [true, 1_250_000_000n],
      [false, 25_000_000n],
    ],
  );
});

const createRows = (count: number) =>
  Array.from({ length: count }, (_, at) => createRow(String(100 + at), 1, { conditionId: `0x${at}` }));

for (const [what, toFirst] of [
  ['the first page again for a later offset', () => 0],
  ['a list that moved by one between two pages', (offset: number) => Math.max(0, offset - 1)],
] as const)
  test(`tokens are not counted twice: ${what} leaves the holdings unknown`, async () => {
    assert.equal((await readRows(createRows(700))).held?.length, 700);
    assert.equal((await readRows(createRows(700), toFirst)).held, null);
  });

test('a row without tokens is no position, also where its market is not known', async () => {
  const { held, rechecks } = await readRows([
    createRow('another token', 0, { outcomeIndex: null }),
    createRow(LISTING.yes, 0),
    createRow(LISTING.no, 3, { outcomeIndex: 1 }),
  ]);
  assert.deepEqual([held?.map(({ isYes }) => isYes), rechecks], [[false], []]);
});

test('an average price that no outcome can have is not known', async () => {
  for (const [avgPrice, expected] of [
    [0.4, 40_000_000n],
    [1, 100_000_000n],
    [1.01, null],
    [0, null],
  ] as const) {
    const { held } = await readRows([createRow(LISTING.yes, 5, { avgPrice })]);
    assert.deepEqual(
      held?.map((each) => each.avgPrice),
      [expected],
      String(avgPrice),
    );
  }
});

const WALLET = createRows(1_200); // three pages
const MOVED = [...WALLET.slice(600, 601), ...WALLET.slice(0, 600), ...WALLET.slice(601)];

for (const [what, later] of [
  ['a position of the first page is closed', WALLET.slice(1)],
  ['a position is opened and one of the first page is closed', [...WALLET.slice(1), createRow('9', 1)]],
  ['a position is closed and one of a later page moves to the first', MOVED.filter((_, at) => at !== 7)],
] as const)
  test(`no position of 1,200 is missing where ${what} between two pages`, async () => {
    const { held } = await readRows(WALLET, undefined, (request) => (request === 1 ? WALLET : later));
    assert.deepEqual(
      held?.map(({ tokenId }) => tokenId).toSorted(),
      later.map(({ asset }) => asset).toSorted(),
    );
  });

test('the holdings of a wallet that changes in each read are not known', async () => {
  assert.equal((await readRows(WALLET, undefined, (request) => WALLET.slice(request))).held, null);
});

test('a wallet beyond the last readable offset has unknown positions, and an anomaly', async () => {
  const rows = createRows;
  const whole = await readRows(rows(10_499));
  assert.deepEqual([whole.held?.length, whole.anomalies], [10_499, []]);
  const beyond = await readRows(rows(10_600));
  assert.deepEqual([beyond.held, beyond.offsets.at(-1)], [null, 10_000]);
  assert.match(beyond.anomalies[0]?.detail ?? '', /more than 10500 positions/);
});

test('a held market that is not listed is looked up, unless it only awaits its redemption', async () => {
  const { held, rechecks } = await readRows([
    createRow('17', 5, { conditionId: '0xclosed' }),
    createRow('18', 5, { conditionId: '0xresolved', redeemable: true }),
    createRow(LISTING.yes, 5),
  ]);
  assert.deepEqual(rechecks, ['0xclosed']);
  assert.equal(held?.length, 2);
});

test('tokens of a resolved market are not a position', async () => {
  const harness = new PolymarketHarness();
  await harness.start();
  await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' }, 1);
  await harness.place({}, '0.5', '10');
  await harness.pass(10_000);
  const held = await harness.until(harness.venue.positions());
  assert.deepEqual(
    held?.map(({ netQty }) => netQty),
    [1_000_000_000n],
  );
  const { controls } = harness.exchange.simulator;
  assert.equal(controls.market({ market: harness.id, verb: 'settle', result: 'yes' }), null);
  assert.deepEqual(await harness.until(harness.venue.positions()), []);
  await harness.stop();
});

test('a login without an answer is not reported as refused credentials', async () => {
  const harness = new PolymarketHarness();
  harness.hooks.journey = (_, { path }) => ({
    fate: path.startsWith('/auth/') ? 'lost' : 'arrives',
    requestMs: 0,
    answerMs: 0,
  });
  await harness.until(harness.venue.start(harness.listener));
  assert.deepEqual(harness.listener.anomalies, []);
  assert.ok(!harness.requests.includes('POST /auth/api-key'), 'no second set is requested for');
  harness.hooks.journey = () => ({ fate: 'arrives', requestMs: 0, answerMs: 0 });
  await harness.pass(25_000);
  assert.equal((await harness.until(harness.venue.health())).reason, null);
  await harness.stop();
});

const qty = (text: string): Qty => parseQty(text) as Qty;
const price = (text: string): Price => parsePrice(text) as Price;

const held = (venueInstrumentId: string, isYes: boolean, size: string, avgPrice: string | null) => ({
  tokenId: `${venueInstrumentId} ${isYes}`,
  venueInstrumentId,
  isYes,
  size: qty(size),
  avgPrice: avgPrice === null ? null : price(avgPrice),
});

test('net and pairs of a market, with the average cost of what is held more of, in YES terms, where it is stated', () => {
  const net = computePositions([
    held('long', true, '10', '0.3'),
    held('short', false, '10', '0.3'),
    held('more YES', true, '10', '0.3'),
    held('more YES', false, '4', '0.6'),
    held('more NO', true, '4', '0.3'),
    held('more NO', false, '10', '0.6'),
    held('pairs', true, '4', '0.3'),
    held('pairs', false, '4', '0.6'),
    held('unknown', true, '2', null),
  ]);
  assert.deepEqual(net, [
    { venueInstrumentId: 'long', netQty: qty('10'), avgPrice: price('0.3') },
    { venueInstrumentId: 'short', netQty: -1n * qty('10'), avgPrice: price('0.7') },
    { venueInstrumentId: 'more YES', netQty: qty('6'), pairs: qty('4'), avgPrice: price('0.3') },
    { venueInstrumentId: 'more NO', netQty: -1n * qty('6'), pairs: qty('4'), avgPrice: price('0.4') },
    { venueInstrumentId: 'pairs', netQty: 0n, pairs: qty('4') },
    { venueInstrumentId: 'unknown', netQty: qty('2') },
  ]);
});
