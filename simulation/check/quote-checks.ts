import {
  type AccountId,
  type FillId,
  type InstrumentId,
  type OrderId,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
  type VenueClientId,
} from '../../src/contract/model/ids.ts';
import { type Fill, isLive, type Order, sumFilledQty } from '../../src/contract/model/order.ts';
import type { LedgerEntry } from '../../src/domain/events/event-schema.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { MakerProtection } from '../../src/domain/quotes/maker-protection.ts';
import type { LegGeneration, TransitionCheck } from '../environment/transition-checker.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** Callers give each plain order of a session a client order id, so an order without one is a quote. */
export const isQuoteOrder = ({ sessionId, clientOrderId }: Order): boolean =>
  sessionId !== null && clientOrderId === null;

/** The side of an instrument that an order quotes. */
export const toSideKey = (
  { accountId, subaccountId }: { readonly accountId: AccountId; readonly subaccountId: SubaccountId },
  instrumentId: InstrumentId | null,
  side: string,
): string => `${scopeKey(accountId, subaccountId)}/${instrumentId}/${side}`;

const toOrderSide = (order: Order): string =>
  toSideKey(order, order.instrumentId, order.side === 'BUY' ? 'bid' : 'ask');

/** The last wanted terms of a side; an order is accepted for them at most once. */
interface Wanted {
  readonly decision: number; // numbered over all calls with quotes
  readonly price: bigint;
  readonly qty: bigint;
}

/** The live order of a side at a decision, which the order of the decision replaces. */
interface Replaced {
  readonly orderId: OrderId;
  readonly filledBefore: bigint;
  readonly qtyMax: bigint; // that it and its replacement may fill from then on
}

interface QuoteFill {
  readonly id: FillId;
  readonly instrumentId: InstrumentId;
  readonly signedQty: bigint;
  readonly at: number;
}

/** A breach that must be in the ledger when the step ends. */
interface DueBreach {
  readonly breaches: number; // recorded before it
  readonly totals: string;
  readonly fills: readonly QuoteFill[];
}

interface VenueView {
  readonly legsByClientId: ReadonlyMap<VenueClientId, LegGeneration>;
  readonly findOrder: (clientId: VenueClientId) => VenueStateOrder | undefined;
  readonly isRecordLate: (order: Order) => boolean; // the venue's record is written with our journal
}

/**
 * Checks the quotes of market makers: one live order for each side, at the venues too (I-Q1), no more than the last call
 * wants with what the replaced order has filled since (I-Q3), none of an earlier process, and none of a subaccount whose protection has been breached (I-Q4, I-Q5). It counts
 * the fills of the window itself.
 */
export class QuoteChecks {
  readonly #monitor: InvariantMonitor;
  readonly #nowMs: () => number;
  readonly #accepted = new Set<OrderId>(); // by the present process
  readonly #wanted = new Map<string, Wanted>();
  readonly #replaced = new Map<string, Replaced>(); // by side, as `#wanted`
  readonly #windows = new Map<ScopeKey, readonly QuoteFill[]>();
  readonly #due = new Map<ScopeKey, DueBreach>();
  readonly #unsure = new Set<ScopeKey>(); // a fill of the window was voided: it counts only if it was seen before
  lastCall = 0; // the number of the last call with quotes
  decisions = 0; // of these, in the order in which they took effect

  constructor(monitor: InvariantMonitor, nowMs: () => number) {
    this.#monitor = monitor;
    this.#nowMs = nowMs;
  }

  /** A new process: it knows no quotes and has counted no fills. */
  restart(): void {
    for (const known of [
      this.#accepted,
      this.#wanted,
      this.#replaced,
      this.#windows,
      this.#due,
      this.#unsure,
    ])
      known.clear();
  }

  /** A decision of a call on a side; null: nothing is wanted there. */
  want(side: string, wanted: Wanted | null, state: LedgerState): void {
    this.#replaced.delete(side);
    if (wanted === null) return void this.#wanted.delete(side);
    this.#wanted.set(side, wanted);
    for (const order of state.orders.values()) {
      if (!isQuoteOrder(order) || !isLive(order.status) || toOrderSide(order) !== side) continue;
      const filledBefore: bigint = sumFilledQty(order);
      const resting = order.qty - filledBefore;
      const qtyMax = wanted.qty > resting ? wanted.qty : resting;
      this.#replaced.set(side, { orderId: order.id, filledBefore, qtyMax });
    }
  }

  /** A cancel-all or a withdrawal took effect after this decision: no replacement of earlier ones may be placed. */
  dropWanted(accountId: AccountId, subaccountIds: readonly SubaccountId[], last: number): void {
    const scopes = subaccountIds.map((id) => `${scopeKey(accountId, id)}/`);
    for (const [side, { decision }] of this.#wanted)
      if (decision <= last && scopes.some((scope) => side.startsWith(scope))) this.#wanted.delete(side);
  }

  clearWindow(accountId: AccountId, subaccountId: SubaccountId): void {
    this.#windows.delete(scopeKey(accountId, subaccountId));
    this.#unsure.delete(scopeKey(accountId, subaccountId));
  }

  readonly check: TransitionCheck = ({ entry, state }) => {
    for (const event of entry.events) {
      if (event.type === 'OrderAccepted' && isQuoteOrder(event.order))
        this.#checkAccepted(event.order, entry.at, state);
      if (event.type === 'ProtectionBreached') this.#checkBreach(event.protection, state);
      if (event.type === 'ProtectionSet') this.#due.delete(toScope(event.protection));
    }
  };

  /** I-Q1 by the state of the venues: no other order of the side is open there, of any process. */
  checkSend(order: Order, state: LedgerState, { legsByClientId, findOrder, isRecordLate }: VenueView): void {
    if (!isQuoteOrder(order)) return;
    for (const [clientId, { orderId }] of legsByClientId) {
      const other = orderId === order.id ? undefined : state.orders.get(orderId);
      if (other === undefined || !isQuoteOrder(other) || toOrderSide(other) !== toOrderSide(order)) continue;
      if (isRecordLate(other)) continue;
      const isOpen = findOrder(clientId)?.status === 'OPEN';
      this.#monitor.expect(!isOpen, 'I-Q1', () => `${order.id} was sent while ${clientId} is open`);
    }
  }

  /** Counts the fills of an entry that has become durable, as the protection must. */
  onDurable({ events }: LedgerEntry, state: LedgerState): void {
    for (const event of events) {
      if (event.type === 'FillVoided') this.#voidFill(event.fill);
      if (event.type !== 'FillRecorded') continue;
      const { id, orderId, settlement, accountId, subaccountId, instrumentId, side, outcome, qty } =
        event.fill;
      if (orderId === null || settlement === 'VOID' || !this.#accepted.has(orderId)) continue;
      this.#monitor.countCall('quote', 'filled');
      const scope = scopeKey(accountId, subaccountId);
      const signedQty = (side === 'BUY') === (outcome === 'YES') ? qty : -(qty as bigint);
      const fills = [...(this.#windows.get(scope) ?? []), { id, instrumentId, signedQty, at: this.#nowMs() }];
      this.#windows.set(scope, fills);
      this.#evaluate(scope, fills, state.protections.get(scope));
    }
  }

  /** I-Q4: what exceeded a limit in this step has frozen its subaccount. */
  checkStep(state: LedgerState): void {
    for (const [scope, { breaches, totals }] of this.#due) {
      const now = state.protections.get(scope)?.breaches ?? 0;
      this.#monitor.expect(now > breaches, 'I-Q4', () => `${scope} is not frozen after ${totals}`);
    }
    this.#due.clear();
  }

  /** I-Q5: no quote of an earlier process stays. At a start its cancel is requested, later it is over. */
  checkEarlier(state: LedgerState, isAtStart: boolean, monitor = this.#monitor): void {
    for (const order of state.orders.values()) {
      if (!isQuoteOrder(order) || !isLive(order.status) || this.#accepted.has(order.id)) continue;
      const isEnding = isAtStart && order.pendingAction === 'cancel';
      monitor.expect(isEnding, 'I-Q5', () => `${order.id} of an earlier process is ${order.status}`);
    }
  }

  /** Whether the protection refuses quotes now. */
  isFrozen(protection: MakerProtection | undefined): boolean {
    const until = protection?.frozenUntil ?? Number.POSITIVE_INFINITY;
    return protection !== undefined && protection.frozenAt !== null && this.#nowMs() < until;
  }

  #voidFill({ accountId, subaccountId, voids }: Fill): void {
    const scope = scopeKey(accountId, subaccountId);
    const due = this.#due.get(scope);
    const counted = due?.fills ?? this.#windows.get(scope) ?? [];
    if (counted.every(({ id }) => id !== voids)) return;
    this.#due.delete(scope);
    this.#unsure.add(scope);
  }

  #checkAccepted(order: Order, at: number, state: LedgerState): void {
    const { id, price, qty } = order;
    const side = toOrderSide(order);
    const others = [...state.orders.values()].filter(
      (other) =>
        other.id !== id && isQuoteOrder(other) && isLive(other.status) && toOrderSide(other) === side,
    );
    this.#monitor.expect(
      others.length === 0,
      'I-Q1',
      () => `${id} is accepted while ${others[0]?.id} is live on ${side}`,
    );
    const wanted = this.#wanted.get(side);
    const isWanted = wanted !== undefined && wanted.price === price && qty <= wanted.qty;
    this.#monitor.expect(isWanted, 'I-Q6', () => `${id} of ${qty} @ ${price} is not wanted on ${side}`);
    this.#wanted.delete(side);
    this.#checkReplacement(order, side, state);
    this.#accepted.add(id);
    const protection = state.protections.get(scopeKey(order.accountId, order.subaccountId));
    const until = protection?.frozenUntil ?? Number.POSITIVE_INFINITY;
    const isFrozen = protection !== undefined && protection.frozenAt !== null && at < until;
    this.#monitor.expect(!isFrozen, 'I-Q4', () => `${id} is accepted while its subaccount is frozen`);
    this.#monitor.countCall('quote', others.length === 0 ? 'accepted' : 'accepted twice');
  }

  /** I-Q3: what the old order has filled since the decision, and what its replacement may fill. */
  #checkReplacement({ id, qty }: Order, side: string, state: LedgerState): void {
    const replaced = this.#replaced.get(side);
    this.#replaced.delete(side);
    const old = replaced === undefined ? undefined : state.orders.get(replaced.orderId);
    if (replaced === undefined || old === undefined) return;
    const filledSince = sumFilledQty(old) - replaced.filledBefore;
    this.#monitor.countCall('quote', filledSince > 0n ? 'replaced after a fill' : 'replaced');
    this.#monitor.expect(
      filledSince + qty <= replaced.qtyMax,
      'I-Q3',
      () => `${old.id} filled ${filledSince} and ${id} rests with ${qty}: more than ${replaced.qtyMax}`,
    );
  }

  /** I-Q4: the entry of a breach requests the cancel of each live quote. */
  #checkBreach(protection: MakerProtection, state: LedgerState): void {
    const scope = toScope(protection);
    const isDue = this.#due.has(scope) || this.#unsure.has(scope) || this.#isClockBehind(scope);
    this.#monitor.expect(isDue, 'I-Q4', () => `${scope} is frozen below its limits`);
    this.#windows.delete(scope);
    this.#unsure.delete(scope);
    for (const side of this.#wanted.keys()) if (side.startsWith(`${scope}/`)) this.#wanted.delete(side);
    for (const order of state.orders.values()) {
      const isCovered = scopeKey(order.accountId, order.subaccountId) === scope && isQuoteOrder(order);
      if (!isCovered || !isLive(order.status)) continue;
      const isEnding = order.pendingAction === 'cancel';
      this.#monitor.expect(isEnding, 'I-Q4', () => `the breach of ${scope} leaves ${order.id}`);
    }
    this.#monitor.countCall('quote', 'breach');
  }

  /** True if the clock was set back since a fill: whether it had left the window depends on when that was looked at. */
  #isClockBehind(scope: ScopeKey): boolean {
    return this.#windows.get(scope)?.some(({ at }) => at > this.#nowMs()) ?? false;
  }

  #evaluate(scope: ScopeKey, all: readonly QuoteFill[], protection: MakerProtection | undefined): void {
    if (protection === undefined || this.isFrozen(protection)) return;
    if (this.#isClockBehind(scope) || this.#unsure.has(scope)) return;
    const { windowMs, filledQtyMax, netQtyMax, breaches } = protection;
    const nets = new Map<InstrumentId, bigint>();
    let filled = 0n;
    for (const { at, instrumentId, signedQty } of all) {
      if (at <= this.#nowMs() - windowMs) continue;
      filled += absolute(signedQty);
      nets.set(instrumentId, (nets.get(instrumentId) ?? 0n) + signedQty);
    }
    const net = [...nets.values()].reduce((sum, each) => sum + absolute(each), 0n);
    const isOver =
      (filledQtyMax !== null && filled >= filledQtyMax) || (netQtyMax !== null && net >= netQtyMax);
    if (!isOver) return;
    this.#windows.delete(scope);
    this.#due.set(scope, { breaches, totals: `${filled} filled, ${net} net`, fills: all });
  }
}

const toScope = ({ accountId, subaccountId }: MakerProtection): ScopeKey => scopeKey(accountId, subaccountId);

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
