import type { AgentKey } from '../../../sdk/src/index.ts';
import { negated, showGain, showMoney } from './amounts.ts';
import type { Figure } from './figures.tsx';

/** The rules of an agent key, each with what the key has used of it. Rules that are not set are left out. */
export function listAgentRules(agent: AgentKey): readonly Figure[] {
  const { order_cost_max: orderCost, day_cost_max: dayCost, day_loss_max: dayLoss } = agent;
  const { orders_per_hour: hourly, approval_above: above } = agent;
  const { venues, categories, generic_asset_ids: assets } = agent;
  const rules: readonly (Figure | null)[] = [
    above === null ? null : ['Needs approval above', showMoney(above)],
    orderCost === null ? null : ['Most an order may cost', showMoney(orderCost)],
    ['Spent today', ofLimit(showMoney(agent.day_cost), dayCost)],
    ['Result today', withLimit(showGain(negated(agent.day_loss)), dayLoss)],
    [
      'Orders in the last hour',
      hourly === null ? agent.orders_last_hour : `${agent.orders_last_hour} of ${hourly}`,
    ],
    ['Money', agent.simulated_only ? 'simulated venues only' : 'real money allowed'],
    venues === null ? null : ['Venues', venues.join(', ')],
    categories === null ? null : ['Categories', categories.join(', ')],
    assets === null ? null : ['Matched markets', assets.join(', ')],
  ];
  return rules.filter((rule) => rule !== null);
}

const ofLimit = (used: string, max: string | null): string =>
  max === null ? used : `${used} of ${showMoney(max)}`;

const withLimit = (result: string, max: string | null): string =>
  max === null ? result : `${result}, at most ${showMoney(max)} loss`;
