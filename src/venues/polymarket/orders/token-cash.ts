import { complement, computeNotional, type Notional, PRICE_ONE, type Price, type Qty } from '#contract';
import type { VenueTokenCash } from '#ports';
import type { PositionRow } from '../codec/data-api.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import { type HoldingsDeps, readPositionRows } from './holdings.ts';

interface TokenCashDeps extends Pick<HoldingsDeps, 'client' | 'wallet'> {
  readonly listings: { byToken(tokenId: string): Listing | null };
}

interface Sizes {
  readonly sizes: [yes: bigint, no: bigint];
  /** What a YES token pays; null: the market is open; undefined: its result is not known. */
  readonly price: Price | null | undefined;
}

/**
 * What the wallet's tokens pay: pairs of open markets when they are merged, tokens of settled ones when they are redeemed.
 * Null if the wallet could not be read completely.
 */
export async function readTokenCash(deps: TokenCashDeps): Promise<VenueTokenCash | null> {
  const markets = new Map<string, Sizes>();
  const isComplete = await readPositionRows(deps, (row) =>
    addRow(markets, row, deps.listings.byToken(row.tokenId)),
  );
  return isComplete ? sumUp(markets) : null;
}

/** @returns false if the outcome is not known */
function addRow(markets: Map<string, Sizes>, row: PositionRow, listing: Listing | null): boolean {
  const { tokenId, conditionId, outcome, size, isRedeemable } = row;
  if (listing === null && outcome === null) return size === 0n;
  const isYes = outcome === null ? tokenId === listing?.yes : outcome === 0;
  const market = markets.get(conditionId) ?? { sizes: [0n, 0n], price: findPrice(listing, isRedeemable) };
  market.sizes[isYes ? 0 : 1] += size;
  markets.set(conditionId, market);
  return true;
}

function findPrice(listing: Listing | null, isRedeemable: boolean | null): Sizes['price'] {
  if (listing === null) return isRedeemable === true ? undefined : null;
  const { status, settlementPrice } = listing.instrument;
  return status === 'SETTLED' ? (settlementPrice ?? undefined) : null;
}

function sumUp(markets: ReadonlyMap<string, Sizes>): VenueTokenCash {
  let [pairs, redeemable, isKnown] = [0n, 0n, true];
  for (const { sizes, price } of markets.values()) {
    const [yes, no] = sizes;
    if (price === null) pairs += computeNotional(PRICE_ONE, (yes < no ? yes : no) as Qty);
    else if (price === undefined) isKnown = false;
    else redeemable += computeNotional(price, yes as Qty) + computeNotional(complement(price), no as Qty);
  }
  return { lockedInPairs: pairs as Notional, redeemable: isKnown ? (redeemable as Notional) : null };
}
