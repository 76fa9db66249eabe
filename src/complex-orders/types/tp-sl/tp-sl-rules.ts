import {
  type FieldIssue,
  FieldReader,
  isParentOver,
  minQty,
  NO_PROGRESS,
  type ParamsOf,
  type Parent,
  type ParentChild,
  type ParentProgress,
  type ParentReason,
  type Price,
  parseOrderId,
  QTY_ZERO,
  type Qty,
  type Side,
  type StopLoss,
  type TimestampMs,
  type Touch,
  TYPE_DEFINITIONS,
} from '#contract';
import {
  openObject,
  optionalPrice,
  readCount,
  readOutageMs,
  requiredPrice,
} from '../../rules/param-readers.ts';
import {
  type ChildTerms,
  fitPrice,
  NO_WATCH,
  type ParentInput,
  type ParentRules,
  PLAIN_RULES,
  type Progress,
  planWhole,
  REPEAT_MS,
  type WatchTerms,
} from '../../rules/parent-rules.ts';
import { findLots, findSlippedPrice, SLIPPAGE_DEFAULT } from '../stop/stop-rules.ts';

/**
 * TP_SL: exits what an entry has filled, as it fills. The take-profit rests; the stop loss is sent only once the
 * take-profit is proven over, so both together never exceed what the entry has filled. With `overlapAfterMs` it waits no
 * longer than that, and both may fill.
 */
export const TP_SL_RULES: ParentRules<ParamsOf<'TP_SL'>> = {
  ...PLAIN_RULES,
  params: {
    read: readTpSl,
    amend: amendPrices,
    findIssues: ({ takeProfit, stopLoss }, { side }) =>
      takeProfit === null || stopLoss === null
        ? []
        : findContradictions(takeProfit, stopLoss, side, {
            limit: 'params.take_profit.price',
            stop: 'params.stop_loss.price',
          }),
  },
  progress: { ...NO_PROGRESS, releasedQty: QTY_ZERO },
  plan({ takeProfit, stopLoss }, terms) {
    const { qty } = terms;
    const profit =
      takeProfit === null
        ? []
        : [{ kind: 'TAKE_PROFIT', triggerPrice: null, price: takeProfit, qty } as const];
    const loss =
      stopLoss === null
        ? []
        : [{ kind: 'STOP_LOSS', triggerPrice: stopLoss.triggerPrice, price: stopLoss.price, qty } as const];
    const exits = [...profit, ...loss];
    return planWhole(terms, {
      prices: exits.flatMap(({ kind, price }) =>
        price === null ? [] : [{ field: `params.${kind.toLowerCase()}.price`, price }],
      ),
      sample: { qty, price: takeProfit ?? stopLoss?.price ?? stopLoss?.triggerPrice ?? null },
      exits,
      warnings: ['nothing is placed before the entry fills'],
    });
  },
  watch: (params, terms) => ({
    ...NO_WATCH,
    source: params.stopLoss === null ? null : 'TOUCH',
    trigger: params.stopLoss === null || !hasOpenExit(terms) ? null : params.stopLoss.triggerPrice,
    isAwaited: !isPlacing(params, terms.progress),
    isTwoSided: params.stopLoss !== null && params.takeProfit !== null,
    dueAt: findOverlapAt(params, terms),
  }),
  findProgress: (parent, params, input) =>
    findEntryChange(parent, params, input) ?? findOverlap(parent, params, input),
  reviewChild(parent, child, params, { isDue, grid }) {
    if (hasOldExitPrice(parent, child, params, grid)) return 'OLD';
    const { triggeredAt, progress } = parent;
    // The entry has filled more since the take-profit was placed.
    const isOutgrown =
      isDue && triggeredAt === null && (progress.releasedQty ?? 0n) > (progress.sizedFor ?? 0n);
    return isOutgrown && findLots(parent, grid) > 0n ? 'OUTGROWN' : null;
  },
  findTerms(parent, { takeProfit, stopLoss }, input, touch) {
    const found = findTwoSidedTerms(parent, takeProfit, stopLoss, input, touch);
    if (found === null || typeof found === 'string') return found;
    const nextAt = (input.now + REPEAT_MS) as TimestampMs; // the entry may fill in many small parts
    return {
      ...found,
      change: { nextAt, progress: { ...parent.progress, sizedFor: parent.progress.releasedQty } },
    };
  },
};

/** The take-profit rests as soon as the entry has filled something. */
const isPlacing = ({ takeProfit }: ParamsOf<'TP_SL'>, progress: ParentProgress | undefined): boolean =>
  takeProfit !== null && (progress?.releasedQty ?? 0n) > 0n;

/** When the stop does not wait any longer for the end of the take-profit. */
function findOverlapAt(
  { overlapAfterMs }: ParamsOf<'TP_SL'>,
  { triggeredAt = null, progress = NO_PROGRESS }: WatchTerms,
): TimestampMs | null {
  const isOver = progress.overlappedUpTo >= progress.staleUpTo;
  return overlapAfterMs === null || triggeredAt === null || isOver
    ? null
    : ((triggeredAt + overlapAfterMs) as TimestampMs);
}

/** Takes the fills and the end of the entry into account. A voided fill of the entry lowers what is released (I-P8). */
function findEntryChange(
  { qty, filledQty, liveQty, progress, status, triggeredAt }: Parent,
  params: ParamsOf<'TP_SL'>,
  { entry }: ParentInput,
): Progress | ParentReason | null {
  if (entry === null) return null;
  const releasedQty = minQty(entry.filledQty, qty);
  if (entry.isOver && releasedQty === 0n && filledQty === 0n && liveQty === 0n) return 'entry_unfilled';
  if (releasedQty === progress.releasedQty && entry.isOver === progress.isReleaseFinal) return null;
  const next: ParentProgress = { ...progress, releasedQty, isReleaseFinal: entry.isOver };
  const active = triggeredAt !== null || isPlacing(params, next) ? 'WORKING' : 'WAITING';
  return {
    decision: 'entry_changed',
    change: { progress: next, status: status === 'PAUSED' ? status : active },
  };
}

/** The end of the take-profit is still not proven: the stop does not wait any longer. Durable before the stop is sent. */
function findOverlap(
  { status, triggeredAt, children, progress }: Parent,
  { overlapAfterMs }: ParamsOf<'TP_SL'>,
  { now, mayPlace, touch, obstacle }: ParentInput,
): Progress | null {
  const mayAct = status === 'WORKING' && mayPlace && touch !== null && obstacle === null;
  if (!mayAct || overlapAfterMs === null || triggeredAt === null) return null;
  if (progress.overlappedUpTo >= progress.staleUpTo || now < triggeredAt + overlapAfterMs) return null;
  const awaited = children.filter(({ number, liveQty }) => number <= progress.staleUpTo && liveQty > 0n);
  if (awaited.length === 0 || awaited.some(({ cancelReason }) => cancelReason === null)) return null;
  return {
    decision: 'overlapped',
    change: { progress: { ...progress, overlappedUpTo: progress.staleUpTo } },
  };
}

/** True while the entry has filled more than the exit. */
const hasOpenExit = ({
  progress,
  filledQty,
}: {
  readonly progress?: ParentProgress;
  readonly filledQty?: Qty;
}) => (progress?.releasedQty ?? 0n) > (filledQty ?? 0n);

/**
 * What the entry has filled and nothing protects: too little for the market, or the parent places nothing. What rests as
 * take-profit is protected, and what a stop loss watches.
 */
export function computeUnprotectedQty(parent: Parent, qtyMin: Qty): Qty {
  const { params, filledQty, liveQty, status, progress } = parent;
  if (params.type !== 'TP_SL') return QTY_ZERO;
  const open = (progress.releasedQty ?? 0n) - filledQty;
  const isWatched = params.stopLoss !== null && (status === 'WAITING' || status === 'WORKING');
  if (open <= 0n || (isWatched && open >= qtyMin)) return QTY_ZERO;
  const bare = isParentOver(status) ? open : open - liveQty;
  return (bare > 0n ? bare : 0n) as Qty;
}

/** The limit rests until the stop has fired; then the stop takes what is left. */
export function findTwoSidedTerms(
  parent: Parent,
  limit: Price | null,
  stop: StopLoss | null,
  { grid }: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  const { triggeredAt, tif, progress } = parent;
  const qty = findLots(parent, grid);
  const mayGrow = progress.releasedQty !== null && !progress.isReleaseFinal;
  if (qty < grid.qtyMin) return mayGrow || parent.liveQty > 0n ? null : 'below_minimum';
  if (triggeredAt === null) return limit === null ? null : { qty, price: limit, tif };
  if (stop === null) return null;
  if (stop.price !== null) return { qty, price: stop.price, tif };
  const price = findSlippedPrice(parent, stop.maxSlippage ?? (0n as Price), touch, grid);
  return price === null ? null : { qty, price, tif: 'IOC' };
}

/** The limit must be on the other side of the stop, or one of them would fill at once. */
export function findContradictions(
  limit: Price,
  stop: StopLoss,
  side: Side,
  fields: { readonly limit: string; readonly stop: string },
): readonly FieldIssue[] {
  const isBeyond = (price: Price): boolean => (side === 'SELL' ? limit > price : limit < price);
  const [beyond, within] = side === 'SELL' ? ['above', 'below'] : ['below', 'above'];
  const issues: FieldIssue[] = [];
  if (!isBeyond(stop.triggerPrice))
    issues.push({ field: fields.limit, issue: `must be ${beyond} the trigger price of the stop` });
  if (stop.price !== null && !isBeyond(stop.price))
    issues.push({ field: fields.stop, issue: `must be ${within} the price of the limit` });
  return issues;
}

function readTpSl(reader: FieldReader): ParamsOf<'TP_SL'> | null {
  const inner = (name: string) => (fields: Readonly<Record<string, unknown>>) =>
    new FieldReader(fields, `params.${name}.`, reader.issues);
  const attachTo = reader.optional('attach_to', parseOrderId, 'must be the id of an order');
  const profit = openObject(reader, 'take_profit', ['price'], inner('take_profit'));
  const loss = openObject(
    reader,
    'stop_loss',
    ['trigger_price', 'price', 'max_slippage'],
    inner('stop_loss'),
  );
  if (reader.value('take_profit') === undefined && reader.value('stop_loss') === undefined)
    reader.addIssue('take_profit', 'required', 'without stop_loss');
  const overlapAfterMs = readCount(reader, 'overlap_after_ms', TYPE_DEFINITIONS.TP_SL.params.overlapAfterMs);
  if (overlapAfterMs !== null && (profit === null || loss === null))
    reader.addIssue('overlap_after_ms', 'is only allowed with both take_profit and stop_loss');
  const isBracket = reader.value('entry') !== undefined;
  if (isBracket === (reader.value('attach_to') !== undefined))
    reader.addIssue('attach_to', isBracket ? 'is not allowed with entry' : 'required', 'without entry');
  return {
    type: 'TP_SL',
    attachTo,
    takeProfit: profit === null ? null : requiredPrice(profit, 'price'),
    stopLoss: loss === null ? null : readStopLoss(loss),
    overlapAfterMs,
    maxOutageMs: readOutageMs(reader),
  };
}

/** Only the sides that the exit has can be changed, in what they name. */
function amendPrices(reader: FieldReader, before: ParamsOf<'TP_SL'>): ParamsOf<'TP_SL'> {
  const inner = (name: string) => (fields: Readonly<Record<string, unknown>>) =>
    new FieldReader(fields, `params.${name}.`, reader.issues);
  const profit = openObject(reader, 'take_profit', ['price'], inner('take_profit'));
  const loss = openObject(
    reader,
    'stop_loss',
    ['trigger_price', 'price', 'max_slippage'],
    inner('stop_loss'),
  );
  const { takeProfit, stopLoss } = before;
  if (profit !== null && takeProfit === null) reader.addIssue('take_profit', 'cannot be added');
  if (loss !== null && stopLoss === null) reader.addIssue('stop_loss', 'cannot be added');
  return {
    ...before,
    takeProfit: profit === null ? takeProfit : requiredPrice(profit, 'price'),
    stopLoss: loss === null || stopLoss === null ? stopLoss : amendStopLoss(loss, stopLoss),
  };
}

function amendStopLoss(reader: FieldReader, before: StopLoss): StopLoss {
  const price = optionalPrice(reader, 'price');
  const maxSlippage = optionalPrice(reader, 'max_slippage');
  if (price !== null && before.price === null)
    reader.addIssue('price', 'cannot be added to a stop without one');
  if (maxSlippage !== null && before.price !== null)
    reader.addIssue('max_slippage', 'is not allowed with a price');
  return {
    triggerPrice: optionalPrice(reader, 'trigger_price') ?? before.triggerPrice,
    price: price ?? before.price,
    maxSlippage: maxSlippage ?? before.maxSlippage,
  };
}

/** An amend has changed the price of the side that rests. */
function hasOldExitPrice(
  parent: Parent,
  { number, price }: ParentChild,
  params: ParamsOf<'TP_SL'>,
  grid: ParentInput['grid'],
): boolean {
  const { triggeredAt, progress } = parent;
  const isStop = triggeredAt !== null && number > progress.staleUpTo;
  const expected =
    triggeredAt === null ? params.takeProfit : isStop ? (params.stopLoss?.price ?? null) : null;
  return expected !== null && price !== expected && price !== fitPrice(parent, grid, expected);
}

function readStopLoss(reader: FieldReader): StopLoss | null {
  const triggerPrice = requiredPrice(reader, 'trigger_price');
  const price = optionalPrice(reader, 'price');
  const slippage = optionalPrice(reader, 'max_slippage');
  if (price !== null && slippage !== null) reader.addIssue('max_slippage', 'is not allowed with a price');
  if (triggerPrice === null) return null;
  return { triggerPrice, price, maxSlippage: price === null ? (slippage ?? SLIPPAGE_DEFAULT) : null };
}
