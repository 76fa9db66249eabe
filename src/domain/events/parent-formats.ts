import type { ClientOrderId } from '../model/ids.ts';
import {
  AFTER_PARTIAL,
  HEDGE_MODES,
  LEG_RISK_ACTIONS,
  type LegSums,
  NO_PROGRESS,
  PARENT_DECISIONS,
  PARENT_REASONS,
  PARENT_STATUSES,
  PAUSE_CAUSES,
  type PairClip,
  type PairLeg,
  type PairProgress,
  type PairSums,
  type Parent,
  type ParentChild,
  type ParentParams,
  type ParentProgress,
  type ParentState,
  type ParentTarget,
  type ParentTerms,
  PEG_REFERENCES,
  type SeenBook,
  type StopLoss,
  TRIGGER_SOURCES,
  TWAP_CATCH_UP,
  TWAP_FINISHES,
  TWAP_STYLES,
} from '../model/parent.ts';
import {
  accountId,
  genericAssetId,
  instrumentId,
  keyId,
  orderId,
  orderReason,
  orderStatus,
  outcome,
  parentId,
  price,
  qty,
  side,
  subaccountId,
  tag,
  timestamp,
  venueName,
} from './event-formats.ts';
import {
  boolean,
  decimal,
  defaultWhenAbsent,
  type Fields,
  type Format,
  integer,
  listOf,
  notional,
  nullable,
  oneOf,
  record,
  text,
  variants,
} from './record-format.ts';

// The stored format of complex orders. The compiler checks that no field is missing.

const oneOfList = <Name extends string>(names: readonly Name[]): Format<Name> =>
  oneOf(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>);

export const parentStatus = oneOfList(PARENT_STATUSES);
export const parentDecision = oneOfList(PARENT_DECISIONS);

const stopLoss = record<StopLoss>({
  triggerPrice: price,
  price: nullable(price),
  maxSlippage: nullable(price),
});

const firing = {
  triggerSource: oneOfList(TRIGGER_SOURCES),
  confirmMs: integer(),
  maxSlippage: nullable(price),
  afterPartial: oneOfList(AFTER_PARTIAL),
};

const pairLeg = record<PairLeg>({ instrumentId, side, outcome, price });

const parentTarget = record<ParentTarget>({ instrumentId, side, outcome });

const params = variants<ParentParams>({
  HEDGED_PAIR: {
    first: pairLeg,
    second: pairLeg,
    minEdge: price,
    mode: oneOfList(HEDGE_MODES),
    unhedgedQtyMax: qty,
    unhedgedMsMax: integer(),
    onLegRisk: oneOfList(LEG_RISK_ACTIONS),
    chasePrice: nullable(price),
    acceptSettlementRisk: boolean,
    maxOutageMs: nullable(integer()),
  },
  STOP: { triggerPrice: price, ...firing, fireIfMet: boolean, maxOutageMs: nullable(integer()) },
  TRAILING_STOP: {
    trail: nullable(price),
    trailPercent: nullable(decimal()),
    activationPrice: nullable(price),
    ...firing,
    maxOutageMs: nullable(integer()),
  },
  TWAP: {
    durationMs: integer(),
    slices: integer(),
    style: oneOfList(TWAP_STYLES),
    catchUp: oneOfList(TWAP_CATCH_UP),
    finish: oneOfList(TWAP_FINISHES),
    maxOutageMs: nullable(integer()),
  },
  PEG: {
    reference: oneOfList(PEG_REFERENCES),
    offset: price,
    minStayMs: integer(),
    maxMoves: integer(),
    maxOutageMs: nullable(integer()),
  },
  POV: {
    participation: decimal(),
    windowMs: integer(),
    finish: oneOfList(TWAP_FINISHES),
    maxOutageMs: nullable(integer()),
  },
  SMART_ROUTE: {
    minImprovement: nullable(price),
    minStayMs: integer(),
    maxMoves: integer(),
    venues: defaultWhenAbsent(null, nullable(listOf(venueName))),
    maxOutageMs: nullable(integer()),
  },
  ICEBERG: {
    displayQty: qty,
    reloadDelayMs: integer(),
    displayJitter: decimal(),
    maxOutageMs: nullable(integer()),
  },
  OCO: {
    limitPrice: price,
    limitTarget: defaultWhenAbsent(null, nullable(parentTarget)),
    stop: nullable(stopLoss),
    otherLimit: defaultWhenAbsent(null, nullable(pairLeg)),
    triggerSource: oneOfList(TRIGGER_SOURCES),
    maxOutageMs: nullable(integer()),
  },
  TP_SL: {
    attachTo: nullable(orderId),
    takeProfit: nullable(price),
    stopLoss: nullable(stopLoss),
    overlapAfterMs: defaultWhenAbsent(null, nullable(integer())),
    maxOutageMs: nullable(integer()),
  },
});

const TERMS: Fields<ParentTerms> = {
  qty,
  qtyText: text(),
  price: nullable(price),
  priceText: nullable(text()),
  tif: oneOf<'GTC' | 'GTD'>({ GTC: true, GTD: true }),
  expiresAt: nullable(timestamp),
  params,
};

const pairProgress = record<PairProgress>({
  unhedgedAt: nullable(timestamp),
  isUnwound: boolean,
  pending: listOf(integer()),
  clip: nullable(
    record<PairClip>({
      at: timestamp,
      child: integer(),
      isSecondFirst: boolean,
      firstPrice: price,
      secondPrice: price,
      secondLimit: price,
      firstFee: price,
      secondFee: price,
    }),
  ),
});

const legSums = record<LegSums>({
  filledQty: qty,
  liveQty: qty,
  unwindingQty: qty,
  cost: notional,
  fees: notional,
});

const pairSums = record<PairSums>({
  first: legSums,
  second: legSums,
  openCost: notional,
  slip: notional,
  delay: notional,
  excessFees: notional,
});

const progress = record<ParentProgress>({
  releasedQty: nullable(qty),
  isReleaseFinal: boolean,
  sizedFor: nullable(qty),
  staleUpTo: integer(),
  extreme: defaultWhenAbsent(NO_PROGRESS.extreme, nullable(price)),
  volume: defaultWhenAbsent(NO_PROGRESS.volume, nullable(qty)),
  slice: defaultWhenAbsent(NO_PROGRESS.slice, integer()),
  pair: defaultWhenAbsent(NO_PROGRESS.pair, nullable(pairProgress)),
  pending: defaultWhenAbsent(NO_PROGRESS.pending, listOf(integer())),
  overlappedUpTo: defaultWhenAbsent(NO_PROGRESS.overlappedUpTo, integer()),
});

const STATE: Fields<ParentState> = {
  status: parentStatus,
  reason: nullable(oneOfList(PARENT_REASONS)),
  endsAs: nullable(oneOf<'CANCELLED' | 'EXPIRED'>({ CANCELLED: true, EXPIRED: true })),
  pausedBy: nullable(oneOfList(PAUSE_CAUSES)),
  pausedAt: nullable(timestamp),
  needsResume: boolean,
  triggeredAt: nullable(timestamp),
  triggeredBy: nullable(price),
  nextAt: nullable(timestamp),
  refusals: integer(),
  handledChild: integer(),
  moves: integer(),
  progress: defaultWhenAbsent(NO_PROGRESS, progress),
  actingKeyId: defaultWhenAbsent(null, nullable(keyId)),
};

export const parentTerms = record<ParentTerms>(TERMS);
export const parentState = record<ParentState>(STATE);

export const seenBook = record<SeenBook>({
  sequence: integer(),
  ageMs: integer(),
  bid: nullable(price),
  ask: nullable(price),
  watched: nullable(price),
});

const child = record<ParentChild>({
  number: integer(),
  leg: defaultWhenAbsent(0, integer()),
  orderId,
  status: orderStatus,
  reason: nullable(orderReason),
  cancelReason: nullable(orderReason),
  price: nullable(price),
  qty,
  liveQty: qty,
  filledQty: qty,
  isAmending: defaultWhenAbsent(false, boolean),
});

export const parent = record<Parent>({
  id: parentId,
  accountId,
  subaccountId,
  keyId,
  idempotencyKey: nullable(text<ClientOrderId>()),
  fingerprint: text(),
  instrumentId,
  genericAssetId: defaultWhenAbsent(null, nullable(genericAssetId)),
  side,
  outcome,
  ...TERMS,
  postOnly: boolean,
  reduceOnly: boolean,
  tag,
  ...STATE,
  childCount: integer(),
  children: listOf(child),
  childOrderIds: listOf(orderId),
  filledQty: qty,
  liveQty: qty,
  filledNotional: notional,
  fees: nullable(notional),
  pair: defaultWhenAbsent(null, nullable(pairSums)),
  createdAt: timestamp,
  updatedAt: timestamp,
});
