import { ONE, type Price } from '../../../src/domain/model/money.ts';
import { costUp, type Micro, toMicro } from './micro-units.ts';
import { isMarketStyle } from './order-amounts.ts';
import { type Market, takerFee } from './outcome-market.ts';
import { bookSide, priceFor, type VenueOrder } from './venue-order.ts';

/** What an order would take from the book as it stands. */
export interface MarketImpact {
  readonly shares: Micro;
  readonly usd: Micro;
  readonly fee: Micro;
  readonly isWhole: boolean; // nothing of the order would be left
}

type Sweeper = Pick<VenueOrder, 'side' | 'outcome' | 'price' | 'shares' | 'usd' | 'type'>;

/**
 * Walks the book against an order without touching it. A market-style BUY spends its dollars and may
 * get more shares than it named; every other order is exact in shares.
 *
 * Source   venue facts, section 5, What the engine fills.
 */
export function computeMarketImpact(market: Market, order: Sweeper): MarketImpact {
  const spends = order.side === 'BUY' && isMarketStyle(order.type);
  let left: bigint = spends ? order.usd : order.shares;
  let [shares, usd, fee] = [0n, 0n, 0n];
  for (const level of market.book.levels(bookSide(order) === 'BUY' ? 'SELL' : 'BUY')) {
    const price = priceFor(level.price, 0, order.outcome);
    if (left === 0n || !isWithin(order, price)) break;
    const there = toMicro(level.qty);
    const wanted = spends ? (left * ONE) / price : left;
    const taken = (wanted < there ? wanted : there) as Micro;
    if (taken === 0n) return rounded(shares, usd, fee, true);
    const cost = costUp(taken, price);
    shares += taken;
    usd += cost;
    fee += takerFee(market.fee, taken, price);
    left = spends && taken === wanted ? 0n : left - (spends ? cost : taken);
  }
  return rounded(shares, usd, fee, left === 0n);
}

const rounded = (shares: bigint, usd: bigint, fee: bigint, isWhole: boolean): MarketImpact => ({
  shares: shares as Micro,
  usd: usd as Micro,
  fee: fee as Micro,
  isWhole,
});

const isWithin = ({ side, price: limit }: Sweeper, price: Price): boolean =>
  side === 'BUY' ? price <= limit : price >= limit;
