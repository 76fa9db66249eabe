import { ONE, type Price, requirePresent } from '#contract';
import type { BookChange } from '#matching-engine';
import { costDown, costUp, type Micro, toMicro } from './micro-units.ts';
import { bookSide, type MakerPart, priceFor, type VenueOrder, type VenueTrade } from './order-records.ts';
import { computeTakerFee, type Market, type Print } from './outcome-market.ts';
import { isMarketStyle } from './posted-order.ts';
import { type Move, PUSD } from './wallet-balances.ts';

/** A trade with its makers. Their matched sizes are already updated. */
export interface Execution {
  readonly trade: VenueTrade;
  readonly makers: readonly VenueOrder[];
  readonly prints: readonly Print[];
}

interface TradeName {
  readonly id: string;
  readonly hash: string;
  readonly at: number; // ms
}

/**
 * Turns all matches of a taker into one trade and updates the matched sizes. Returns null without a match.
 * Top-level fields of the trade are the taker's; each maker's part is in the maker's terms.
 */
export function executeTrade(
  market: Market,
  taker: VenueOrder,
  change: BookChange,
  findMaker: (bookId: number) => VenueOrder | undefined,
  name: TradeName,
): Execution | null {
  const moves: Move[] = [];
  const parts: MakerPart[] = [];
  const makers: VenueOrder[] = [];
  const taken: { readonly shares: Micro; readonly price: Price }[] = [];
  let [shares, value] = [0n, 0n];
  for (const { makerId, qty } of change.trades) {
    const maker = requirePresent(findMaker(makerId), 'a maker');
    const part = toMicro(qty);
    const price = priceFor(maker.price, maker.outcome, taker.outcome);
    moves.push(...settleFill(market, taker, maker, part));
    makers.push(maker);
    parts.push(toMakerPart(maker, part));
    taken.push({ shares: part, price });
    maker.matched = (maker.matched + part) as Micro;
    shares += part;
    value += part * price;
  }
  if (shares === 0n) return null;
  const fee = computeTakerFee(market.fee, taken);
  if (fee > 0n) moves.push(move(taker.wallet, PUSD, 0n - fee), move(FEE_WALLET, PUSD, fee));
  taker.matched = (taker.matched + shares) as Micro;
  for (const order of [taker, ...makers]) countTrade(order, name.id);
  const trade: VenueTrade = {
    id: name.id,
    takerOrderId: taker.id,
    owner: taker.owner,
    makerAddress: taker.makerAddress,
    condition: market.condition,
    token: taker.token,
    outcome: taker.outcome,
    side: taker.side,
    shares: shares as Micro,
    price: computeAverage(value, shares),
    fee,
    makers: parts,
    moves,
    hash: name.hash,
    matchedAt: name.at,
    status: 'MATCHED',
    updatedAt: name.at,
    isMined: false,
  };
  return { trade, makers, prints: toPrints(trade, taker) };
}

function countTrade(order: VenueOrder, tradeId: string): void {
  if (!order.tradeIds.includes(tradeId)) order.tradeIds.push(tradeId);
  if (order.matched >= order.shares || isMarketStyle(order.type)) order.status = 'MATCHED';
}

const toMakerPart = (maker: VenueOrder, shares: Micro): MakerPart => ({
  orderId: maker.id,
  owner: maker.owner,
  makerAddress: maker.makerAddress,
  shares,
  price: maker.price,
  token: maker.token,
  outcome: maker.outcome,
  side: maker.side,
});

/** Rounds half up to six decimals, the venue's precision. */
const computeAverage = (value: bigint, shares: bigint): Price => {
  const micro = (2n * value + shares * 100n) / (shares * 200n);
  return (micro * 100n < ONE ? micro * 100n : ONE) as Price;
};

/** One print per matched price level. */
function toPrints(trade: VenueTrade, taker: VenueOrder): readonly Print[] {
  const byPrice = new Map<Price, bigint>();
  for (const part of trade.makers) {
    const price = priceFor(part.price, part.outcome, trade.outcome);
    byPrice.set(price, (byPrice.get(price) ?? 0n) + part.shares);
  }
  return [...byPrice].map(([price, shares]) => ({
    outcome: trade.outcome,
    side: trade.side,
    price,
    shares: shares as Micro,
    at: trade.matchedAt,
    hash: trade.hash,
    wallet: taker.makerAddress,
  }));
}

/** The quantity and price that an order would take from the current book. */
export interface MarketImpact {
  readonly shares: Micro;
  readonly usd: Micro;
  readonly fee: Micro;
  readonly isWhole: boolean; // the order would fill completely
}

type Sweeper = Pick<VenueOrder, 'side' | 'outcome' | 'price' | 'shares' | 'usd' | 'type'>;

/**
 * Computes what an order would take from the book, without changing it. A market-style BUY spends its
 * dollars and may get more shares than it names. All other orders are exact in shares.
 *
 * @param minters  makers that it could mint pairs with. Its payment to each is rounded up, and all together stay within its
 *                 dollars
 * Source: Polymarket's matching rules as of 2026-10-07.
 */
export function computeMarketImpact(market: Market, order: Sweeper, minters = 0): MarketImpact {
  const spends = order.side === 'BUY' && isMarketStyle(order.type);
  const spare = minters > 1 ? BigInt(minters - 1) : 0n;
  let left: bigint = spends ? (order.usd > spare ? order.usd - spare : 0n) : order.shares;
  let usd = 0n;
  const parts: { readonly shares: Micro; readonly price: Price }[] = [];
  for (const level of market.book.levels(bookSide(order) === 'BUY' ? 'SELL' : 'BUY')) {
    const price = priceFor(level.price, 0, order.outcome);
    if (left === 0n || !isWithin(order, price)) break;
    const there = toMicro(level.qty);
    const wanted = spends ? (left * ONE) / price : left;
    const taken = (wanted < there ? wanted : there) as Micro;
    if (taken === 0n) {
      left = 0n; // the rest does not buy a micro unit
      break;
    }
    const cost = costUp(taken, price);
    parts.push({ shares: taken, price });
    usd += cost;
    left = spends && taken === wanted ? 0n : left - (spends ? cost : taken);
  }
  return {
    shares: parts.reduce((sum, { shares }) => sum + shares, 0n) as Micro,
    usd: usd as Micro,
    fee: computeTakerFee(market.fee, parts),
    isWhole: left === 0n,
  };
}

const isWithin = ({ side, price: limit }: Sweeper, price: Price): boolean =>
  side === 'BUY' ? price <= limit : price >= limit;

/** The wallet that receives fees. */
const FEE_WALLET = 'fees';
/** The wallet that holds one pUSD for each existing pair of tokens. */
export const getVaultWallet = (condition: string): string => `vault ${condition}`;

/**
 * Settles `shares` between a taker and a resting order at the resting price. Sides and tokens decide the
 * kind: a sale; a mint, where two buyers of opposite tokens pay for a new pair; a merge, where two sellers
 * of opposite tokens break one up. The maker never pays more than its price; the rounding goes to the taker.
 *
 * Source: Polymarket's settlement rules as of 2026-10-07.
 */
function settleFill(market: Market, taker: VenueOrder, maker: VenueOrder, shares: Micro): readonly Move[] {
  const makerUsd = costDown(shares, maker.price);
  const isSameToken = taker.outcome === maker.outcome;
  const takerUsd = (isSameToken ? makerUsd : shares - makerUsd) as Micro;
  const moves = [...leg(maker, shares, makerUsd), ...leg(taker, shares, takerUsd)];
  return isSameToken ? moves : [...moves, vaultMove(market, taker, shares)];
}

/** A buyer pays dollars and a seller receives them; executeTrade adds the taker's fee. */
function leg(order: VenueOrder, shares: Micro, usd: Micro): Move[] {
  const isBuy = order.side === 'BUY';
  return [
    move(order.wallet, PUSD, isBuy ? 0n - usd : usd),
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
