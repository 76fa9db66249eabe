import type { Caller } from '../domain/access/access.ts';
import type { KeyId } from '../domain/model/ids.ts';
import type { Price } from '../domain/model/money.ts';
import type { MarketDataService } from '../market-data/market-data-service.ts';
import type { AlertSources } from '../oms/notifications/alert-service.ts';
import type { Oms } from '../oms/oms.ts';
import { renderAlert } from '../server/http/routes/alert-routes.ts';
import { renderFill } from '../server/http/routes/fill-routes.ts';
import { renderOpportunity } from '../server/http/routes/opportunity-routes.ts';

const NO_OWN_ORDERS = () => [];

/** What alerts watch, read from order management and market data. */
export function createAlertSources(engine: Oms, { view, data }: MarketDataService): AlertSources {
  return {
    mark: (id) => view.mark(id),
    prefetchInstrument: (id) => view.prefetchInstrument(id),
    onMarkChanged: (listener) => view.onMarkChanged(listener),
    onFill: (listener) => void engine.onFill(listener),
    venueHealth: () => data.venueHealth(),
    riskUsage: (accountId, subaccountId) => {
      const caller: Caller = {
        keyId: 'operator' as KeyId,
        accountId,
        permissions: ['read'],
        subaccounts: '*',
      };
      const risk = engine.queries.risk(caller, subaccountId);
      if (!risk.ok) return null;
      const shares = risk.value.usage.flatMap(({ positionQty, openOrders }) => [
        toPercent(positionQty.used, positionQty.max),
        toPercent(BigInt(openOrders.used), openOrders.max === null ? null : BigInt(openOrders.max)),
      ]);
      return shares.reduce((most, share) => (share === null ? most : Math.max(most ?? 0, share)), null);
    },
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

/** In whole percent, rounded down; null without a limit. A limit of 0 is used up. */
function toPercent(used: bigint, max: bigint | null): number | null {
  if (max === null) return null;
  return max === 0n ? 100 : Number((used * 100n) / max);
}
