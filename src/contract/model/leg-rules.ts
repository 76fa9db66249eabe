import type { ParamsOf, ParentParams, ParentType } from './complex-order-types.ts';
import type { Price } from './money.ts';
import type { ParentTarget } from './param-table.ts';

/** How the orders of a type share its quantity. */
interface LegRules<Params> {
  /** The contracts of the legs. The one of the parent is the first. */
  listTargets(params: Params, own: ParentTarget): readonly ParentTarget[];
  /** The leg whose children are counted apart. With a price: two limits of one contract differ in it. */
  findSecond(params: Params): (ParentTarget & { readonly price: Price | null }) | null;
  /** The price of each leg, as in `listTargets`, when orders of both may be live at once; null for any other type. */
  listPrices(params: Params): readonly Price[] | null;
  /** A stop does not wait for the end of the take-profit: both may fill. */
  mayOverlap(params: Params): boolean;
  /** The children that may rest at once. One without a limit price of the caller is sent as IOC. */
  countResting(params: Params, price: Price | null): number;
}

/** One contract, and one order at a time. */
const ONE_LEG: LegRules<unknown> = {
  listTargets: (_, own) => [own],
  findSecond: () => null,
  listPrices: () => null,
  mayOverlap: () => false,
  countResting: (_, price) => (price === null ? 0 : 1),
};

/** Of the types that have more than one leg, or more than one order at a time. */
const LEG_RULES: { readonly [Type in ParentType]?: LegRules<ParamsOf<Type>> } = {
  TP_SL: {
    ...ONE_LEG,
    mayOverlap: ({ overlapAfterMs }) => overlapAfterMs !== null,
    countResting({ takeProfit, stopLoss, overlapAfterMs }) {
      const limits = [takeProfit, stopLoss?.price ?? null].filter((price) => price !== null).length;
      return overlapAfterMs === null ? Math.min(1, limits) : limits;
    },
  },
  OCO: {
    ...ONE_LEG,
    listTargets({ otherLimit, limitTarget }, own) {
      if (otherLimit !== null) return [limitTarget ?? own, otherLimit];
      return limitTarget === null ? [own] : [own, limitTarget];
    },
    findSecond: ({ otherLimit, limitTarget }) =>
      otherLimit ?? (limitTarget === null ? null : { ...limitTarget, price: null }),
    listPrices: ({ limitPrice, otherLimit }) => (otherLimit === null ? null : [limitPrice, otherLimit.price]),
    countResting: ({ otherLimit }) => (otherLimit === null ? 1 : 2),
  },
  HEDGED_PAIR: {
    ...ONE_LEG,
    listTargets: ({ first, second }) => [first, second],
    listPrices: ({ first, second }) => [first.price, second.price],
  },
};

/** The rules for these parameters: they are called with the same ones. */
export const getLegs = ({ type }: ParentParams): LegRules<ParentParams> => LEG_RULES[type] ?? ONE_LEG;
