import { complement, type Price } from '../../../src/domain/model/money.ts';
import type { Side } from '../../../src/domain/model/order.ts';
import type { Micro } from './micro-units.ts';
import type { Outcome } from './outcome-market.ts';
import type { OrderType } from './posted-order.ts';
import type { Move } from './wallet-balances.ts';

export type OrderStatus =
  | 'LIVE'
  | 'MATCHED'
  | 'DELAYED'
  | 'UNMATCHED'
  | 'CANCELED'
  | 'CANCELED_MARKET_RESOLVED'
  | 'INVALID';

/** An order in terms of the token that it trades. */
export interface VenueOrder {
  readonly bookId: number;
  readonly id: string; // the digest that was signed
  readonly owner: string; // API key
  readonly wallet: string; // the paying wallet, lower case
  readonly makerAddress: string; // the wallet as sent
  readonly condition: string;
  readonly token: string;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly price: Price;
  readonly shares: Micro;
  readonly usd: Micro; // dollars that a market-style BUY spends
  readonly type: OrderType;
  readonly isPostOnly: boolean;
  readonly expiration: number; // seconds as sent; 0 means none
  readonly createdAt: number; // ms
  matched: Micro;
  status: OrderStatus;
  tradeIds: string[];
}

export const computeRemaining = (order: VenueOrder): Micro =>
  (order.shares > order.matched ? order.shares - order.matched : 0n) as Micro;

export const isOpen = ({ status }: VenueOrder): boolean => status === 'LIVE' || status === 'UNMATCHED';

/** The side in the book, which is in terms of the first outcome: buying NO is selling YES. */
export const bookSide = ({ side, outcome }: Pick<VenueOrder, 'side' | 'outcome'>): Side =>
  outcome === 0 ? side : side === 'BUY' ? 'SELL' : 'BUY';

/** Converts the price of one token to the other outcome, or returns it for the same outcome. */
export const priceFor = (price: Price, from: Outcome, to: Outcome): Price =>
  from === to ? price : complement(price);

export type TradeStatus = 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';

/** One maker's part of a trade, in the maker's terms. */
export interface MakerPart {
  readonly orderId: string;
  readonly owner: string;
  readonly makerAddress: string;
  readonly shares: Micro;
  readonly price: Price;
  readonly token: string;
  readonly outcome: Outcome;
  readonly side: Side;
}

/** All matches of one taker order, with their on-chain moves. */
export interface VenueTrade {
  readonly id: string;
  readonly takerOrderId: string;
  readonly owner: string;
  readonly makerAddress: string;
  readonly condition: string;
  readonly token: string;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly shares: Micro;
  readonly price: Price; // average of its parts
  readonly fee: Micro;
  readonly makers: readonly MakerPart[];
  readonly moves: readonly Move[];
  readonly hash: string;
  readonly matchedAt: number; // ms
  status: TradeStatus;
  updatedAt: number; // ms
  isMined: boolean;
}
