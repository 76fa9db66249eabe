import { createLruCache, decode } from '#contract';
import type { Clock, Log, VenueListener, VenueTrade } from '#ports';
import { type ListPage, readPages, type Unread } from '#venues/shared';
import { CHANNEL_PRINT, DATA_APIS } from '../codec/data-api.ts';
import type { Fields } from '../codec/polymarket-decoder.ts';
import { type Listing, type Print, toVenueTrade } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface PolymarketTradesDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'nowMs' | 'dataApi'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly listener: Pick<VenueListener, 'onTrades'>;
}

const PAST_TRADES = 500;
const GAP_TRADES = 1_000; // one page in both versions of the Data API
const SEEN_MAX = 20_000;
const LISTINGS_MAX = 20_000;
const UNNOTICED_MS = 60_000; // a socket may have been dead for so long before it is replaced
const GAP_READ_MS = 30_000; // after which the list has the trades of the last moments
const GAP_READS_MAX = 10; // of one subscription, until one succeeds

/** From when on the trades of a market are missing; `Infinity` while the channel delivers them. */
type MissingSince = number;
const NEVER_READ: MissingSince = Number.NEGATIVE_INFINITY;
const NONE_MISSING: MissingSince = Number.POSITIVE_INFINITY;

/**
 * Public trades: past ones once per instrument, then live ones, and after an interruption of the channel those that it did
 * not deliver. Each trade is published once.
 */
export class PolymarketTrades {
  readonly #deps: PolymarketTradesDeps;
  readonly #seen = createLruCache<string, true>(SEEN_MAX);
  readonly #missing = createLruCache<string, MissingSince>(LISTINGS_MAX); // by instrument, in the time of the venue
  readonly #subscribed = new Map<string, object>(); // by instrument; another value for each subscription
  #gapReads: Promise<void> = Promise.resolve(); // one after the other: a socket has many instruments

  constructor(deps: PolymarketTradesDeps) {
    this.#deps = deps;
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

  /** The channel delivers the trades of the instrument from now on: reads those that it did not deliver before. */
  onSubscribed(listing: Listing): void {
    const { venueInstrumentId } = listing.instrument;
    const subscription = {};
    this.#subscribed.set(venueInstrumentId, subscription);
    const since = this.#missing.get(venueInstrumentId) ?? NEVER_READ;
    if (since === NEVER_READ) void this.#readMissing(listing, subscription, PAST_TRADES);
    else if (since !== NONE_MISSING) this.#readGapLater(listing, subscription, GAP_READS_MAX);
  }

  /** The channel no longer delivers the trades of the instrument. */
  onInterrupted({ instrument: { venueInstrumentId } }: Listing): void {
    if (!this.#subscribed.delete(venueInstrumentId)) return;
    if (this.#missing.get(venueInstrumentId) !== NONE_MISSING) return; // an earlier gap has not been read yet
    this.#missing.set(venueInstrumentId, this.#deps.client.nowMs() - UNNOTICED_MS);
  }

  stop(): void {
    this.#subscribed.clear();
  }

  #readGapLater(listing: Listing, subscription: object, reads: number): void {
    this.#deps.clock.after(GAP_READ_MS, () => {
      this.#gapReads = this.#gapReads.then(async () => {
        const isRead = await this.#readMissing(listing, subscription, GAP_TRADES);
        if (!isRead && reads > 1) this.#readGapLater(listing, subscription, reads - 1);
      });
    });
  }

  /** @returns false if the list could not be read; the next subscription then reads it */
  async #readMissing(listing: Listing, subscription: object, limit: number): Promise<boolean> {
    const { client, listener, log } = this.#deps;
    const { venueInstrumentId } = listing.instrument;
    const isCurrent = (): boolean => this.#subscribed.get(venueInstrumentId) === subscription;
    if (!isCurrent()) return true;
    const since = this.#missing.get(venueInstrumentId) ?? NEVER_READ;
    const past = await readPastTrades(client, listing, limit);
    if (!isCurrent()) return true;
    if (past === null) return false;
    this.#missing.set(venueInstrumentId, NONE_MISSING);
    const { prints, rows } = past;
    if (since !== NEVER_READ && rows >= limit && (prints[0]?.atMs ?? since) > since)
      log.warn('trades of an interruption are missing: the list does not reach back', { venueInstrumentId });
    const trades = prints
      .filter(({ atMs }) => atMs >= since)
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
