import {
  complement,
  computeNotional,
  type Notional,
  type Position,
  PRICE_ONE,
  type Price,
  type Qty,
  type RedeemedClaim,
  type TokenClaim,
} from '#contract';

/** What a pair pays, whatever the result is. */
export const toPairCash = (pairs: Qty): Notional => computeNotional(PRICE_ONE, pairs);

/**
 * What the tokens of a subaccount pay at the result of their market: the position, and every pair 1.
 *
 * @param price  what one YES token pays, 0..1
 */
export const computeTokenPayout = (net: Position['net'], pairs: bigint, price: Price): Notional =>
  ((net > 0n ? price * net : complement(price) * -net) + PRICE_ONE * pairs) as Notional;

/** The claim after a settlement; claims of a market that settles again add up. */
export const addClaim = (before: TokenClaim | null, added: TokenClaim): TokenClaim => ({
  ...added,
  payout: ((before?.payout ?? 0n) + added.payout) as Notional,
});

/** The claim after a redemption, or null: a part that was settled after its request is kept. */
export function subtractClaim(before: TokenClaim | null, { payout }: RedeemedClaim): TokenClaim | null {
  if (before === null || before.payout <= payout) return null;
  return { ...before, payout: (before.payout - payout) as Notional };
}
