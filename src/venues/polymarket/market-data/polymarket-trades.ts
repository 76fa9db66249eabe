import { createLruCache, decode } from '#contract';
import type { Clock, VenueListener, VenueTrade } from '#ports';
import { type ListPage, readPages, type Unread } from '#venues/shared';
import { CHANNEL_PRINT, DATA_APIS } from '../codec/data-api.ts';
import type { Fields } from '../codec/polymarket-decoder.ts';
import { type Listing, type Print, toVenueTrade } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface PolymarketTradesDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'nowMs' | 'dataApi'>;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onTrades'>;
}

const PAST_TRADES = 500;
const SEEN_MAX = 20_000;
const FILLED_MAX = 20_000;

/** Public trades: past ones once per instrument, then live ones. Each trade is published once. */
export class PolymarketTrades {
  readonly #deps: PolymarketTradesDeps;
  readonly #seen = createLruCache<string, true>(SEEN_MAX);
  readonly #filled = createLruCache<string, true>(FILLED_MAX);

  constructor(deps: PolymarketTradesDeps) {
    this.#deps = deps;
  }

  /** Handles a trade of the market channel. */
  onPrint(listing: Listing, fields: Fields): void {
    const print = decode(CHANNEL_PRINT, fields);
    if (print !== null && print.qty > 0n) this.#publish(toVenueTrade(listing, print));
  }

  #publish(trade: VenueTrade): void {
    const key = `${trade.venueInstrumentId}:${trade.venueTradeId}`;
    if (this.#seen.has(key)) return; // the channel repeats trades after a reconnect
    this.#seen.set(key, true);
    this.#deps.listener.onTrades([trade]);
  }

  /** Publishes the trades before the subscription. Later ones come from the channel, so the two do not overlap. */
  async backfill(listing: Listing): Promise<void> {
    const { client, listener } = this.#deps;
    const { venueInstrumentId } = listing.instrument;
    if (this.#filled.has(venueInstrumentId)) return;
    this.#filled.set(venueInstrumentId, true);
    const beforeMs = client.nowMs();
    const past = await readPastTrades(client, listing, PAST_TRADES);
    if (past === null) {
      this.#filled.delete(venueInstrumentId); // retried at the next watch
      return;
    }
    const trades = past.trades.filter(({ at }) => at < beforeMs);
    if (trades.length > 0) listener.onTrades(trades);
  }
}

/** The newest trades of a market, oldest first. */
interface PastTrades {
  readonly trades: readonly VenueTrade[];
  readonly rows: number; // in the venue's answer
  readonly isReadable: boolean; // every row was decoded
}

/** Reads the newest trades of a market; null if the venue did not answer with a list. */
export async function readPastTrades(
  client: Pick<PolymarketClient, 'read' | 'dataApi'>,
  listing: Listing,
  limit: number,
): Promise<PastTrades | null> {
  const list = DATA_APIS[client.dataApi].trades(listing.instrument.venueInstrumentId);
  const size = Math.min(limit, list.limitMax);
  const rows: (Print | null)[] = [];
  const read = async (cursor: string | null): Promise<ListPage<Print | null> | Unread> => {
    const answer = await client.read('data', list.path(cursor, size), 'public');
    const page =
      answer.kind === 'answer' && answer.status === 200 ? list.page(answer.value, cursor, size) : null;
    return page ?? { why: 'the trades could not be read' };
  };
  const end = await readPages({ name: 'trades', getId: () => null, read }, ({ items }) => {
    rows.push(...items.slice(0, limit - rows.length));
    return rows.length < limit ? 'more' : 'stop';
  });
  if (end.kind === 'incomplete') return null;
  const prints = rows.filter((row) => row !== null);
  const trades = prints
    .filter((print) => print.qty > 0n && hasToken(listing, print.tokenId))
    .map((print) => toVenueTrade(listing, print))
    .toSorted((a, b) => a.at - b.at);
  return { trades, rows: rows.length, isReadable: prints.length === rows.length };
}

const hasToken = (listing: Listing, tokenId: string): boolean =>
  tokenId === listing.yes || tokenId === listing.no;
