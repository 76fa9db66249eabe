import type { VenueName } from '../../src/contract/model/ids.ts';
import type { CandidateSnapshot } from '../../src/domain/routing/route-types.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import type { VenueBookUpdate } from '../../src/ports/venue.ts';
import { DEMO } from '../environment/remote-demo.ts';
import type { TransitionCheck } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** The maximum age in ms of an external book that the service may route by. */
const AGE_MS_MAX = 15_000;

interface PublishedBook {
  readonly isComplete: boolean; // if the feed broke, a snapshot has arrived since
  readonly receivedMs: number;
}

/** The book updates that venues published to one process, recorded separately from the service's books. */
export class PublishedBooks {
  readonly #published = new Map<string, PublishedBook>();
  readonly #alive = new Map<VenueName, number>();

  onUpdate(venue: VenueName, update: VenueBookUpdate, nowMs: number): void {
    const { kind, venueInstrumentId } = update;
    if (venueInstrumentId === null) this.#alive.set(venue, nowMs);
    else {
      const wasComplete = this.#published.get(`${venue}/${venueInstrumentId}`)?.isComplete ?? false;
      const isComplete = kind === 'snapshot' || (wasComplete && kind !== 'lost');
      this.#published.set(`${venue}/${venueInstrumentId}`, { isComplete, receivedMs: nowMs });
    }
  }

  /** The next process has received no book yet. */
  restart(): void {
    this.#published.clear();
    this.#alive.clear();
  }

  /** Returns the reason why the book may not be used, or null. Demo's books are local and never stale. */
  findReasonUnusable(venue: VenueName, venueInstrumentId: string, nowMs: number): string | null {
    const published = this.#published.get(`${venue}/${venueInstrumentId}`);
    if (published === undefined) return 'was never published';
    if (!published.isComplete) return 'is broken since its last snapshot';
    const ageMs = nowMs - Math.max(published.receivedMs, this.#alive.get(venue) ?? 0);
    return venue !== DEMO && ageMs > AGE_MS_MAX ? `had no update for ${ageMs} ms` : null;
  }
}

/** Market data and time at the routing step. */
export interface RoutingView {
  readonly books: PublishedBooks;
  readonly market: MarketView | null;
  readonly nowMs: number;
}

/** I-26: every book used to route an order was complete, fresh and uncrossed, and its market was open. */
export const checkBooksUsed =
  (by: () => RoutingView): TransitionCheck =>
  ({ entry }, monitor) => {
    for (const event of entry.events) {
      if (event.type !== 'OrderRouted') continue;
      const { candidates, legs } = event.decision;
      for (const seen of candidates) {
        if (seen.dropped !== null) continue; // it has no leg
        const takes = legs?.find(({ instrumentId }) => instrumentId === seen.instrumentId)?.takes ?? 0n;
        checkBook(event.orderId, seen, takes, by(), monitor);
      }
    }
  };

function checkBook(
  orderId: string,
  seen: CandidateSnapshot,
  takes: bigint,
  { books, market, nowMs }: RoutingView,
  monitor: InvariantMonitor,
): void {
  const { venue, instrumentId, bookSequence, bookAgeMs, bestPrice } = seen;
  const instrument = market?.instrument(instrumentId) ?? null;
  const book = market?.book(instrumentId)?.book;
  const expect = (holds: boolean, what: string): void =>
    monitor.expect(holds, 'I-26', () => `${orderId} is routed to ${venue} ${instrumentId}, whose ${what}`);
  monitor.countCall('routed by', venue);
  if (instrument === null || book === undefined) return expect(false, 'book is not known');
  const why = books.findReasonUnusable(venue, instrument.venueInstrumentId, nowMs);
  expect(why === null, `book ${why}`);
  expect(instrument.status === 'OPEN', `market is ${instrument.status}`);
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const isCrossed = bid !== undefined && ask !== undefined && bid.price >= ask.price;
  expect(!isCrossed, `book is crossed, ${bid?.price} and ${ask?.price}`);
  expect(
    bookSequence === book.sequence && bookAgeMs !== null,
    `book has another sequence than the recorded ${bookSequence}`,
  );
  expect(takes === 0n || bestPrice !== null, 'book has nothing to take');
}
