import { type KeyId, mapResult, type OrderId, type ParentId, SIDES } from '#contract';
import type {
  AccessService,
  AccountFeeds,
  ApprovalService,
  CallJournal,
  OrderService,
  PositionOperationService,
  RiskService,
  SessionService,
} from '#orders';
import { listOwnQtys } from '#relations';
import { recordCall } from './call-audit.ts';
import type { OmsComponents } from './oms-components.ts';

/*
 * The calls of TradingService: each is handed to the part that answers it. A call that writes runs through a RequestRunner,
 * which refuses `shutting_down`, `not_owner` and `journal_unavailable`.
 */

const REDUCES_RISK = { reducesRisk: true };

export function buildOperationService({
  requests,
  positionOperations,
}: OmsComponents): PositionOperationService {
  return {
    preview: (...call) => positionOperations.preview(...call),
    request: (...call) => requests.run(() => positionOperations.request(...call)),
    list: (...call) => positionOperations.list(...call),
    get: (...call) => positionOperations.get(...call),
    onOperation: (listener) => positionOperations.onOperation(listener),
  };
}

export const buildApprovalService = ({ requests, approvals }: OmsComponents): ApprovalService => ({
  list: (...call) => approvals.list(...call),
  decide: (...call) => requests.run(() => approvals.decide(...call)),
});

export const buildSessionService = ({ tradeSessions, quoteBook }: OmsComponents): SessionService => ({
  open: (...call) => tradeSessions.open(...call),
  end: (id) => {
    quoteBook.dropWaitingOf(id);
    return tradeSessions.end(id);
  },
});

export function buildOrderService({
  requests,
  submission,
  amendment,
  cancellation,
  findClosingTerms,
  preview,
}: OmsComponents): OrderService {
  return {
    submit: (...call) => requests.run(() => submission.submit(...call)),
    submitBatch: (...call) => requests.run(() => submission.submitBatch(...call)),
    amend: (...call) => requests.run(() => amendment.amend(...call)),
    cancel: (...call) => requests.run(() => cancellation.cancel(...call), REDUCES_RISK),
    cancelAll: (...call) => requests.run(() => cancellation.cancelAll(...call), REDUCES_RISK),
    findClosingTerms: (...call) => requests.run(() => findClosingTerms(...call)),
    preview: (...call) => requests.run(() => preview(...call)),
  };
}

export function buildRiskService({
  requests,
  riskControls,
  riskGuards,
  orderActivity,
  venueShares,
}: OmsComponents): RiskService {
  return {
    limits: (...call) => riskControls.limits(...call),
    setLimits: (...call) => requests.run(() => riskControls.setLimits(...call)),
    setKillSwitch: (...call) => requests.run(() => riskControls.setKillSwitch(...call), REDUCES_RISK),
    setGuard: (...call) => requests.run(() => riskGuards.set(...call)),
    guard: (...call) => riskGuards.get(...call),
    activityLastHour: ({ keyId }) => orderActivity.lastHour(keyId),
    venueShare: ({ keyId }, venue) => venueShares.view(keyId, venue),
  };
}

export function buildFeeds({ store, ownership, orderFeed, positionFeed }: OmsComponents): AccountFeeds {
  return {
    liveOrders: (caller, subaccountId) =>
      mapResult(ownership.check(caller, subaccountId), (id) => orderFeed.liveOrders(caller.accountId, id)),
    onOrder: (listener) => orderFeed.onOrder(listener),
    recentFills: (caller, subaccountId) =>
      mapResult(ownership.check(caller, subaccountId), (id) => orderFeed.recentFills(caller.accountId, id)),
    onFill: (listener) => orderFeed.onFill(listener),
    onPosition: (listener) => positionFeed.subscribe(listener),
    ownQtys: ({ accountId }, instrumentId) => {
      const { resting } = store.state.exposure;
      // A market order of either side would reach all that rests on the other one.
      const orders = SIDES.flatMap((side) =>
        resting.findCrossed({ instrumentId, side, outcome: 'YES', price: null }),
      );
      return listOwnQtys(orders, accountId, instrumentId);
    },
  };
}

export function buildAccess({
  store,
  ownership,
  accountAdmin,
  agentUsed,
  keyLimits,
}: OmsComponents): AccessService {
  return {
    key: (keyId) => store.state.keys.get(keyId as KeyId) ?? null,
    onKeyRevoked: (listener) => accountAdmin.onKeyRevoked(listener),
    agentUsed,
    keyLimits,
    checkSubaccount: (...call) => ownership.check(...call),
    findSubaccount: (id) => {
      const { orders, parents } = store.state;
      const found = orders.get(id as OrderId) ?? parents.get(id as ParentId);
      return found?.subaccountId ?? null;
    },
  };
}

export const buildCallJournal = ({ store, suspension, forbiddenCalls }: OmsComponents): CallJournal => ({
  whenDurable: (durable) => suspension.whenDurable(durable),
  record: ({ keyId }, call) => recordCall(store, keyId, call),
  countForbidden: ({ keyId }, method, path) => forbiddenCalls.count(keyId, method, path),
  get delayMs() {
    return store.appendDelayMs;
  },
});
