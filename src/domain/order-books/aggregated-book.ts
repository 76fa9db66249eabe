import { complement, type InstrumentId, type Level, type Price, type Qty, type VenueName } from '#contract';
import type { BookSides } from './live-order-book.ts';

/** One price level across venues with the quantity of each; the breakdown sums to `qty`. */
export interface AggregatedLevel {
  readonly price: Price;
  readonly qty: Qty;
  readonly breakdown: readonly {
    readonly venue: VenueName;
    readonly instrumentId: InstrumentId;
    readonly qty: Qty;
  }[];
}

/** A member's book in the instrument's own YES terms. `inverted`: the asset's YES is its NO. */
export interface MemberBook {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly inverted: boolean;
  readonly sides: BookSides;
}

export interface AggregatedSides {
  readonly bids: readonly AggregatedLevel[]; // descending price
  readonly asks: readonly AggregatedLevel[]; // ascending price
}

/** Builds the asset's YES book from its members' books. The breakdown keeps the order of members. */
export function aggregateBooks(members: readonly MemberBook[]): AggregatedSides {
  const sides = members.map((member) => ({
    member,
    ...(member.inverted ? mirrorSides(member.sides) : member.sides),
  }));
  return {
    bids: mergeLevels(sides.map(({ member, bids }) => ({ member, levels: bids }))).toSorted((a, b) =>
      a.price > b.price ? -1 : 1,
    ),
    asks: mergeLevels(sides.map(({ member, asks }) => ({ member, levels: asks }))).toSorted((a, b) =>
      a.price < b.price ? -1 : 1,
    ),
  };
}

/** The book of the opposite outcome: a YES bid at 0.40 is a NO ask at 0.60. */
export function mirrorSides(sides: BookSides): BookSides {
  const flip = ({ price, qty }: Level): Level => ({ price: complement(price), qty });
  return { bids: sides.asks.map(flip), asks: sides.bids.map(flip) };
}

function mergeLevels(
  sides: readonly { readonly member: MemberBook; readonly levels: readonly Level[] }[],
): AggregatedLevel[] {
  const byPrice = new Map<
    Price,
    { price: Price; qty: Qty; breakdown: AggregatedLevel['breakdown'][number][] }
  >();
  for (const { member, levels } of sides) {
    for (const { price, qty } of levels) {
      const level = byPrice.get(price) ?? { price, qty: 0n as Qty, breakdown: [] };
      level.qty = (level.qty + qty) as Qty;
      level.breakdown.push({ venue: member.venue, instrumentId: member.instrumentId, qty });
      byPrice.set(price, level);
    }
  }
  return [...byPrice.values()];
}
