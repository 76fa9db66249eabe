import {
  ceilToGrid,
  type FieldReader,
  floorToGrid,
  MOVES,
  type ParamsOf,
  type Parent,
  type ParentChild,
  PRICE_ONE,
  type Price,
  parseSignedDecimal,
  type Side,
  type TimestampMs,
  type Touch,
  TYPE_DEFINITIONS,
} from '#contract';
import { readChoice, readCount, readOutageMs } from '../../rules/param-readers.ts';
import {
  isCapped,
  NO_WATCH,
  OUTAGE_MS_DEFAULT,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  reviewBound,
} from '../../rules/parent-rules.ts';
import { findWatchedPrice } from '../../rules/trigger.ts';
import { findLots, isRaised } from '../stop/stop-rules.ts';

const STAY_MS_DEFAULT = 1_000;
const MOVES_DEFAULT = 500;
const OFFSET_ISSUE = 'must be a decimal string from -1 to 1 with at most 8 decimals';

/**
 * PEG: one resting order that follows the best prices of others. It is moved by an amend where the venue has one, so that
 * it keeps its id; elsewhere it is replaced once its cancel is proven.
 */
export const PEG_RULES: ParentRules<ParamsOf<'PEG'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readPeg,
    amend: (reader, before) => ({ ...before, offset: readOffset(reader) ?? before.offset }),
  },
  watch: ({ reference }) => ({ ...NO_WATCH, reference }),
  reviewChild(parent, child, params, input) {
    const old = reviewBound(parent, child);
    if (old !== null || !input.isDue) return old;
    if (isRaised(parent, input.grid)) return 'OUTGROWN';
    const price = findMovePrice(parent, child, params, input);
    return price === null ? null : { price, nextAt: findNextAt(params, input) };
  },
  findTerms(parent, params, input, touch) {
    const { grid } = input;
    const qty = findLots(parent, grid);
    if (qty < grid.qtyMin) return 'below_minimum';
    const price = findPegPrice(parent, params, input, touch);
    const change = { nextAt: findNextAt(params, input) };
    return price === null ? null : { qty, price, tif: parent.tif, change };
  },
};

/**
 * The price that a peg follows, from the best prices of others. NEAR is the own side, FAR the one that the order would
 * take. Null when that side, or one of both for MID, is empty.
 */
export function findPegReference(
  reference: ParamsOf<'PEG'>['reference'],
  side: Side,
  others: Touch,
): Price | null {
  if (reference === 'MID') return findWatchedPrice('MID', side, others, null);
  return reference === (side === 'BUY' ? 'NEAR' : 'FAR') ? others.bid : others.ask;
}

/** A child stays so long where it is. */
export const findNextAt = (
  { minStayMs }: Pick<ParamsOf<'PEG'>, 'minStayMs'>,
  { now }: Pick<ParentInput, 'now'>,
): TimestampMs => (now + minStayMs) as TimestampMs;

/** The price to which the live child must move; null when it is right, is moving, or may not move any more. */
function findMovePrice(
  parent: Parent,
  live: ParentChild,
  params: ParamsOf<'PEG'>,
  input: ParentInput,
): Price | null {
  if (live.isAmending || input.touch === null || isCapped(parent)) return null;
  const price = findPegPrice(parent, params, input, input.touch);
  return price === live.price ? null : price;
}

/** The reference with its offset, no worse than the bound. Only FAR without `post_only` trades at once. */
export function findPegPrice(
  { side, outcome, price: bound, postOnly }: Parent,
  { reference, offset }: { readonly reference: ParamsOf<'PEG'>['reference']; readonly offset: bigint },
  { watched, grid }: ParentInput,
  { bid, ask }: Touch,
): Price | null {
  if (watched === null || bound === null) return null;
  const mayTake = reference === 'FAR' && !postOnly;
  if (side === 'BUY') {
    const limits = [watched - offset, bound, mayTake || ask === null ? PRICE_ONE : ask - 1n];
    return floorToGrid(grid, outcome, lowest(limits));
  }
  const limits = [watched + offset, bound, mayTake || bid === null ? 0n : bid + 1n];
  return ceilToGrid(grid, outcome, highest(limits));
}

const lowest = (limits: readonly bigint[]): Price => {
  const least = limits.reduce((a, b) => (a < b ? a : b));
  return (least < 0n ? 0n : least) as Price;
};

const highest = (limits: readonly bigint[]): Price => {
  const most = limits.reduce((a, b) => (a > b ? a : b));
  return (most > PRICE_ONE ? PRICE_ONE : most) as Price;
};

function readPeg(reader: FieldReader): ParamsOf<'PEG'> | null {
  const reference = readChoice(reader, 'reference', TYPE_DEFINITIONS.PEG.params.reference);
  if (reader.value('reference') === undefined) reader.addIssue('reference', 'required');
  const params = {
    type: 'PEG',
    offset: readOffset(reader) ?? (0n as Price),
    minStayMs: readStayMs(reader),
    maxMoves: readMaxMoves(reader),
    maxOutageMs: readOutageMs(reader) ?? OUTAGE_MS_DEFAULT,
  } as const;
  return reference === null ? null : { ...params, reference };
}

/** `peg_min_stay_time_s` is another name of `min_stay_ms`, in seconds. */
export function readStayMs(reader: FieldReader): number {
  const ms = readCount(reader, 'min_stay_ms', MOVES.minStayMs);
  const seconds = readCount(reader, 'peg_min_stay_time_s', MOVES.pegMinStayTimeS);
  if (ms !== null && seconds !== null && seconds * 1_000 !== ms)
    reader.addIssue('peg_min_stay_time_s', 'differs from min_stay_ms');
  return ms ?? (seconds === null ? STAY_MS_DEFAULT : seconds * 1_000);
}

export const readMaxMoves = (reader: FieldReader): number =>
  readCount(reader, 'max_moves', MOVES.maxMoves) ?? MOVES_DEFAULT;

const readOffset = (reader: FieldReader): Price | null =>
  reader.optional('offset', parseOffset, OFFSET_ISSUE);

function parseOffset(value: unknown): Price | null {
  const offset = typeof value === 'string' ? parseSignedDecimal(value) : null;
  return offset === null || offset > PRICE_ONE || offset < 0n - PRICE_ONE ? null : (offset as Price);
}
