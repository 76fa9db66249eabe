import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId, VenueName } from '../../src/contract/model/ids.ts';
import type { LedgerEntry } from '../../src/domain/events/event-schema.ts';
import { price, qty } from '../../src/domain/order-state/order.fixture.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import type { VenueBookUpdate } from '../../src/ports/venue.ts';
import type { LedgerTransition } from '../environment/transition-checker.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { checkBooksUsed, PublishedBooks } from './book-checks.ts';

const KALSHI = 'Kalshi' as VenueName;
const ID = 1201 as InstrumentId;

/** Routes a leg to a Kalshi market after these book updates. Returns the violation of I-26, or null. */
function findViolation({
  published = ['snapshot'] as readonly VenueBookUpdate['kind'][],
  status = 'OPEN',
  bid = '0.4',
  seen = {},
  ageMs = 0,
} = {}): string | null {
  const books = new PublishedBooks();
  for (const kind of published)
    books.onUpdate(KALSHI, { kind, venueInstrumentId: 'M' } as VenueBookUpdate, 0);
  const levels = (at: string) => [{ price: price(at), qty: qty('5') }];
  const market = {
    instrument: () => ({ venueInstrumentId: 'M', status }),
    book: () => ({ book: { bids: levels(bid), asks: levels('0.5'), sequence: 7 } }),
  } as unknown as MarketView;
  const candidate = {
    venue: KALSHI,
    instrumentId: ID,
    bookSequence: 7,
    bookAgeMs: 1,
    bestPrice: price('0.5'),
    dropped: null,
    ...seen,
  };
  const decision = { mode: 'SPLIT', candidates: [candidate], legs: [{ instrumentId: ID, takes: qty('1') }] };
  const entry = { events: [{ type: 'OrderRouted', orderId: 'ord_1', decision }] } as unknown as LedgerEntry;
  const monitor = new InvariantMonitor(null);
  checkBooksUsed(() => ({ books, market, nowMs: ageMs }))({ entry } as LedgerTransition, monitor);
  return monitor.violation?.what.replace('ord_1 is routed to Kalshi 1201, whose ', '') ?? null;
}

test('I-26: a complete, fresh and uncrossed book of an open market may be used for routing', () => {
  assert.equal(findViolation(), null);
  assert.equal(findViolation({ published: ['snapshot', 'lost', 'snapshot', 'delta'], ageMs: 15_000 }), null);
});

test('I-26: any other book may not be used, whatever the market data reports', () => {
  assert.equal(findViolation({ published: [] }), 'book was never published');
  assert.equal(findViolation({ published: ['delta'] }), 'book is broken since its last snapshot');
  assert.equal(
    findViolation({ published: ['snapshot', 'lost', 'delta'] }),
    'book is broken since its last snapshot',
  );
  assert.equal(findViolation({ ageMs: 15_001 }), 'book had no update for 15001 ms');
  assert.equal(findViolation({ status: 'PAUSED' }), 'market is PAUSED');
  assert.match(findViolation({ bid: '0.5' }) ?? '', /^book is crossed/);
  assert.equal(findViolation({ seen: { bookSequence: 6 } }), 'book has another sequence than the recorded 6');
  assert.equal(findViolation({ seen: { bestPrice: null } }), 'book has nothing to take');
});

test('I-26: a book that received no leg is not checked', () => {
  assert.equal(findViolation({ published: [], seen: { dropped: 'book_unusable' } }), null);
});
