import {
  type Book,
  type EventId,
  type FeeSchedule,
  type GenericAssetId,
  type InstrumentId,
  type Level,
  type Notional,
  ONE,
  type OpportunityKind,
  type Outcome,
  type Price,
  type Qty,
  type VenueName,
} from '#contract';
import { computeFeeRate, computeFeeScale, getBestTakerPrice, getTakeSide, toTakerPrice } from '#domain';

/** One purchase of a set. The outcome is the instrument's own. */
export interface LegDefinition {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly outcome: Outcome;
}

/** Purchases in equal quantity that together pay at least a fixed amount, whatever happens. */
export interface SetDefinition {
  readonly kind: OpportunityKind;
  readonly genericAssetId: GenericAssetId | null; // of CROSS
  readonly eventId: EventId | null; // of ALL_YES, ALL_NO and LADDER
  readonly legs: readonly LegDefinition[];
}

/** Trading terms and the book of one instrument, in its own YES terms. */
export interface LegSource {
  readonly book: Pick<Book, 'bids' | 'asks'>;
  readonly fees: FeeSchedule;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly buyNotionalMin: Notional | null; // minimum of a BUY that trades immediately; null: none
}

/** A leg with the levels that a buyer of its outcome takes, best price first, in terms of that outcome. */
export interface PricedLeg extends Omit<LegSource, 'book'> {
  readonly leg: LegDefinition;
  readonly levels: readonly Level[];
}

/**
 * The amount that one set pays at least, 1e-8: 1, or for ALL_NO of N legs N − 1, since at most one of them does not
 * pay.
 */
export const computePayout = (kind: OpportunityKind, legs: number): bigint =>
  kind === 'ALL_NO' ? BigInt(legs - 1) * ONE : ONE;

/** In each possible course of events, which legs pay. Nothing is void here. */
export function listScenarios(kind: OpportunityKind, legs: number): readonly (readonly boolean[])[] {
  const one = Array.from({ length: legs }, (_, winner) =>
    Array.from({ length: legs }, (_unused, leg) => leg === winner),
  );
  if (kind === 'ALL_NO')
    return [...one.map((wins) => wins.map((isWinner) => !isWinner)), one.map(() => true)];
  return kind === 'LADDER' ? [...one, [true, true]] : one;
}

/**
 * Finds the levels that each leg takes. Null when a leg has none, or when the best prices alone leave no edge: the
 * usual case, decided without reading the books.
 *
 * ALL_NO leaves out legs without a book, and legs whose NO costs 1 or more with its fee, since they only add cost.
 *
 * @param find  null for an instrument that has no usable book, or of which the fees are unknown
 */
export function priceLegs(
  { kind, legs }: SetDefinition,
  find: (leg: LegDefinition) => LegSource | null,
): readonly PricedLeg[] | null {
  const quoted: QuotedLeg[] = [];
  for (const leg of legs) {
    const source = find(leg);
    const each = source === null ? null : quoteLeg(leg, source);
    if (each !== null && (kind !== 'ALL_NO' || costsLessThanOne(each))) quoted.push(each);
    else if (kind !== 'ALL_NO') return null;
  }
  const price = quoted.reduce((sum, { best }) => sum + best, 0n);
  return quoted.length < 2 || price >= computePayout(kind, quoted.length) ? null : quoted.map(toPricedLeg);
}

interface QuotedLeg {
  readonly leg: LegDefinition;
  readonly source: LegSource;
  readonly from: ReturnType<typeof getTakeSide>;
  readonly best: Price;
}

function quoteLeg(leg: LegDefinition, source: LegSource): QuotedLeg | null {
  const from = getTakeSide(source.book, 'BUY', leg.outcome);
  const best = getBestTakerPrice(from);
  return best === null ? null : { leg, source, from, best };
}

function toPricedLeg({ leg, source, from }: QuotedLeg): PricedLeg {
  const { fees, qtyStep, qtyMin, buyNotionalMin } = source;
  const levels = from.levels.map((level) => ({ price: toTakerPrice(from, level), qty: level.qty }));
  return { leg, levels, fees, qtyStep, qtyMin, buyNotionalMin };
}

function costsLessThanOne({ best, source: { fees } }: QuotedLeg): boolean {
  const fee = computeFeeRate(fees, fees.takerRate, best); // of 1e-8 of a contract, in 1e-16 divided by the scale
  return fee < (ONE - best) * computeFeeScale(fees);
}
