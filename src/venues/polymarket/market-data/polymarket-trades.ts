import { createLruCache } from '../../../domain/model/collections.ts';
import { type Decoder, decode, object, tolerated } from '../../../domain/model/decoder.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { VenueListener, VenueTrade } from '../../../ports/venue.ts';
import { type Fields, milliseconds, price, qty, side, text } from '../codec/polymarket-decoder.ts';
import { type Listing, type Print, toVenueTrade } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface PolymarketTradesDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'nowMs'>;
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
    const print = parsePrint(CHANNEL_PRINT, fields);
    if (print !== null) this.#publish(toVenueTrade(listing, print));
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
    const search = new URLSearchParams({
      market: venueInstrumentId,
      limit: String(PAST_TRADES),
      takerOnly: 'true',
    });
    const answer = await client.read('data', `/trades?${search.toString()}`, 'public');
    if (answer.kind !== 'answer' || answer.status !== 200 || !Array.isArray(answer.value)) {
      this.#filled.delete(venueInstrumentId); // retried at the next watch
      return;
    }
    const prints = (answer.value as readonly unknown[]).flatMap((row) => parsePrint(REST_PRINT, row) ?? []);
    const past = prints.filter(({ atMs, tokenId }) => atMs < beforeMs && hasToken(listing, tokenId));
    past.sort((a, b) => a.atMs - b.atMs);
    if (past.length > 0) listener.onTrades(past.map((print) => toVenueTrade(listing, print)));
  }
}

const hasToken = (listing: Listing, tokenId: string): boolean =>
  tokenId === listing.yes || tokenId === listing.no;

/** Channel and REST send the same trade, but with two different field names. */
function printShape(tokenId: string, hash: string): Decoder<Print> {
  const keys: Readonly<Record<string, string>> = { tokenId, hash, qty: 'size', atMs: 'timestamp' };
  const fields = { tokenId: text, price, qty, side, atMs: milliseconds, hash: tolerated(text) };
  return object(fields, [], (name) => keys[name] ?? name);
}
const CHANNEL_PRINT = printShape('asset_id', 'transaction_hash');
const REST_PRINT = printShape('asset', 'transactionHash');

function parsePrint(shape: Decoder<Print>, value: unknown): Print | null {
  const print = decode(shape, value);
  return print === null || print.qty === 0n ? null : print;
}
