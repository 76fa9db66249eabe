import { assert, mapped, OBSERVATION_ANCHORS, type Order, type Parent } from '#contract';
import {
  accountId,
  amendChange,
  answeredCall,
  apiKey,
  approval,
  assetReview,
  changedSetting,
  fill,
  fillId,
  forbiddenCalls,
  instrumentId,
  keyId,
  killSwitch,
  limits,
  makerProtection,
  optionalText,
  orderId,
  orderReason,
  orderTerms,
  parentId,
  position,
  positionOperation,
  price,
  qty,
  riskGuard,
  routingDecision,
  sessionId,
  subaccount,
  tokenClaim,
  tradeSession,
  venueClientId,
  venueName,
  venueOrderId,
} from './event-formats.ts';
import type { LedgerEvent } from './event-schema.ts';
import { parent, parentDecision, parentState, parentTerms, seenBook } from './parent-formats.ts';
import {
  defaultWhenAbsent,
  type Format,
  flatten,
  integer,
  listOf,
  nullable,
  oneOf,
  parseJson,
  text,
  variants,
} from './record-format.ts';

/** Encodes the events of one entry as JSON with snake_case names and decimals as text. */
export const encodeEvents = (list: readonly LedgerEvent[]): string => flatten(events.write(list));

/** Decodes the output of `encodeEvents`. Throws UnreadableRecordError on other input or unknown types (P-09). */
export const decodeEvents = (json: string): readonly LedgerEvent[] => parseJson(events, json);

/** Encodes a complex order as JSON. */
export const encodeParent = (value: Parent): string => flatten(parent.write(value));

/** Decodes the output of `encodeParent`. */
export const decodeParent = (json: string): Parent => parseJson(parent, json);

/** Encodes an order as JSON, without its first answer. */
export function encodeOrder(order: Order): string {
  if (order !== encoded.order) encoded = { order, text: flatten(orderTerms.write(order)) };
  return encoded.text;
}

// A new order is encoded twice in a row, for its event and for its row. Orders are immutable, so keep the text.
let encoded: { readonly order: Order | null; readonly text: string } = { order: null, text: '' };

/** Decodes an order from its state and its first answer (null when there is none), both from `encodeOrder`. */
export const decodeOrder = (state: string, answer: string | null): Order => ({
  ...parseJson(orderTerms, state),
  answer: answer === null ? null : decodeOrder(answer, null),
});

/** Format of a new order, which has no answer yet. */
const acceptedOrder: Format<Order> = {
  write: (order) => {
    assert(order.answer === null, 'an order is accepted before it is answered');
    return encodeOrder(order);
  },
  ...mapped(orderTerms, (terms) => ({ ...terms, answer: null })),
};

const over = oneOf(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED']);
const closed = oneOf(['CANCELLED', 'REJECTED']);
const leg = integer();

const events = listOf(
  variants<LedgerEvent>({
    AccountCreated: { accountId },
    SubaccountCreated: { subaccount },
    KeyCreated: { key: apiKey },
    KeyRevoked: { keyId },
    LimitsSet: { limits },
    KillSwitchSet: { killSwitch },
    GuardSet: { guard: riskGuard },
    GuardFired: { guard: riskGuard },
    ProtectionSet: { protection: makerProtection },
    ProtectionBreached: { protection: makerProtection },
    SessionOpened: { session: tradeSession },
    SessionEnded: { sessionId },
    ApprovalSet: { approval },
    PositionOperationSet: { operation: positionOperation },
    TokensSettled: { claim: tokenClaim },
    InstrumentBound: { instrumentId, venue: venueName, venueInstrumentId: text() },
    OrderAccepted: { order: acceptedOrder },
    OrderRouted: { orderId, decision: routingDecision },
    LegAcknowledged: { orderId, leg, venueOrderId },
    FillRecorded: { fill },
    FillSettled: { orderId, fillId },
    FillVoided: { fill, position },
    LegClosed: {
      orderId,
      leg,
      status: over,
      reason: nullable(orderReason),
      venueCode: optionalText,
      venueMessage: optionalText,
      detail: optionalText,
    },
    LegDoubted: { orderId, leg, venueCode: optionalText, venueMessage: optionalText },
    OrderClosed: { orderId, status: closed, reason: orderReason },
    CancelRequested: { orderId, reason: orderReason },
    AmendRequested: { orderId, change: amendChange },
    LegAmended: { orderId, leg, price: nullable(price), qty },
    LegReplaced: {
      orderId,
      leg,
      generation: integer(),
      clientId: venueClientId,
      price: nullable(price),
      qty,
    },
    AmendConfirmed: { orderId },
    AmendRefused: { orderId, why: text() },
    OrderAnswered: { orderId },
    ParentAccepted: { parent },
    ParentDecided: {
      parentId,
      decision: parentDecision,
      state: parentState,
      book: nullable(seenBook),
      detail: nullable(text()),
    },
    ParentAmended: { parentId, terms: parentTerms },
    AnomalyRecorded: { venue: venueName, kind: text(), orderId: nullable(orderId), detail: text() },
    BookObserved: {
      orderId,
      leg,
      since: oneOf(OBSERVATION_ANCHORS),
      afterMs: integer(),
      bid: nullable(price),
      ask: nullable(price),
    },
    AssetApproved: { review: assetReview },
    AssetRejected: { review: assetReview },
    AssetSuspended: { review: assetReview },
    CallAnswered: { call: answeredCall },
    CallsForbidden: { calls: forbiddenCalls },
    OperatorActed: { act: text(), detail: text() },
    ServiceStarted: { version: text(), profile: text(), settings: listOf(changedSetting) },
    LedgerRestored: {
      orderNumber: integer(),
      fillNumber: integer(),
      parentNumber: integer(),
      instrumentIdSkipped: defaultWhenAbsent(0, integer()),
      assetIdSkipped: defaultWhenAbsent(0, integer()),
    },
    VenueMarkAdvanced: { venue: venueName, mark: text() },
  }),
);
