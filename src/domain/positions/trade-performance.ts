import {
  computeNotional,
  type Fill,
  type InstrumentId,
  isYesBuy,
  type LegArrival,
  type Notional,
  type Price,
} from '#contract';
import { assumeFee } from '../fees/dearest-fees.ts';
import { toYesPrice } from './position-accounting.ts';
import { SlippageTotals } from './slippage.ts';

export const PERFORMANCE_GROUPS = ['day', 'venue', 'tag'] as const;
export type PerformanceGroup = (typeof PERFORMANCE_GROUPS)[number];

/** What one YES contract is worth now; `isSettled` once that is what the market paid. */
export interface ContractValue {
  readonly price: Price | null; // null: not known
  readonly isSettled: boolean;
  readonly isRefunded: boolean; // a VOID market: trades are worth what they cost
}

/** Figures of trades. Money; `…Slippage` is positive when the execution was worse than its reference. */
export interface TradeFigures {
  readonly fills: number;
  readonly traded: Notional; // Σ price × quantity
  readonly fees: Notional; // the known ones
  readonly fillsWithoutFee: number; // whose fee is not known
  readonly netPnl: Notional; // at present values, less fees
  readonly unvaluedFills: number; // of markets without a price: they count only by their fees
  readonly settledMarkets: number;
  readonly wonMarkets: number; // settled ones whose trades gained after fees
  readonly midSlippage: Notional; // against the mid in the moment of acceptance
  readonly midFills: number; // fills for which that mid is stored
  readonly expectedSlippage: Notional; // of what was taken, against the average that the book then offered
  readonly expectedFills: number;
}

interface MarketSums {
  net: bigint; // YES contracts bought less sold
  cash: bigint; // received less paid, YES terms
  fees: bigint; // the known ones
  feesMost: bigint; // the others as the highest published ones
  fillsWithoutFee: number;
  fills: number;
}

class GroupSums {
  readonly markets = new Map<InstrumentId, MarketSums>();
  readonly slippage = new SlippageTotals();
  traded = 0n;
}

/**
 * Sums up trades by day, venue or tag. The trades of a group count like a separate position: each is
 * valued at what its market paid, or at its present mark, so that the groups add up to the whole.
 */
export class TradePerformance {
  readonly #by: PerformanceGroup;
  readonly #groups = new Map<string, GroupSums>();
  readonly #total = new GroupSums();

  constructor(by: PerformanceGroup) {
    this.#by = by;
  }

  /** Settlements and reversed fills are no trades. */
  static isTrade({ orderId, settlement }: Pick<Fill, 'orderId' | 'settlement'>): boolean {
    return orderId !== null && settlement !== 'VOID';
  }

  add(fill: Fill, arrival: LegArrival | null): void {
    const key = toGroup(fill, this.#by);
    const group = this.#groups.get(key) ?? new GroupSums();
    this.#groups.set(key, group);
    for (const sums of [group, this.#total]) addFill(sums, fill, arrival);
  }

  instrumentIds(): readonly InstrumentId[] {
    return [...this.#total.markets.keys()];
  }

  /** Sorted by group; the group of trades without a tag is empty. */
  groups(
    valueOf: (id: InstrumentId) => ContractValue,
  ): readonly (TradeFigures & { readonly group: string })[] {
    return [...this.#groups]
      .map(([group, sums]) => ({ group, ...toFigures(sums, valueOf) }))
      .toSorted((one, other) => (one.group < other.group ? -1 : 1));
  }

  total(valueOf: (id: InstrumentId) => ContractValue): TradeFigures {
    return toFigures(this.#total, valueOf);
  }
}

function toGroup({ venue, tag, timestamp }: Fill, by: PerformanceGroup): string {
  if (by === 'day') return new Date(timestamp).toISOString().slice(0, 10);
  return by === 'venue' ? venue : (tag ?? '');
}

function addFill(sums: GroupSums, fill: Fill, arrival: LegArrival | null): void {
  const { instrumentId, side, outcome, price, qty, fee } = fill;
  const market = sums.markets.get(instrumentId) ?? {
    net: 0n,
    cash: 0n,
    fees: 0n,
    feesMost: 0n,
    fillsWithoutFee: 0,
    fills: 0,
  };
  sums.markets.set(instrumentId, market);
  const sign = isYesBuy(side, outcome) ? 1n : -1n;
  market.net += sign * qty;
  market.cash -= sign * computeNotional(toYesPrice(outcome, price), qty);
  if (fee === null) market.fillsWithoutFee += 1;
  else market.fees += fee;
  market.feesMost += assumeFee(fill);
  market.fills += 1;
  sums.traded += computeNotional(price, qty);
  sums.slippage.add(fill, arrival);
}

function toFigures(sums: GroupSums, valueOf: (id: InstrumentId) => ContractValue): TradeFigures {
  let [netPnl, fees, fillsWithoutFee, fills, unvaluedFills, settledMarkets, wonMarkets] = [
    0n,
    0n,
    0,
    0,
    0,
    0,
    0,
  ];
  for (const [id, market] of sums.markets) {
    const { price, isSettled, isRefunded } = valueOf(id);
    fees += market.fees;
    fillsWithoutFee += market.fillsWithoutFee;
    fills += market.fills;
    if (price === null && !isRefunded) unvaluedFills += market.fills;
    const gain = isRefunded || price === null ? 0n : market.cash + market.net * price;
    netPnl += gain - market.fees;
    if (!isSettled) continue;
    settledMarkets += 1;
    if (gain > market.feesMost) wonMarkets += 1;
  }
  const slippage = sums.slippage.total();
  return {
    fills,
    traded: sums.traded as Notional,
    fees: fees as Notional,
    fillsWithoutFee,
    netPnl: netPnl as Notional,
    unvaluedFills,
    settledMarkets,
    wonMarkets,
    midSlippage: slippage.mid,
    midFills: slippage.midFills,
    expectedSlippage: slippage.expected,
    expectedFills: slippage.expectedFills,
  };
}
