import {
  ceilToGrid,
  FIRING,
  type FieldReader,
  floorToGrid,
  floorToLot,
  type ParamsOf,
  type Parent,
  type ParentReason,
  type Price,
  placeableQty,
  type Qty,
  type Touch,
} from '#contract';
import { readBoolean } from '#domain';
import {
  optionalPrice,
  readChoice,
  readCount,
  readOutageMs,
  requiredPrice,
} from '../../rules/param-readers.ts';
import {
  type ChildTerms,
  isNewestRefused,
  NO_WATCH,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  planWhole,
  REPEAT_MS,
  type Watch,
} from '../../rules/parent-rules.ts';

export const SLIPPAGE_DEFAULT = 5_000_000n as Price; // 0.05

/** STOP: places an order once a price is reached. */
export const STOP_RULES: ParentRules<ParamsOf<'STOP'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read(reader, hasPrice) {
      const triggerPrice = requiredPrice(reader, 'trigger_price');
      const params = readFiring(reader, hasPrice);
      const fireIfMet = readBoolean(reader, 'fire_if_met');
      return triggerPrice === null ? null : { type: 'STOP', triggerPrice, fireIfMet, ...params };
    },
    amend: (reader, before) => ({
      ...before,
      triggerPrice: optionalPrice(reader, 'trigger_price') ?? before.triggerPrice,
    }),
  },
  plan(params, terms) {
    const sample = { qty: terms.qty, price: terms.price ?? params.triggerPrice };
    return planWhole(terms, { sample, childrenMax: countFired(params, terms) });
  },
  watch: (params) => ({
    ...watchFiring(params),
    trigger: params.triggerPrice,
    refusesMet: !params.fireIfMet,
  }),
  findTerms: findFiredTerms,
  delayMs: () => REPEAT_MS,
};

/** With a price one order rests. Without one, what the IOC order leaves may be sent again. */
export const countFired = (
  { afterPartial }: Pick<ParamsOf<'STOP'>, 'afterPartial'>,
  { price }: Pick<Parent, 'price'>,
): number | null => (price !== null || afterPartial === 'END' ? 1 : null);

export const watchFiring = ({
  triggerSource: source,
  confirmMs,
}: Pick<ParamsOf<'STOP'>, 'triggerSource' | 'confirmMs'>): Watch => ({
  ...NO_WATCH,
  source,
  confirmMs,
  isAwaited: true,
});

type FiringParams = Omit<ParamsOf<'STOP'>, 'type' | 'triggerPrice' | 'fireIfMet'>;

/** How a trigger is watched and what follows it. */
export function readFiring(reader: FieldReader, hasPrice: boolean): FiringParams {
  const maxSlippage = optionalPrice(reader, 'max_slippage');
  if (hasPrice && maxSlippage !== null) reader.addIssue('max_slippage', 'is not allowed with a price');
  const afterPartial = readChoice(reader, 'after_partial', FIRING.afterPartial);
  if (hasPrice && afterPartial !== null) reader.addIssue('after_partial', 'is not allowed with a price');
  return {
    triggerSource: readChoice(reader, 'trigger_source', FIRING.triggerSource) ?? 'TOUCH',
    confirmMs: readCount(reader, 'confirm_ms', FIRING.confirmMs) ?? 0,
    maxSlippage: hasPrice ? null : (maxSlippage ?? SLIPPAGE_DEFAULT),
    afterPartial: afterPartial ?? 'REPEAT',
    maxOutageMs: readOutageMs(reader),
  };
}

/** With a price: a resting order. Without: an IOC order with a limit, never a market order. */
export function findFiredTerms(
  parent: Parent,
  { afterPartial, maxSlippage }: Pick<FiringParams, 'afterPartial' | 'maxSlippage'>,
  { isMet, grid }: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  if (parent.triggeredAt === null) return null; // I-P3
  const qty = findLots(parent, grid);
  if (qty < grid.qtyMin) return 'below_minimum';
  if (parent.price !== null) return { qty, price: parent.price, tif: parent.tif };
  const isRepeat = parent.childCount > 0 && !isNewestRefused(parent);
  if (isRepeat && afterPartial === 'END') return 'ioc_remainder';
  if (isRepeat && !isMet) return null;
  const price = findSlippedPrice(parent, maxSlippage ?? (0n as Price), touch, grid);
  return price === null ? null : { qty, price, tif: 'IOC' };
}

/** What may be placed, in whole lots. */
export const findLots = (parent: Parent, { qtyStep }: ParentInput['grid']): Qty =>
  floorToLot(placeableQty(parent), qtyStep);

/** What is not filled is less than the market accepts: no child can follow. */
export const isBelowMinimum = (
  { qty, filledQty }: Parent,
  { qtyStep, qtyMin }: ParentInput['grid'],
): boolean => floorToLot((qty > filledQty ? qty - filledQty : 0n) as Qty, qtyStep) < qtyMin;

/**
 * The live child can be replaced by a larger one: an amend raised the quantity. Never for a reduce-only parent, whose child
 * is as large as its position allowed.
 */
export const isRaised = (parent: Parent, grid: ParentInput['grid']): boolean =>
  !parent.reduceOnly && findLots(parent, grid) >= grid.qtyMin;

/** The touch, worse by the slippage, within the prices of the instrument. Null for an empty side. */
export function findSlippedPrice(
  { side, outcome }: Pick<Parent, 'side' | 'outcome'>,
  slippage: Price,
  { bid, ask }: Touch,
  grid: ParentInput['grid'],
): Price | null {
  if (side === 'BUY') {
    if (ask === null) return null;
    return floorToGrid(grid, outcome, (ask + slippage) as Price) ?? ask;
  }
  if (bid === null) return null;
  const lowest = bid > slippage ? bid - slippage : 0n;
  return ceilToGrid(grid, outcome, lowest as Price) ?? bid;
}
