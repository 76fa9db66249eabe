import { createLruCache, decode } from '#contract';
import type { Clock, Log, VenueListener, VenueTrade } from '#ports';
import { type ListPage, readPages, TradeGaps, type Unread } from '#venues/shared';
import { CHANNEL_PRINT, DATA_APIS } from '../codec/data-api.ts';
import type { Fields } from '../codec/polymarket-decoder.ts';
import { type Listing, type Print, toVenueTrade } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface PolymarketTradesDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'nowMs' | 'dataApi'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly listener: Pick<VenueListener, 'onTrades'>;
  readonly catalogue: { readonly find: (conditionId: string) => Listing | null };
}

const PAST_TRADES = 500;
const GAP_TRADES = 1_000; // one page in both versions of the Data API
const SEEN_MAX = 20_000;
const LIST_LAG_MS = 30_000; // the Data API lists a trade once its block is indexed

/** Public trades of the channel, and those that it did not deliver. Each trade is published once. */
export class PolymarketTrades {
  readonly #deps: PolymarketTradesDeps;
  readonly gaps: TradeGaps;
  readonly #seen = createLruCache<string, true>(SEEN_MAX);

  constructor(deps: PolymarketTradesDeps) {
    const { clock, client, log } = deps;
    this.#deps = deps;
    this.gaps = new TradeGaps({
      clock,
      log,
      now: () => client.nowMs(),
      listLagMs: LIST_LAG_MS,
      read: (conditionId, since, isCurrent) => this.#readMissing(conditionId, since, isCurrent),
    });
  }

  /** Handles a trade of the market channel. */
  onPrint(listing: Listing, fields: Fields): void {
    const print = decode(CHANNEL_PRINT, fields);
    if (print === null || print.qty <= 0n) return;
    const trade = toVenueTrade(listing, print);
    const key = toTradeKey(trade, print.hash ?? `${trade.at} ms`);
    if (this.#seen.has(key)) return; // the channel repeats trades after a reconnect
    this.#seen.set(key, true);
    if (print.hash === null) this.#seen.set(toTradeKey(trade, toSecond(trade)), true);
    this.#deps.listener.onTrades([trade]);
  }

  async #readMissing(conditionId: string, since: number | null, isCurrent: () => boolean): Promise<boolean> {
    const { client, listener, log, catalogue } = this.#deps;
    const listing = catalogue.find(conditionId);
    const limit = since === null ? PAST_TRADES : GAP_TRADES;
    const past = listing === null ? null : await readPastTrades(client, listing, limit);
    if (listing === null || past === null) return false;
    if (!isCurrent()) return true;
    const { prints, rows } = past;
    if (since !== null && rows >= limit && (prints[0]?.atMs ?? since) > since)
      log.warn('trades of an interruption are missing: the list does not reach back', { conditionId });
    const trades = prints
      .filter(({ atMs }) => since === null || atMs >= since)
      .flatMap((print) => this.#takeUnseen(listing, print));
    if (trades.length > 0) listener.onTrades(trades);
    return true;
  }

  /** Without a transaction in a message of the channel, the second has to identify its trade in the list. */
  #takeUnseen(listing: Listing, print: Print): readonly VenueTrade[] {
    const trade = toVenueTrade(listing, print);
    const moments = [print.hash ?? toSecond(trade), toSecond(trade)];
    const [key = '', ofChannel = ''] = moments.map((moment) => toTradeKey(trade, moment));
    if (this.#seen.has(key) || this.#seen.has(ofChannel)) return [];
    this.#seen.set(key, true);
    return [trade];
  }
}

const toTradeKey = ({ venueInstrumentId, price, qty, side }: VenueTrade, moment: string): string =>
  `${venueInstrumentId}:${moment}:${price}:${qty}:${side}`;

const toSecond = ({ at }: VenueTrade): string => `${Math.floor(at / 1_000)} s`;

/** The newest trades of a market, oldest first. */
interface PastTrades {
  readonly prints: readonly Print[];
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
  const readable = rows.filter((row) => row !== null);
  const prints = readable
    .filter(({ qty, tokenId }) => qty > 0n && hasToken(listing, tokenId))
    .toSorted((a, b) => a.atMs - b.atMs);
  return { prints, rows: rows.length, isReadable: readable.length === rows.length };
}

const hasToken = (listing: Listing, tokenId: string): boolean =>
  tokenId === listing.yes || tokenId === listing.no;
