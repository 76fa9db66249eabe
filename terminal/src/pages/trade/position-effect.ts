import type { NewOrder, OrderPreview, Outcome, Position } from '../../../../sdk/src/index.ts';
import {
  divideHalfEven,
  type Notional,
  ONE,
  parseDecimal,
  renderDecimal,
  renderNotional,
} from '../../../../src/contract/model/money.ts';
import { toNotional } from '../../components/amounts.ts';

/** A position before and after the order, as `31 YES` or `none`. */
export interface PositionChange {
  readonly instrumentId: number;
  readonly venue: string;
  readonly before: string;
  readonly after: string;
}

/** The effect of a planned order on the positions if all of it fills. */
export interface PositionEffect {
  readonly changes: readonly PositionChange[];
  readonly realised: string | null; // PnL before fees of the part that closes a position; null if it closes none
  readonly realisedAfterFees: string | null; // null too if the order also opens a position
  readonly opened: { readonly maxLoss: string; readonly maxProfit: string; readonly payout: string } | null;
}

type Leg = OrderPreview['legs'][number];

/**
 * Splits each leg into the part that closes a held position and the part that opens one. A sale of what is held loses
 * nothing more; only an opened part can lose its cost, or for a sale the payout minus the proceeds.
 */
export function computeEffect(
  { side }: Pick<NewOrder, 'side'>,
  { legs, totals }: Pick<OrderPreview, 'legs' | 'totals'>,
  positions: readonly Position[],
): PositionEffect | null {
  const parts = legs.map((leg) => splitLeg(side, leg, positions));
  const known = parts.filter((part) => part !== null);
  if (totals === null || known.length !== legs.length) return null;
  const sum = (pick: (part: LegParts) => bigint): bigint =>
    known.reduce((total, part) => total + pick(part), 0n);
  const [closed, opened] = [sum(({ closes }) => closes), sum(({ opens }) => opens)];
  const gross = sum(({ realised }) => realised);
  const profit = sum(({ profit: each }) => each);
  const payout = opened * ONE;
  return {
    changes: known.map(({ change }) => change),
    realised: closed === 0n ? null : renderNotional(gross as Notional),
    realisedAfterFees:
      closed === 0n || opened !== 0n ? null : renderNotional((gross - toNotional(totals.fees)) as Notional),
    opened:
      opened === 0n
        ? null
        : {
            maxLoss: renderNotional((payout - profit) as Notional),
            maxProfit: renderNotional(profit as Notional),
            payout: renderNotional(payout as Notional),
          },
  };
}

interface LegParts {
  readonly change: PositionChange;
  readonly closes: bigint; // 1e-8 contracts
  readonly opens: bigint;
  readonly realised: bigint; // 1e-16, before fees
  readonly profit: bigint; // the most that the opened part can win, after its share of the fee
}

/** All prices and quantities are of the leg's outcome; NO contracts held are YES contracts sold. */
function splitLeg(side: NewOrder['side'], leg: Leg, positions: readonly Position[]): LegParts | null {
  const { expected, outcome, instrument_id: id, venue } = leg;
  if (expected === null) return null;
  const qty = units(expected.takes_qty) + units(expected.rests_qty);
  if (qty === 0n) return null;
  const { held, average } = holding(positions, id, outcome);
  const [cost, fee] = [toNotional(expected.cost), toNotional(expected.fee)];
  const isBuy = side === 'BUY';
  const value = isBuy ? cost - fee : fee - cost; // price × qty
  const opposite = isBuy ? -held : held;
  const closes = opposite <= 0n ? 0n : opposite < qty ? opposite : qty;
  const opens = qty - closes;
  const valueClosed = divideHalfEven(value * closes, qty);
  const [valueOpened, feeOpened] = [value - valueClosed, divideHalfEven(fee * opens, qty)];
  const costClosed = average * closes;
  const after = held + (isBuy ? qty : -qty);
  return {
    change: { instrumentId: id, venue, before: showHeld(held, outcome), after: showHeld(after, outcome) },
    closes,
    opens,
    realised: isBuy ? costClosed - valueClosed : valueClosed - costClosed,
    profit: (isBuy ? opens * ONE - valueOpened : valueOpened) - feeOpened,
  };
}

/** The signed contracts held of an outcome and their average price; positions are in YES terms. */
function holding(
  positions: readonly Position[],
  instrumentId: number,
  outcome: Outcome,
): { readonly held: bigint; readonly average: bigint } {
  const position = positions.find((each) => each.instrument_id === instrumentId);
  if (position === undefined) return { held: 0n, average: 0n };
  const [qty, average] = [units(position.qty), units(position.avg_price)];
  const isLong = (position.side === 'BUY') === (outcome === 'YES');
  return { held: isLong ? qty : -qty, average: outcome === 'YES' ? average : ONE - average };
}

/** `31 YES`; `none` for zero. A negative number of YES is a number of NO. */
function showHeld(held: bigint, outcome: Outcome): string {
  if (held === 0n) return 'none';
  const other = outcome === 'YES' ? 'NO' : 'YES';
  return held > 0n ? `${renderDecimal(held)} ${outcome}` : `${renderDecimal(-held)} ${other}`;
}

const units = (text: string): bigint => parseDecimal(text) ?? 0n;
