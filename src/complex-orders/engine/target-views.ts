import {
  type Book,
  hasLegsTogether,
  type Instrument,
  type Level,
  type Notional,
  type Outcome,
  type Parent,
  type ParentTarget,
  type PauseCause,
  type Side,
  type TimestampMs,
  type Touch,
} from '#contract';
import { findImbalance, getTakeSide, toTakerPrice } from '#domain';
import type { PairLegInput, ParentInput } from '../rules/parent-rules.ts';

/** One market that a complex order trades on, at this moment. */
export interface TargetView {
  readonly target: ParentTarget;
  readonly instrument: Instrument;
  readonly book: Pick<Book, 'bids' | 'asks'> | null; // null: it is not live
  readonly touch: Touch | null;
  readonly obstacle: PauseCause | null;
  readonly obstacleSince: TimestampMs | null;
  readonly notionalMin: Notional | null; // of a BUY that trades at once
}

type Conditions = Pick<
  ParentInput,
  'touch' | 'obstacle' | 'obstacleSince' | 'isMarketClosed' | 'isMarketOpen' | 'legs'
>;

/**
 * What the markets allow together. A pair needs both of them to start a set. While one leg lags, either is enough: the
 * lagging leg to follow, or the other one to be sold back. Of two limits either is enough too; with a stop, the market
 * of the stop decides, so that it fires whatever happens to that of the limit.
 */
export function combineTargets({ pair, params }: Parent, all: readonly TargetView[]): Conditions {
  const targets = hasLegsTogether(params) ? all : all.slice(0, 1);
  const needsAll = pair !== null && findImbalance(pair) === 0n;
  const holds = (check: (target: TargetView) => boolean): boolean =>
    needsAll ? targets.every(check) : targets.some(check);
  const isBlocked = !holds(({ obstacle }) => obstacle === null);
  const blocked = isBlocked ? targets.find(({ obstacle }) => obstacle !== null) : undefined;
  const isLive = holds(({ touch }) => touch !== null);
  return {
    touch: isLive ? (targets.find(({ touch }) => touch !== null)?.touch ?? null) : null,
    obstacle: blocked?.obstacle ?? null,
    obstacleSince: blocked?.obstacleSince ?? null,
    isMarketClosed: !holds(({ instrument: { status } }) => status !== 'CLOSED' && status !== 'SETTLED'),
    isMarketOpen: holds(({ instrument: { status } }) => status === 'OPEN'),
    legs: toLegs(all),
  };
}

function toLegs([first, second]: readonly TargetView[]): ParentInput['legs'] {
  return first === undefined || second === undefined ? null : [toLegInput(first), toLegInput(second)];
}

export function toLegInput({
  target,
  instrument,
  book,
  notionalMin,
}: Pick<TargetView, 'target' | 'instrument' | 'book' | 'notionalMin'>): PairLegInput {
  const { side, outcome } = target;
  const isOpen = instrument.status === 'OPEN';
  const list = (by: Side): readonly Level[] =>
    book === null || !isOpen ? [] : listTakerLevels(book, by, outcome);
  return {
    takes: list(side),
    gives: list(side === 'BUY' ? 'SELL' : 'BUY'),
    fees: instrument.fees,
    grid: instrument,
    notionalMin,
    isUsable: isOpen && book !== null,
  };
}

/** The levels that an order would take, in terms of its outcome, best first. */
function listTakerLevels(book: Pick<Book, 'bids' | 'asks'>, side: Side, outcome: Outcome): readonly Level[] {
  const from = getTakeSide(book, side, outcome);
  return from.levels.map((level) => ({ price: toTakerPrice(from, level), qty: level.qty }));
}
