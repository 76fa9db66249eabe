import { type ApiKey, grantCovers } from '../domain/access/access.ts';
import { getIdNumber, type OrderId } from '../domain/model/ids.ts';
import type { Order } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { LedgerState } from '../domain/projections/ledger-state.ts';
import { HOUR_MS, startOfDay } from '../domain/risk/agent-usage.ts';
import type { Journal } from '../ports/journal.ts';

const PAGE = 1_000;
const FIRST = Number.MAX_SAFE_INTEGER;

/**
 * Counts what agents have used in the present hour and UTC day from the stored orders and fills, so that a restart
 * gives no agent a new allowance. Reads nothing for accounts without an agent key.
 */
export async function loadAgentUsage(state: LedgerState, journal: Journal, now: TimestampMs): Promise<void> {
  const agents = [...state.keys.values()].filter(
    ({ agent, status }) => agent !== null && status === 'ACTIVE',
  );
  const scopes = [...state.subaccounts.values()].filter((scope) => agents.some((key) => covers(key, scope)));
  for (const scope of scopes) {
    await loadOrders(state, journal, scope, now);
    await loadFills(state, journal, scope, now);
  }
}

type Scope = Pick<Order, 'accountId' | 'subaccountId'>;

const covers = (key: ApiKey, { accountId, subaccountId }: Scope): boolean =>
  key.accountId === accountId && grantCovers(key.subaccounts, subaccountId);

async function loadOrders(
  state: LedgerState,
  journal: Journal,
  { accountId, subaccountId }: Scope,
  now: TimestampMs,
): Promise<void> {
  for (let before = FIRST; ; ) {
    const orders = await journal.orders({ accountId, subaccountId, before, limit: PAGE });
    for (const order of orders.toReversed()) state.agentUsage.addOrder(order);
    const last = orders.at(-1);
    if (last === undefined || orders.length < PAGE || last.createdAt <= now - HOUR_MS) return;
    before = getIdNumber(last.id);
  }
}

async function loadFills(
  state: LedgerState,
  journal: Journal,
  { accountId, subaccountId }: Scope,
  now: TimestampMs,
): Promise<void> {
  const orders = new Map<OrderId, Order | null>();
  for (let before = FIRST; ; ) {
    const query = { accountId, subaccountId, start: startOfDay(now), before, limit: PAGE };
    const fills = await journal.fills(query);
    for (const fill of fills) {
      const id = fill.orderId;
      if (id !== null && !orders.has(id)) orders.set(id, state.orders.get(id) ?? (await journal.order(id)));
      const order = id === null ? null : orders.get(id);
      if (id === null || order) state.agentUsage.addFill(fill, order ?? null);
    }
    const last = fills.at(-1);
    if (last === undefined || fills.length < PAGE) return;
    before = getIdNumber(last.id);
  }
}
