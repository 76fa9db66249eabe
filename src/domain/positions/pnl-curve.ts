import {
  type Fill,
  type FillId,
  NOTIONAL_ZERO,
  type Notional,
  type Position,
  type Price,
  type TimestampMs,
} from '#contract';
import { type CandleInterval, toBucketStart } from '../market-data/candles.ts';
import { applyRecordedFill, markPosition, toYesPrice } from './position-accounting.ts';

/** Identifies the PnL of one subaccount in one instrument. */
export type PnlKey = Pick<Position, 'accountId' | 'subaccountId' | 'instrumentId' | 'venue'>;

/** Cumulative result of trading one instrument since the first fill. */
export interface PnlState extends PnlKey {
  readonly net: bigint; // as in Position
  readonly cost: Notional;
  readonly realizedPnl: Notional; // including closed positions
  readonly fees: Notional; // the known ones
  readonly fillsWithoutFee: number; // whose fee is not known
  readonly filledAt: TimestampMs; // time of the latest fill
}

/** PnL state at the end of one minute. The mark is a separate field, since only the rest can be recomputed. */
export interface PnlRow extends PnlState {
  readonly t: TimestampMs; // start of the minute
  readonly mark: Price | null;
}

/** PnL sums over instruments. `computeEquity` is realized + unrealized − fees. */
export interface PnlValue {
  readonly realizedPnl: Notional;
  readonly unrealizedPnl: Notional;
  readonly fees: Notional;
  readonly fillsWithoutFee: number;
}

export interface PnlPoint extends PnlValue {
  readonly t: TimestampMs; // start of the bucket; the values are at the end of the bucket
  readonly unrealizedAtFair?: Notional; // at the caller's fair values; only at present, and only where there are any
}

export const computeEquity = ({ realizedPnl, unrealizedPnl, fees }: PnlValue): Notional =>
  (realizedPnl + unrealizedPnl - fees) as Notional;

/**
 * Adds one fill. It counts at its trade time, or at the time of the previously recorded fill when that is later,
 * because its realized PnL depends on the fills recorded before.
 */
export function addFillToPnl(before: PnlState | null, fill: Fill): PnlState {
  const { accountId, subaccountId, instrumentId, venue } = fill;
  const held = before === null ? null : toPosition(before);
  const { position, realizedPnl } = applyRecordedFill(held, { ...fill, at: fill.timestamp });
  return {
    accountId,
    subaccountId,
    instrumentId,
    venue,
    net: position.net,
    cost: position.cost,
    realizedPnl: ((before?.realizedPnl ?? 0n) + realizedPnl) as Notional,
    fees: ((before?.fees ?? 0n) + (fill.fee ?? 0n)) as Notional,
    fillsWithoutFee: (before?.fillsWithoutFee ?? 0) + (fill.fee === null ? 1 : 0),
    filledAt: latest(before?.filledAt ?? fill.timestamp, fill.timestamp),
  };
}

/**
 * Recomputes the PnL rows of one instrument after a fill was voided: the row before that fill, then the row of
 * each minute with a later fill.
 *
 * @param history  all fills of the position in their current state, in the order recorded
 * @returns        ascending; each row is valid until the next
 */
export function replayPnl(history: readonly Fill[], voided: FillId): readonly PnlRow[] {
  const minutes = new Map<TimestampMs, PnlRow>();
  let before: PnlRow | null = null;
  let hasBegun = false;
  for (const fill of history) {
    if (fill.id === voided) {
      hasBegun = true;
      before ??= toPnlRow(emptyPnlState(fill), toYesFillPrice(fill));
      minutes.set(before.t, before);
    }
    if (fill.settlement === 'VOID') continue;
    before = toPnlRow(addFillToPnl(before, fill), toYesFillPrice(fill));
    if (hasBegun) minutes.set(before.t, before);
  }
  return [...minutes.values()];
}

/** The row of the minute of the latest fill. */
export const toPnlRow = (state: PnlState, mark: Price | null): PnlRow => ({
  ...state,
  t: toMinute(state.filledAt),
  mark,
});

export const toMinute = (at: TimestampMs): TimestampMs => toBucketStart(at, '1m');

/** The price of a fill in YES terms, used as a mark price. */
export const toYesFillPrice = ({ outcome, price }: Fill): Price => toYesPrice(outcome, price);

/** Values a row in the same way as `GET /v1/positions`. */
export const computePnlValue = (row: PnlState, mark: Price | null): PnlValue => ({
  realizedPnl: row.realizedPnl,
  unrealizedPnl: markPosition(toPosition(row), mark).unrealizedPnl,
  fees: row.fees,
  fillsWithoutFee: row.fillsWithoutFee,
});

export const ZERO_PNL: PnlValue = {
  realizedPnl: NOTIONAL_ZERO,
  unrealizedPnl: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
  fillsWithoutFee: 0,
};

export const addPnl = (a: PnlValue, b: PnlValue): PnlValue => ({
  realizedPnl: (a.realizedPnl + b.realizedPnl) as Notional,
  unrealizedPnl: (a.unrealizedPnl + b.unrealizedPnl) as Notional,
  fees: (a.fees + b.fees) as Notional,
  fillsWithoutFee: a.fillsWithoutFee + b.fillsWithoutFee,
});

export const subtractPnl = (a: PnlValue, b: PnlValue): PnlValue => ({
  realizedPnl: (a.realizedPnl - b.realizedPnl) as Notional,
  unrealizedPnl: (a.unrealizedPnl - b.unrealizedPnl) as Notional,
  fees: (a.fees - b.fees) as Notional,
  fillsWithoutFee: a.fillsWithoutFee - b.fillsWithoutFee,
});

/**
 * Sums the rows of several instruments to one curve. Each row is valid until the next row of its instrument, so
 * the curve is the running sum of the changes in each bucket.
 *
 * @param rows      grouped by instrument, ascending within an instrument
 * @param from      start of the first bucket, whose point includes all earlier rows
 * @returns         ascending, without buckets in which nothing changed
 */
export function computePnlCurve(
  rows: Iterable<PnlRow>,
  interval: CandleInterval,
  from: TimestampMs,
): readonly PnlPoint[] {
  const changes = new Map<TimestampMs, PnlValue>();
  let before: { readonly row: PnlRow; readonly value: PnlValue } | null = null;
  for (const row of rows) {
    const value = computePnlValue(row, row.mark);
    const t = latest(toBucketStart(row.t, interval), from);
    const known = before?.row.instrumentId === row.instrumentId ? before.value : ZERO_PNL;
    changes.set(t, addPnl(changes.get(t) ?? ZERO_PNL, subtractPnl(value, known)));
    before = { row, value };
  }
  let sum = ZERO_PNL;
  return [...changes]
    .toSorted(([a], [b]) => a - b)
    .map(([t, change]) => {
      sum = addPnl(sum, change);
      return { t, ...sum };
    });
}

const emptyPnlState = ({ accountId, subaccountId, instrumentId, venue, timestamp }: Fill): PnlState => ({
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: 0n,
  cost: NOTIONAL_ZERO,
  realizedPnl: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
  fillsWithoutFee: 0,
  filledAt: timestamp,
});

const latest = (a: TimestampMs, b: TimestampMs): TimestampMs => (a > b ? a : b);

const toPosition = (state: PnlState): Position => ({ ...state, updatedAt: state.filledAt });
