import fc from 'fast-check';
import { type ParentParams, TYPE_DEFINITIONS } from '../../contract/model/complex-order-types.ts';
import type {
  AccountId,
  ClientOrderId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderTag,
  SubaccountId,
  VenueName,
} from '../../contract/model/ids.ts';
import { toOrderId, toParentId } from '../../contract/model/ids.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import type { Param, ParamKind } from '../../contract/model/param-table.ts';
import {
  NO_PROGRESS,
  PARENT_DECISIONS,
  PARENT_REASONS,
  PARENT_STATUSES,
  PAUSE_CAUSES,
  type Parent,
  type ParentChild,
  type ParentState,
  type ParentTerms,
} from '../../contract/model/parent.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
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

const PARAMS: Readonly<Record<Exclude<ParamKind, 'choice' | 'legs' | 'object'>, fc.Arbitrary<unknown>>> = {
  price,
  cost: price,
  distance: fc.bigInt({ min: -(10n ** 8n), max: 10n ** 8n }),
  qty,
  share: qty,
  fraction: qty,
  count,
  flag: fc.boolean(),
  order: orderId,
  venues: fc.array(fc.constantFrom('Demo' as VenueName, 'Kalshi' as VenueName), { maxLength: 2 }),
  target: parentTarget,
  limit: pairLeg,
  takeProfit: price,
  stopLoss: shape({ triggerPrice: price, price: maybe(price), maxSlippage: maybe(price) }),
};

function toSample({ kind, choices = [], isNullable }: Param<unknown>): fc.Arbitrary<unknown> {
  if (kind === 'legs' || kind === 'object') throw new Error('only requested');
  const plain = kind === 'choice' ? fc.constantFrom(...choices) : PARAMS[kind];
  return isNullable === true ? maybe(plain) : plain;
}

const params = fc.oneof(
  ...Object.entries(TYPE_DEFINITIONS).map(([type, definition]) => {
    const table = Object.entries<Param<unknown>>(definition.params);
    const stored = table.flatMap(([name, param]) =>
      param.only === 'request' ? [] : [[name, toSample(param)]],
    );
    return shape({ type: fc.constant(type), ...Object.fromEntries(stored) });
  }),
) as fc.Arbitrary<ParentParams>;

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
