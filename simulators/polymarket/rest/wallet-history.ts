import { ONE, requirePresent } from '#contract';
import type { Venue } from '../simulator-context.ts';
import type { Market, Outcome } from '../trading/outcome-market.ts';

/** One execution of a wallet, in terms of the token that it traded. Amounts are floats, as the Data API's. */
export interface WalletFill {
  readonly market: Market;
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL';
  readonly shares: number;
  readonly price: number;
  readonly at: number; // ms
  readonly hash: string;
}

/** What a wallet paid and earned with one token, by average cost and without fees. */
export interface TokenHistory {
  readonly market: Market;
  readonly outcome: Outcome;
  readonly avgPrice: number; // of the shares still held; after the last sale, of all that were bought
  readonly totalBought: number; // shares
  readonly realizedPnl: number; // dollars
  readonly lastAt: number; // ms
}

/** The fills of a wallet as taker or maker, oldest first. Failed trades never happened. */
export function readWalletFills({ records, markets }: Venue, wallet: string): readonly WalletFill[] {
  return records.trades().flatMap((trade) => {
    const market = markets.byCondition(trade.condition);
    if (market === undefined || trade.status === 'FAILED') return [];
    const parts = [trade, ...trade.makers].filter((part) => part.makerAddress.toLowerCase() === wallet);
    return parts.map(({ outcome, side, shares, price }) => ({
      market,
      outcome,
      side,
      shares: Number(shares) / 1e6,
      price: Number(price) / Number(ONE),
      at: trade.matchedAt,
      hash: trade.hash,
    }));
  });
}

/** The histories of the tokens in a wallet's fills, by token id. */
export function computeTokenHistories(fills: readonly WalletFill[]): ReadonlyMap<string, TokenHistory> {
  const byToken = Map.groupBy(fills, ({ market, outcome }) => market.tokens[outcome]);
  return new Map([...byToken].map(([token, own]) => [token, computeHistory(own)]));
}

function computeHistory(fills: readonly WalletFill[]): TokenHistory {
  let [held, avgPrice, bought, paid, realizedPnl] = [0, 0, 0, 0, 0];
  for (const { side, shares, price } of fills) {
    if (side === 'SELL') {
      realizedPnl += shares * (price - avgPrice);
      held = Math.max(0, held - shares);
      continue;
    }
    avgPrice = (held * avgPrice + shares * price) / (held + shares);
    held += shares;
    bought += shares;
    paid += shares * price;
  }
  const { market, outcome, at } = requirePresent(fills.at(-1), 'a fill');
  return {
    market,
    outcome,
    avgPrice: held > 0 || bought === 0 ? avgPrice : paid / bought,
    totalBought: bought,
    realizedPnl,
    lastAt: at,
  };
}
