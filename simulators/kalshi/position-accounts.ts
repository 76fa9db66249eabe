import { absolute, type Notional, ONE, type Price, type Qty } from '../../src/domain/model/money.ts';
import type { BookSide, Order, Position } from './exchange-records.ts';
import { type FeeTerms, tradeFee } from './kalshi-fees.ts';

export interface PositionFill {
  readonly position: Position;
  readonly revenue: Notional; // cash it brings before fees; negative when it opens
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
 * A fill on a position. What closes comes first: an ask sells YES that is held, a bid sells NO; only the
 * rest opens, at the price in its own outcome. Nobody holds YES and NO of one market at once.
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

/** What a contract costs whoever takes this side to open: YES at p for a bid, NO at 1 − p for an ask. */
export const computeUnitCost = (side: BookSide, price: Price): bigint =>
  side === 'bid' ? price : ONE - price;

/** How much of an order on this side would close the position. */
export function computeClosable(position: bigint, side: BookSide): bigint {
  const open = side === 'bid' ? -position : position;
  return open > 0n ? open : 0n;
}

/** Collateral and fee of opening so much; for an order that may take at once the fee is the taker's. */
export function computeOpeningCost(
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
 * What resting orders of one market hold back. On each side the best price closes first and needs nothing
 * for that part; a position is closed once, however many orders would.
 */
export function computeReserve(position: bigint, orders: readonly Order[], fees: FeeTerms): Notional {
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
