import { boolean, decode, object, parsed, tolerated } from '../../../domain/model/decoder.ts';
import { complement, PRICE_ONE, type Price } from '../../../domain/model/money.ts';
import type { VenueListener, VenuePosition } from '../../../ports/venue.ts';
import { price, qty, text } from '../codec/polymarket-decoder.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface HoldingsDeps {
  readonly client: Pick<PolymarketClient, 'read'>;
  readonly wallet: { readonly maker: string }; // the address that holds the funds
  readonly listings: {
    byToken(tokenId: string): Listing | null;
    recheck(conditionId: string): void;
  };
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

/** Tokens of one outcome in the wallet. */
export interface Holding {
  readonly tokenId: string;
  readonly venueInstrumentId: string; // the condition
  readonly isYes: boolean;
  readonly size: bigint; // 1e-8 shares
  readonly avgPrice: Price | null; // of this outcome
}

const PAGE = 500;
const OFFSET_MAX = 10_000; // the venue's limit: later rows cannot be read

/**
 * Reads the wallet's tokens. Tokens of resolved markets are left out: they are claims on a payout, and our
 * position is settled already. Null if not all pages could be read.
 *
 * Source  docs.polymarket.com, get-positions (2026-11): without `sizeThreshold` less than one share is left out
 */
export async function readHoldings(deps: HoldingsDeps): Promise<readonly Holding[] | null> {
  const { client, wallet, listings, listener } = deps;
  const holdings: Holding[] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE) {
    const paging = { limit: String(PAGE), offset: String(offset) };
    const search = new URLSearchParams({ user: wallet.maker, sizeThreshold: '0', ...paging });
    const answer = await client.read('data', `/positions?${search.toString()}`, 'public');
    if (answer.kind !== 'answer' || answer.status !== 200 || !Array.isArray(answer.value)) return null;
    const items = answer.value as readonly unknown[];
    for (const item of items) {
      const row = parseRow(item);
      if (row === null) return null;
      if (row === 'redeemable' || row.size === 0n) continue;
      // A market that closed before the start may be in no list that the catalogue reads.
      const listing = listings.byToken(row.tokenId);
      if (listing === null) listings.recheck(row.venueInstrumentId);
      holdings.push(
        listing === null ? row : { ...row, venueInstrumentId: listing.instrument.venueInstrumentId },
      );
    }
    if (items.length < PAGE) return holdings;
  }
  const detail = `the wallet has more than ${OFFSET_MAX + PAGE} positions, which the venue does not list`;
  listener.onAnomaly({ kind: 'unknown_shape', detail });
  return null;
}

/** YES minus NO of each market: the venue does not net the two. An average price only where one outcome is held. */
export function computeNetPositions(holdings: readonly Holding[]): readonly VenuePosition[] {
  const net = new Map<string, VenuePosition>();
  for (const { venueInstrumentId, isYes, size, avgPrice } of holdings) {
    const signed = isYes ? size : -size;
    const other = net.get(venueInstrumentId);
    const paid = avgPrice === null ? null : isYes ? avgPrice : complement(avgPrice);
    net.set(
      venueInstrumentId,
      other === undefined
        ? { venueInstrumentId, netQty: signed, ...(paid !== null && { avgPrice: paid }) }
        : { venueInstrumentId, netQty: other.netQty + signed },
    );
  }
  return [...net.values()];
}

const ROW = object({
  asset: text,
  conditionId: text,
  size: qty,
  avgPrice: tolerated(price),
  outcomeIndex: parsed('0 or 1', (value) => (value === 0 || value === 1 ? value : null)),
  redeemable: tolerated(boolean),
});

function parseRow(value: unknown): Holding | 'redeemable' | null {
  const row = decode(ROW, value);
  if (row === null || row.redeemable === true) return row === null ? null : 'redeemable';
  const { asset: tokenId, conditionId: venueInstrumentId, size, avgPrice: paid } = row;
  const avgPrice = paid !== undefined && paid !== null && paid > 0n && paid <= PRICE_ONE ? paid : null;
  return { tokenId, venueInstrumentId, isYes: row.outcomeIndex === 0, size, avgPrice };
}
