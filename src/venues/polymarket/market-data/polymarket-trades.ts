import { createLruCache, decode, type TimestampMs } from '#contract';
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
  readonly listener: Pick<VenueListener, 'onTrades' | 'onTradesMissed' | 'lastTradeAt'>;
  readonly catalogue: { readonly find: (conditionId: string) => Listing | null };
}

const PAST_TRADES = 500;
/** Of an interruption: one page in both versions of the Data API, then as many as version 1 returns. */
const GAP_TRADES = [1_000, 10_000] as const;
const SEEN_MAX = 20_000;
const LIST_LAG_MS = 30_000; // the Data API lists a trade once its block is indexed
const BLOCK_LATE_MS = 60_000; // after the match, whose time the channel sends

/** Public trades of the channel, and those that it did not deliver. Each trade is published once. */
export class PolymarketTrades {
  readonly #deps: PolymarketTradesDeps;
  readonly gaps: TradeGaps;
  readonly #seen = createLruCache<string, true>(SEEN_MAX);
  /** The times of equal messages of the channel in one transaction: each is another trade, and a repeated one is not. */
  readonly #times = createLruCache<string, readonly number[]>(SEEN_MAX);
  /** Messages without a transaction whose trades the list has to show, by market. */
  readonly #unidentified = createLruCache<string, readonly Unidentified[]>(SEEN_MAX);

  constructor(deps: PolymarketTradesDeps) {
    const { clock, client, log } = deps;
    this.#deps = deps;
    this.gaps = new TradeGaps({
      clock,
      log,
      now: () => client.nowMs(),
      lastTradeAt: (conditionId) => deps.listener.lastTradeAt?.(conditionId) ?? null,
      listLagMs: LIST_LAG_MS,
      read: (conditionId, since, isCurrent) => this.#readMissing(conditionId, since, isCurrent),
    });
  }

  /** Handles a trade of the market channel. */
  onPrint(listing: Listing, fields: Fields): void {
    const print = decode(CHANNEL_PRINT, fields);
    if (print === null || print.qty <= 0n) return;
    if (print.hash === null) return this.#waitForList(listing, print);
    const trade = toVenueTrade(listing, print, this.#numberMessage(print));
    if (!this.#take(trade)) return; // the channel repeats trades after a reconnect
    this.#deps.listener.onTrades([trade]);
  }

  /** Without a transaction nothing identifies the trade after a restart, so it is published as the list has it. */
  #waitForList(listing: Listing, print: Print): void {
    const { venueInstrumentId } = listing.instrument;
    const terms = toTerms(toVenueTrade(listing, print));
    const waiting = this.#unidentified.get(venueInstrumentId) ?? [];
    if (waiting.some((each) => each.terms === terms && each.atMs === print.atMs)) return; // repeated, or of the other token
    const receivedMs = this.#deps.clock.monotonicMs();
    this.#unidentified.set(venueInstrumentId, [...waiting, { terms, atMs: print.atMs, receivedMs }]);
    this.gaps.onUnidentified(venueInstrumentId);
  }

  /** Of the messages about one token, since a trade may be in messages about both. */
  #numberMessage({ tokenId, hash, price, qty, side, atMs }: Print): number {
    return addTime(this.#times, `${tokenId}:${hash}:${price}:${qty}:${side}`, atMs).indexOf(atMs) + 1;
  }

  async #readMissing(conditionId: string, since: number | null, isCurrent: () => boolean): Promise<boolean> {
    const { client, listener, log, catalogue } = this.#deps;
    const listing = catalogue.find(conditionId);
    const past = listing === null ? null : await readTradesSince(client, listing, since);
    if (listing === null || past === null) return false;
    if (!isCurrent()) return true;
    if (!past.isComplete) {
      if (since !== null)
        log.warn('trades of an interruption are missing: the list does not reach back', { conditionId });
      const start = Math.floor(since ?? 0) as TimestampMs;
      // Of a market without a known trade, nothing before the oldest one of the list is known.
      const oldestMs = since === null && past.isReadable ? past.prints[0]?.atMs : undefined;
      const end = Math.floor(oldestMs ?? client.nowMs()) as TimestampMs;
      listener.onTradesMissed?.({ venueInstrumentId: conditionId, start, end });
    }
    this.#checkUnidentified(listing, past.prints);
    const trades = past.prints
      .filter(({ atMs }) => since === null || atMs >= since)
      .flatMap((print) => this.#takeUnseen(listing, print));
    if (trades.length > 0) listener.onTrades(trades);
    return true;
  }

  #takeUnseen(listing: Listing, print: ListedPrint): readonly VenueTrade[] {
    const trade = toVenueTrade(listing, print, print.number);
    return this.#take(trade) ? [trade] : [];
  }

  /** Reports the messages whose trades the list does not have although it should by now. */
  #checkUnidentified(listing: Listing, prints: readonly ListedPrint[]): void {
    const { clock, listener, log } = this.#deps;
    const { venueInstrumentId } = listing.instrument;
    const listed = prints.map((print) => toVenueTrade(listing, print, print.number));
    const nowMs = clock.monotonicMs();
    const waiting = this.#unidentified.get(venueInstrumentId) ?? [];
    const isDue = ({ receivedMs }: Unidentified): boolean => nowMs - receivedMs >= LIST_LAG_MS;
    for (const { terms, atMs } of waiting.filter(isDue)) {
      if (listed.some((trade) => toTerms(trade) === terms && Math.abs(trade.at - atMs) <= BLOCK_LATE_MS))
        continue;
      log.warn('a trade without a transaction is not in the list', { conditionId: venueInstrumentId, atMs });
      const [start, end] = [atMs as TimestampMs, (atMs + BLOCK_LATE_MS) as TimestampMs];
      listener.onTradesMissed?.({ venueInstrumentId, start, end });
    }
    this.#unidentified.set(
      venueInstrumentId,
      waiting.filter((each) => !isDue(each)),
    );
  }

  /** False for a trade that was taken before. */
  #take({ venueInstrumentId, venueTradeId }: VenueTrade): boolean {
    const key = `${venueInstrumentId}:${venueTradeId}`;
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, true);
    return true;
  }
}

/** A message without a transaction. */
interface Unidentified {
  readonly terms: string;
  readonly atMs: number; // of the match
  readonly receivedMs: number; // monotonic
}

const toTerms = ({ venueInstrumentId, price, qty, side }: VenueTrade): string =>
  `${venueInstrumentId}:${price}:${qty}:${side}`;

/** Adds a time that is not there yet. */
function addTime(
  times: {
    get(key: string): readonly number[] | undefined;
    set(key: string, times: readonly number[]): unknown;
  },
  key: string,
  atMs: number,
): readonly number[] {
  const known = times.get(key) ?? [];
  if (known.includes(atMs)) return known;
  const next = [...known, atMs];
  times.set(key, next);
  return next;
}

/** A trade of the list. */
export interface ListedPrint extends Print {
  readonly number: number; // 1 for the first of equal trades in one transaction
}

/** The newest trades of a market, oldest first. */
interface PastTrades {
  readonly prints: readonly ListedPrint[];
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
  const rows: (ListedPrint | null)[] = [];
  const read = async (cursor: string | null): Promise<ListPage<ListedPrint | null> | Unread> => {
    const answer = await client.read('data', list.path(cursor, size), 'public');
    const page =
      answer.kind === 'answer' && answer.status === 200 ? list.page(answer.value, cursor, size) : null;
    return page === null
      ? { why: 'the trades could not be read' }
      : { next: page.next, items: numberEqual(page.items) };
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

/** Within one page: a row that a new trade moves to the next page is there twice. */
function numberEqual(rows: readonly (Print | null)[]): readonly (ListedPrint | null)[] {
  const counts = new Map<string, number>();
  return rows.map((print) => {
    if (print === null) return null;
    const { tokenId, hash, price, qty, side } = print;
    const key = `${tokenId}:${hash}:${price}:${qty}:${side}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return { ...print, number };
  });
}

/**
 * Reads the trades since a time, `null` for the newest ones, as far back as the list goes; null if the venue did not answer
 * with a list. Incomplete: older trades since that time are missing, or some could not be decoded.
 */
async function readTradesSince(
  client: Pick<PolymarketClient, 'read' | 'dataApi'>,
  listing: Listing,
  since: number | null,
): Promise<(Pick<PastTrades, 'prints' | 'isReadable'> & { readonly isComplete: boolean }) | null> {
  if (since === null) {
    const newest = await readPastTrades(client, listing, PAST_TRADES);
    if (newest === null) return null;
    return { ...newest, isComplete: newest.isReadable && newest.rows < PAST_TRADES };
  }
  let before = 0;
  let past: PastTrades | null = null;
  for (const limit of GAP_TRADES) {
    past = await readPastTrades(client, listing, limit);
    if (past === null) return null;
    const { prints, rows, isReadable } = past;
    // A list that is longer than the limit does not end with the oldest trade; nor does one that the venue has cut.
    const isWhole = rows < limit && rows > before;
    if (isWhole || (prints[0]?.atMs ?? since) < since) return { prints, isReadable, isComplete: isReadable };
    before = rows;
  }
  return past === null ? null : { ...past, isComplete: false };
}
