import type { Order, Position, RiskState } from '../../../../sdk/src/index.ts';
import { computeCost, showAmount, showMoney, subtractAmounts, sumAmounts } from '../../components/amounts.ts';
import { type Figure, Figures } from '../../components/figures.tsx';
import { flipPrice } from '../../components/prices.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { useAccount } from '../../feed/use-account.ts';
import { computePayoff } from '../positions/payoff.ts';

/**
 * The contracts that the subaccount's limit counts, held and resting separately, and their value in money:
 * the limit counts contracts, and a contract at 1¢ counts like one at 99¢.
 */
export function MoneyAtRisk({ state }: { state: RiskState }) {
  const positions = useAccount('positions');
  const orders = useAccount('orders');
  const counted = state.usage.find(({ scope }) => scope === 'subaccount')?.max_position_qty.used;
  const live = orders.filter(isLiveOrder);
  const rows: readonly Figure[] = [
    ['Contracts held', showAmount(state.position_qty)],
    ...(counted === undefined
      ? []
      : [['Added if open orders fill', showAmount(subtractAmounts(counted, state.position_qty))] as const]),
    ['Value of positions at mark', showMoney(computeValue(positions))],
    ['Cost of open orders at their limits', showMoney(sumAmounts(live.map(costAtLimit)))],
  ];
  return <Figures rows={rows} label="Held and resting" />;
}

const computeValue = (positions: readonly Position[]): string =>
  sumAmounts(positions.map((position) => computePayoff(position).worth));

/**
 * The cost that an open order may still cause: a sale without a position costs the other outcome's price.
 * Fees are excluded.
 */
function costAtLimit({ side, price, remaining_qty: qty }: Order): string {
  if (price === null) return '0';
  return computeCost(side === 'BUY' ? price : flipPrice(price), qty) ?? '0';
}
