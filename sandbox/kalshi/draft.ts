import type { BookOrder, SelfTrade } from '../../src/core/exchange/order.ts';
import type { Notional, Price, Qty } from '../../src/core/kernel/decimal.ts';
import type { TimestampMs } from '../../src/core/kernel/time.ts';
import { closable } from './ledger.ts';
import type { BookSide, Order, SelfTradePrevention, TimeInForce } from './records.ts';

/** A new order, its fields read but not yet judged. */
export interface Draft {
  readonly ticker: string;
  readonly side: BookSide;
  readonly qty: Qty;
  readonly price: Price;
  readonly tif: TimeInForce;
  readonly selfTrade: SelfTradePrevention;
  readonly clientId: string; // '' is none
  readonly expiresAt: number | null; // Unix ms
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly cancelOnPause: boolean;
  readonly subaccount: number;
  readonly shard: number | null; // null routes by the ticker
}

export interface Amendment {
  readonly ticker: string;
  readonly side: BookSide;
  readonly price: Price;
  readonly qty: Qty; // the new total
  readonly clientId: string | null; // a new one
}

const SELF_TRADE: Readonly<Record<SelfTradePrevention, SelfTrade>> = {
  taker_at_cross: 'cut_taker',
  maker: 'cancel_maker',
};
const NOTHING = 0n as Notional;

/** The order of a draft, as it stands before anything traded. */
export function newOrder(number: number, id: string, user: string, draft: Draft, at: number): Order {
  const { subaccount, clientId, ticker, side, price, selfTrade, expiresAt, cancelOnPause } = draft;
  return {
    number,
    id,
    user,
    subaccount,
    clientId,
    ticker,
    side,
    price,
    selfTrade,
    expiresAt,
    cancelOnPause,
    initialQty: draft.qty,
    qty: draft.qty,
    filledQty: 0n as Qty,
    status: 'resting',
    takerCost: NOTHING,
    makerCost: NOTHING,
    takerFees: NOTHING,
    makerFees: NOTHING,
    carry: NOTHING,
    createdAt: at,
    updatedAt: at,
    reason: null,
  };
}

/** The same order as its book takes it. */
export const bookOrderOf = (order: Order, tif: TimeInForce): BookOrder => ({
  id: order.number,
  owner: `${order.user}/${order.subaccount}`,
  side: order.side === 'bid' ? 'BUY' : 'SELL',
  price: order.price,
  qty: order.qty,
  tif: bookTif(tif, order.expiresAt),
  expiresAt: order.expiresAt as TimestampMs | null,
  selfTrade: SELF_TRADE[order.selfTrade],
});

function bookTif(tif: TimeInForce, expiresAt: number | null): BookOrder['tif'] {
  if (tif === 'immediate_or_cancel') return 'IOC';
  if (tif === 'fill_or_kill') return 'FOK';
  return expiresAt === null ? 'GTC' : 'GTD';
}

/** A reduce-only order is for no more than it may close, which can be nothing. */
export function capped(draft: Draft, held: bigint): Draft {
  if (!draft.reduceOnly) return draft;
  const most = closable(held, draft.side);
  return { ...draft, qty: (draft.qty < most ? draft.qty : most) as Qty };
}
