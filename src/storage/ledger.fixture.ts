import type { ApiKey } from '../contract/access/access.ts';
import type { Approval, ApprovalId } from '../contract/model/approval.ts';
import type { RiskGuard, TradeSessionRecord } from '../contract/model/guard.ts';
import {
  type AccountId,
  type ClientOrderId,
  type InstrumentId,
  type KeyId,
  positionKey,
  type SessionId,
  type SubaccountId,
  toFillId,
  toOrderId,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '../contract/model/ids.ts';
import { NO_LIMITS } from '../contract/model/limits.ts';
import { computeNotional, type Notional, type Price, type Qty } from '../contract/model/money.ts';
import { type Fill, type Order, sumFilledQty } from '../contract/model/order.ts';
import { NO_FLAGS } from '../contract/model/order-flags.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { LedgerEntry, LedgerEvent } from '../domain/events/event-schema.ts';
import { applyFill } from '../domain/positions/position-accounting.ts';
import { applyEntry, createLedgerState } from '../domain/projections/ledger-projection.ts';
import { toLedgerRows } from '../domain/projections/ledger-state.ts';
import type { MakerProtection } from '../domain/quotes/maker-protection.ts';
import type { Clock } from '../ports/environment.ts';
import type { Journal, LedgerSnapshot } from '../ports/journal.ts';

export const ACCOUNT = 'acc_1' as AccountId;
export const SUBACCOUNT = 'sa_1' as SubaccountId;
export const DEMO = 'Demo' as VenueName;
export const INSTRUMENT = 1001 as InstrumentId;
const BEGAN_AT = 1_782_907_200_000;

/** A clock that tests set; timers never fire. */
export class FixedClock implements Clock {
  at = BEGAN_AT;
  now(): TimestampMs {
    return this.at as TimestampMs;
  }
  monotonicMs(): number {
    return this.at;
  }
  after(): { cancel(): void } {
    return { cancel: () => {} };
  }
  every(): { cancel(): void } {
    return { cancel: () => {} };
  }
}

const KEY: ApiKey = {
  keyId: 'key_1' as KeyId,
  accountId: ACCOUNT,
  publicKey: 'AAAA',
  permissions: ['read', 'trade'],
  subaccounts: '*',
  status: 'ACTIVE',
  expiresAt: null,
  createdAt: BEGAN_AT as TimestampMs,
  agent: null,
  limits: null,
};

const GUARD: RiskGuard = {
  accountId: ACCOUNT,
  keyId: KEY.keyId,
  subaccountId: null,
  scope: 'KEY',
  timeoutMs: 5_000,
  blockAfter: true,
  latestAt: (BEGAN_AT + 15_000) as TimestampMs,
  blocked: false,
  firedCount: 0,
  lastFiredAt: null,
  updatedAt: BEGAN_AT as TimestampMs,
};

const PROTECTION: MakerProtection = {
  accountId: ACCOUNT,
  subaccountId: SUBACCOUNT,
  windowMs: 15_000,
  filledQtyMax: 5n as Qty,
  netQtyMax: null,
  frozenMs: 0,
  frozenAt: null,
  frozenUntil: null,
  breaches: 0,
  updatedAt: BEGAN_AT as TimestampMs,
};

const SESSION: TradeSessionRecord = {
  sessionId: 'ses_1' as SessionId,
  accountId: ACCOUNT,
  keyId: KEY.keyId,
  subaccountId: SUBACCOUNT,
  onDisconnect: 'SESSION',
  openedAt: BEGAN_AT as TimestampMs,
};

const APPROVAL: Approval = {
  id: 'apr_1' as ApprovalId,
  accountId: ACCOUNT,
  keyId: KEY.keyId,
  subaccountId: SUBACCOUNT,
  clientOrderId: 'a-1' as ClientOrderId,
  fingerprint: 'f',
  body: '{"qty":"1"}',
  cost: 5n as Notional,
  status: 'PENDING',
  createdAt: BEGAN_AT as TimestampMs,
  expiresAt: (BEGAN_AT + 300_000) as TimestampMs,
  decidedAt: null,
  decidedBy: null,
  orderId: null,
};

/** Builds a small ledger: each call creates events like order management, applies and appends them. */
export class LedgerBuilder {
  readonly state = createLedgerState();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Continues after a previous process without loading its orders. */
  resume({ seq, orderNumber, fillNumber }: LedgerSnapshot): void {
    Object.assign(this.state, { seq, orderNumber, fillNumber });
  }

  record(cause: string, events: readonly LedgerEvent[]): Promise<void> {
    const seq = this.state.seq + 1;
    const entry: LedgerEntry = { seq, at: (BEGAN_AT + seq) as TimestampMs, cause, actor: 'key_1', events };
    return this.#journal.append(entry, toLedgerRows(this.state, applyEntry(this.state, entry)));
  }

  /** Creates the account data that orders need, and one setting of each kind. */
  openAccount(): Promise<void> {
    const [accountId, updatedAt] = [ACCOUNT, BEGAN_AT as TimestampMs];
    const qty = 50_000_000_000n as Qty;
    const limits = {
      accountId,
      subaccountId: null,
      ...NO_LIMITS,
      maxOrderQty: qty,
      maxOrderQtyText: '500.0',
      maxOpenOrders: 200,
      updatedAt,
    };
    return this.record('operator', [
      { type: 'AccountCreated', accountId },
      { type: 'SubaccountCreated', subaccount: { accountId, subaccountId: SUBACCOUNT, name: 'Désk “one”' } },
      { type: 'KeyCreated', key: KEY },
      { type: 'LimitsSet', limits },
      { type: 'LimitsSet', limits: { ...limits, subaccountId: SUBACCOUNT, maxOpenOrders: null } },
      {
        type: 'KillSwitchSet',
        killSwitch: { accountId, subaccountId: SUBACCOUNT, enabled: false, updatedAt },
      },
      { type: 'InstrumentBound', instrumentId: INSTRUMENT, venue: DEMO, venueInstrumentId: 'RAIN-26' },
      { type: 'VenueMarkAdvanced', venue: DEMO, mark: 'm-1' },
    ]);
  }

  /** A guard that has fired, a session that is open, and one that has ended. */
  recordGuards(): Promise<void> {
    return this.record('guard', [
      { type: 'GuardSet', guard: GUARD },
      { type: 'ApprovalSet', approval: APPROVAL },
      { type: 'GuardFired', guard: { ...GUARD, latestAt: null, blocked: true, firedCount: 1 } },
      { type: 'ProtectionSet', protection: PROTECTION },
      {
        type: 'ProtectionBreached',
        protection: { ...PROTECTION, frozenAt: BEGAN_AT as TimestampMs, breaches: 1 },
      },
      { type: 'SessionOpened', session: SESSION },
      { type: 'SessionOpened', session: { ...SESSION, sessionId: 'ses_2' as SessionId, subaccountId: null } },
      { type: 'SessionEnded', sessionId: SESSION.sessionId },
    ]);
  }

  accept(changes: Partial<Order> = {}): Promise<void> {
    return this.record('submit', [{ type: 'OrderAccepted', order: this.newOrder(changes) }]);
  }

  /** The venue acknowledged the newest order and it rests; the caller received the answer. */
  acknowledge(): Promise<void> {
    const orderId = toOrderId(this.state.orderNumber);
    const venueOrderId = `D-${this.state.orderNumber}` as VenueOrderId;
    return this.record('venue_report', [
      { type: 'LegAcknowledged', orderId, leg: 1, venueOrderId },
      { type: 'OrderAnswered', orderId },
    ]);
  }

  fill(number: number, qty: bigint, changes: Partial<Fill> = {}): Promise<void> {
    const fill = this.newFill(number, qty as Qty, changes);
    return this.record('venue_report', [{ type: 'FillRecorded', fill }]);
  }

  cancel(number: number): Promise<void> {
    const orderId = toOrderId(number);
    return this.record('cancel', [
      { type: 'CancelRequested', orderId, reason: 'user_cancel' },
      {
        type: 'LegClosed',
        orderId,
        leg: 1,
        status: 'CANCELLED',
        reason: 'user_cancel',
        venueCode: null,
        venueMessage: null,
        detail: null,
      },
    ]);
  }

  /**
   * Seven orders: resting, partly filled, filled, cancelled, cancelled with a late fill, being
   * cancel-pending since its answer, and accepted only.
   */
  async recordSampleTrading(): Promise<void> {
    await this.openAccount();
    for (let count = 0; count < 5; count += 1) {
      await this.accept();
      await this.acknowledge();
    }
    await this.fill(2, 300_000_000n);
    await this.fill(3, 1_000_000_000n);
    await this.cancel(4);
    await this.cancel(5);
    await this.fill(5, 1n);
    await this.record('kill', [
      {
        type: 'KillSwitchSet',
        killSwitch: { accountId: ACCOUNT, subaccountId: null, enabled: true, updatedAt: 1 as TimestampMs },
      },
      {
        type: 'AnomalyRecorded',
        venue: DEMO,
        kind: 'late_fill',
        orderId: toOrderId(5),
        detail: 'after cancel',
      },
      { type: 'VenueMarkAdvanced', venue: DEMO, mark: 'm-2' },
    ]);
    await this.accept({ clientOrderId: 'batch-1' as ClientOrderId });
    await this.record('venue_report', [
      { type: 'LegAcknowledged', orderId: toOrderId(6), leg: 1, venueOrderId: 'D-6' as VenueOrderId },
      { type: 'OrderAnswered', orderId: toOrderId(6) },
      { type: 'CancelRequested', orderId: toOrderId(6), reason: 'cancel_all' },
    ]);
    await this.accept();
  }

  newOrder(changes: Partial<Order> = {}): Order {
    const number = this.state.orderNumber + 1;
    const at = (BEGAN_AT + this.state.seq) as TimestampMs;
    const [price, qty] = [48_000_000n as Price, 1_000_000_000n as Qty];
    return {
      id: toOrderId(number),
      accountId: ACCOUNT,
      subaccountId: SUBACCOUNT,
      keyId: KEY.keyId,
      fingerprint: 'f'.repeat(64),
      clientOrderId: `order-${number}` as ClientOrderId,
      instrumentId: INSTRUMENT,
      genericAssetId: null,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      expiresAt: null,
      price,
      priceText: '0.480',
      qty,
      qtyText: '10',
      routing: { mode: 'DIRECT', venues: null },
      ...NO_FLAGS,
      status: 'PENDING_SUBMISSION',
      reason: null,
      legs: [
        {
          leg: 1,
          generation: 1,
          venue: DEMO,
          instrumentId: INSTRUMENT,
          venueInstrumentId: 'RAIN-26',
          outcome: 'YES',
          tokenSide: null,
          clientId: `cb-${number}-1-1` as VenueClientId,
          venueOrderId: null,
          status: 'PENDING_SUBMISSION',
          reason: null,
          price,
          qty,
          filledQty: 0n as Qty,
          filledNotional: 0n as Notional,
          venueCode: null,
          venueMessage: null,
          atVenue: null,
          arrival: null,
        },
      ],
      fees: 0n as Notional,
      pendingAction: null,
      pendingAmend: null,
      loosestPrice: null,
      cancelReason: null,
      createdAt: at,
      updatedAt: at,
      answer: null,
      ...changes,
    };
  }

  newFill(number: number, qty: Qty, changes: Partial<Fill> = {}): Fill {
    const order = this.state.orders.get(toOrderId(number));
    if (order === undefined) throw new Error(`no order ${number} in the fixture`);
    const at = (BEGAN_AT + this.state.seq + 1) as TimestampMs;
    const held = this.state.positions.get(positionKey(ACCOUNT, SUBACCOUNT, INSTRUMENT)) ?? null;
    const fill: Fill = {
      id: toFillId(this.state.fillNumber + 1),
      orderId: order.id,
      leg: 1,
      generation: 1,
      clientOrderId: order.clientOrderId,
      tag: order.tag,
      accountId: ACCOUNT,
      subaccountId: SUBACCOUNT,
      instrumentId: INSTRUMENT,
      venue: DEMO,
      venueTradeId: `T-${number}-${sumFilledQty(order)}`,
      side: order.side,
      outcome: 'YES',
      price: 47_000_000n as Price,
      qty,
      fee: computeNotional(7_000n as Price, qty),
      liquidity: 'MAKER',
      realizedPnl: 0n as Notional,
      timestamp: at,
      settlement: 'FINAL',
      voids: null,
      tokenSide: null,
      ...changes,
    };
    return { ...fill, realizedPnl: applyFill(held, { ...fill, at }).realizedPnl };
  }
}
