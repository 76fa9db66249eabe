import type { LimitValues } from '../../../../sdk/src/index.ts';
import { compareAmounts, shareOf, showAmount } from '../../kit/amounts.ts';
import { Bar, Figures } from '../../kit/figures.tsx';
import { limitWords } from '../../kit/words.ts';

interface GaugesProps {
  readonly limits: LimitValues;
  readonly positionQty: string;
  readonly openOrders: number;
}

const NEAR = 0.8; // of a limit: worth a look before it is reached

/** What is used of each limit, in figures and as a length. */
export function Gauges({ limits, positionQty, openOrders }: GaugesProps) {
  const orders = limits.max_open_orders === null ? null : String(limits.max_open_orders);
  return (
    <div className="gauges">
      <Gauge limit="max_position_qty" used={positionQty} max={limits.max_position_qty} />
      <Gauge limit="max_open_orders" used={String(openOrders)} max={orders} />
      <Figures
        rows={[
          [
            limitWords('max_order_qty'),
            limits.max_order_qty === null ? 'no limit' : `at most ${showAmount(limits.max_order_qty)}`,
          ],
        ]}
      />
    </div>
  );
}

function Gauge({ limit, used, max }: { limit: string; used: string; max: string | null }) {
  const name = limitWords(limit);
  if (max === null) return <Figures rows={[[name, `${showAmount(used)}, no limit`]]} />;
  const isOver = compareAmounts(used, max) > 0;
  const share = isOver ? 1 : shareOf(used, max);
  return (
    <div>
      <Figures
        rows={[
          [
            name,
            `${showAmount(used)} of ${showAmount(max)}${isOver ? ', over it' : ''}`,
            isOver ? 'sell' : undefined,
          ],
        ]}
      />
      <Bar share={share} tone={isOver ? 'over' : share > NEAR ? 'near' : 'plain'} />
    </div>
  );
}
