import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InstrumentId, type SessionId, scopeKey } from '../../src/contract/model/ids.ts';
import type { Order, OrderStatus } from '../../src/contract/model/order.ts';
import type { LedgerEntry } from '../../src/domain/events/event-schema.ts';
import { accepted, qty } from '../../src/domain/order-state/order.fixture.ts';
import { createLedgerState } from '../../src/domain/projections/ledger-projection.ts';
import type { MakerProtection } from '../../src/domain/quotes/maker-protection.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { QuoteChecks, toSideKey } from './quote-checks.ts';

// A replacement that fills what its old order has filled already is rare in a simulation: here the check itself is tested.

const RESTING = '10';

function toQuote(number: number, size: string, status: OrderStatus, filled = '0'): Order {
  const order = accepted({ instrumentId: 1001 as InstrumentId, qty: qty(size) }, [], number);
  const legs = order.legs.map((leg) => ({ ...leg, status, filledQty: qty(filled) }));
  return { ...order, legs, status, sessionId: 'ses_1' as SessionId };
}

/** The invariant that is violated when a call wants `wanted`, and a replacement of `placed` follows 4 fills of 10. */
function findViolation(wanted: string, placed: string): string | null {
  const monitor = new InvariantMonitor(null);
  const checks = new QuoteChecks(monitor, () => 0);
  const state = createLedgerState();
  const old = toQuote(1, RESTING, 'OPEN');
  const order = toQuote(2, placed, 'PENDING_SUBMISSION');
  const { price } = order;
  assert.ok(price !== null);
  state.orders.set(old.id, old);
  const side = toSideKey(old, old.instrumentId, old.side === 'BUY' ? 'bid' : 'ask');
  checks.want(side, { decision: 1, price, qty: qty(wanted) }, state);
  state.orders.set(old.id, toQuote(1, RESTING, 'CANCELLED', '4'));
  const entry = { at: 0, events: [{ type: 'OrderAccepted', order }] } as unknown as LedgerEntry;
  checks.check({ entry, state } as Parameters<typeof checks.check>[0], monitor);
  return monitor.violation?.invariant ?? null;
}

test('I-Q3: what the old order has filled since the decision is taken off its replacement', () => {
  assert.equal(findViolation('12', '8'), null);
  assert.equal(findViolation('12', '12'), 'I-Q3');
  assert.equal(findViolation('12', '9'), 'I-Q3');
});

test('I-Q3: both may fill as much as the larger of their quantities', () => {
  assert.equal(findViolation('6', '6'), null, 'the old order rested with 10');
  assert.equal(findViolation('7', '7'), 'I-Q3');
});

/** The invariant that is violated when a quote fills 2 of at most 2 without a freeze; `isVoided`: the fill is voided at once. */
function findUnfrozen(isVoided: boolean): string | null {
  const monitor = new InvariantMonitor(null);
  const checks = new QuoteChecks(monitor, () => 0);
  const state = createLedgerState();
  const order = toQuote(1, RESTING, 'OPEN');
  const { accountId, subaccountId, price, instrumentId, side, outcome } = order;
  assert.ok(price !== null && instrumentId !== null);
  const limits = { windowMs: 1_000, filledQtyMax: qty('2'), netQtyMax: null, breaches: 0, frozenAt: null };
  state.protections.set(scopeKey(accountId, subaccountId), {
    accountId,
    subaccountId,
    ...limits,
  } as unknown as MakerProtection);
  checks.want(toSideKey(order, instrumentId, 'bid'), { decision: 1, price, qty: order.qty }, state);
  const accepting = { at: 0, events: [{ type: 'OrderAccepted', order }] } as unknown as LedgerEntry;
  checks.check({ entry: accepting, state } as Parameters<typeof checks.check>[0], monitor);
  const fill = { accountId, subaccountId, orderId: order.id, instrumentId, side, outcome, qty: qty('2') };
  const record = (type: string, more: object): void =>
    checks.onDurable({ events: [{ type, fill: { ...fill, ...more } }] } as unknown as LedgerEntry, state);
  record('FillRecorded', { id: 'fil_1', settlement: 'PENDING' });
  if (isVoided) record('FillVoided', { id: 'fil_2', settlement: 'VOID', voids: 'fil_1' });
  checks.checkStep(state);
  return monitor.violation?.invariant ?? null;
}

test('I-Q4: a fill over the limit must freeze the quotes, unless it was voided before it was seen', () => {
  assert.equal(findUnfrozen(false), 'I-Q4');
  assert.equal(findUnfrozen(true), null);
});
