import { type CandleInterval, toBucketStart } from '../market-data/candles.ts';
import type { FillId } from '../model/ids.ts';
import { NOTIONAL_ZERO, type Notional, type Price } from '../model/money.ts';
import type { Fill } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import type { TimestampMs } from '../model/time.ts';
import { applyFill, markPosition, toYesPrice } from './position-accounting.ts';

/** Whose trading of which instrument. */
export type PnlKey = Pick<Position, 'accountId' | 'subaccountId' | 'instrumentId' | 'venue'>;

/** What trading one instrument has come to: what is held, and all that was realized and paid since the first fill. */
export interface PnlState extends PnlKey {
  readonly net: bigint; // as in a position
  readonly cost: Notional;
  readonly realizedPnl: Notional; // of every holding of it, closed ones too
  readonly fees: Notional;
  readonly filledAt: TimestampMs; // of the latest fill
}

/** How that stood at the end of one minute. The mark stands apart, so that the rest can be worked out again. */
export interface PnlRow extends PnlState {
  readonly t: TimestampMs; // start of the minute
  readonly mark: Price | null;
}

/** Sums over instruments. `equity` is what trading has added: realized + unrealized − fees. */
export interface PnlValue {
  readonly realizedPnl: Notional;
  readonly unrealizedPnl: Notional;
  readonly fees: Notional;
}

export interface PnlPoint extends PnlValue {
  readonly t: TimestampMs; // start of the bucket; the values are those at its end
}

export const computeEquity = ({ realizedPnl, unrealizedPnl, fees }: PnlValue): Notional =>
  (realizedPnl + unrealizedPnl - fees) as Notional;

/**
 * The state after one fill more. It counts when it was traded, or with the fill recorded before it when
 * that one is later: what a fill realizes follows from those recorded before.
 */
export function addFillToPnl(before: PnlState | null, fill: Fill): PnlState {
  const { accountId, subaccountId, instrumentId, venue } = fill;
  const held = before === null ? null : positionOf(before);
  const { position, realizedPnl } = applyFill(held, { ...fill, at: fill.timestamp });
  return {
    accountId,
    subaccountId,
    instrumentId,
    venue,
    net: position.net,
    cost: position.cost,
    realizedPnl: ((before?.realizedPnl ?? 0n) + realizedPnl) as Notional,
    fees: ((before?.fees ?? 0n) + fill.fee) as Notional,
    filledAt: later(before?.filledAt ?? fill.timestamp, fill.timestamp),
  };
}

/**
 * One instrument's trading again without a fill that was taken back: how it stood before that fill, then at
 * the end of each minute in which a later one counts.
 *
 * @param history  all fills of the holding as they stand now, oldest record first
 * @returns        ascending; each row stands until the next
 */
export function replayPnl(history: readonly Fill[], voided: FillId): readonly PnlRow[] {
  const minutes = new Map<TimestampMs, PnlRow>();
  let before: PnlRow | null = null;
  let hasBegun = false;
  for (const fill of history) {
    if (fill.id === voided) {
      hasBegun = true;
      before ??= toPnlRow(nothingTraded(fill), toYesFillPrice(fill));
      minutes.set(before.t, before);
    }
    if (fill.settlement === 'VOID') continue;
    before = toPnlRow(addFillToPnl(before, fill), toYesFillPrice(fill));
    if (hasBegun) minutes.set(before.t, before);
  }
  return [...minutes.values()];
}

/** The row of the minute in which the state's latest fill counts. */
export const toPnlRow = (state: PnlState, mark: Price | null): PnlRow => ({
  ...state,
  t: toMinute(state.filledAt),
  mark,
});

export const toMinute = (at: TimestampMs): TimestampMs => toBucketStart(at, '1m');

/** What a fill itself says of the market's price, in YES terms. */
export const toYesFillPrice = ({ outcome, price }: Fill): Price => toYesPrice(outcome, price);

/** Valued as `GET /v1/positions` values it. */
export const computePnlValue = (row: PnlState, mark: Price | null): PnlValue => ({
  realizedPnl: row.realizedPnl,
  unrealizedPnl: markPosition(positionOf(row), mark).unrealizedPnl,
  fees: row.fees,
});

export const ZERO_PNL: PnlValue = {
  realizedPnl: NOTIONAL_ZERO,
  unrealizedPnl: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
};

export const addPnl = (a: PnlValue, b: PnlValue): PnlValue => ({
  realizedPnl: (a.realizedPnl + b.realizedPnl) as Notional,
  unrealizedPnl: (a.unrealizedPnl + b.unrealizedPnl) as Notional,
  fees: (a.fees + b.fees) as Notional,
});

export const subtractPnl = (a: PnlValue, b: PnlValue): PnlValue => ({
  realizedPnl: (a.realizedPnl - b.realizedPnl) as Notional,
  unrealizedPnl: (a.unrealizedPnl - b.unrealizedPnl) as Notional,
  fees: (a.fees - b.fees) as Notional,
});

/**
 * Adds instruments' rows up to one curve. Each row stands until the next of its instrument, so the curve is
 * the running sum of what each bucket changed.
 *
 * @param rows      ascending within an instrument, instruments one after the other
 * @param from      start of the first bucket: what came before it is part of its point
 * @returns         ascending; buckets in which nothing changed are left out
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
    const t = later(toBucketStart(row.t, interval), from);
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

const nothingTraded = ({ accountId, subaccountId, instrumentId, venue, timestamp }: Fill): PnlState => ({
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: 0n,
  cost: NOTIONAL_ZERO,
  realizedPnl: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
  filledAt: timestamp,
});

const later = (a: TimestampMs, b: TimestampMs): TimestampMs => (a > b ? a : b);

const positionOf = (state: PnlState): Position => ({ ...state, updatedAt: state.filledAt });
