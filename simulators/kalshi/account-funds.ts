import { absolute, type Notional, ONE, type Price, type Qty } from '#contract';
import type { BookSide, Order, Position } from './exchange-records.ts';
import { cashKey, type ExchangeState, holdingKey, VersionedMap } from './exchange-state.ts';
import { type FeeTerms, tradeFee } from './kalshi-fees.ts';
import type { Market } from './sim-market.ts';

/** The funds that an order needs, before it is in the book. */
interface Claim {
  readonly user: string;
  readonly subaccount: number;
  readonly side: BookSide;
  readonly price: Price;
  readonly qty: bigint; // quantity that can still fill
  readonly replaces: Order | null; // the resting order that this one amends
}

/** The available balance of each account and shard: cash minus the collateral of its resting orders. */
export class AccountFunds {
  /** By `cashKey`. Keeps recent versions because REST reads lag. */
  readonly available = new VersionedMap<Notional>();
  readonly #state: ExchangeState;
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #reserves = new Map<string, bigint>(); // by holdingKey
  readonly #held = new Map<string, bigint>(); // their sums, by cashKey

  constructor(state: ExchangeState, markets: ReadonlyMap<string, Market>) {
    this.#state = state;
    this.#markets = markets;
  }

  /** Recomputes the collateral of one holding after its position or orders changed. */
  refreshHolding(key: string, at: number): void {
    const [user = '', subaccount = '', ticker = ''] = key.split('/');
    const market = this.#markets.get(ticker);
    if (market === undefined) return;
    const { shard, fees } = market.listing;
    const orders = this.#state.getResting(user, Number(subaccount), ticker);
    const reserve = computeReserve(this.#state.positions.latest(key)?.qty ?? 0n, orders, fees);
    const account = cashKey(user, Number(subaccount), shard);
    this.#held.set(account, (this.#held.get(account) ?? 0n) - (this.#reserves.get(key) ?? 0n) + reserve);
    this.#reserves.set(key, reserve);
    this.refreshCash(user, Number(subaccount), shard, at);
  }

  refreshCash(user: string, subaccount: number, shard: number, at: number): void {
    const amount = this.getAvailable(user, subaccount, shard);
    if (amount !== null) this.available.set(cashKey(user, subaccount, shard), amount, at);
  }

  /** Returns null when the account never had cash on this shard. */
  getAvailable(user: string, subaccount: number, shard: number): Notional | null {
    const cash = this.#state.getCash(user, subaccount, shard);
    if (cash === null) return null;
    return (cash - (this.#held.get(cashKey(user, subaccount, shard)) ?? 0n)) as Notional;
  }

  /**
   * Whether an order is covered. The part that closes a position is free; the rest must be paid at the limit
   * price plus the taker fee. A position that other resting orders would close already is not counted twice.
   */
  covers(claim: Claim, market: Market): boolean {
    const { user, subaccount, side, replaces } = claim;
    const { shard, fees } = market.listing;
    const key = holdingKey(user, subaccount, market.ticker);
    const held = this.#state.positions.latest(key)?.qty ?? 0n;
    const others = this.#state
      .getResting(user, subaccount, market.ticker)
      .filter(({ id }) => id !== replaces?.id);
    const freed =
      replaces === null ? 0n : (this.#reserves.get(key) ?? 0n) - computeReserve(held, others, fees);
    const available = (this.getAvailable(user, subaccount, shard) ?? 0n) + freed;
    const waiting = others
      .filter((each) => each.side === side)
      .reduce((sum, each) => sum + each.qty - each.filledQty, 0n);
    const free = computeClosable(held, side) - waiting;
    const opening = claim.qty - (free > 0n ? free : 0n);
    return computeOpeningCost(fees, side, claim.price, opening, true) <= available;
  }
}

interface PositionFill {
  readonly position: Position;
  readonly revenue: Notional; // cash before fees; negative when it opens
}

export const flatPosition = (user: string, subaccount: number, ticker: string): Position => ({
  user,
  subaccount,
  ticker,
  qty: 0n,
  cost: 0n as Notional,
  openFees: 0n as Notional,
  realized: 0n as Notional,
  fees: 0n as Notional,
  traded: 0n as Notional,
  volume: 0n as Qty,
  updatedAt: 0,
});

/**
 * Applies a fill to a position. It first closes: an ask sells held YES, a bid sells held NO. The rest opens
 * at the price of the opened outcome. An account never holds YES and NO of one market at the same time.
 */
export function fillPosition(
  before: Position,
  side: BookSide,
  price: Price,
  qty: Qty,
  at: number,
): PositionFill {
  const held = absolute(before.qty);
  const closes = (side === 'bid') === before.qty < 0n && held > 0n;
  const closing = closes ? (qty < held ? qty : held) : 0n;
  const opening = qty - closing;
  const released = held === 0n ? 0n : (before.cost * closing) / held;
  const feesReleased = held === 0n ? 0n : (before.openFees * closing) / held;
  const opened = opening * computeUnitCost(side, price);
  const proceeds = closing * (ONE - computeUnitCost(side, price));
  const position: Position = {
    ...before,
    qty: side === 'bid' ? before.qty + qty : before.qty - qty,
    cost: (before.cost - released + opened) as Notional,
    openFees: (before.openFees - feesReleased) as Notional,
    realized: (before.realized + proceeds - released) as Notional,
    traded: (before.traded + opened + proceeds) as Notional,
    volume: (before.volume + qty) as Qty,
    updatedAt: at,
  };
  return { position, revenue: (proceeds - opened) as Notional };
}

/** The cost of opening one contract on this side: YES at p for a bid, NO at 1 − p for an ask. */
export const computeUnitCost = (side: BookSide, price: Price): bigint =>
  side === 'bid' ? price : ONE - price;

/** The quantity of an order on this side that would close the position. */
export function computeClosable(position: bigint, side: BookSide): bigint {
  const open = side === 'bid' ? -position : position;
  return open > 0n ? open : 0n;
}

/** Collateral and fee for opening `qty`. An order that may match at once pays the taker fee. */
function computeOpeningCost(
  fees: FeeTerms,
  side: BookSide,
  price: Price,
  qty: bigint,
  isTaker: boolean,
): bigint {
  if (qty <= 0n) return 0n;
  return qty * computeUnitCost(side, price) + tradeFee(fees, isTaker, price, qty as Qty);
}

/**
 * The collateral of all resting orders in one market. On each side the best-priced order closes the position
 * first and needs no collateral for that part. Each contract of the position is closed only once.
 */
function computeReserve(position: bigint, orders: readonly Order[], fees: FeeTerms): Notional {
  let reserve = 0n;
  for (const side of ['bid', 'ask'] as const) {
    let free = computeClosable(position, side);
    for (const order of orders.filter((each) => each.side === side).sort(byPriority)) {
      const leaves = order.qty - order.filledQty;
      const closing = leaves < free ? leaves : free;
      free -= closing;
      reserve += computeOpeningCost(fees, side, order.price, leaves - closing, false);
    }
  }
  return reserve as Notional;
}

function byPriority(a: Order, b: Order): number {
  if (a.price === b.price) return a.number - b.number;
  return a.price > b.price === (a.side === 'bid') ? -1 : 1;
}
