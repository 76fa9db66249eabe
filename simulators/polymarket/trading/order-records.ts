import { complement, type Price, type Side } from '#contract';
import type { Clock } from '#ports';
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

/** Filter of a list. An empty string matches all. */
export interface ListFilter {
  readonly id?: string;
  readonly market?: string;
  readonly asset?: string;
  readonly makerAddress?: string;
  readonly before?: number; // seconds
  readonly after?: number;
}

/** All orders and trades of callers. Reads lag, as at the venue. */
export class OrderRecords {
  readonly #clock: Clock;
  readonly #visibleMs: number;
  readonly #orders = new Map<string, VenueOrder>();
  readonly #trades = new Map<string, VenueTrade>();
  readonly #touchedOrders = new Set<VenueOrder>();
  readonly #touchedTrades = new Set<VenueTrade>();

  readonly #findCurrentKey: (apiKey: string) => string;

  /** @param findCurrentKey  the API key that replaced one, or the same */
  constructor(clock: Clock, visibleMs: number, findCurrentKey: (apiKey: string) => string = (key) => key) {
    this.#clock = clock;
    this.#findCurrentKey = findCurrentKey;
    this.#visibleMs = visibleMs;
  }

  keepOrder(order: VenueOrder): void {
    this.#orders.set(order.id, order);
    this.#touchedOrders.add(order);
  }

  keepTrade(trade: VenueTrade): void {
    this.#trades.set(trade.id, trade);
    this.#touchedTrades.add(trade);
  }

  /** Finds an order whether or not reads already show it. */
  order(id: string): VenueOrder | undefined {
    return this.#orders.get(id);
  }

  visibleOrder(id: string, owner: string): VenueOrder | undefined {
    const order = this.#orders.get(id);
    return order !== undefined && this.isOwner(order, owner) && this.#isVisible(order.createdAt)
      ? order
      : undefined;
  }

  /** An owner's open orders as reads show them, oldest first. */
  visibleOpen(owner: string, { id, market, asset }: ListFilter): readonly VenueOrder[] {
    return this.getOpen(owner).filter(
      (order) =>
        this.#isVisible(order.createdAt) &&
        is(id, order.id) &&
        is(market, order.condition) &&
        is(asset, order.token),
    );
  }

  getOpen(owner: string): readonly VenueOrder[] {
    return [...this.#orders.values()].filter((order) => this.isOwner(order, owner) && isOpen(order));
  }

  /** An owner's trades as taker or maker, newest first. */
  visibleTrades(owner: string, filter: ListFilter): readonly VenueTrade[] {
    const found = [...this.#trades.values()].filter(
      (trade) =>
        this.#isVisible(trade.matchedAt) &&
        this.isPartyTo(trade, owner) &&
        passes(
          trade,
          trade.makers.filter((part) => this.isOwner(part, owner)),
          filter,
        ),
    );
    return found.reverse();
  }

  /** Whether an order or a part of a trade belongs to the holder of this key, also under a key that it replaced. */
  isOwner({ owner }: { readonly owner: string }, apiKey: string): boolean {
    return owner === apiKey || this.#findCurrentKey(owner) === apiKey;
  }

  /** Whether the holder of the key is the taker or one of the makers. */
  isPartyTo(trade: VenueTrade, apiKey: string): boolean {
    return [trade, ...trade.makers].some((part) => this.isOwner(part, apiKey));
  }

  orders(): readonly VenueOrder[] {
    return [...this.#orders.values()];
  }

  trades(): readonly VenueTrade[] {
    return [...this.#trades.values()];
  }

  takeTouched(): { readonly orders: readonly VenueOrder[]; readonly trades: readonly VenueTrade[] } {
    const touched = { orders: [...this.#touchedOrders], trades: [...this.#touchedTrades] };
    this.#touchedOrders.clear();
    this.#touchedTrades.clear();
    return touched;
  }

  #isVisible(since: number): boolean {
    return this.#clock.now() >= since + this.#visibleMs;
  }
}

function passes(trade: VenueTrade, parts: readonly MakerPart[], filter: ListFilter): boolean {
  const tokens = [trade.token, ...parts.map(({ token }) => token)];
  const wallets = [trade.makerAddress, ...parts.map(({ makerAddress }) => makerAddress)];
  const at = Math.floor(trade.matchedAt / 1000);
  return (
    is(filter.id, trade.id) &&
    is(filter.market, trade.condition) &&
    tokens.some((token) => is(filter.asset, token)) &&
    wallets.some((wallet) => is(filter.makerAddress?.toLowerCase(), wallet.toLowerCase())) &&
    (filter.before === undefined || at <= filter.before) &&
    (filter.after === undefined || at >= filter.after)
  );
}

const is = (wanted: string | undefined, given: string): boolean =>
  wanted === undefined || wanted === '' || wanted === given;
