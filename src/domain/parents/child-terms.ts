import type { Instrument } from '../model/instrument.ts';
import { floorToLot, minQty, type Price, type Qty } from '../model/money.ts';
import type { IcebergParams, Parent, ParentReason, StopParams } from '../model/parent.ts';
import { type PauseCause, unplacedQty } from '../model/parent.ts';
import { ceilToGrid, floorToGrid, type PriceGrid } from '../model/price-grid.ts';
import type { TimestampMs } from '../model/time.ts';
import type { Touch } from './trigger.ts';

/** What a decision sees. Everything that changes outside the parent is here, so that a decision is a pure function. */
export interface ParentInput {
  readonly now: TimestampMs;
  readonly touch: Touch | null; // of a live book; null: nothing may be fired or placed
  readonly watched: Price | null; // null without a live book
  readonly isMet: boolean; // the trigger is met by the live book; false for a type without trigger
  readonly isConfirmed: boolean; // and has been met for `confirm_ms`
  readonly obstacle: PauseCause | null; // it holds now, and long enough to be reported
  readonly obstacleSince: TimestampMs | null;
  readonly isMarketClosed: boolean;
  readonly isMarketOpen: boolean;
  readonly isDue: boolean; // `nextAt` is over
  readonly mayPlace: boolean; // false after a start, until venue and book are known again (I-P6)
  readonly random: number; // [0, 1)
  readonly grid: PriceGrid & Pick<Instrument, 'qtyStep' | 'qtyMin'>;
}

export interface ChildTerms {
  readonly qty: Qty;
  readonly price: Price;
  readonly tif: 'GTC' | 'GTD' | 'IOC';
}

/**
 * The terms of the next child: null when none is due, a reason when the parent ends instead.
 *
 * @param touch  of a live book
 */
export function findChildTerms(
  parent: Parent,
  input: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  const { params } = parent;
  const qty = floorToLot(unplacedQty(parent), input.grid.qtyStep);
  if (qty < input.grid.qtyMin) return 'below_minimum';
  return params.type === 'STOP'
    ? findStopTerms(parent, params, qty, input, touch)
    : findIcebergTerms(parent, params, qty, input);
}

/** With a price: a resting order. Without: an IOC order with a limit, never a market order. */
function findStopTerms(
  parent: Parent,
  params: StopParams,
  qty: Qty,
  { isMet, grid }: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  if (parent.price !== null) return { qty, price: parent.price, tif: parent.tif };
  const isRepeat = parent.childCount > 0 && parent.refusals === 0; // a refused child is retried, it did not take anything
  if (isRepeat && params.afterPartial === 'END') return 'ioc_remainder';
  if (isRepeat && !isMet) return null;
  const price = findSlippedPrice(parent, params.maxSlippage ?? (0n as Price), touch, grid);
  return price === null ? null : { qty, price, tif: 'IOC' };
}

/** The touch, worse by the slippage, within the prices of the instrument. Null for an empty side. */
function findSlippedPrice(
  { side, outcome }: Pick<Parent, 'side' | 'outcome'>,
  slippage: Price,
  { bid, ask }: Touch,
  grid: ParentInput['grid'],
): Price | null {
  if (side === 'BUY') {
    if (ask === null) return null;
    return floorToGrid(grid, outcome, (ask + slippage) as Price) ?? ask;
  }
  if (bid === null) return null;
  const lowest = bid > slippage ? bid - slippage : 0n;
  return ceilToGrid(grid, outcome, lowest as Price) ?? bid;
}

/** At most `display_qty`, varied by the jitter, in whole lots. */
function findIcebergTerms(
  { price, tif }: Parent,
  { displayQty, displayJitter }: IcebergParams,
  left: Qty,
  { grid, random }: ParentInput,
): ChildTerms | null {
  if (price === null) return null;
  const jitter = (displayQty * displayJitter * BigInt(Math.floor(random * RANDOM_STEPS))) / JITTER_UNITS;
  const shown = floorToLot((displayQty - jitter) as Qty, grid.qtyStep);
  return { qty: minQty(left, shown < grid.qtyMin ? grid.qtyMin : shown), price, tif };
}

const RANDOM_STEPS = 1_000_000;
const JITTER_UNITS = 100_000_000n * BigInt(RANDOM_STEPS);
