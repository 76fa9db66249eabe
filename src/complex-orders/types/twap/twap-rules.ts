import {
  ceilToGrid,
  type FieldReader,
  floorToGrid,
  floorToLot,
  NO_PROGRESS,
  type ParamsOf,
  type Parent,
  type ParentReason,
  type Price,
  QTY_ZERO,
  type Qty,
  SLICE_MS_MIN,
  type TimestampMs,
  type Touch,
  TYPE_DEFINITIONS,
} from '#contract';
import { readChoice, readCount, readOutageMs } from '../../rules/param-readers.ts';
import {
  type ChildTerms,
  isNewestRefused,
  NO_WATCH,
  OUTAGE_MS_DEFAULT,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  type Progress,
  planWhole,
  reviewBound,
  type WatchTerms,
} from '../../rules/parent-rules.ts';
import { findLots, isBelowMinimum } from '../stop/stop-rules.ts';

const TABLE = TYPE_DEFINITIONS.TWAP.params;

/**
 * TWAP: equal parts at equal intervals by the clock of the service. At each interval the child of the last one is
 * cancelled, and what it left is skipped, or spread over the parts that are left.
 */
export const TWAP_RULES: ParentRules<ParamsOf<'TWAP'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readTwap,
    findIssues: ({ style }, { postOnly }) =>
      postOnly && style === 'AGGRESSIVE'
        ? [{ field: 'post_only', issue: 'is not allowed with params.style AGGRESSIVE, which takes' }]
        : [],
  },
  progress: { ...NO_PROGRESS, releasedQty: QTY_ZERO },
  plan({ slices, style, finish }, terms, { qtyStep }) {
    const qty = floorToLot((terms.qty / BigInt(slices)) as Qty, qtyStep);
    return planWhole(terms, {
      quantities: [{ field: 'params.slices', qty }],
      sample: { qty, price: terms.price },
      childrenMax: style === 'PASSIVE' ? slices + (finish === 'CROSS' ? 1 : 0) : null,
    });
  },
  watch: (params, terms) => ({ ...NO_WATCH, dueAt: findSliceAt(params, terms) }),
  findProgress: findDueSlice,
  /** The children rest at the touch; only a price beyond the bound of the parent is too old. */
  reviewChild: reviewBound,
  findTerms: findSliceTerms,
};

function findSliceAt(
  { durationMs, slices }: ParamsOf<'TWAP'>,
  { createdAt, progress }: WatchTerms,
): TimestampMs | null {
  if (createdAt === undefined || progress === undefined || progress.slice > slices) return null;
  return (createdAt + Math.ceil((durationMs * progress.slice) / slices)) as TimestampMs;
}

/** The part that is due by the clock. Parts that were missed are not repeated. */
function findDueSlice(
  { qty, filledQty, status, createdAt, childCount, progress }: Parent,
  { durationMs, slices, catchUp, finish }: ParamsOf<'TWAP'>,
  { now, grid }: ParentInput,
): Progress | ParentReason | null {
  const elapsedMs = now - createdAt;
  const isOver = elapsedMs >= durationMs;
  if (isOver && finish === 'CANCEL') return 'duration_over';
  const due = isOver ? slices + 1 : Math.floor((elapsedMs * slices) / durationMs) + 1;
  if (status === 'PAUSED' || due <= progress.slice) return null;
  const open = (qty - filledQty) as Qty;
  const share =
    due >= slices && (isOver || catchUp === 'SPREAD')
      ? open
      : catchUp === 'SPREAD'
        ? floorToLot((open / BigInt(slices - due + 1)) as Qty, grid.qtyStep)
        : findShare(qty, due, slices, grid.qtyStep);
  const releasedQty = (filledQty + (share < open ? share : open)) as Qty;
  const next = { ...progress, slice: due, releasedQty, staleUpTo: childCount };
  return { decision: 'slice_due', change: { nextAt: null, progress: next } };
}

/** The parts together are the whole quantity, each in whole lots. */
const findShare = (qty: Qty, part: number, parts: number, lot: Qty): Qty =>
  (findUpTo(qty, part, parts, lot) - findUpTo(qty, part - 1, parts, lot)) as Qty;

const findUpTo = (qty: Qty, part: number, parts: number, lot: Qty): Qty =>
  part === parts ? qty : floorToLot(((qty * BigInt(part)) / BigInt(parts)) as Qty, lot);

function findSliceTerms(
  parent: Parent,
  { slices, style }: ParamsOf<'TWAP'>,
  input: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  const { price: bound, progress } = parent;
  if (progress.slice > slices) return findCrossingTerms(parent, input, touch);
  const { grid } = input;
  const qty = findLots(parent, grid);
  if (isBelowMinimum(parent, grid)) return 'below_minimum';
  if (bound === null || qty < grid.qtyMin) return null;
  if (style === 'PASSIVE') return { qty, price: findNearPrice(parent, bound, touch, grid), tif: parent.tif };
  return isWithin(parent, bound, touch) ? { qty, price: bound, tif: 'IOC' } : null;
}

/** At the end of a type with `finish`: the rest is taken once within the bound. */
export function findCrossingTerms(
  parent: Parent,
  { grid }: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  const { price: bound, progress, childCount } = parent;
  if (bound === null) return null;
  if (childCount > progress.staleUpTo && !isNewestRefused(parent)) return 'duration_over';
  const qty = findLots(parent, grid);
  if (qty < grid.qtyMin) return 'below_minimum';
  return isWithin(parent, bound, touch) ? { qty, price: bound, tif: 'IOC' } : 'price_bound';
}

/** The best price of the own side, no worse than the bound. */
function findNearPrice(
  { side, outcome }: Parent,
  bound: Price,
  { bid, ask }: Touch,
  grid: ParentInput['grid'],
): Price {
  const near = side === 'BUY' ? bid : ask;
  if (near === null) return bound;
  if (side === 'BUY') return near < bound ? (floorToGrid(grid, outcome, near) ?? bound) : bound;
  return near > bound ? (ceilToGrid(grid, outcome, near) ?? bound) : bound;
}

const isWithin = ({ side }: Parent, bound: Price, { bid, ask }: Touch): boolean =>
  side === 'BUY' ? ask !== null && ask <= bound : bid !== null && bid >= bound;

function readTwap(reader: FieldReader): ParamsOf<'TWAP'> | null {
  const durationMs = readCount(reader, 'duration_ms', TABLE.durationMs);
  const slices = readCount(reader, 'slices', TABLE.slices);
  for (const name of ['duration_ms', 'slices'])
    if (reader.value(name) === undefined) reader.addIssue(name, 'required');
  const params = {
    type: 'TWAP',
    style: readChoice(reader, 'style', TABLE.style) ?? 'PASSIVE',
    catchUp: readChoice(reader, 'catch_up', TABLE.catchUp) ?? 'SKIP',
    finish: readChoice(reader, 'finish', TABLE.finish) ?? 'CANCEL',
    maxOutageMs: readOutageMs(reader) ?? OUTAGE_MS_DEFAULT,
  } as const;
  if (durationMs === null || slices === null) return null;
  if (durationMs < slices * SLICE_MS_MIN)
    reader.addIssue('slices', `must be at least ${SLICE_MS_MIN} ms apart`);
  return { ...params, durationMs, slices };
}
