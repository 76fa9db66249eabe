import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { InstrumentId, VenueClientId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import { listing } from '../../domain/instruments/instrument.fixture.ts';
import type { RecordedStatusKind } from '../../domain/recording/recorded-update.ts';
import type { VenueBookUpdate } from '../../ports/venue.ts';
import { ReplayVenue } from './replay-venue.ts';

const MODEL = { entryMs: 0, responseMs: 0, queue: 'back', power: 1 } as const;
const [FIRST, SECOND] = [1001 as InstrumentId, 1002 as InstrumentId];

/** A started replay of two open markets, each with a bid at 0.40 and an offer at 0.50, of which some were stale before. */
async function startReplay(...staleFirst: readonly InstrumentId[]) {
  const clock = new ManualClock();
  const instruments = [FIRST, SECOND].map((instrumentId) => ({
    ...listing({ status: 'OPEN', venueInstrumentId: `m${instrumentId}` }),
    instrumentId,
    genericAssetId: null,
  }));
  const { venue: name } = instruments[0] ?? assert.fail();
  const venue = new ReplayVenue({ name, clock, model: MODEL });
  const books: VenueBookUpdate[] = [];
  const apply = (update: Parameters<typeof venue.apply>[0]): void => venue.apply(update, clock.now() * 1_000);
  for (const instrument of instruments) apply({ table: 'instrument', venue: name, instrument });
  let sequence = 0;
  const show = (instrumentId: InstrumentId): void => {
    sequence += 1;
    const [bid, ask, qty] = [parsePrice('0.4'), parsePrice('0.5'), parseQty('10') as Qty];
    apply({
      table: 'book',
      venue: name,
      venueMs: clock.now(),
      instrumentId,
      sequence,
      kind: 'SNAPSHOT',
      bids: [{ price: bid as Price, qty }],
      asks: [{ price: ask as Price, qty }],
    });
  };
  const status = (kind: RecordedStatusKind, instrumentId: InstrumentId | null): void =>
    apply({ table: 'status', venue: name, instrumentId, kind, value: null });
  for (const id of [FIRST, SECOND]) show(id);
  for (const id of staleFirst) status('STALE', id);
  await venue.start({
    onInstruments: () => undefined,
    waitForCapacity: async () => undefined,
    onAssets: () => undefined,
    onBook: (update) => void books.push(update),
    onTrades: () => undefined,
    onReport: () => undefined,
    onAnomaly: () => undefined,
  });
  const trade = (instrumentId: InstrumentId): void => {
    const [price, qty] = [parsePrice('0.5') as Price, parseQty('1') as Qty];
    const venueMs = clock.now();
    apply({ table: 'print', venue: name, venueMs, id: 1, instrumentId, price, qty, side: 'BUY' });
  };
  let orders = 0;
  /** `FILLED`, `OPEN` or `unsent`: what becomes of a purchase at the offer, of which one contract is taken. */
  const buy = async (instrumentId: InstrumentId): Promise<string> => {
    orders += 1;
    const outcome = await venue.place({
      clientId: `c${orders}` as VenueClientId,
      venueInstrumentId: `m${instrumentId}`,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      price: parsePrice('0.5'),
      qty: parseQty('1') as Qty,
      expiresAt: null,
    });
    return outcome.kind === 'report' ? outcome.report.status : outcome.kind;
  };
  return { venue, books, show, status, buy, trade };
}

const VENUE = null;
for (const [what, statuses, isHealthy, ends] of [
  ['nothing', [], true, ['FILLED', 'FILLED']],
  ['a connection that is down', [['DISCONNECT', VENUE]], false, ['unsent', 'unsent']],
  [
    'a connection that is back',
    [
      ['DISCONNECT', VENUE],
      ['HEALTHY', VENUE],
    ],
    true,
    ['FILLED', 'FILLED'],
  ],
  ['a gap of the recording', [['GAP', VENUE]], false, ['unsent', 'unsent']],
  [
    'a gap that has ended, without a book yet',
    [
      ['GAP', VENUE],
      ['HEALTHY', VENUE],
    ],
    true,
    ['OPEN', 'OPEN'],
  ],
  ['a gap of one market', [['GAP', FIRST]], true, ['OPEN', 'FILLED']],
] as const)
  test(`after ${what} the venue is ${isHealthy ? '' : 'not '}in reach, and purchases are ${ends.join(' and ')}`, async () => {
    const { venue, status, buy, show } = await startReplay();
    for (const [kind, instrumentId] of statuses) status(kind, instrumentId);
    assert.equal((await venue.health()).healthy, isHealthy);
    assert.deepEqual([await buy(FIRST), await buy(SECOND)], ends);
    status('HEALTHY', VENUE);
    for (const id of [FIRST, SECOND]) show(id);
    assert.deepEqual([await buy(FIRST), await buy(SECOND)], ['FILLED', 'FILLED'], 'at last');
    await venue.stop();
  });

test('a stale book is confirmed by a change or a status of the recording, not by a trade or an own order', async () => {
  for (const confirm of ['status', 'change'] as const) {
    const { venue, books, status, buy, trade, show } = await startReplay();
    status('STALE', FIRST);
    books.length = 0;
    trade(FIRST);
    assert.equal(await buy(FIRST), 'FILLED');
    assert.equal(books.length, 0);
    if (confirm === 'status') status('HEALTHY', FIRST);
    else show(FIRST);
    assert.equal(books.at(-1)?.kind, 'snapshot');
    assert.equal(await buy(FIRST), 'FILLED');
    assert.equal(books.at(-1)?.kind, 'snapshot');
    await venue.stop();
  }
});

test('a book that is stale at the start is published once the recording confirms it', async () => {
  const { venue, books, status } = await startReplay(FIRST);
  const ids = () => books.map(({ venueInstrumentId }) => venueInstrumentId);
  assert.deepEqual(ids(), [`m${SECOND}`]);
  status('HEALTHY', FIRST);
  assert.deepEqual(ids(), [`m${SECOND}`, `m${FIRST}`]);
  await venue.stop();
});

test('a book that was stale is lost until the recording confirms it, and the other one is not', async () => {
  const { venue, books, status } = await startReplay();
  books.length = 0;
  status('STALE', FIRST);
  status('HEALTHY', FIRST);
  status('HEALTHY', FIRST);
  assert.deepEqual(
    books.map(({ kind, venueInstrumentId }) => [kind, venueInstrumentId]),
    [
      ['lost', `m${FIRST}`],
      ['snapshot', `m${FIRST}`],
    ],
  );
  await venue.stop();
});
