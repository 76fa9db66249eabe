import {
  FINISH,
  type FieldReader,
  minQty,
  NO_PROGRESS,
  ONE,
  type ParamsOf,
  type Parent,
  type ParentReason,
  parseDecimal,
  QTY_ZERO,
  type Qty,
  type Touch,
  TYPE_DEFINITIONS,
} from '#contract';
import { readChoice, readCount, readOutageMs } from '../../rules/param-readers.ts';
import {
  type ChildTerms,
  NO_WATCH,
  OUTAGE_MS_DEFAULT,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  type Progress,
  reviewBound,
} from '../../rules/parent-rules.ts';
import { findPegPrice } from '../peg/peg-rules.ts';
import { findLots, isBelowMinimum } from '../stop/stop-rules.ts';
import { findCrossingTerms } from '../twap/twap-rules.ts';

const PARTICIPATION_MIN = ONE / 100n;
const PARTICIPATION_MAX = ONE / 2n;
const WINDOW_MS_DEFAULT = 60_000;
const NEAR = { reference: 'NEAR', offset: 0n } as const;

/**
 * POV: a share of what others trade. Once in a window the quantity that may be filled follows their volume, and the order
 * rests at the best price of its side. So what is filled stays within the share of the volume, except by `CROSS`.
 */
export const POV_RULES: ParentRules<ParamsOf<'POV'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readPov,
    findIssues: ({ finish }, { expiresAt }) =>
      finish === 'CROSS' && expiresAt === null
        ? [
            {
              field: 'params.finish',
              issue: 'CROSS needs expires_at: the rest is taken in the window before',
            },
          ]
        : [],
  },
  progress: { ...NO_PROGRESS, releasedQty: QTY_ZERO, volume: QTY_ZERO },
  watch: () => ({ ...NO_WATCH, reference: 'NEAR' }),
  findProgress: findDueVolume,
  reviewChild: reviewBound,
  findTerms: findShareTerms,
};

/** At most once in a window: more volume, another price of its side, or the last window before the expiry. */
function findDueVolume(parent: Parent, params: ParamsOf<'POV'>, input: ParentInput): Progress | null {
  const { status, qty, createdAt, expiresAt, childCount, progress } = parent;
  if (status === 'PAUSED') return null;
  const { windowMs, finish } = params;
  const isLast = finish === 'CROSS' && expiresAt !== null && input.now >= expiresAt - windowMs;
  if (isLast) {
    if (progress.isReleaseFinal) return null;
    const next = { ...progress, releasedQty: qty, isReleaseFinal: true, staleUpTo: childCount };
    return { decision: 'slice_due', change: { nextAt: null, progress: next } };
  }
  const slice = Math.floor((input.now - createdAt) / windowMs) + 1;
  if (slice <= progress.slice || input.touch === null) return null;
  const volume = input.volume > (progress.volume ?? 0n) ? input.volume : (progress.volume ?? QTY_ZERO);
  const releasedQty = minQty(((volume * params.participation) / ONE) as Qty, qty);
  const released = { ...progress, slice, volume, releasedQty };
  const isAdded = findLots({ ...parent, progress: released }, input.grid) >= input.grid.qtyMin;
  // A reduce-only child may be smaller than its share because of the position: only more volume replaces it.
  const isSame = parent.reduceOnly && parent.liveQty > 0n && releasedQty === progress.releasedQty;
  if ((!isAdded || isSame) && !isOffTouch(parent, input, input.touch)) return null;
  return {
    decision: 'slice_due',
    change: { nextAt: null, progress: { ...released, staleUpTo: childCount } },
  };
}

/** The live child is not at the best price of others any more. */
function isOffTouch(parent: Parent, input: ParentInput, touch: Touch): boolean {
  const live = parent.children.find(({ liveQty }) => liveQty > 0n);
  const price = live === undefined ? null : findPegPrice(parent, NEAR, input, touch);
  return price !== null && price !== live?.price;
}

function findShareTerms(
  parent: Parent,
  _: ParamsOf<'POV'>,
  input: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  if (parent.progress.isReleaseFinal) return findCrossingTerms(parent, input, touch);
  const { grid } = input;
  const qty = findLots(parent, grid);
  if (isBelowMinimum(parent, grid)) return 'below_minimum';
  if (qty < grid.qtyMin) return null;
  const price = findPegPrice(parent, NEAR, input, touch);
  return price === null ? null : { qty, price, tif: parent.tif };
}

function readPov(reader: FieldReader): ParamsOf<'POV'> | null {
  const participation = reader.required(
    'participation',
    parseParticipation,
    'must be a decimal string from 0.01 to 0.5',
  );
  const params = {
    type: 'POV',
    windowMs: readCount(reader, 'window_ms', TYPE_DEFINITIONS.POV.params.windowMs) ?? WINDOW_MS_DEFAULT,
    finish: readChoice(reader, 'finish', FINISH) ?? 'CANCEL',
    maxOutageMs: readOutageMs(reader) ?? OUTAGE_MS_DEFAULT,
  } as const;
  return participation === null ? null : { ...params, participation };
}

function parseParticipation(value: unknown): bigint | null {
  const share = parseDecimal(value);
  return share === null || share < PARTICIPATION_MIN || share > PARTICIPATION_MAX ? null : share;
}
