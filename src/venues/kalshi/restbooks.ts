import type { VenueBookUpdate } from '../../ports/venue.ts';
import { bookOf } from './books.ts';
import type { Client } from './client.ts';
import { BOOKS } from './wire.ts';

const TICKERS_A_CALL = 100;

/** Tells books as they are at this moment. Over HTTP the NO prices are those of the NO leg. */
export async function pollBooks(
  client: Client,
  tickers: readonly string[],
  tell: (update: Extract<VenueBookUpdate, { kind: 'snapshot' }>) => void,
): Promise<void> {
  for (let from = 0; from < tickers.length; from += TICKERS_A_CALL) {
    const part = tickers.slice(from, from + TICKERS_A_CALL);
    const at = client.time.now(); // before the answer: a book is at least as old as that
    const answer = await client.get('/markets/orderbooks', { tickers: part }, BOOKS);
    if (answer.kind !== 'ok') return;
    for (const { ticker, orderbook_fp: sides } of answer.value.orderbooks) {
      const book = bookOf({ yes: sides.yes_dollars, no: sides.no_dollars }, 'no');
      if (book !== null) tell({ kind: 'snapshot', venueInstrumentId: ticker, ...book.told(), at });
    }
  }
}
