import {
  type AccountId,
  type AgentLimitKind,
  type AgentLimits,
  type AgentPolicy,
  type AmendChange,
  APPROVAL_STATUSES,
  type ApiKey,
  type Approval,
  type ApprovalId,
  type AtVenue,
  type ClientOrderId,
  type DayLimits,
  type FeeSchedule,
  FILL_ROUNDINGS,
  FILL_SETTLEMENTS,
  type Fill,
  type FillId,
  type GenericAssetId,
  GUARD_SCOPES,
  type InstrumentId,
  KEY_STATUSES,
  type KeyId,
  type KillSwitch,
  type Leg,
  type LegArrival,
  LIQUIDITIES,
  type Limit,
  type LimitField,
  type LimitKind,
  type Limits,
  OPERATION_FAILURES,
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type OperationId,
  ORDER_FLAG_LIST,
  ORDER_REASON_NAMES,
  ORDER_STATUSES,
  ORDER_TYPES,
  type Order,
  type OrderFlag,
  type OrderFlagKind,
  type OrderFlags,
  type OrderId,
  type OrderTag,
  OUTCOMES,
  type ParentId,
  PENDING_ACTIONS,
  PERMISSIONS,
  type Position,
  type PositionOperation,
  type Price,
  type PriceBand,
  type Qty,
  type RedeemedClaim,
  type RiskGuard,
  ROUTING_MODES,
  type Routing,
  SESSION_SCOPES,
  type SessionId,
  SIDES,
  type Subaccount,
  type SubaccountGrant,
  type SubaccountId,
  TIMES_IN_FORCE,
  type TimestampMs,
  type TokenClaim,
  type TradeSessionRecord,
  toAgentLimitFields,
  toDayLimitFields,
  toLimitFields,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '#contract';
import { type AssetReview, REVIEW_STATUSES, type ReviewedMember } from '../instruments/asset-review.ts';
import type { MakerProtection } from '../quotes/maker-protection.ts';
import {
  type CandidateSnapshot,
  DROP_REASONS,
  type LegEstimate,
  type RoutingDecision,
  UNUSABLE_REASONS,
} from '../routing/route-types.ts';
import type { AnsweredCall, ChangedSetting, ForbiddenCalls } from './event-schema.ts';
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
} from './record-format.ts';

// The stored format of each record, field by field. The compiler checks that no field is missing.

export const accountId = text<AccountId>();
export const subaccountId = text<SubaccountId>();
export const keyId = text<KeyId>();
export const venueName = text<VenueName>();
export const instrumentId = integer<InstrumentId>();
export const orderId = text<OrderId>();
export const sessionId = text<SessionId>();
export const parentId = text<ParentId>();
export const venueOrderId = text<VenueOrderId>();
export const price = decimal<Price>();
export const qty = decimal<Qty>();
export const timestamp = integer<TimestampMs>();

export const side = oneOf(SIDES);
export const outcome = oneOf(OUTCOMES);
export const liquidity = oneOf(LIQUIDITIES);
const orderType = oneOf(ORDER_TYPES);
const tif = oneOf(TIMES_IN_FORCE);
const routingMode = oneOf(ROUTING_MODES);
export const fillSettlement = oneOf(FILL_SETTLEMENTS);
export const fillId = text<FillId>();
export const venueClientId = text<VenueClientId>();
const pendingAction = oneOf(PENDING_ACTIONS);

export const orderStatus = oneOf(ORDER_STATUSES);

export const orderReason = oneOf(ORDER_REASON_NAMES);

export const permissions = listOf(oneOf(PERMISSIONS));

const subaccountIds = listOf(subaccountId);
export const subaccountGrant: Format<SubaccountGrant> = {
  expects: '"*" or a list',
  write: (grant) => (grant === '*' ? '"*"' : subaccountIds.write(grant)),
  read: (json, path, onIssue) => (json === '*' ? '*' : subaccountIds.read(json, path, onIssue)),
};

export const keyStatus = oneOf(KEY_STATUSES);

export const subaccount = record<Subaccount>({ accountId, subaccountId, name: text() });

export const genericAssetId = integer<GenericAssetId>();

const AGENT_LIMIT_FORMATS: Readonly<Record<AgentLimitKind, Format<unknown>>> = {
  amount: untyped(nullable(notional)),
  count: untyped(nullable(integer())),
  venues: untyped(nullable(listOf(venueName))),
  categories: untyped(nullable(listOf(text()))),
  assets: untyped(nullable(listOf(genericAssetId))),
};

export const agentPolicy = record<AgentPolicy>({
  simulatedOnly: boolean,
  ...(toAgentLimitFields(({ kind, isLater }) =>
    isLater ? defaultWhenAbsent(null, AGENT_LIMIT_FORMATS[kind]) : AGENT_LIMIT_FORMATS[kind],
  ) as unknown as Fields<AgentLimits>),
});

const LIMIT_FORMATS: Readonly<Record<LimitKind, Format<unknown>>> = {
  qty: untyped(nullable(qty)),
  amount: untyped(nullable(notional)),
  count: untyped(nullable(integer())),
};

const toLimitFormat =
  (of: Limit['inEvery']) =>
  ({ kind, inEvery }: Limit): Format<unknown> =>
    inEvery === of ? LIMIT_FORMATS[kind] : defaultWhenAbsent(null, LIMIT_FORMATS[kind]);

export const dayLimits = record(toDayLimitFields(toLimitFormat('key')) as unknown as Fields<DayLimits>);

export const apiKey = record<ApiKey>({
  keyId,
  accountId,
  publicKey: text(),
  permissions,
  subaccounts: subaccountGrant,
  status: keyStatus,
  expiresAt: nullable(timestamp),
  createdAt: timestamp,
  agent: defaultWhenAbsent(null, nullable(agentPolicy)),
  limits: defaultWhenAbsent(null, nullable(dayLimits)),
});

export const limits = record<Limits>({
  accountId,
  subaccountId: nullable(subaccountId),
  ...(toLimitFields(toLimitFormat('limits'), untyped(nullable(text()))) as unknown as Pick<
    Fields<Limits>,
    LimitField
  >),
  updatedAt: nullable(timestamp),
});

export const killSwitch = record<KillSwitch>({
  accountId,
  subaccountId: nullable(subaccountId),
  enabled: boolean,
  updatedAt: timestamp,
});

export const guardScope = oneOf(GUARD_SCOPES);

export const riskGuard = record<RiskGuard>({
  accountId,
  keyId,
  subaccountId: nullable(subaccountId),
  scope: guardScope,
  timeoutMs: integer(),
  blockAfter: boolean,
  latestAt: nullable(timestamp),
  blocked: boolean,
  firedCount: integer(),
  lastFiredAt: nullable(timestamp),
  updatedAt: timestamp,
});

export const approvalStatus = oneOf(APPROVAL_STATUSES);
export const approvalId = text<ApprovalId>();

export const approval = record<Approval>({
  id: approvalId,
  accountId,
  keyId,
  subaccountId,
  clientOrderId: text<ClientOrderId>(),
  fingerprint: text(),
  body: text(),
  cost: notional,
  status: approvalStatus,
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedAt: nullable(timestamp),
  decidedBy: nullable(keyId),
  orderId: nullable(orderId),
});

export const operationId = text<OperationId>();
export const operationKind = oneOf(OPERATION_KINDS);
export const operationStatus = oneOf(OPERATION_STATUSES);
export const operationFailure = oneOf(OPERATION_FAILURES);
export const redeemedClaims = listOf(record<RedeemedClaim>({ accountId, subaccountId, payout: notional }));

export const positionOperation = record<PositionOperation>({
  id: operationId,
  accountId,
  subaccountId,
  keyId: nullable(keyId),
  idempotencyKey: nullable(text<ClientOrderId>()),
  fingerprint: text(),
  kind: operationKind,
  instrumentId,
  venue: venueName,
  venueInstrumentId: text(),
  qty: nullable(qty),
  cash: notional,
  redeems: redeemedClaims,
  status: operationStatus,
  seal: nullable(text()),
  venueOperationId: nullable(text()),
  transactionHash: nullable(text()),
  failure: nullable(operationFailure),
  venueMessage: nullable(text()),
  createdAt: timestamp,
  sentAt: nullable(timestamp),
  endedAt: nullable(timestamp),
  updatedAt: timestamp,
});

export const tokenClaim = record<TokenClaim>({
  accountId,
  subaccountId,
  instrumentId,
  venue: venueName,
  payout: notional,
});

export const makerProtection = record<MakerProtection>({
  accountId,
  subaccountId,
  windowMs: integer(),
  filledQtyMax: nullable(qty),
  netQtyMax: nullable(qty),
  frozenMs: integer(),
  frozenAt: nullable(timestamp),
  frozenUntil: nullable(timestamp),
  breaches: integer(),
  updatedAt: timestamp,
});

export const sessionScope = oneOf(SESSION_SCOPES);

export const tradeSession = record<TradeSessionRecord>({
  sessionId,
  accountId,
  keyId,
  subaccountId: nullable(subaccountId),
  onDisconnect: sessionScope,
  openedAt: timestamp,
});

export const amendChange = record<AmendChange>({
  price: nullable(price),
  priceText: nullable(text()),
  qty: nullable(qty),
  qtyText: nullable(text()),
  tif: nullable(oneOf(['GTC', 'GTD'])),
  expiresAt: nullable(timestamp),
  legs: listOf(record<AmendChange['legs'][number]>({ leg: integer(), price: nullable(price), qty })),
});

/** A text that older records do not have. */
export const optionalText = defaultWhenAbsent(null, nullable(text()));

/** A tag that most records do not have. */
export const tag = defaultWhenAbsent(null, nullable(text<OrderTag>()));

/** Older records, and those at a venue that nets both outcomes, have none. */
const tokenSide = defaultWhenAbsent(null, nullable(side));

const leg = record<Leg>({
  leg: integer(),
  generation: integer(),
  venue: venueName,
  instrumentId,
  venueInstrumentId: text(),
  outcome,
  tokenSide,
  clientId: venueClientId,
  venueOrderId: nullable(venueOrderId),
  status: orderStatus,
  reason: nullable(orderReason),
  venueCode: optionalText,
  venueMessage: optionalText,
  price: nullable(price),
  qty,
  filledQty: qty,
  filledNotional: notional,
  atVenue: defaultWhenAbsent(null, nullable(record<AtVenue>({ qty, takenQty: qty }))),
  arrival: defaultWhenAbsent(
    null,
    nullable(
      record<LegArrival>({ bid: nullable(price), ask: nullable(price), takes: qty, takesNotional: notional }),
    ),
  ),
});

/** How a flag is stored, by its kind. */
const FLAG_FORMATS: Readonly<Record<OrderFlagKind, (flag: OrderFlag) => Format<unknown>>> = {
  flag: () => untyped(boolean),
  time: () => untyped(nullable(timestamp)),
  choice: ({ choices = [] }) => untyped(nullable(oneOf(choices))),
  text: () => untyped(nullable(text())),
  decimal: () => untyped(nullable(decimal())),
  orders: () => untyped(listOf(orderId)),
};

const FLAGS = Object.fromEntries(
  ORDER_FLAG_LIST.map(([name, flag]) => [name, defaultWhenAbsent(flag.none, FLAG_FORMATS[flag.kind](flag))]),
) as unknown as Fields<OrderFlags>;

/**
 * An order without its first answer, which is stored separately in the same format. Its terms are kept: a new order is
 * encoded as it is accepted, and then as it is after the same entry.
 */
export const orderTerms = record<Omit<Order, 'answer'>>(
  {
    id: orderId,
    accountId,
    subaccountId,
    clientOrderId: nullable(text<ClientOrderId>()),
    keyId,
    fingerprint: text(),
    instrumentId: nullable(instrumentId),
    genericAssetId: nullable(integer<GenericAssetId>()),
    side,
    outcome,
    type: orderType,
    tif,
    expiresAt: nullable(timestamp),
    price: nullable(price),
    priceText: nullable(text()),
    qty,
    qtyText: text(),
    routing: record<Routing>({ mode: routingMode, venues: nullable(listOf(venueName)) }),
    ...FLAGS,
    status: orderStatus,
    reason: nullable(orderReason),
    legs: listOf(leg),
    fees: nullable(notional),
    pendingAction: nullable(pendingAction),
    pendingAmend: nullable(amendChange),
    loosestPrice: nullable(price),
    cancelReason: nullable(orderReason),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  '',
  'status',
);

const seenCandidate = record<CandidateSnapshot>({
  venue: venueName,
  instrumentId,
  bookSequence: nullable(integer()),
  bookAgeMs: nullable(integer()),
  bestPrice: nullable(price),
  dropped: nullable(oneOf([...UNUSABLE_REASONS, ...DROP_REASONS])),
});

const legEstimate = record<LegEstimate>({
  instrumentId,
  takes: qty,
  takesNotional: notional,
  rests: qty,
  fee: notional,
  cost: notional,
});

export const routingDecision = record<RoutingDecision>({
  mode: oneOf(['BEST_PRICE', 'SPLIT']),
  candidates: listOf(seenCandidate),
  legs: defaultWhenAbsent(null, nullable(listOf(legEstimate))),
  isLeast: defaultWhenAbsent(null, nullable(boolean)),
});

export const fill = record<Fill>({
  id: fillId,
  orderId: nullable(orderId),
  leg: nullable(integer()),
  generation: defaultWhenAbsent(1, integer()),
  clientOrderId: nullable(text<ClientOrderId>()),
  tag,
  accountId,
  subaccountId,
  instrumentId,
  venue: venueName,
  venueTradeId: text(),
  side,
  outcome,
  price,
  qty,
  fee: nullable(notional),
  liquidity,
  realizedPnl: notional,
  timestamp,
  settlement: defaultWhenAbsent('FINAL', fillSettlement),
  voids: defaultWhenAbsent(null, nullable(fillId)),
  tokenSide,
});

export const position = record<Position>({
  accountId,
  subaccountId,
  instrumentId,
  venue: venueName,
  net: decimal(),
  cost: notional,
  realizedPnl: notional,
  updatedAt: timestamp,
});

export const reviewStatus = oneOf(REVIEW_STATUSES);
export const reviewedMembers = listOf(
  record<ReviewedMember>({
    venue: venueName,
    venueInstrumentId: text(),
    instrumentId,
    ticker: text(),
    inverted: boolean,
    fingerprint: text(),
  }),
);

export const assetReview = record<AssetReview>({
  genericAssetId,
  status: reviewStatus,
  simulated: boolean,
  title: text(),
  description: nullable(text()),
  category: text(),
  members: reviewedMembers,
  by: text(),
  why: text(),
  at: timestamp,
});

export const forbiddenCalls = record<ForbiddenCalls>({
  from: timestamp,
  until: timestamp,
  paths: listOf(record<ForbiddenCalls['paths'][number]>({ method: text(), path: text(), count: integer() })),
});

export const answeredCall = record<AnsweredCall>({
  method: text(),
  target: text(),
  bodySha256: text(),
  requestId: text(),
  error: nullable(text()),
});

export const changedSetting = record<ChangedSetting>({ name: text(), value: text() });

// Formats of an instrument's trading terms, used by all stores.

export const priceBands = nullable(listOf(record<PriceBand>({ from: price, to: price, step: price })));

export const fees = nullable(
  record<FeeSchedule>({
    takerRate: decimal(),
    makerRate: decimal(),
    exponent: integer(),
    fillStep: notional,
    fillRounding: oneOf(FILL_ROUNDINGS),
    cashStep: nullable(notional),
  }),
);
