import { type AccountId, type Caller, type KeyId, type Price, renderDecimal } from '#contract';
import type { LimitShare, LimitUsage } from '#domain';
import { renderAlert, renderFill, renderOpportunity, renderOrder } from '#http';
import type { MarketDataService } from '#market-data';
import type { AlertSources } from '#notifications';
import { type Oms, OPERATOR } from '#oms';

const NO_OWN_ORDERS = () => [];

/** What alerts watch, read from order management and market data. */
export function createAlertSources(engine: Oms, { view, data }: MarketDataService): AlertSources {
  return {
    mark: (id) => view.mark(id),
    prefetchInstrument: (id) => view.prefetchInstrument(id),
    onMarkChanged: (listener) => view.onMarkChanged(listener),
    onFill: (listener) => void engine.feeds.onFill(listener),
    venueHealth: () => data.venueHealth(),
    subaccounts: (accountId) =>
      engine.queries.subaccounts(toOperator(accountId)).map(({ subaccountId }) => subaccountId),
    limitShares: (accountId, subaccountId) => {
      const risk = engine.queries.risk(toOperator(accountId), subaccountId);
      return risk.ok ? risk.value.usage.flatMap(toShares) : [];
    },
    ordersInDoubt: (ms) => engine.findOrdersInDoubt(ms),
    renderOrder,
    onOpportunity: (listener) => {
      data.opportunities.onChanged((change) => {
        if (change.type !== 'opened') return;
        const found = data.opportunities.get(change.id, NO_OWN_ORDERS);
        if (found !== null) listener(found.figures.edgePerSet as Price, renderOpportunity(found));
      });
    },
    demandOpportunities: () => data.opportunities.demand(),
    renderFill,
    renderAlert,
  };
}

const toOperator = (accountId: AccountId): Caller => ({
  keyId: OPERATOR as KeyId,
  accountId,
  permissions: ['read'],
  subaccounts: '*',
});

function toShares({ scope, positionQty, openOrders }: LimitUsage): readonly LimitShare[] {
  const isOfAccount = scope === 'account';
  const shares: LimitShare[] = [];
  if (positionQty.max !== null)
    shares.push({
      limit: 'max_position_qty',
      isOfAccount,
      used: renderDecimal(positionQty.used),
      max: renderDecimal(positionQty.max),
      percent: toPercent(positionQty.used, positionQty.max),
    });
  if (openOrders.max !== null)
    shares.push({
      limit: 'max_open_orders',
      isOfAccount,
      used: String(openOrders.used),
      max: String(openOrders.max),
      percent: toPercent(BigInt(openOrders.used), BigInt(openOrders.max)),
    });
  return shares;
}

/** In whole percent, rounded down. A limit of 0 is used up. */
const toPercent = (used: bigint, max: bigint): number => (max === 0n ? 100 : Number((used * 100n) / max));
