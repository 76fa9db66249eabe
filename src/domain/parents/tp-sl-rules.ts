import { FieldReader } from '../model/body-fields.ts';
import { parseOrderId } from '../model/ids.ts';
import { minQty, type Price, QTY_ZERO, type Qty } from '../model/money.ts';
import {
  isParentOver,
  type NewParent,
  NO_PROGRESS,
  type Parent,
  type ParentProgress,
  type ParentReason,
  type StopLoss,
  type TpSlParams,
} from '../model/parent.ts';
import type { FieldIssue } from '../model/result.ts';
import type { TimestampMs } from '../model/time.ts';
import { openObject, optionalPrice, readOutageMs, requiredPrice } from './param-readers.ts';
import {
  findReplaceDelayMs,
  type ParentInput,
  type ParentRules,
  PLAIN_RULES,
  type Progress,
  REPEAT_MS,
} from './parent-rules.ts';
import { findLots, findSlippedPrice, SLIPPAGE_DEFAULT } from './stop-rules.ts';

/**
 * TP_SL: exits what an entry has filled, as it fills. The take-profit rests; the stop loss is sent only once the
 * take-profit is proven over, so both together never exceed what the entry has filled.
 */
export const TP_SL_RULES: ParentRules<TpSlParams> = {
  ...PLAIN_RULES,
  names: { take_profit: false, stop_loss: false, attach_to: false, entry: false, max_outage_ms: false },
  price: 'refused',
  readParams: readTpSl,
  amendParams: (_, before) => before,
  listPrices: ({ takeProfit, stopLoss }) => [
    ...(takeProfit === null ? [] : [{ field: 'params.take_profit.price', price: takeProfit }]),
    ...(stopLoss === null || stopLoss.price === null
      ? []
      : [{ field: 'params.stop_loss.price', price: stopLoss.price }]),
  ],
  findIssues: findContradictions,
  start: () => ({ ...NO_PROGRESS, releasedQty: QTY_ZERO }),
  findStatus({ triggeredAt, progress }, { takeProfit }) {
    const isPlacing = takeProfit !== null && (progress.releasedQty ?? 0n) > 0n;
    return triggeredAt !== null || isPlacing ? 'WORKING' : 'WAITING';
  },
  findTriggerPrice: ({ stopLoss }, terms) =>
    stopLoss === null || !hasOpenExit(terms) ? null : stopLoss.triggerPrice,
  triggerSource: ({ stopLoss }) => (stopLoss === null ? null : 'TOUCH'),
  sampleChild: ({ takeProfit, stopLoss }, { qty }) => ({
    qty,
    price: takeProfit ?? stopLoss?.price ?? stopLoss?.triggerPrice ?? null,
  }),
  countChildren: () => null, // each fill of the entry may replace the take-profit
  findProgress: findEntryChange,
  /** The entry has filled more since the take-profit was placed. */
  isOutgrown: (parent, _, { isDue, grid }) =>
    isDue &&
    parent.triggeredAt === null &&
    (parent.progress.releasedQty ?? 0n) > (parent.progress.sizedFor ?? 0n) &&
    findLots(parent, grid) > 0n,
  findTerms(parent, { takeProfit, stopLoss }, { grid }, touch) {
    const qty = findLots(parent, grid);
    if (qty < grid.qtyMin) return parent.progress.isReleaseFinal ? 'below_minimum' : null;
    if (parent.triggeredAt === null)
      return takeProfit === null ? null : { qty, price: takeProfit, tif: parent.tif };
    if (stopLoss === null) return null;
    if (stopLoss.price !== null) return { qty, price: stopLoss.price, tif: parent.tif };
    const price = findSlippedPrice(parent, stopLoss.maxSlippage ?? (0n as Price), touch, grid);
    return price === null ? null : { qty, price, tif: 'IOC' };
  },
  afterPlacing: ({ progress }, _, { now }) => ({
    nextAt: (now + REPEAT_MS) as TimestampMs, // the entry may fill in many small parts
    progress: { ...progress, sizedFor: progress.releasedQty },
  }),
  delayMs: (_, child) => findReplaceDelayMs(child),
};

/** Takes the fills and the end of the entry into account. A voided fill of the entry lowers what is released (I-P8). */
function findEntryChange(
  { qty, filledQty, liveQty, progress, status, triggeredAt }: Parent,
  params: TpSlParams,
  { entry }: ParentInput,
): Progress | ParentReason | null {
  if (entry === null) return null;
  const releasedQty = minQty(entry.filledQty, qty);
  if (entry.isOver && releasedQty === 0n && filledQty === 0n && liveQty === 0n) return 'entry_unfilled';
  if (releasedQty === progress.releasedQty && entry.isOver === progress.isReleaseFinal) return null;
  const next: ParentProgress = { ...progress, releasedQty, isReleaseFinal: entry.isOver };
  const active = TP_SL_RULES.findStatus({ triggeredAt, progress: next }, params);
  return {
    decision: 'entry_changed',
    change: { progress: next, status: status === 'PAUSED' ? status : active },
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

/** The take-profit must be on the other side of the stop loss, or one of them would fill at once. */
function findContradictions(
  { takeProfit, stopLoss }: TpSlParams,
  { side }: NewParent,
): readonly FieldIssue[] {
  if (stopLoss === null) return [];
  const isBeyond = (price: Price, limit: Price): boolean => (side === 'SELL' ? price > limit : price < limit);
  const issues: FieldIssue[] = [];
  if (takeProfit !== null && !isBeyond(takeProfit, stopLoss.triggerPrice))
    issues.push({
      field: 'params.take_profit.price',
      issue: `must be ${side === 'SELL' ? 'above' : 'below'} stop_loss.trigger_price`,
    });
  if (takeProfit !== null && stopLoss.price !== null && !isBeyond(takeProfit, stopLoss.price))
    issues.push({
      field: 'params.stop_loss.price',
      issue: `must be ${side === 'SELL' ? 'below' : 'above'} take_profit.price`,
    });
  return issues;
}

function readTpSl(reader: FieldReader): TpSlParams | null {
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
  const isBracket = reader.value('entry') !== undefined;
  if (isBracket === (reader.value('attach_to') !== undefined))
    reader.addIssue('attach_to', isBracket ? 'is not allowed with entry' : 'required', 'without entry');
  return {
    type: 'TP_SL',
    attachTo,
    takeProfit: profit === null ? null : requiredPrice(profit, 'price'),
    stopLoss: loss === null ? null : readStopLoss(loss),
    maxOutageMs: readOutageMs(reader),
  };
}

function readStopLoss(reader: FieldReader): StopLoss | null {
  const triggerPrice = requiredPrice(reader, 'trigger_price');
  const price = optionalPrice(reader, 'price');
  const slippage = optionalPrice(reader, 'max_slippage');
  if (price !== null && slippage !== null) reader.addIssue('max_slippage', 'is not allowed with a price');
  if (triggerPrice === null) return null;
  return { triggerPrice, price, maxSlippage: price === null ? (slippage ?? SLIPPAGE_DEFAULT) : null };
}
