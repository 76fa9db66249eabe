import { renderNotional } from '../../../core/kernel/decimal.ts';
import { equityOf } from '../../../core/positions/pnl.ts';
import type { PnlPoint, PnlShare, PnlValue } from '../../../engine/pnl/pnl.ts';

export const renderPnlPoint = (point: PnlPoint) => ({ t: point.t, ...renderPnlValue(point) });

export const renderPnlShare = (share: PnlShare) => ({ group: share.group, ...renderPnlValue(share) });

const renderPnlValue = (value: PnlValue) => ({
  realized_pnl: renderNotional(value.realizedPnl),
  unrealized_pnl: renderNotional(value.unrealizedPnl),
  fees: renderNotional(value.fees),
  equity: renderNotional(equityOf(value)),
});
