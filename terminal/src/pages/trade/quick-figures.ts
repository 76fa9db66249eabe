import type { Balance, Instrument, Outcome, Position, Side } from '../../../../sdk/src/index.ts';
import {
  floorToLot,
  ONE,
  parseDecimal,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
} from '../../../../src/contract/model/money.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { ladderRows } from './dom-rows.ts';
import { findRow, type PriceAxis } from './price-axis.ts';

/** The best prices of a book and their middle, as valid prices of the market; null for an empty side. */
export interface QuickPrices {
  readonly bid: string | null;
  readonly mid: string | null;
  readonly ask: string | null;
}

/** A middle between two ticks is rounded to the passive side: down for a purchase, up for a sale. */
export function quickPrices(
  shown: ShownBook | null,
  outcome: Outcome,
  axis: PriceAxis,
  side: Side,
): QuickPrices {
  if (shown === null || shown.kind === 'unavailable') return { bid: null, mid: null, ask: null };
  const rows = ladderRows(shown.book, outcome, 1);
  const best = (of: 'bid' | 'ask'): string | null => {
    const price = rows.find((row) => row.side === of)?.price;
    return price === undefined ? null : (axis.prices[findRow(axis, price, of)] ?? null);
  };
  const [bid, ask] = [best('bid'), best('ask')];
  if (bid === null || ask === null) return { bid, mid: null, ask };
  const middle = renderDecimal(((parsePrice(bid) ?? 0n) + (parsePrice(ask) ?? 0n)) / 2n);
  return { bid, mid: axis.prices[findRow(axis, middle, side === 'BUY' ? 'bid' : 'ask')] ?? null, ask };
}

/** What a share of a size is taken of. */
export interface Basis {
  readonly name: 'position' | 'cash';
  readonly qty: bigint; // 1e-8 contracts
}

/**
 * The contracts that an order of this side can close; if it closes nothing, those that the available cash pays for at the
 * price, without fees. Null if neither is known.
 */
export function sizeBasis(
  side: Side,
  outcome: Outcome,
  price: string | null,
  position: Position | undefined,
  balance: Balance | undefined,
): Basis | null {
  if (position !== undefined && (heldOutcome(position) === outcome) === (side === 'SELL'))
    return { name: 'position', qty: parseQty(position.qty) ?? 0n };
  const [cash, limit] = [parseDecimal(balance?.available ?? ''), parsePrice(price ?? '')];
  if (cash === null || limit === null) return null;
  const each = side === 'BUY' ? limit : ONE - limit;
  return each <= 0n ? null : { name: 'cash', qty: (cash * ONE) / each };
}

/** A share of the basis in percent, rounded down to the quantity step; null if less than the smallest order remains. */
export function shareOf(
  { qty }: Basis,
  percent: number,
  { qty_step: step, min_qty: least }: Pick<Instrument, 'qty_step' | 'min_qty'>,
): string | null {
  const lot = parseQty(step) ?? (ONE as Qty);
  const share = floorToLot(((qty * BigInt(percent)) / 100n) as Qty, lot);
  return share === 0n || share < (parseQty(least) ?? 0n) ? null : renderDecimal(share);
}
