import type { BookChange } from '../../../src/domain/matching-engine/book-order.ts';
import { present } from '../../../src/domain/model/assert.ts';
import { ONE, type Price } from '../../../src/domain/model/money.ts';
import { type Micro, toMicro } from './micro-units.ts';
import { isMarketStyle } from './order-amounts.ts';
import type { Market, Print } from './outcome-market.ts';
import { settleFill } from './transfer.ts';
import { type MakerPart, priceFor, type VenueOrder, type VenueTrade } from './venue-order.ts';
import type { Move } from './wallet-balances.ts';

/** A trade with the makers it met, each already counted as matched. */
export interface Execution {
  readonly trade: VenueTrade;
  readonly makers: readonly VenueOrder[];
  readonly prints: readonly Print[];
}

export interface TradeName {
  readonly id: string;
  readonly hash: string;
  readonly at: number; // ms
}

/**
 * Makes one trade of everything a taker met in the book, and counts it on both sides. Null when it met
 * nothing. Top-level fields of a trade are the taker's; each maker's part is in the maker's own terms.
 */
export function executeTrade(
  market: Market,
  taker: VenueOrder,
  change: BookChange,
  makerOf: (bookId: number) => VenueOrder | undefined,
  name: TradeName,
): Execution | null {
  const moves: Move[] = [];
  const parts: MakerPart[] = [];
  const makers: VenueOrder[] = [];
  let [shares, value, fee] = [0n, 0n, 0n];
  for (const { makerId, qty } of change.trades) {
    const maker = present(makerOf(makerId), 'a maker');
    const part = toMicro(qty);
    const settled = settleFill(market, taker, maker, part);
    moves.push(...settled.moves);
    makers.push(maker);
    parts.push(partOf(maker, part));
    maker.matched = (maker.matched + part) as Micro;
    shares += part;
    value += part * priceFor(maker.price, maker.outcome, taker.outcome);
    fee += settled.fee;
  }
  if (shares === 0n) return null;
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
    price: averageOf(value, shares),
    fee: fee as Micro,
    makers: parts,
    moves,
    hash: name.hash,
    matchedAt: name.at,
    status: 'MATCHED',
    updatedAt: name.at,
    isMined: false,
  };
  return { trade, makers, prints: printsOf(trade, taker) };
}

function countTrade(order: VenueOrder, tradeId: string): void {
  if (!order.tradeIds.includes(tradeId)) order.tradeIds.push(tradeId);
  if (order.matched >= order.shares || isMarketStyle(order.type)) order.status = 'MATCHED';
}

const partOf = (maker: VenueOrder, shares: Micro): MakerPart => ({
  orderId: maker.id,
  owner: maker.owner,
  makerAddress: maker.makerAddress,
  shares,
  price: maker.price,
  token: maker.token,
  outcome: maker.outcome,
  side: maker.side,
});

/** Half-up to six decimals, which is what an amount of the venue has at most. */
const averageOf = (value: bigint, shares: bigint): Price => {
  const micro = (2n * value + shares * 100n) / (shares * 200n);
  return (micro * 100n < ONE ? micro * 100n : ONE) as Price;
};

/** One print for each price level that was reached. */
function printsOf(trade: VenueTrade, taker: VenueOrder): readonly Print[] {
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
