import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntry } from '../../src/domain/events/event-schema.ts';
import type { InstrumentId, VenueName } from '../../src/domain/model/ids.ts';
import { price, qty } from '../../src/domain/order-state/order.fixture.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import type { VenueBookUpdate } from '../../src/ports/venue.ts';
import type { LedgerTransition } from '../environment/transition-checker.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { PublishedBooks, routedByGoodBooks } from './book-checks.ts';

const KALSHI = 'Kalshi' as VenueName;
const ID = 1201 as InstrumentId;

/** A leg is routed to one market of Kalshi, whose book updates the venue published like this. */
function routed({
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
  routedByGoodBooks(() => ({ books, market, nowMs: ageMs }))({ entry } as LedgerTransition, monitor);
  return monitor.violation?.what.replace('ord_1 is routed to Kalshi 1201, whose ', '') ?? null;
}

test('I-26: a complete, fresh and uncrossed book of an open market may be used for routing', () => {
  assert.equal(routed(), null);
  assert.equal(routed({ published: ['snapshot', 'lost', 'snapshot', 'delta'], ageMs: 15_000 }), null);
});

test('I-26: any other book may not be used, whatever the market data reports', () => {
  assert.equal(routed({ published: [] }), 'book was never published');
  assert.equal(routed({ published: ['delta'] }), 'book is broken since its last snapshot');
  assert.equal(
    routed({ published: ['snapshot', 'lost', 'delta'] }),
    'book is broken since its last snapshot',
  );
  assert.equal(routed({ ageMs: 15_001 }), 'book had no update for 15001 ms');
  assert.equal(routed({ status: 'PAUSED' }), 'market is PAUSED');
  assert.match(routed({ bid: '0.5' }) ?? '', /^book is crossed/);
  assert.equal(routed({ seen: { bookSequence: 6 } }), 'book is not the one on record, 6');
  assert.equal(routed({ seen: { bestPrice: null } }), 'book has nothing to take');
});

test('I-26: a book that received no leg is not checked', () => {
  assert.equal(routed({ published: [], seen: { dropped: 'book_unusable' } }), null);
});
