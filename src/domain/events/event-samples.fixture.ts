import fc from 'fast-check';
import type { ApiKey, Permission, Subaccount } from '../../contract/access/access.ts';
import {
  type AgentLimitKind,
  type AgentPolicy,
  toAgentLimitFields,
} from '../../contract/access/agent-policy.ts';
import type { Approval, ApprovalId } from '../../contract/model/approval.ts';
import type { RiskGuard, TradeSessionRecord } from '../../contract/model/guard.ts';
import {
  type AccountId,
  type ClientOrderId,
  type GenericAssetId,
  type InstrumentId,
  type KeyId,
  type OrderTag,
  type SessionId,
  type SubaccountId,
  toFillId,
  toOrderId,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '../../contract/model/ids.ts';
import {
  type DayLimits,
  type KillSwitch,
  type Limit,
  type LimitField,
  type LimitKind,
  type Limits,
  toDayLimitFields,
  toLimitFields,
} from '../../contract/model/limits.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import type { AmendChange, Fill, Leg, Order, OrderReason, OrderStatus } from '../../contract/model/order.ts';
import {
  ORDER_FLAG_LIST,
  type OrderFlag,
  type OrderFlagKind,
  type OrderFlags,
} from '../../contract/model/order-flags.ts';
import type { Position } from '../../contract/model/position.ts';
import {
  OPERATION_FAILURES,
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type OperationId,
  type PositionOperation,
  type RedeemedClaim,
} from '../../contract/model/position-operation.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { AssetReview, ReviewedMember } from '../instruments/asset-review.ts';
import type { MakerProtection } from '../quotes/maker-protection.ts';
import type { LedgerEvent } from './event-schema.ts';
import { anyDecision, anyParent, anyParentAmendment } from './parent-samples.fixture.ts';

// Any value that the types allow, also without meaning: every value must be decoded as it was encoded.

type Samples<Shape> = { [Name in keyof Shape]: fc.Arbitrary<Shape[Name]> };
const shape = <Shape extends object>(fields: Samples<Shape>) =>
  fc.record<Shape>(fields, { noNullPrototype: true }) as fc.Arbitrary<Shape>;
// Made once: fast-check tabulates all characters for each arbitrary of this unit.
const words = fc.string({ unit: 'binary', maxLength: 12 });
const word = <Text extends string>() => words as fc.Arbitrary<Text>;
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });
const count = fc.integer({ min: 1, max: 9 });
const timestamp = fc.maxSafeNat() as fc.Arbitrary<TimestampMs>;
const price = fc.bigInt({ min: 0n, max: 10n ** 23n }) as fc.Arbitrary<Price>;
const qty = fc.bigInt({ min: 0n, max: 10n ** 23n }) as fc.Arbitrary<Qty>;
const notional = fc.bigInt({ min: -(10n ** 46n), max: 10n ** 46n }) as fc.Arbitrary<Notional>;
const accountId = word<AccountId>();
const subaccountId = word<SubaccountId>();
const venue = word<VenueName>();
const instrumentId = fc.maxSafeNat() as fc.Arbitrary<InstrumentId>;
const orderId = fc.maxSafeNat().map(toOrderId);
const side = fc.constantFrom('BUY', 'SELL');
const outcome = fc.constantFrom('YES', 'NO');
const over = fc.constantFrom('FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED');
const status: fc.Arbitrary<OrderStatus> = fc.oneof(
  over,
  fc.constantFrom('PENDING_SUBMISSION', 'OPEN', 'PARTIAL'),
);
const reason = fc.constantFrom<OrderReason>(
  'user_cancel',
  'no_liquidity',
  'kill_switch',
  'replace_interrupted',
);

const review: fc.Arbitrary<AssetReview> = shape({
  genericAssetId: fc.maxSafeNat() as fc.Arbitrary<GenericAssetId>,
  status: fc.constantFrom('APPROVED', 'SUSPENDED', 'REJECTED'),
  simulated: fc.boolean(),
  title: word(),
  description: maybe(word()),
  category: word(),
  members: fc.array(
    shape<ReviewedMember>({
      venue,
      venueInstrumentId: word(),
      instrumentId,
      ticker: word(),
      inverted: fc.boolean(),
      fingerprint: word(),
    }),
    { maxLength: 3 },
  ),
  by: word(),
  why: word(),
  at: timestamp,
});

const LIMITS: Readonly<Record<LimitKind, fc.Arbitrary<unknown>>> = { qty, amount: notional, count };
const toLimit = ({ kind }: Limit): fc.Arbitrary<unknown> => maybe(LIMITS[kind]);

const AGENT_LIMITS: Readonly<Record<AgentLimitKind, fc.Arbitrary<unknown>>> = {
  amount: notional,
  count: fc.nat(),
  venues: fc.array(word(), { maxLength: 3 }),
  categories: fc.array(word(), { maxLength: 3 }),
  assets: fc.array(fc.maxSafeNat(), { maxLength: 3 }),
};

const agentPolicy = shape({
  simulatedOnly: fc.boolean(),
  ...toAgentLimitFields(({ kind }) => maybe(AGENT_LIMITS[kind])),
}) as fc.Arbitrary<AgentPolicy>;

const key: fc.Arbitrary<ApiKey> = shape({
  keyId: word<KeyId>(),
  accountId,
  publicKey: word(),
  permissions: fc.subarray<Permission>(['read', 'trade', 'risk', 'review', 'alerts']),
  subaccounts: fc.oneof(fc.constant('*' as const), fc.array(subaccountId, { maxLength: 3 })),
  status: fc.constantFrom('ACTIVE', 'REVOKED'),
  expiresAt: maybe(timestamp),
  createdAt: timestamp,
  agent: maybe(agentPolicy),
  limits: maybe(shape(toDayLimitFields(toLimit) as Samples<DayLimits>)),
});

const approval: fc.Arbitrary<Approval> = shape({
  id: word<ApprovalId>(),
  accountId,
  keyId: word<KeyId>(),
  subaccountId,
  clientOrderId: word<ClientOrderId>(),
  fingerprint: word(),
  body: word(),
  cost: notional,
  status: fc.constantFrom('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedAt: maybe(timestamp),
  decidedBy: maybe(word<KeyId>()),
  orderId: maybe(orderId),
});

const operation: fc.Arbitrary<PositionOperation> = shape({
  id: word<OperationId>(),
  accountId,
  subaccountId,
  keyId: maybe(word<KeyId>()),
  idempotencyKey: maybe(word<ClientOrderId>()),
  fingerprint: word(),
  kind: fc.constantFrom(...OPERATION_KINDS),
  instrumentId,
  venue,
  venueInstrumentId: word(),
  qty: maybe(qty),
  cash: notional,
  redeems: fc.array(shape<RedeemedClaim>({ accountId, subaccountId, payout: notional }), { maxLength: 2 }),
  status: fc.constantFrom(...OPERATION_STATUSES),
  seal: maybe(word()),
  venueOperationId: maybe(word()),
  transactionHash: maybe(word()),
  failure: maybe(fc.constantFrom(...OPERATION_FAILURES)),
  venueMessage: maybe(word()),
  createdAt: timestamp,
  sentAt: maybe(timestamp),
  endedAt: maybe(timestamp),
  updatedAt: timestamp,
});

const subaccount: fc.Arbitrary<Subaccount> = shape({ accountId, subaccountId, name: word() });

const limits: fc.Arbitrary<Limits> = shape({
  accountId,
  subaccountId: maybe(subaccountId),
  ...(toLimitFields(toLimit, maybe(word())) as Samples<Pick<Limits, LimitField>>),
  updatedAt: maybe(timestamp),
});

const killSwitch: fc.Arbitrary<KillSwitch> = shape({
  accountId,
  subaccountId: maybe(subaccountId),
  enabled: fc.boolean(),
  updatedAt: timestamp,
});

const guard: fc.Arbitrary<RiskGuard> = shape({
  accountId,
  keyId: word<KeyId>(),
  subaccountId: maybe(subaccountId),
  scope: fc.constantFrom('KEY', 'SUBACCOUNT'),
  timeoutMs: fc.nat(600_000),
  blockAfter: fc.boolean(),
  latestAt: maybe(timestamp),
  blocked: fc.boolean(),
  firedCount: fc.nat(),
  lastFiredAt: maybe(timestamp),
  updatedAt: timestamp,
});

const protection: fc.Arbitrary<MakerProtection> = shape({
  accountId,
  subaccountId,
  windowMs: fc.nat(600_000),
  filledQtyMax: maybe(qty),
  netQtyMax: maybe(qty),
  frozenMs: fc.nat(600_000),
  frozenAt: maybe(timestamp),
  frozenUntil: maybe(timestamp),
  breaches: fc.nat(),
  updatedAt: timestamp,
});

const session: fc.Arbitrary<TradeSessionRecord> = shape({
  sessionId: word<SessionId>(),
  accountId,
  keyId: word<KeyId>(),
  subaccountId: maybe(subaccountId),
  onDisconnect: fc.constantFrom('SESSION', 'SUBACCOUNT'),
  openedAt: timestamp,
});

const change: fc.Arbitrary<AmendChange> = shape({
  price: maybe(price),
  priceText: maybe(word()),
  qty: maybe(qty),
  qtyText: maybe(word()),
  tif: maybe(fc.constantFrom('GTC', 'GTD')),
  expiresAt: maybe(timestamp),
  legs: fc.array(shape({ leg: count, price: maybe(price), qty }), { maxLength: 2 }),
});

const leg: fc.Arbitrary<Leg> = shape({
  leg: count,
  generation: count,
  venue,
  instrumentId,
  venueInstrumentId: word(),
  outcome,
  tokenSide: maybe(fc.constantFrom('BUY', 'SELL')),
  clientId: word<VenueClientId>(),
  venueOrderId: maybe(word<VenueOrderId>()),
  status,
  reason: maybe(reason),
  venueCode: maybe(word()),
  venueMessage: maybe(word()),
  price: maybe(price),
  qty,
  filledQty: qty,
  filledNotional: notional,
  atVenue: maybe(shape({ qty, takenQty: qty })),
  arrival: maybe(shape({ bid: maybe(price), ask: maybe(price), takes: qty, takesNotional: notional })),
});

const FLAGS: Readonly<Record<OrderFlagKind, (flag: OrderFlag) => fc.Arbitrary<unknown>>> = {
  flag: () => fc.boolean(),
  time: () => maybe(timestamp),
  choice: ({ choices = [] }) => maybe(fc.constantFrom(...choices)),
  text: () => maybe(words),
  decimal: () => maybe(qty),
  orders: () => fc.array(orderId, { maxLength: 2 }),
};

const flags = Object.fromEntries(ORDER_FLAG_LIST.map(([name, flag]) => [name, FLAGS[flag.kind](flag)])) as {
  [Name in keyof OrderFlags]: fc.Arbitrary<OrderFlags[Name]>;
};

/** An order without an answer to its caller. */
export const anyOrder: fc.Arbitrary<Order> = shape({
  id: orderId,
  accountId,
  subaccountId,
  keyId: word<KeyId>(),
  fingerprint: word(),
  clientOrderId: maybe(word<ClientOrderId>()),
  instrumentId: maybe(instrumentId),
  genericAssetId: maybe(fc.maxSafeNat() as fc.Arbitrary<GenericAssetId>),
  side,
  outcome,
  type: fc.constantFrom('LIMIT', 'MARKET'),
  tif: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTD'),
  expiresAt: maybe(timestamp),
  price: maybe(price),
  priceText: maybe(word()),
  qty,
  qtyText: word(),
  routing: shape({
    mode: fc.constantFrom('DIRECT', 'BEST_PRICE', 'SPLIT'),
    venues: maybe(fc.array(venue, { maxLength: 2 })),
  }),
  ...flags,
  status,
  legs: fc.array(leg, { maxLength: 3 }),
  fees: notional,
  pendingAction: maybe(fc.constantFrom('cancel', 'amend')),
  pendingAmend: maybe(change),
  loosestPrice: maybe(price),
  cancelReason: maybe(reason),
  reason: maybe(reason),
  createdAt: timestamp,
  updatedAt: timestamp,
  answer: fc.constant(null),
});

const fill: fc.Arbitrary<Fill> = shape({
  id: fc.maxSafeNat().map(toFillId),
  orderId: maybe(orderId),
  leg: maybe(count),
  generation: count,
  clientOrderId: maybe(word<ClientOrderId>()),
  tag: maybe(word<OrderTag>()),
  accountId,
  subaccountId,
  instrumentId,
  venue,
  venueTradeId: word(),
  side,
  outcome,
  price,
  qty,
  fee: notional,
  liquidity: fc.constantFrom('MAKER', 'TAKER', 'SETTLEMENT', 'ADOPTED'),
  realizedPnl: notional,
  timestamp,
  settlement: fc.constantFrom('PENDING', 'FINAL', 'VOID'),
  voids: maybe(fc.maxSafeNat().map(toFillId)),
  tokenSide: maybe(fc.constantFrom('BUY', 'SELL')),
});

const position: fc.Arbitrary<Position> = shape({
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }),
  cost: notional,
  realizedPnl: notional,
  updatedAt: timestamp,
});

const event = <Type extends LedgerEvent['type'], Body extends object>(
  type: Type,
  body: { [Name in keyof Body]: fc.Arbitrary<Body[Name]> },
): fc.Arbitrary<{ type: Type } & Body> => shape(body).map((fields) => ({ type, ...fields }));

/** All event types with arbitrary content. A new type compiles only when it is listed here. */
export const ANY_EVENT: {
  readonly [Type in LedgerEvent['type']]: fc.Arbitrary<Extract<LedgerEvent, { type: Type }>>;
} = {
  AccountCreated: event('AccountCreated', { accountId }),
  SubaccountCreated: event('SubaccountCreated', { subaccount }),
  KeyCreated: event('KeyCreated', { key }),
  KeyRevoked: event('KeyRevoked', { keyId: word<KeyId>() }),
  LimitsSet: event('LimitsSet', { limits }),
  KillSwitchSet: event('KillSwitchSet', { killSwitch }),
  GuardSet: event('GuardSet', { guard }),
  GuardFired: event('GuardFired', { guard }),
  ProtectionSet: event('ProtectionSet', { protection }),
  ProtectionBreached: event('ProtectionBreached', { protection }),
  SessionOpened: event('SessionOpened', { session }),
  SessionEnded: event('SessionEnded', { sessionId: word<SessionId>() }),
  ApprovalSet: event('ApprovalSet', { approval }),
  PositionOperationSet: event('PositionOperationSet', { operation }),
  TokensSettled: event('TokensSettled', {
    claim: shape({ accountId, subaccountId, instrumentId, venue, payout: notional }),
  }),
  AssetApproved: event('AssetApproved', { review }),
  AssetRejected: event('AssetRejected', { review }),
  AssetSuspended: event('AssetSuspended', { review }),
  InstrumentBound: event('InstrumentBound', { instrumentId, venue, venueInstrumentId: word() }),
  OrderAccepted: event('OrderAccepted', { order: anyOrder }),
  OrderRouted: event('OrderRouted', {
    orderId,
    decision: shape({
      mode: fc.constantFrom('BEST_PRICE' as const, 'SPLIT' as const),
      candidates: fc.array(
        shape({
          venue,
          instrumentId,
          bookSequence: maybe(count),
          bookAgeMs: maybe(count),
          bestPrice: maybe(price),
          dropped: maybe(fc.constantFrom('venue_unhealthy' as const, 'not_chosen' as const)),
        }),
        { maxLength: 3 },
      ),
      legs: maybe(
        fc.array(
          shape({
            instrumentId,
            takes: qty,
            takesNotional: notional,
            rests: qty,
            fee: notional,
            cost: notional,
          }),
          { maxLength: 2 },
        ),
      ),
      isLeast: maybe(fc.boolean()),
    }),
  }),
  LegAcknowledged: event('LegAcknowledged', { orderId, leg: count, venueOrderId: word<VenueOrderId>() }),
  FillRecorded: event('FillRecorded', { fill }),
  FillSettled: event('FillSettled', { orderId, fillId: fc.maxSafeNat().map(toFillId) }),
  FillVoided: event('FillVoided', { fill, position }),
  LegClosed: event('LegClosed', {
    orderId,
    leg: count,
    status: over,
    reason: maybe(reason),
    venueCode: maybe(word()),
    venueMessage: maybe(word()),
    detail: maybe(word()),
  }),
  LegDoubted: event('LegDoubted', {
    orderId,
    leg: count,
    venueCode: maybe(word()),
    venueMessage: maybe(word()),
  }),
  OrderClosed: event('OrderClosed', { orderId, status: fc.constantFrom('CANCELLED', 'REJECTED'), reason }),
  CancelRequested: event('CancelRequested', { orderId, reason }),
  AmendRequested: event('AmendRequested', { orderId, change }),
  LegAmended: event('LegAmended', { orderId, leg: count, price: maybe(price), qty }),
  LegReplaced: event('LegReplaced', {
    orderId,
    leg: count,
    generation: count,
    clientId: word<VenueClientId>(),
    price: maybe(price),
    qty,
  }),
  AmendConfirmed: event('AmendConfirmed', { orderId }),
  AmendRefused: event('AmendRefused', { orderId, why: word() }),
  OrderAnswered: event('OrderAnswered', { orderId }),
  ParentAccepted: anyParent.map((parent) => ({ type: 'ParentAccepted', parent })),
  ParentDecided: anyDecision,
  ParentAmended: anyParentAmendment,
  AnomalyRecorded: event('AnomalyRecorded', { venue, kind: word(), orderId: maybe(orderId), detail: word() }),
  BookObserved: event('BookObserved', {
    orderId,
    leg: count,
    since: fc.constantFrom('ORDER', 'FILL'),
    afterMs: count,
    bid: maybe(price),
    ask: maybe(price),
  }),
  CallAnswered: event('CallAnswered', {
    call: shape({
      method: word(),
      target: word(),
      bodySha256: word(),
      requestId: word(),
      error: maybe(word()),
    }),
  }),
  CallsForbidden: event('CallsForbidden', {
    calls: shape({
      from: timestamp,
      until: timestamp,
      paths: fc.array(shape({ method: word(), path: word(), count }), { maxLength: 2 }),
    }),
  }),
  OperatorActed: event('OperatorActed', { act: word(), detail: word() }),
  ServiceStarted: event('ServiceStarted', {
    version: word(),
    profile: word(),
    settings: fc.array(shape({ name: word(), value: word() }), { maxLength: 3 }),
  }),
  LedgerRestored: event('LedgerRestored', {
    orderNumber: count,
    fillNumber: count,
    parentNumber: count,
    instrumentIdSkipped: count,
    assetIdSkipped: count,
  }),
  VenueMarkAdvanced: event('VenueMarkAdvanced', { venue, mark: word() }),
};
