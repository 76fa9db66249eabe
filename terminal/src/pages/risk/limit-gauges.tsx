import type { LimitValues, RiskUsage } from '../../../../sdk/src/index.ts';
import { DAY_LIMIT_LIST } from '../../../../src/contract/model/limits.ts';
import { compareAmounts, computeShare, showAmount } from '../../components/amounts.ts';
import { Bar, Figures } from '../../components/figures.tsx';
import { limitLabel } from '../../components/labels.ts';

interface GaugesProps {
  readonly limits: LimitValues;
  readonly usage: RiskUsage;
}

const NEAR = 0.8; // of a limit; from here the bar warns

/** Usage and remaining room of each limit, as figures and bars. */
export function Gauges({
  limits,
  usage: { max_position_qty: positions, max_open_orders: orders, ...usage },
}: GaugesProps) {
  return (
    <div className="gauges">
      <Gauge limit="max_position_qty" {...positions} />
      <Gauge limit="max_open_orders" {...orders} />
      {DAY_LIMIT_LIST.map(({ name }) => (
        <Gauge key={name} limit={name} {...usage[name]} />
      ))}
      <Figures
        rows={[
          [
            limitLabel('max_order_qty'),
            limits.max_order_qty === null ? 'no limit' : `at most ${showAmount(limits.max_order_qty)}`,
          ],
        ]}
      />
    </div>
  );
}

interface GaugeProps {
  readonly limit: string;
  readonly used: string | number | null; // null: not counted without a limit
  readonly max: string | number | null;
  readonly left: string | number | null;
}

function Gauge({ limit, used, max, left }: GaugeProps) {
  const name = limitLabel(limit);
  const [usedText, maxText] = [String(used), String(max)];
  if (max === null)
    return <Figures rows={[[name, used === null ? 'no limit' : `${showAmount(usedText)}, no limit`]]} />;
  const isOver = compareAmounts(usedText, maxText) > 0;
  const share = isOver ? 1 : computeShare(usedText, maxText);
  const rest = isOver ? 'over the limit' : `${showAmount(String(left))} left`;
  return (
    <div>
      <Figures
        rows={[
          [name, `${showAmount(usedText)} of ${showAmount(maxText)}, ${rest}`, isOver ? 'sell' : undefined],
        ]}
      />
      <Bar share={share} tone={isOver ? 'over' : share > NEAR ? 'near' : 'plain'} />
    </div>
  );
}
