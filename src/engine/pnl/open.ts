import type { Fill } from '../../core/orders/order.ts';
import { PnlKeeper, type PnlKeeperDeps } from './keeper.ts';
import type { Pnl } from './pnl.ts';
import { PnlReader } from './reader.ts';

export interface PnlDeps extends PnlKeeperDeps {
  /** Number of the newest fill in the ledger. */
  readonly newestFill: number;
  /** Fills as they become durable. */
  readonly onFill: (listener: (fill: Fill) => void) => () => void;
}

export interface OpenedPnl extends Pnl {
  stop(): Promise<void>;
}

/** The PnL of all subaccounts, from now on kept. */
export async function openPnl(deps: PnlDeps): Promise<OpenedPnl> {
  const keeper = new PnlKeeper(deps);
  const reader = new PnlReader({ ...deps, keeper });
  const release = deps.onFill((fill) => keeper.tell(fill));
  await keeper.start(deps.newestFill);
  return {
    curve: (query) => reader.curve(query),
    shares: (filter, by) => reader.shares(filter, by),
    stop: () => {
      release();
      return keeper.stop();
    },
  };
}
