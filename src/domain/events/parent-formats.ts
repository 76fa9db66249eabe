import {
  assert,
  type ClientOrderId,
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
  type Param,
  type ParamKind,
  type ParamTable,
  type Parent,
  type ParentChild,
  type ParentParams,
  type ParentProgress,
  type ParentState,
  type ParentTarget,
  type ParentTerms,
  type SeenBook,
  type StopLoss,
  TYPE_DEFINITIONS,
} from '#contract';
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
  untyped,
  variants,
} from './record-format.ts';

// The stored format of complex orders. The compiler checks that no field is missing.

export const parentStatus = oneOf(PARENT_STATUSES);
export const parentDecision = oneOf(PARENT_DECISIONS);

/** How a parameter is stored, by its kind. A choice has its own words, and what is only requested is not stored. */
const PARAMS: Readonly<Record<Exclude<ParamKind, 'choice' | 'legs' | 'object'>, Format<unknown>>> = {
  price: untyped(price),
  cost: untyped(price),
  distance: untyped(price),
  qty: untyped(qty),
  share: untyped(decimal()),
  fraction: untyped(decimal()),
  count: untyped(integer()),
  flag: untyped(boolean),
  order: untyped(orderId),
  venues: untyped(listOf(venueName)),
  target: untyped(record<ParentTarget>({ instrumentId, side, outcome })),
  limit: untyped(record<PairLeg>({ instrumentId, side, outcome, price })),
  takeProfit: untyped(price),
  stopLoss: untyped(
    record<StopLoss>({ triggerPrice: price, price: nullable(price), maxSlippage: nullable(price) }),
  ),
};

function toFormat({ kind, choices = [], isNullable, isAdded }: Param<unknown>): Format<unknown> {
  assert(kind !== 'legs' && kind !== 'object', 'a stored parameter has a format');
  const plain = kind === 'choice' ? untyped(oneOf(choices)) : PARAMS[kind];
  const format = isNullable === true ? nullable(plain) : plain;
  return isAdded === true ? defaultWhenAbsent<unknown>(null, format) : format;
}

const toFields = (table: ParamTable): Fields<object> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, param]) =>
      param.only === 'request' ? [] : [[name, toFormat(param)]],
    ),
  );

const params = variants<ParentParams>(
  Object.fromEntries(
    Object.entries(TYPE_DEFINITIONS).map(([type, definition]) => [type, toFields(definition.params)]),
  ) as unknown as Parameters<typeof variants<ParentParams>>[0],
);

const TERMS: Fields<ParentTerms> = {
  qty,
  qtyText: text(),
  price: nullable(price),
  priceText: nullable(text()),
  tif: oneOf(['GTC', 'GTD']),
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
  reason: nullable(oneOf(PARENT_REASONS)),
  endsAs: nullable(oneOf(['CANCELLED', 'EXPIRED'])),
  pausedBy: nullable(oneOf(PAUSE_CAUSES)),
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
