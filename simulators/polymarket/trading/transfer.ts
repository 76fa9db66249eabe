import { costDown, type Micro } from './micro-units.ts';
import { type Market, takerFee } from './outcome-market.ts';
import { priceFor, type VenueOrder } from './venue-order.ts';
import { type Move, PUSD } from './wallet-balances.ts';

/** Where fees go. */
export const FEE_WALLET = 'fees';
/** Holds one pUSD for each pair of tokens that exists. */
export const getVaultWallet = (condition: string): string => `vault ${condition}`;

/** What one maker's part of a match moves, and what the taker pays for it. */
export interface Settled {
  readonly moves: readonly Move[];
  readonly fee: Micro;
}

/**
 * Settles `shares` between a taker and a resting order at the resting price. Three kinds, told apart by
 * sides and tokens: a plain sale; a mint, where two buyers of opposite tokens pay for a new pair; a
 * merge, where two sellers of opposite tokens break one up. The maker never pays more than its price;
 * the fraction of a micro unit that is left falls to the taker.
 *
 * Source   venue facts, section 12.
 */
export function settleFill(market: Market, taker: VenueOrder, maker: VenueOrder, shares: Micro): Settled {
  const makerUsd = costDown(shares, maker.price);
  const isSameToken = taker.outcome === maker.outcome;
  const takerUsd = (isSameToken ? makerUsd : shares - makerUsd) as Micro;
  const price = priceFor(maker.price, maker.outcome, taker.outcome);
  const fee = takerFee(market.fee, shares, price);
  const moves = [...leg(maker, shares, makerUsd, 0n), ...leg(taker, shares, takerUsd, fee)];
  if (!isSameToken) moves.push(vaultMove(market, taker, shares));
  if (fee > 0n) moves.push(move(FEE_WALLET, PUSD, fee));
  return { moves, fee };
}

/** A buyer pays the fee on top, a seller out of the proceeds. */
function leg(order: VenueOrder, shares: Micro, usd: Micro, fee: bigint): Move[] {
  const isBuy = order.side === 'BUY';
  return [
    move(order.wallet, PUSD, isBuy ? 0n - usd - fee : usd - fee),
    move(order.wallet, order.token, isBuy ? shares : 0n - shares),
  ];
}

const vaultMove = (market: Market, taker: VenueOrder, shares: Micro): Move =>
  move(getVaultWallet(market.condition), PUSD, taker.side === 'BUY' ? shares : 0n - shares);

const move = (wallet: string, asset: string, amount: bigint): Move => ({
  wallet,
  asset,
  amount: amount as Micro,
});
