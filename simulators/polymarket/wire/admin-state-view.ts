import { renderDecimal } from '../../../src/domain/model/money.ts';
import type { Venue } from '../simulator-context.ts';
import { renderMicro } from '../trading/micro-units.ts';

/** The venue's own truth for audits: everything of callers, and what the chain would show. */
export function renderState({ markets, records, balances, wallets, clock }: Venue): unknown {
  return {
    now: clock.now(),
    markets: markets.all.map((market) => ({
      condition: market.condition,
      slug: market.slug,
      tokens: market.tokens,
      tick: renderDecimal(market.tick),
      accepting: market.isAccepting,
      payout: market.resolution === null ? null : renderDecimal(market.resolution.payout),
    })),
    orders: records.orders().map((order) => ({
      id: order.id,
      owner: order.owner,
      wallet: order.wallet,
      token: order.token,
      side: order.side,
      type: order.type,
      price: renderDecimal(order.price),
      size: renderMicro(order.shares),
      matched: renderMicro(order.matched),
      status: order.status,
      trades: order.tradeIds,
      created_at: order.createdAt,
    })),
    trades: records.trades().map((trade) => ({
      id: trade.id,
      taker_order: trade.takerOrderId,
      owner: trade.owner,
      token: trade.token,
      side: trade.side,
      price: renderDecimal(trade.price),
      size: renderMicro(trade.shares),
      fee: renderMicro(trade.fee),
      status: trade.status,
      makers: trade.makers.map((part) => ({
        order: part.orderId,
        owner: part.owner,
        token: part.token,
        side: part.side,
        price: renderDecimal(part.price),
        size: renderMicro(part.shares),
      })),
    })),
    wallets: wallets.all().map(([address, { owner }]) => ({ address, owner })),
    holdings: balances.all().map(([wallet, asset, { chain, seen, owed }]) => ({
      wallet,
      asset,
      chain: signed(chain),
      seen: signed(seen),
      owed: signed(owed),
    })),
  };
}

const signed = (micro: bigint): string => (micro < 0n ? `-${renderMicro(-micro)}` : renderMicro(micro));
