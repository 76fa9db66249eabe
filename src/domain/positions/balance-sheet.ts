import {
  type Fill,
  isOperationOver,
  type Notional,
  type Position,
  type PositionOperation,
  PRICE_ONE,
} from '#contract';

/** What the records of one subaccount at one venue add up to, since its first fill. */
export interface CashRecords {
  readonly realizedPnl: bigint; // of all fills, results of markets included
  readonly fees: bigint; // the known ones
  readonly fillsWithoutFee: number; // whose fee is not known
  readonly positionCost: bigint; // of the open positions, as `computePositionCost`
  readonly lockedInPairs: bigint;
  readonly redeemable: bigint;
}

export const NO_CASH_RECORDS: CashRecords = {
  realizedPnl: 0n,
  fees: 0n,
  fillsWithoutFee: 0,
  positionCost: 0n,
  lockedInPairs: 0n,
  redeemable: 0n,
};

/** The lines of a balance sheet. The cash is signed: what trades, fees, operations and results have added to the account. */
export interface SheetPart {
  readonly cash: Notional | null; // null: a fill has an unknown fee
  readonly reserved: Notional; // by live orders, fees included
  readonly available: Notional | null; // `cash` less `reserved`
  readonly lockedInPairs: Notional; // what a merge of all pairs pays
  readonly redeemable: Notional; // what the tokens of settled markets pay
  readonly unsettled: Notional | null; // the part of `cash` that the venue may still take back; null: one has an unknown fee
  readonly fees: Notional | null; // null: a fill has an unknown fee
  readonly rewards: null; // no venue reports them
}

export type SheetLine = keyof SheetPart;
export const SHEET_LINES = [
  'cash',
  'reserved',
  'available',
  'lockedInPairs',
  'redeemable',
  'unsettled',
  'fees',
  'rewards',
] as const satisfies readonly SheetLine[];

/**
 * What an open position has cost: the price of YES for a long one, one minus it for a short one. It returns as cash when the
 * position is closed, with what is realized.
 */
export const computePositionCost = ({ net, cost }: Pick<Position, 'net' | 'cost'>): bigint =>
  net < 0n ? PRICE_ONE * -net - cost : cost;

/**
 * The cash that the records of a subaccount have moved: what it realized (I-52), less its fees and what its positions, pairs
 * and claims still hold. Null while a fee is not known.
 *
 * Source  docs/api/balances.md, Balance sheet
 */
export const computeCashMoved = (records: CashRecords): bigint | null =>
  records.fillsWithoutFee > 0
    ? null
    : records.realizedPnl - records.fees - records.positionCost - records.lockedInPairs - records.redeemable;

export function computeSheetPart(
  records: CashRecords,
  { reserved, unsettled }: { readonly reserved: bigint; readonly unsettled: bigint | null },
): SheetPart {
  const cash = computeCashMoved(records);
  return {
    cash: cash as Notional | null,
    reserved: reserved as Notional,
    available: cash === null ? null : ((cash - reserved) as Notional),
    lockedInPairs: records.lockedInPairs as Notional,
    redeemable: records.redeemable as Notional,
    unsettled: unsettled as Notional | null,
    fees: records.fillsWithoutFee > 0 ? null : (records.fees as Notional),
    rewards: null,
  };
}

/** The sum of parts, line by line; a line that is not known in one part is not known in the sum. */
export function addSheetParts(a: SheetPart, b: SheetPart): SheetPart {
  const add = (line: SheetLine): bigint | null => {
    const [left, right] = [a[line], b[line]];
    return left === null || right === null ? null : left + right;
  };
  return Object.fromEntries(SHEET_LINES.map((line) => [line, add(line)])) as unknown as SheetPart;
}

export const EMPTY_PART = computeSheetPart(NO_CASH_RECORDS, { reserved: 0n, unsettled: 0n });

/**
 * The cash that a trade has moved, its fee included; null while the fee is not known. Where YES and NO are tokens, `tokenSide`
 * says which of them it traded.
 */
export function computeTradeCash({ side, price, qty, fee, tokenSide }: Fill): bigint | null {
  const isBuy = (tokenSide ?? side) === 'BUY';
  const unit = (tokenSide ?? side) === side ? price : PRICE_ONE - price;
  return fee === null ? null : (isBuy ? -unit : unit) * qty - fee;
}

/** By how much the figure of a venue may lie below (`low` ≤ 0) or above (`high` ≥ 0) ours without an error. */
export interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

export const EXACT: Bounds = { low: 0n, high: 0n };

export const addBounds = (a: Bounds, b: Bounds): Bounds => ({ low: a.low + b.low, high: a.high + b.high });

/** An amount is in our figure, and may be missing in the venue's. */
export const mayMiss = (amount: bigint): Bounds =>
  amount > 0n ? { low: -amount, high: 0n } : { low: 0n, high: -amount };

/** An amount may be in the venue's figure already, and is not in ours. */
export const mayHave = (amount: bigint): Bounds => mayMiss(-amount);

/** What an operation on its way may have moved at the venue already: cash, or what binds it. */
export function computeOperationBounds({ kind, status, cash, redeems }: PositionOperation): {
  readonly cash: Bounds;
  readonly lockedInPairs: Bounds;
  readonly redeemable: Bounds;
} {
  const none = { cash: EXACT, lockedInPairs: EXACT, redeemable: EXACT };
  if (status === 'REQUESTED' || isOperationOver({ status })) return none;
  if (kind === 'SPLIT') return { ...none, cash: mayMiss(cash), lockedInPairs: mayHave(cash) };
  if (kind === 'MERGE') return { ...none, cash: mayHave(cash), lockedInPairs: mayMiss(cash) };
  const paid = redeems.reduce((sum, { payout }) => sum + payout, 0n);
  return { ...none, cash: mayHave(paid), redeemable: mayMiss(paid) };
}

/**
 * The cash of a venue's account that no trade of this service explains: what was there before, and what was paid in or out
 * since. It is known as exactly as the comparisons allow: between `low` and `high`.
 */
export interface Unattributed {
  readonly amount: bigint;
  readonly low: bigint; // ≤ amount
  readonly high: bigint; // ≥ amount
}

export interface CashComparison {
  readonly unattributed: Unattributed;
  readonly difference: bigint; // the venue's figure less ours
  readonly bounds: Bounds; // in which the difference is explained
  readonly isExplained: boolean;
}

/**
 * Compares the cash that a venue reports with the cash of our records. The first comparison says what is unattributed; each
 * later one must find the same, and narrows it.
 *
 * @param before    null at the first comparison
 * @param rest      the venue's figure less what our records have moved
 * @param bounds    how far the venue's figure may be off now
 * @param rounding  what the venue may have rounded since the last comparison
 */
export function compareCash(
  before: Unattributed | null,
  rest: bigint,
  bounds: Bounds,
  rounding: bigint,
): CashComparison {
  const [from, to] = [rest - bounds.high, rest - bounds.low];
  if (before === null) {
    const unattributed = { amount: clamp(rest, from, to), low: from, high: to };
    const difference = rest - unattributed.amount;
    return { unattributed, difference, bounds, isExplained: true };
  }
  const known = { low: before.low - rounding, high: before.high + rounding };
  const low = from > known.low ? from : known.low;
  const high = to < known.high ? to : known.high;
  const isExplained = low <= high;
  const unattributed = isExplained
    ? { amount: clamp(before.amount, low, high), low, high }
    : { ...known, amount: before.amount }; // what the venue rounded stays explained once the difference is over
  const { amount } = unattributed;
  return {
    unattributed,
    difference: rest - amount,
    bounds: { low: known.low + bounds.low - amount, high: known.high + bounds.high - amount },
    isExplained,
  };
}

/** Compares a line that the venue reports in full. */
export const isWithin = (difference: bigint, { low, high }: Bounds): boolean =>
  difference >= low && difference <= high;

const clamp = (amount: bigint, low: bigint, high: bigint): bigint =>
  amount < low ? low : amount > high ? high : amount;
