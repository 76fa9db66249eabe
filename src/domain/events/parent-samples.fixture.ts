import fc from 'fast-check';
import type {
  AccountId,
  ClientOrderId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderTag,
  SubaccountId,
  VenueName,
} from '../model/ids.ts';
import { toOrderId, toParentId } from '../model/ids.ts';
import type { Notional, Price, Qty } from '../model/money.ts';
import {
  AFTER_PARTIAL,
  HEDGE_MODES,
  LEG_RISK_ACTIONS,
  NO_PROGRESS,
  PARENT_DECISIONS,
  PARENT_REASONS,
  PARENT_STATUSES,
  PAUSE_CAUSES,
  type Parent,
  type ParentChild,
  type ParentParams,
  type ParentState,
  type ParentTerms,
  PEG_REFERENCES,
  TRIGGER_SOURCES,
  TWAP_CATCH_UP,
  TWAP_FINISHES,
  TWAP_STYLES,
} from '../model/parent.ts';
import type { TimestampMs } from '../model/time.ts';
import type { LedgerEvent } from './event-schema.ts';

// Any complex order that the types allow, also without meaning.

type Arbitraries<Shape> = { [Name in keyof Shape]: fc.Arbitrary<Shape[Name]> };
const shape = <Shape extends object>(fields: Arbitraries<Shape>) =>
  fc.record<Shape>(fields, { noNullPrototype: true }) as fc.Arbitrary<Shape>;
const word = <Text extends string>() => fc.string({ maxLength: 12 }) as fc.Arbitrary<Text>;
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });
const count = fc.integer({ min: 0, max: 9 });
const timestamp = fc.maxSafeNat() as fc.Arbitrary<TimestampMs>;
const price = fc.bigInt({ min: 0n, max: 10n ** 23n }) as fc.Arbitrary<Price>;
const qty = fc.bigInt({ min: 0n, max: 10n ** 23n }) as fc.Arbitrary<Qty>;
const notional = fc.bigInt({ min: -(10n ** 46n), max: 10n ** 46n }) as fc.Arbitrary<Notional>;
const parentId = fc.maxSafeNat().map(toParentId);
const orderId = fc.maxSafeNat().map(toOrderId);

const parentTarget = shape({
  instrumentId: fc.maxSafeNat() as fc.Arbitrary<InstrumentId>,
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
});
const pairLeg = shape({
  instrumentId: fc.maxSafeNat() as fc.Arbitrary<InstrumentId>,
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
  price,
});
const legSums = shape({ filledQty: qty, liveQty: qty, unwindingQty: qty, cost: notional, fees: notional });

const params: fc.Arbitrary<ParentParams> = fc.oneof(
  shape({
    type: fc.constant('HEDGED_PAIR' as const),
    first: pairLeg,
    second: pairLeg,
    minEdge: price,
    mode: fc.constantFrom(...HEDGE_MODES),
    unhedgedQtyMax: qty,
    unhedgedMsMax: count,
    onLegRisk: fc.constantFrom(...LEG_RISK_ACTIONS),
    chasePrice: maybe(price),
    acceptSettlementRisk: fc.boolean(),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('STOP' as const),
    triggerPrice: price,
    triggerSource: fc.constantFrom(...TRIGGER_SOURCES),
    confirmMs: count,
    maxSlippage: maybe(price),
    afterPartial: fc.constantFrom(...AFTER_PARTIAL),
    fireIfMet: fc.boolean(),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('TRAILING_STOP' as const),
    trail: maybe(price),
    trailPercent: maybe(qty as fc.Arbitrary<bigint>),
    activationPrice: maybe(price),
    triggerSource: fc.constantFrom(...TRIGGER_SOURCES),
    confirmMs: count,
    maxSlippage: maybe(price),
    afterPartial: fc.constantFrom(...AFTER_PARTIAL),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('OCO' as const),
    limitPrice: price,
    limitTarget: maybe(parentTarget),
    stop: maybe(shape({ triggerPrice: price, price: maybe(price), maxSlippage: maybe(price) })),
    otherLimit: maybe(pairLeg),
    triggerSource: fc.constantFrom(...TRIGGER_SOURCES),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('TWAP' as const),
    durationMs: count,
    slices: count,
    style: fc.constantFrom(...TWAP_STYLES),
    catchUp: fc.constantFrom(...TWAP_CATCH_UP),
    finish: fc.constantFrom(...TWAP_FINISHES),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('PEG' as const),
    reference: fc.constantFrom(...PEG_REFERENCES),
    offset: fc.bigInt({ min: -(10n ** 8n), max: 10n ** 8n }) as fc.Arbitrary<Price>,
    minStayMs: count,
    maxMoves: count,
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('POV' as const),
    participation: qty,
    windowMs: count,
    finish: fc.constantFrom(...TWAP_FINISHES),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('SMART_ROUTE' as const),
    minImprovement: maybe(price),
    minStayMs: count,
    maxMoves: count,
    venues: maybe(fc.array(fc.constantFrom('Demo' as VenueName, 'Kalshi' as VenueName), { maxLength: 2 })),
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('ICEBERG' as const),
    displayQty: qty,
    reloadDelayMs: count,
    displayJitter: qty,
    maxOutageMs: maybe(count),
  }),
  shape({
    type: fc.constant('TP_SL' as const),
    attachTo: maybe(orderId),
    takeProfit: maybe(price),
    stopLoss: maybe(shape({ triggerPrice: price, price: maybe(price), maxSlippage: maybe(price) })),
    overlapAfterMs: maybe(count),
    maxOutageMs: maybe(count),
  }),
);

const TERMS: Arbitraries<ParentTerms> = {
  qty,
  qtyText: word(),
  price: maybe(price),
  priceText: maybe(word()),
  tif: fc.constantFrom('GTC' as const, 'GTD' as const),
  expiresAt: maybe(timestamp),
  params,
};

const STATE: Arbitraries<ParentState> = {
  status: fc.constantFrom(...PARENT_STATUSES),
  reason: maybe(fc.constantFrom(...PARENT_REASONS)),
  endsAs: maybe(fc.constantFrom('CANCELLED' as const, 'EXPIRED' as const)),
  pausedBy: maybe(fc.constantFrom(...PAUSE_CAUSES)),
  pausedAt: maybe(timestamp),
  needsResume: fc.boolean(),
  triggeredAt: maybe(timestamp),
  triggeredBy: maybe(price),
  nextAt: maybe(timestamp),
  refusals: count,
  handledChild: count,
  moves: count,
  progress: fc.oneof(
    fc.constant(NO_PROGRESS),
    shape({
      releasedQty: maybe(qty),
      isReleaseFinal: fc.boolean(),
      sizedFor: maybe(qty),
      staleUpTo: count,
      extreme: maybe(price),
      volume: maybe(qty),
      slice: count,
      pair: maybe(
        shape({
          unhedgedAt: maybe(timestamp),
          isUnwound: fc.boolean(),
          pending: fc.array(count, { maxLength: 2 }),
          clip: maybe(
            shape({
              at: timestamp,
              child: count,
              isSecondFirst: fc.boolean(),
              firstPrice: price,
              secondPrice: price,
              secondLimit: price,
              firstFee: price,
              secondFee: price,
            }),
          ),
        }),
      ),
      pending: fc.array(count, { maxLength: 2 }),
      overlappedUpTo: count,
    }),
  ),
  actingKeyId: maybe(word<KeyId>()),
};

const child: fc.Arbitrary<ParentChild> = shape({
  number: count,
  leg: count,
  orderId,
  status: fc.constantFrom('OPEN' as const, 'FILLED' as const),
  reason: maybe(fc.constantFrom('user_cancel' as const, 'complex_order' as const)),
  cancelReason: maybe(fc.constantFrom('user_cancel' as const, 'complex_order' as const)),
  price: maybe(price),
  qty,
  liveQty: qty,
  filledQty: qty,
  isAmending: fc.boolean(),
});

/** A complex order without children is accepted; the format allows any. */
export const anyParent: fc.Arbitrary<Parent> = shape({
  id: parentId,
  accountId: word<AccountId>(),
  subaccountId: word<SubaccountId>(),
  keyId: word<KeyId>(),
  idempotencyKey: maybe(word<ClientOrderId>()),
  fingerprint: word(),
  instrumentId: fc.maxSafeNat() as fc.Arbitrary<InstrumentId>,
  genericAssetId: maybe(fc.maxSafeNat() as fc.Arbitrary<GenericAssetId>),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
  ...TERMS,
  postOnly: fc.boolean(),
  reduceOnly: fc.boolean(),
  tag: maybe(word<OrderTag>()),
  ...STATE,
  childCount: count,
  children: fc.array(child, { maxLength: 2 }),
  childOrderIds: fc.array(orderId, { maxLength: 2 }),
  filledQty: qty,
  liveQty: qty,
  filledNotional: notional,
  fees: notional,
  pair: maybe(
    shape({
      first: legSums,
      second: legSums,
      openCost: notional,
      slip: notional,
      delay: notional,
      excessFees: notional,
    }),
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
});

type EventOf<Kind extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: Kind }>;

export const anyDecision: fc.Arbitrary<EventOf<'ParentDecided'>> = shape({
  type: fc.constant('ParentDecided' as const),
  parentId,
  decision: fc.constantFrom(...PARENT_DECISIONS),
  state: shape(STATE),
  book: maybe(
    shape({ sequence: count, ageMs: count, bid: maybe(price), ask: maybe(price), watched: maybe(price) }),
  ),
  detail: maybe(word()),
});

export const anyParentAmendment: fc.Arbitrary<EventOf<'ParentAmended'>> = shape({
  type: fc.constant('ParentAmended' as const),
  parentId,
  terms: shape(TERMS),
});
