import assert from 'node:assert/strict';
import { type Api, until } from '../api-assertions.ts';
import { parseUnits, sumDecimals } from '../support/decimal.ts';
import { getFills, getOrders, getPositions, signedQty } from '../support/order-bodies.ts';
import type { Fill, Limits, Order, RiskState } from '../support/record-schemas.ts';
import { type CallerRecords, renderLimits, renderTerms, TERMINAL } from './caller-records.ts';
import { SUBACCOUNTS } from './crash-expectations.ts';

const OVERDUE_MS = 2_000; // how late a venue may expire an order

/** The properties that differ between venues. */
export interface Expected {
  readonly settledWithinMs: number; // every unknown outcome is resolved within this time
  readonly venueReasons: readonly string[]; // the reasons for which a venue may close a resting order
}

/** The conditions that hold at any moment after a restart, while outcomes may still be unknown. */
export async function auditNow(api: Api, records: CallerRecords, expected: Expected): Promise<void> {
  const orders = await allOrders(api);
  checkPresence(records, orders);
  for (const order of orders) {
    if (isInDoubt(order)) checkFilled(records, order);
    else checkOrder(records, order, expected);
  }
  for (const order of orders) records.recordOrder(order);
  for (const subaccount of SUBACCOUNTS) await checkMoney(api, records, subaccount);
  await checkSafety(api, records);
}

/**
 * Waits until no order is in doubt, then compares the service's state with the answers that its callers
 * received.
 */
export async function audit(api: Api, records: CallerRecords, expected: Expected): Promise<void> {
  let doubtful: readonly Order[] = [];
  const look = async (): Promise<true | null> => {
    doubtful = (await allOrders(api)).filter(isInDoubt);
    return doubtful.length === 0 ? true : null;
  };
  await until('no order is in doubt', look, expected.settledWithinMs).catch(() =>
    assert.fail(`in doubt after ${expected.settledWithinMs} ms: ${JSON.stringify(doubtful)}`),
  );
  await auditNow(api, records, expected);
}

async function allOrders(api: Api): Promise<readonly Order[]> {
  const lists = await Promise.all(SUBACCOUNTS.map((subaccount) => getOrders(api, subaccount)));
  return lists.flat();
}

const isInDoubt = (order: Order): boolean =>
  order.status === 'PENDING_SUBMISSION' || order.pending_action !== null;

/** Each acknowledged order has its id, no key has two orders, and no refused request has an order. */
function checkPresence(records: CallerRecords, orders: readonly Order[]): void {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const byKey = Map.groupBy(orders, (order) => order.client_order_id);
  assert.equal(byId.size, orders.length, 'each id is listed once');
  for (const { key, id, outcome } of records.attempts) {
    const ofKey = key === null ? [] : (byKey.get(key) ?? []);
    assert.ok(ofKey.length <= 1, `${key} has ${ofKey.length} orders`);
    if (outcome === 'refused') assert.deepEqual(ofKey, [], `${key} was refused`);
    if (outcome !== 'accepted') continue;
    assert.equal(byId.get(id ?? '')?.client_order_id, key, `${id} was acknowledged for ${key}`);
  }
  const keyless = records.attempts.filter(({ key, outcome }) => key === null && outcome !== 'refused');
  const listed = byKey.get(null)?.length ?? 0;
  assert.ok(listed <= keyless.length, `${listed} orders without a key, ${keyless.length} were sent`);
}

function checkFilled(records: CallerRecords, order: Order): void {
  const text = JSON.stringify(order);
  const filledBefore = records.filledQtyMax.get(order.id) ?? 0n;
  assert.ok(parseUnits(order.filled_qty) >= filledBefore, `filled fell: ${text}`);
  assert.ok(parseUnits(order.filled_qty) <= parseUnits(order.qty), `filled above ordered: ${text}`);
  const ended = records.ended.get(order.id);
  if (ended !== undefined) assert.equal(text, ended, 'a closed order never changes');
}

function checkOrder(records: CallerRecords, order: Order, { venueReasons }: Expected): void {
  checkFilled(records, order);
  const text = JSON.stringify(order);
  if (records.cancelled.has(order.id)) assert.ok(TERMINAL.has(order.status), `cancelled, but: ${text}`);
  const terms = records.terms.get(order.id);
  if (terms !== undefined) {
    assert.ok(terms.has(renderTerms(order)), `one of ${[...terms].join(', ')}: ${text}`);
    records.terms.set(order.id, new Set([renderTerms(order)]));
  }
  assert.ok(!isOverdue(order), `is live after its expiry: ${text}`);
  if (!records.restedOnce.has(order.id) || venueReasons.includes(order.reason ?? '')) return;
  assert.ok(isProperlyEnded(records, order), `has lost its remaining quantity: ${text}`);
}

const isOverdue = ({ status, expires_at }: Order): boolean =>
  !TERMINAL.has(status) && expires_at !== null && Date.parse(expires_at) < Date.now() - OVERDUE_MS;

/** An open order closes by a fill, at its expiry, or by a caller's cancel. */
function isProperlyEnded(
  records: CallerRecords,
  { id, status, tif, reason, expires_at, legs }: Order,
): boolean {
  if (!TERMINAL.has(status) || status === 'FILLED') return true;
  if (status === 'EXPIRED') return expires_at !== null && Date.parse(expires_at) <= Date.now();
  // Its fill may be known, and shown as PARTIAL, some time before its close is proven.
  // Where YES and NO are tokens it may have two legs, of which one fills and the other finds nothing.
  if (reason === 'ioc_remainder' || reason === 'no_liquidity') return tif === 'IOC';
  if (reason === 'user_cancel') return records.cancelRequested.has(id);
  if (reason === 'cancel_all' || reason === 'risk_cancel_all') return records.cancelAllRequested;
  // A SPLIT may report why one leg was rejected, though the other was cancelled on request.
  const isRequested = records.cancelRequested.has(id) || records.cancelAllRequested;
  return isRequested && legs.some((leg) => leg.status === 'REJECTED');
}

/** Fills never disappear, each counts once, and orders and positions are the sums of their fills. */
async function checkMoney(api: Api, records: CallerRecords, subaccount: string): Promise<void> {
  // The market maker continues to trade with open orders, so both sides must be read at one moment.
  const { orders, fills } = await until('a moment without a fill', async () => {
    const before = await getFills(api, subaccount);
    const [orders, positions] = [await getOrders(api, subaccount), await getPositions(api, subaccount)];
    const fills = await getFills(api, subaccount);
    if (fills.length !== before.length) return null;
    const held = positions.map((p) => [
      p.instrument_id,
      p.side === 'BUY' ? parseUnits(p.qty) : -parseUnits(p.qty),
    ]);
    assert.deepEqual(
      Object.fromEntries(held),
      sumHoldings(fills),
      `${subaccount} holds the sum of its fills`,
    );
    return { orders, fills };
  });
  const ofOrder = Map.groupBy(fills, ({ order_id }) => order_id);
  for (const { id, filled_qty } of orders) {
    const sum = sumDecimals((ofOrder.get(id) ?? []).map(({ qty }) => qty));
    assert.equal(sum, parseUnits(filled_qty), `${id} is filled by the sum of its fills`);
  }
  const now = new Map(fills.map((fill) => [fill.id, toComparableText(fill)]));
  const trades = new Set(fills.map(({ venue_trade_id, order_id }) => `${venue_trade_id} ${order_id}`));
  assert.equal(trades.size, fills.length, 'a trade fills an order once');
  for (const [id, text] of records.fills)
    if (text.includes(`"${subaccount}"`)) assert.equal(now.get(id), text);
  for (const [id, text] of now) records.fills.set(id, text);
}

/** A trade becomes final at its venue after it was reported; no other field of a fill ever changes. */
const toComparableText = (fill: Fill): string => JSON.stringify({ ...fill, settlement: null });

function sumHoldings(fills: readonly Fill[]): Readonly<Record<string, bigint>> {
  const held: Record<string, bigint> = {};
  for (const fill of fills) held[fill.instrument_id] = (held[fill.instrument_id] ?? 0n) + signedQty(fill);
  return Object.fromEntries(Object.entries(held).filter(([, qty]) => qty !== 0n));
}

/** Limits and the kill switch are as last acknowledged, or as one unanswered request set them. */
async function checkSafety(api: Api, records: CallerRecords): Promise<void> {
  for (const [subaccount, allowed] of records.limits) {
    const query = subaccount === null ? '' : `?subaccount_id=${subaccount}`;
    const limits = await api.ok<Limits>('GET', `/v1/risk/limits${query}`);
    assert.ok(
      allowed.has(renderLimits(limits)),
      `${renderLimits(limits)} is one of ${[...allowed].join(', ')}`,
    );
    records.recordLimits(limits);
  }
  for (const subaccount of SUBACCOUNTS) {
    const { kill_switch_active } = await api.ok<RiskState>('GET', `/v1/risk?subaccount_id=${subaccount}`);
    assert.ok(records.killSwitch.has(kill_switch_active), `the kill switch is ${kill_switch_active}`);
    records.killSwitch = new Set([kill_switch_active]);
  }
}
