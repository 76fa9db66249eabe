import {
  type Approval,
  assert,
  type Fill,
  type FillId,
  getIdNumber,
  guardKey,
  isForgotten,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type Position,
  parseLegClientId,
  positionKey,
  type Qty,
  requirePresent,
  scopeKey,
  type TimestampMs,
  type VenueClientId,
  type VenueName,
} from '#contract';
import { applyChild, applyToParent } from '../complex-orders/parent-projection.ts';
import type { LedgerEntry, LedgerEvent } from '../events/event-schema.ts';
import { applyFillToOrder, applyToOrder, applyVoidToOrder } from '../order-state/order-projection.ts';
import { applyRecordedFill, toSignedQty } from '../positions/position-accounting.ts';
import { Exposure } from '../risk/exposure.ts';
import { computePairs } from '../risk/token-holdings.ts';
import { TradingUsage } from '../risk/trading-usage.ts';
import type { LedgerState, TouchedRecords, TouchedSettings } from './ledger-state.ts';
import { applyOperation, applyTokensSettled, setPairs } from './operation-projection.ts';

export function createLedgerState(): LedgerState {
  return {
    seq: 0,
    orderNumber: 0,
    fillNumber: 0,
    parentNumber: 0,
    instrumentIdSkipped: 0,
    assetIdSkipped: 0,
    accounts: new Set(),
    subaccounts: new Map(),
    keys: new Map(),
    limits: new Map(),
    killSwitches: new Map(),
    guards: new Map(),
    protections: new Map(),
    sessions: new Map(),
    approvals: new Map(),
    operations: new Map(),
    claims: new Map(),
    bindings: new Map(),
    assetReviews: new Map(),
    orders: new Map(),
    parents: new Map(),
    positions: new Map(),
    tokenPairs: new Map(),
    pendingFills: new Map(),
    venueMarks: new Map(),
    exposure: new Exposure(),
    usage: new TradingUsage(),
  };
}

/**
 * Applies the events of one entry to the state. Normal operation, recovery and `verify` all use this function,
 * so replaying the journal rebuilds exactly the same state (I-23).
 *
 * @returns the changed records, from which the stored rows are made
 */
export function applyEntry(state: LedgerState, entry: LedgerEntry): TouchedRecords {
  assert(entry.seq === state.seq + 1, 'entries follow each other without a gap');
  const touched: ChangingRecords = {
    orders: new Set(),
    ordersBefore: new Map(),
    parents: new Set(),
    fills: new Map(),
    legNames: [],
    positions: new Map(),
    tokenPairs: [],
    settings: null,
  };
  for (const event of entry.events) applyEvent(state, touched, event, entry.at);
  for (const [id, before] of touched.ordersBefore) state.exposure.replaceOrder(before, getOrder(state, id));
  state.seq = entry.seq;
  return touched;
}

/** The records that an entry changes, while it is applied. */
interface ChangingRecords extends TouchedRecords {
  /** Each order before the entry; null: the entry accepts it. Exposure is replaced once per entry, not with each event. */
  readonly ordersBefore: Map<OrderId, Order | null>;
}

function applyEvent(state: LedgerState, touched: ChangingRecords, event: LedgerEvent, at: TimestampMs): void {
  switch (event.type) {
    case 'OrderAccepted':
      state.orderNumber = Math.max(state.orderNumber, getIdNumber(event.order.id));
      state.usage.addOrder(event.order);
      for (const leg of event.order.legs) recordLegName(touched, event.order.id, leg);
      return putOrder(state, touched, null, event.order, at);
    case 'FillRecorded':
      return recordFill(state, touched, event.fill, at);
    case 'FillSettled':
      touched.fills.set(event.fillId, { ...takePendingFill(state, event.fillId), settlement: 'FINAL' });
      return;
    case 'FillVoided':
      return voidFill(state, touched, event, at);
    case 'LegAcknowledged':
    case 'LegClosed':
    case 'LegDoubted':
    case 'OrderClosed':
    case 'CancelRequested':
    case 'AmendRequested':
    case 'LegAmended':
    case 'LegReplaced':
    case 'AmendConfirmed':
    case 'AmendRefused':
    case 'OrderAnswered': {
      const before = getOrder(state, event.orderId);
      if (event.type === 'LegReplaced')
        recordLegName(touched, before.id, { ...event, venue: getLegVenue(before, event.leg) });
      return putOrder(state, touched, before, applyToOrder(before, event, at), at);
    }
    case 'PositionOperationSet':
      touched.settings ??= noSettingsTouched();
      return applyOperation(state, touched, touched.settings, event.operation, at);
    case 'TokensSettled':
      touched.settings ??= noSettingsTouched();
      return applyTokensSettled(state, touched, touched.settings, event.claim);
    case 'ParentAccepted':
      state.parentNumber = Math.max(state.parentNumber, getIdNumber(event.parent.id));
      return putParent(state, touched, null, event.parent);
    case 'ParentDecided':
    case 'ParentAmended': {
      const before = getParent(state, event.parentId);
      return putParent(state, touched, before, applyToParent(before, event, at));
    }
    case 'LedgerRestored':
      state.orderNumber = Math.max(state.orderNumber, event.orderNumber);
      state.fillNumber = Math.max(state.fillNumber, event.fillNumber);
      state.parentNumber = Math.max(state.parentNumber, event.parentNumber);
      state.instrumentIdSkipped = event.instrumentIdSkipped;
      state.assetIdSkipped = event.assetIdSkipped;
      return;
    case 'OrderRouted':
    case 'AnomalyRecorded':
    case 'BookObserved':
    case 'CallAnswered':
    case 'CallsForbidden':
    case 'OperatorActed':
    case 'ServiceStarted':
      return; // for the audit only; the state does not change
    case 'AccountCreated':
    case 'SubaccountCreated':
    case 'KeyCreated':
    case 'KeyRevoked':
    case 'LimitsSet':
    case 'KillSwitchSet':
    case 'GuardSet':
    case 'GuardFired':
    case 'ProtectionSet':
    case 'ProtectionBreached':
    case 'SessionOpened':
    case 'SessionEnded':
    case 'ApprovalSet':
    case 'InstrumentBound':
    case 'AssetApproved':
    case 'AssetRejected':
    case 'AssetSuspended':
    case 'VenueMarkAdvanced':
      touched.settings ??= noSettingsTouched();
      return applySetting(state, touched.settings, event, at);
  }
}

const noSettingsTouched = (): TouchedSettings => ({
  accounts: new Set(),
  subaccounts: new Set(),
  keys: new Set(),
  limits: new Set(),
  killSwitches: new Set(),
  guards: new Set(),
  protections: new Set(),
  sessions: new Set(),
  approvals: new Set(),
  operations: new Set(),
  claims: [],
  bindings: new Set(),
  assetReviews: new Set(),
  venueMarks: new Set(),
});

/** Accounts, keys, limits, switches and marks: each event contains the complete new record. */
function applySetting(
  state: LedgerState,
  touched: TouchedSettings,
  event: SettingEvent,
  at: TimestampMs,
): void {
  switch (event.type) {
    case 'AccountCreated':
      state.accounts.add(event.accountId);
      touched.accounts.add(event.accountId);
      return;
    case 'SubaccountCreated': {
      const key = scopeKey(event.subaccount.accountId, event.subaccount.subaccountId);
      state.subaccounts.set(key, event.subaccount);
      touched.subaccounts.add(key);
      return;
    }
    case 'KeyCreated':
      state.keys.set(event.key.keyId, event.key);
      state.usage.addKey(event.key);
      touched.keys.add(event.key.keyId);
      return;
    case 'KeyRevoked': {
      const key = requirePresent(state.keys.get(event.keyId), 'the key being revoked');
      state.keys.set(event.keyId, { ...key, status: 'REVOKED' });
      touched.keys.add(event.keyId);
      return;
    }
    case 'LimitsSet': {
      const key = scopeKey(event.limits.accountId, event.limits.subaccountId);
      state.limits.set(key, event.limits);
      touched.limits.add(key);
      return;
    }
    case 'KillSwitchSet': {
      const key = scopeKey(event.killSwitch.accountId, event.killSwitch.subaccountId);
      state.killSwitches.set(key, event.killSwitch);
      touched.killSwitches.add(key);
      return;
    }
    case 'GuardSet':
    case 'GuardFired': {
      const key = guardKey(event.guard);
      state.guards.set(key, event.guard);
      touched.guards.add(key);
      return;
    }
    case 'ProtectionSet':
    case 'ProtectionBreached': {
      const key = scopeKey(event.protection.accountId, event.protection.subaccountId);
      state.protections.set(key, event.protection);
      touched.protections.add(key);
      return;
    }
    case 'SessionOpened':
      state.sessions.set(event.session.sessionId, event.session);
      touched.sessions.add(event.session.sessionId);
      return;
    case 'SessionEnded':
      assert(state.sessions.delete(event.sessionId), 'a session ends once');
      touched.sessions.add(event.sessionId);
      return;
    case 'ApprovalSet':
      return applyApproval(state, touched, event.approval, at);
    case 'InstrumentBound':
      state.bindings.set(event.instrumentId, {
        venue: event.venue,
        venueInstrumentId: event.venueInstrumentId,
      });
      touched.bindings.add(event.instrumentId);
      return;
    case 'AssetApproved':
    case 'AssetRejected':
    case 'AssetSuspended':
      state.assetReviews.set(event.review.genericAssetId, event.review);
      touched.assetReviews.add(event.review.genericAssetId);
      return;
    case 'VenueMarkAdvanced':
      state.venueMarks.set(event.venue, event.mark);
      touched.venueMarks.add(event.venue);
      return;
  }
}

/** Each change also drops the approvals that were decided long ago. */
function applyApproval(
  state: LedgerState,
  touched: TouchedSettings,
  approval: Approval,
  at: TimestampMs,
): void {
  for (const [id, other] of state.approvals) {
    if (!isForgotten(other, at)) continue;
    state.approvals.delete(id);
    touched.approvals.add(id);
  }
  state.approvals.set(approval.id, approval);
  touched.approvals.add(approval.id);
}

type SettingEvent = Extract<
  LedgerEvent,
  {
    readonly type:
      | 'AccountCreated'
      | 'SubaccountCreated'
      | 'KeyCreated'
      | 'KeyRevoked'
      | 'LimitsSet'
      | 'KillSwitchSet'
      | 'GuardSet'
      | 'GuardFired'
      | 'ProtectionSet'
      | 'ProtectionBreached'
      | 'SessionOpened'
      | 'SessionEnded'
      | 'ApprovalSet'
      | 'InstrumentBound'
      | 'AssetApproved'
      | 'AssetRejected'
      | 'AssetSuspended'
      | 'VenueMarkAdvanced';
  }
>;

function recordFill(state: LedgerState, touched: ChangingRecords, fill: Fill, at: TimestampMs): void {
  state.fillNumber = Math.max(state.fillNumber, getIdNumber(fill.id));
  touched.fills.set(fill.id, fill);
  const key = positionKey(fill.accountId, fill.subaccountId, fill.instrumentId);
  const before = state.positions.get(key) ?? null;
  const order = fill.orderId === null ? null : getOrder(state, fill.orderId);
  state.usage.addFill(fill, order, before?.net ?? 0n);
  if (order !== null) putOrder(state, touched, order, applyFillToOrder(order, fill, at), at);
  if (fill.settlement === 'VOID') return; // does not affect the position
  const { position, realizedPnl } = applyRecordedFill(before, { ...fill, at });
  assert(realizedPnl === fill.realizedPnl, 'I-10: realized PnL follows from the fills alone');
  tradeTokens(state, touched, fill, before, 1n);
  putPosition(state, touched, before, position);
  if (fill.settlement !== 'PENDING') return;
  state.pendingFills.set(fill.id, fill);
  state.exposure.addPending(fill, 1n);
}

/** The voided fill and its compensating fill cancel out; the position results from the other fills. */
function voidFill(
  state: LedgerState,
  touched: ChangingRecords,
  { fill, position }: Extract<LedgerEvent, { readonly type: 'FillVoided' }>,
  at: TimestampMs,
): void {
  const voided = takePendingFill(state, requirePresent(fill.voids, 'the fill that a compensation reverses'));
  const order = getOrder(state, requirePresent(voided.orderId, 'the order of a voided fill'));
  putOrder(state, touched, order, applyVoidToOrder(order, voided, at), at);
  const before =
    state.positions.get(positionKey(fill.accountId, fill.subaccountId, fill.instrumentId)) ?? null;
  const taken = toSignedQty(voided.side, voided.outcome, voided.qty);
  assert(position.net === (before?.net ?? 0n) - taken, 'I-10: a void reverses the effect of its fill');
  tradeTokens(state, touched, voided, before, -1n);
  putPosition(state, touched, before, position);
  state.fillNumber = Math.max(state.fillNumber, getIdNumber(fill.id));
  state.usage.removeFill(voided);
  touched.fills.set(voided.id, { ...voided, settlement: 'VOID' });
  touched.fills.set(fill.id, fill);
}

/** A settlement pays the pairs too. */
function tradeTokens(
  state: LedgerState,
  touched: TouchedRecords,
  fill: Fill,
  position: Position | null,
  sign: 1n | -1n,
): void {
  const key = positionKey(fill.accountId, fill.subaccountId, fill.instrumentId);
  const before = state.tokenPairs.get(key)?.pairs ?? 0n;
  const isSettled = fill.liquidity === 'SETTLEMENT';
  setPairs(
    state,
    touched,
    fill,
    (isSettled ? 0n : computePairs(position?.net ?? 0n, before, fill, sign)) as Qty,
  );
}

function takePendingFill(state: LedgerState, id: FillId): Fill {
  const fill = requirePresent(state.pendingFills.get(id), `pending fill ${id}`);
  state.pendingFills.delete(id);
  state.exposure.addPending(fill, -1n);
  return fill;
}

function putPosition(
  state: LedgerState,
  touched: TouchedRecords,
  before: Position | null,
  after: Position,
): void {
  const key = positionKey(after.accountId, after.subaccountId, after.instrumentId);
  if (after.net === 0n) state.positions.delete(key);
  else state.positions.set(key, after);
  state.exposure.replacePosition(before, after);
  touched.positions.set(key, after);
}

/** Stores a client id that a venue assigned. Our own client ids contain order and leg and are not stored. */
function recordLegName(
  touched: TouchedRecords,
  orderId: OrderId,
  named: {
    readonly venue: VenueName;
    readonly clientId: VenueClientId;
    readonly leg: number;
    readonly generation: number;
  },
): void {
  const { venue, clientId, leg, generation } = named;
  if (parseLegClientId(clientId) === null)
    touched.legNames.push({ venue, clientId, orderId, leg, generation });
}

const getLegVenue = (order: Order, number: number): VenueName =>
  requirePresent(
    order.legs.find(({ leg }) => leg === number),
    'the leg of an event',
  ).venue;

const getOrder = (state: LedgerState, id: OrderId): Order =>
  requirePresent(state.orders.get(id), `order ${id} in memory`);

const getParent = (state: LedgerState, id: ParentId): Parent =>
  requirePresent(state.parents.get(id), `complex order ${id} in memory`);

/** A child and the sums of its parent change together. */
function putOrder(
  state: LedgerState,
  touched: ChangingRecords,
  before: Order | null,
  after: Order,
  at: TimestampMs,
): void {
  state.orders.set(after.id, after);
  if (!touched.ordersBefore.has(after.id)) touched.ordersBefore.set(after.id, before);
  touched.orders.add(after.id);
  if (after.parentId === null) return;
  const parent = getParent(state, after.parentId);
  putParent(state, touched, parent, applyChild(parent, before, after, at));
}

function putParent(state: LedgerState, touched: TouchedRecords, before: Parent | null, after: Parent): void {
  state.parents.set(after.id, after);
  state.exposure.replaceParent(before, after);
  touched.parents.add(after.id);
}
