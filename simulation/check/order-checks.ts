import { isLive, type Order, type OrderStatus, remainingQty } from '../../src/contract/model/order.ts';
import type { LedgerEvent } from '../../src/domain/events/event-schema.ts';
import type { TransitionCheck } from '../environment/transition-checker.ts';

/** I-01: one (account, client_order_id) is one order, under retries, races, crashes and restarts. */
export const checkOneOrderPerKey: TransitionCheck = ({ entry, state }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'OrderAccepted' || event.order.clientOrderId === null) continue;
    const { accountId, clientOrderId, id } = event.order;
    const same = [...state.orders.values()].filter(
      (order) => order.accountId === accountId && order.clientOrderId === clientOrderId,
    );
    monitor.expect(same.length === 1, 'I-01', () => `${clientOrderId} has ${same.length} orders, ${id} last`);
  }
};

/** I-06: at every moment the filled and the still fillable quantity stay within the order. */
export const checkRoutedTotal: TransitionCheck = ({ after }, monitor) => {
  for (const order of after) {
    const routed = order.legs.reduce(
      (sum, leg) => sum + leg.filledQty + (isLive(leg.status) ? remainingQty(leg) : 0n),
      0n,
    );
    const requestedQty = order.pendingAmend?.qty ?? order.qty;
    const most = requestedQty > order.qty ? requestedQty : order.qty;
    monitor.expect(routed <= most, 'I-06', () => `${order.id} routes ${routed} of ${most}`);
  }
};

/** I-07: BEST_PRICE is live at one market only; DIRECT touches only its instrument. */
export const checkRoutingMode: TransitionCheck = ({ after }, monitor) => {
  for (const order of after) {
    const live = new Set(order.legs.filter((leg) => isLive(leg.status)).map((leg) => leg.instrumentId));
    const mode = order.routing.mode;
    monitor.expect(
      mode === 'SPLIT' || live.size <= 1,
      'I-07',
      () => `${order.id} is live at ${live.size} markets`,
    );
    const strays = mode === 'DIRECT' && order.legs.some((leg) => leg.instrumentId !== order.instrumentId);
    monitor.expect(!strays, 'I-07', () => `${order.id} has a leg on another instrument`);
  }
};

/**
 * The allowed status transitions. They repeat the table of the lifecycle, because the checker must not use
 * the table that it checks. N: a normal transition. K: a correction, which needs an anomaly in the same
 * entry.
 */
const ALLOWED_TRANSITIONS: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, 'N' | 'K'>>>>> =
  {
    PENDING_SUBMISSION: { OPEN: 'N', PARTIAL: 'N', FILLED: 'N', CANCELLED: 'N', REJECTED: 'N', EXPIRED: 'N' },
    OPEN: { PARTIAL: 'N', FILLED: 'N', CANCELLED: 'N', REJECTED: 'K', EXPIRED: 'N' },
    PARTIAL: { OPEN: 'K', FILLED: 'N', CANCELLED: 'N', EXPIRED: 'N' },
    FILLED: { OPEN: 'K', PARTIAL: 'K', CANCELLED: 'K' },
    CANCELLED: { OPEN: 'K', PARTIAL: 'K', FILLED: 'N' }, // a fill that crossed the cancel
    REJECTED: { OPEN: 'K', PARTIAL: 'K', FILLED: 'K', CANCELLED: 'K', EXPIRED: 'K' },
    EXPIRED: { OPEN: 'K', PARTIAL: 'K', FILLED: 'N' },
  };

/** I-18: only allowed transitions, each with its cause in the same entry, and corrections with an anomaly. */
export const checkTransitions: TransitionCheck = ({ entry, before, after }, monitor) => {
  monitor.expect(entry.cause !== '' && entry.actor !== '', 'I-18', () => `entry ${entry.seq} has no cause`);
  const isAlarmed = entry.events.some(isCorrecting);
  for (const order of after) {
    const from = before.get(order.id)?.status ?? 'new';
    if (from === order.status) continue;
    monitor.countMove(from, order.status);
    if (from === 'new') {
      // An order that cannot be routed at all ends in the entry that accepts it, and one that its venue answers at once may.
      const accepted = entry.events.find(
        (event) => event.type === 'OrderAccepted' && event.order.id === order.id,
      );
      const isPending = accepted?.type === 'OrderAccepted' && accepted.order.status === 'PENDING_SUBMISSION';
      const isAnswered = entry.events.some(
        (event) => event.type === 'OrderAnswered' && event.orderId === order.id,
      );
      const isRight = isPending && (order.status === 'PENDING_SUBMISSION' || isAnswered);
      monitor.expect(isRight, 'I-18', () => `${order.id} begins as ${order.status}`);
      continue;
    }
    const move = ALLOWED_TRANSITIONS[from][order.status];
    monitor.expect(move !== undefined, 'I-18', () => `${order.id} moved ${from} → ${order.status}`);
    monitor.expect(move !== 'K' || isAlarmed, 'I-18', () => `${order.id} was corrected without an anomaly`);
  }
};

/**
 * I-19: a closed order changes only by a late fill or a correction, and its filled quantity never decreases.
 */
export const checkClosedOrders: TransitionCheck = ({ entry, before, after }, monitor) => {
  const isAlarmed = entry.events.some(isCorrecting);
  for (const order of after) {
    const was = before.get(order.id) ?? null;
    if (was === null || entry.events.some(({ type }) => type === 'FillVoided')) continue;
    monitor.expect(
      sumFilledQtyOfLegs(order) >= sumFilledQtyOfLegs(was),
      'I-19',
      () => `${order.id} filled less than before`,
    );
    if (isLive(was.status) || isAlarmed || sumFilledQtyOfLegs(order) > sumFilledQtyOfLegs(was)) continue;
    const isSame = order.status === was.status && order.reason === was.reason && order.qty === was.qty;
    monitor.expect(
      isSame,
      'I-19',
      () => `${order.id} was closed (${was.status}) and changed by ${entry.cause}`,
    );
  }
};

/** I-30: an amend keeps the filled quantity and never sets the quantity below it. */
export const checkAmends: TransitionCheck = ({ entry, before, after }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'AmendConfirmed') continue;
    const order = after.find(({ id }) => id === event.orderId);
    const was = before.get(event.orderId) ?? null;
    if (order === undefined || was === null) continue;
    const isKept =
      sumFilledQtyOfLegs(order) >= sumFilledQtyOfLegs(was) &&
      (order.qty >= sumFilledQtyOfLegs(order) || order.status === 'FILLED');
    monitor.expect(
      isKept,
      'I-30',
      () => `${order.id} amended to ${order.qty} with ${sumFilledQtyOfLegs(order)} filled`,
    );
  }
};

/**
 * An honest venue causes no anomaly, so none may be recorded.
 *
 * @param due  the kinds of anomaly that the faults of this simulation must cause
 */
export const checkAnomaliesExpected =
  (due: ReadonlySet<string>): TransitionCheck =>
  ({ entry }, monitor) => {
    for (const event of entry.events) {
      if (event.type !== 'AnomalyRecorded') continue;
      monitor.countCall('alarm', event.kind);
      if (!due.has(event.kind)) monitor.violate('alarm', `${event.kind}: ${event.detail}`);
    }
  };

/** Whether the event explains a correction: an anomaly, or a fill that its venue reversed. */
const isCorrecting = ({ type }: LedgerEvent): boolean => type === 'AnomalyRecorded' || type === 'FillVoided';

const sumFilledQtyOfLegs = (order: Order): bigint => order.legs.reduce((sum, leg) => sum + leg.filledQty, 0n);
