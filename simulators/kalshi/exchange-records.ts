import type { Notional, Price, Qty } from '#contract';

/** A side of the single YES book. Kalshi's `bid` is our BUY. */
export type BookSide = 'bid' | 'ask';
export type OrderStatus = 'resting' | 'canceled' | 'executed';
export type TimeInForce = 'good_till_canceled' | 'immediate_or_cancel' | 'fill_or_kill';
export type SelfTradePrevention = 'taker_at_cross' | 'maker';
export type UpdateReason =
  | 'Decrease'
  | 'Amend'
  | 'SelfTradeCancel'
  | 'PostOnlyCrossCancel'
  | 'ExpiryCancel'
  | 'CloseCancel'
  | 'HaltCancel'
  | 'Trade'
  | 'ReduceOnlyCancel';

/** One order. Each change creates a new value, so that a lagging read can return the old one. */
export interface Order {
  readonly number: number; // its id in the book and its position in lists
  readonly id: string;
  readonly user: string;
  readonly subaccount: number;
  readonly clientId: string;
  readonly ticker: string;
  readonly side: BookSide;
  readonly price: Price; // YES terms
  readonly initialQty: Qty;
  readonly qty: Qty; // total quantity, filled part included
  readonly filledQty: Qty;
  readonly status: OrderStatus;
  readonly selfTrade: SelfTradePrevention;
  readonly expiresAt: number | null; // Unix ms
  readonly cancelOnPause: boolean;
  readonly groupId?: string; // of an order group; absent: none
  readonly postOnly?: boolean; // absent: false, as in records of an older simulator
  readonly takerCost: Notional;
  readonly makerCost: Notional;
  readonly takerFees: Notional;
  readonly makerFees: Notional;
  readonly carry: Notional; // rounding not yet refunded
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly reason: UpdateReason | null;
}

export const computeRemaining = ({ status, qty, filledQty }: Order): Qty =>
  (status === 'resting' ? qty - filledQty : 0n) as Qty;

/** Orders that are cancelled together once they matched `limit` contracts within 15 seconds. */
export interface OrderGroup {
  readonly number: number; // its position in lists
  readonly id: string;
  readonly user: string;
  readonly subaccount: number;
  readonly shard: number;
  readonly limit: Qty;
  readonly isTriggered: boolean; // takes no order until it is reset
  readonly matched: readonly { readonly at: number; readonly qty: Qty }[]; // within the window, oldest first
}

export interface Fill {
  readonly number: number;
  readonly id: string; // equals the trade id
  readonly orderId: string;
  readonly user: string;
  readonly subaccount: number;
  readonly ticker: string;
  readonly side: BookSide;
  readonly price: Price;
  readonly qty: Qty;
  readonly isTaker: boolean;
  readonly fee: Notional;
  readonly at: number;
}

/** A user's net position in one market: YES above zero, NO below. */
export interface Position {
  readonly user: string;
  readonly subaccount: number;
  readonly ticker: string;
  readonly qty: bigint;
  readonly cost: Notional; // cost of the open quantity
  readonly openFees: Notional; // fees of the open quantity
  readonly realized: Notional;
  readonly fees: Notional;
  readonly traded: Notional;
  readonly volume: Qty;
  readonly updatedAt: number;
}

/** Cash of one subaccount on one shard, including the collateral of resting orders. */
export interface Cash {
  readonly user: string;
  readonly subaccount: number;
  readonly shard: number;
  readonly amount: Notional;
}

export interface Settlement {
  readonly number: number;
  readonly user: string;
  readonly subaccount: number;
  readonly ticker: string;
  readonly result: 'yes' | 'no' | 'scalar';
  readonly value: Price; // what one YES pays
  readonly qty: bigint; // signed like a position
  readonly cost: Notional;
  readonly fees: Notional;
  readonly revenue: Notional;
  readonly at: number;
}

export interface Trade {
  readonly number: number;
  readonly id: string;
  readonly ticker: string;
  readonly price: Price;
  readonly qty: Qty;
  readonly takerSide: BookSide;
  readonly at: number;
}
