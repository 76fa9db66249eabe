import type { ApiKey } from '../../src/contract/access/access.ts';
import type { Approval, ApprovalId } from '../../src/contract/model/approval.ts';
import type { TradeSessionRecord } from '../../src/contract/model/guard.ts';
import type { KeyId, SessionId } from '../../src/contract/model/ids.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import type { LedgerEntry, LedgerEvent } from '../../src/domain/events/event-schema.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { TransitionCheck } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

const HOUR_MS = 3_600_000;

/**
 * Sessions, ended keys and approvals, recorded from the journal alone. No order is accepted for what has ended, the end of a
 * session requests the cancel of its orders and of no others, and an approval is decided once and places one order.
 */
export class SessionChecks {
  /** Requests that were refused as not stored, or whose connection closed first, by client order id. */
  readonly withoutEffect = new Map<string, string>();
  readonly clientSessions = new Set<SessionId>();
  /** Whether the client of a session has an open connection. */
  isConnected: (sessionId: SessionId) => boolean = () => false;
  readonly #monitor: InvariantMonitor;
  #sessions = new Map<SessionId, TradeSessionRecord>();
  #ended = new Set<SessionId>();
  #keys = new Map<KeyId, ApiKey>();
  #revoked = new Set<KeyId>();
  #approvals = new Map<ApprovalId, Approval>();
  #agentOrders = new Map<KeyId, number[]>(); // times

  constructor(monitor: InvariantMonitor) {
    this.#monitor = monitor;
  }

  readonly check: TransitionCheck = ({ entry, before, state }) => {
    for (const event of entry.events) {
      if (event.type === 'OrderAccepted') this.#checkAccepted(event.order, entry);
      if (event.type === 'SessionEnded') this.#checkSessionEnd(event.sessionId, before, state);
      if (event.type === 'ApprovalSet') this.#checkApproval(event.approval, entry);
      this.#record(event, entry);
    }
  };

  /** A new process; its journal has these entries. */
  restart(entries: readonly LedgerEntry[]): void {
    this.#sessions = new Map();
    this.#ended = new Set();
    this.#keys = new Map();
    this.#revoked = new Set();
    this.#approvals = new Map();
    this.#agentOrders = new Map();
    for (const entry of entries) for (const event of entry.events) this.#record(event, entry);
  }

  /** I-43: no session survives a restart. */
  checkStart(state: LedgerState): void {
    const [left] = state.sessions.keys();
    this.#monitor.expect(left === undefined, 'I-43', () => `${left} survives a restart`);
  }

  /** I-43: no session of a client survives its connections. Quotes without a session have one until the process ends. */
  checkAtRest(state: LedgerState, monitor: InvariantMonitor): void {
    for (const id of state.sessions.keys())
      monitor.expect(!this.clientSessions.has(id), 'I-43', () => `${id} has no connection and did not end`);
    for (const order of state.orders.values()) {
      const { sessionId, status, pendingAction, id } = order;
      const session = sessionId === null ? undefined : this.#sessions.get(sessionId);
      if (session?.onDisconnect !== 'SESSION' || state.sessions.has(session.sessionId) || !isLive(status))
        continue;
      monitor.expect(pendingAction === 'cancel', 'I-43', () => `${id} outlives ${sessionId}`);
    }
  }

  #record(event: LedgerEvent, { at }: LedgerEntry): void {
    if (event.type === 'SessionOpened') this.#sessions.set(event.session.sessionId, event.session);
    if (event.type === 'SessionEnded') this.#ended.add(event.sessionId);
    if (event.type === 'KeyCreated') this.#keys.set(event.key.keyId, event.key);
    if (event.type === 'KeyRevoked') this.#revoked.add(event.keyId);
    if (event.type === 'ApprovalSet') this.#approvals.set(event.approval.id, event.approval);
    if (event.type !== 'OrderAccepted') return;
    const { keyId } = event.order;
    if (this.#keys.get(keyId)?.agent !== null)
      this.#agentOrders.set(keyId, [...(this.#agentOrders.get(keyId) ?? []), at]);
  }

  #checkAccepted(order: Order, entry: LedgerEntry): void {
    const { id, sessionId, keyId, clientOrderId, parentId } = order;
    if (sessionId !== null) {
      const isEnded = this.#ended.has(sessionId);
      this.#monitor.expect(!isEnded, 'I-41', () => `${id} is accepted after the end of ${sessionId}`);
    }
    const why = clientOrderId === null ? undefined : this.withoutEffect.get(clientOrderId);
    this.#monitor.expect(why === undefined, 'I-41', () => `${id} is accepted, but its request ${why}`);
    if (parentId !== null) return; // a complex order may still protect a position
    const key = this.#keys.get(keyId);
    this.#monitor.expect(
      !this.#revoked.has(keyId),
      'I-41',
      () => `${id} of the revoked ${keyId} is accepted`,
    );
    const expiresAt = key?.expiresAt ?? Number.POSITIVE_INFINITY;
    this.#monitor.expect(entry.at < expiresAt, 'I-41', () => `${id} of the expired ${keyId} is accepted`);
    if (key !== undefined) this.#checkAgent(key, order, entry);
  }

  /** I-44, I-45: the limits of an agent, as far as a single order and the count of orders show them. */
  #checkAgent(
    { agent, keyId }: ApiKey,
    { id, type, side, legs, reduceOnly }: Order,
    entry: LedgerEntry,
  ): void {
    if (agent === null) return;
    const { at, events } = entry;
    this.#monitor.expect(type === 'LIMIT', 'I-44', () => `${id} of an agent is ${type}`);
    const earlier = (this.#agentOrders.get(keyId) ?? []).filter((time) => time > at - HOUR_MS).length;
    const max = agent.ordersPerHour ?? Number.POSITIVE_INFINITY;
    this.#monitor.expect(earlier < max, 'I-44', () => `${id} is order ${earlier + 1} of ${keyId} in an hour`);
    if (side !== 'BUY' || reduceOnly) return;
    const cost = legs.reduce((sum, leg) => sum + (leg.price ?? 0n) * leg.qty, 0n); // without fees
    const isSmall = agent.orderCostMax === null || cost <= agent.orderCostMax;
    this.#monitor.expect(isSmall, 'I-44', () => `${id} costs ${cost} at least`);
    const isApproved = events.some(
      (event) =>
        event.type === 'ApprovalSet' && event.approval.orderId === id && event.approval.status === 'APPROVED',
    );
    const isFree = agent.approvalAbove === null || cost <= agent.approvalAbove;
    this.#monitor.expect(isFree || isApproved, 'I-45', () => `${id} costs ${cost} without an approval`);
  }

  /** I-43: exactly the orders that depend on the session are being cancelled. */
  #checkSessionEnd(
    sessionId: SessionId,
    before: ReadonlyMap<string, Order | null>,
    state: LedgerState,
  ): void {
    const session = this.#sessions.get(sessionId);
    this.#monitor.expect(
      session !== undefined && !this.#ended.has(sessionId),
      'I-43',
      () => `${sessionId} ended without an open session`,
    );
    if (session === undefined) return;
    this.#monitor.countCall('session', `ended ${session.onDisconnect}`);
    const isUsable = !this.#revoked.has(session.keyId);
    this.#monitor.expect(
      !this.isConnected(sessionId) || !isUsable,
      'I-43',
      () => `${sessionId} ended while its client is connected`,
    );
    for (const order of state.orders.values()) {
      if (!isLive(order.status)) continue;
      const isCovered = this.#isCovered(session, order);
      if (isCovered)
        this.#monitor.expect(
          order.pendingAction === 'cancel',
          'I-43',
          () => `the end of ${sessionId} leaves ${order.id}`,
        );
      const earlier = before.get(order.id);
      const isRequestedNow = earlier?.pendingAction !== 'cancel' && order.pendingAction === 'cancel';
      if (earlier !== undefined && earlier !== null && !isCovered)
        this.#monitor.expect(!isRequestedNow, 'I-43', () => `the end of ${sessionId} cancels ${order.id}`);
    }
  }

  #isCovered(session: TradeSessionRecord, order: Order): boolean {
    const { sessionId, accountId, subaccountId, onDisconnect, keyId } = session;
    if (onDisconnect === 'SESSION') return order.sessionId === sessionId;
    if (order.accountId !== accountId) return false;
    if (subaccountId !== null) return order.subaccountId === subaccountId;
    const grant = this.#keys.get(keyId)?.subaccounts ?? '*';
    return grant === '*' || grant.includes(order.subaccountId);
  }

  /** I-45: decided once, in the entry of its order, and not for a key that has ended. */
  #checkApproval(approval: Approval, { events, at }: LedgerEntry): void {
    const { id, status, keyId, orderId, expiresAt } = approval;
    const earlier = this.#approvals.get(id);
    this.#monitor.countCall('approval', status);
    const isInOrder = status === 'PENDING' ? earlier === undefined : earlier?.status === 'PENDING';
    this.#monitor.expect(isInOrder, 'I-45', () => `${id} is ${status} after ${earlier?.status}`);
    const placed = events.flatMap((event) => (event.type === 'OrderAccepted' ? [event.order] : []));
    if (status !== 'APPROVED') {
      const isEmpty = placed.length === 0 && orderId === null;
      return this.#monitor.expect(isEmpty, 'I-45', () => `${id} is ${status} and places an order`);
    }
    this.#monitor.expect(at < expiresAt, 'I-45', () => `${id} is approved after it expired`);
    const [order] = placed;
    const isOne =
      placed.length === 1 &&
      order?.id === orderId &&
      order?.keyId === keyId &&
      order?.clientOrderId === approval.clientOrderId;
    this.#monitor.expect(isOne, 'I-45', () => `${id} is approved and places ${placed.length} orders`);
  }
}
