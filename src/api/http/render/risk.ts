import { renderDecimal } from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import type { Limits } from '../../../core/risk/limits.ts';
import type { CancelSummary, KillSwitchState, RiskState } from '../../../engine/trading.ts';
import { renderOptionalTime } from './time.ts';

/** The risk state of a subaccount. Source: contract, Risk state, limits, kill switch result. */
export const renderRiskState = (state: RiskState) => ({
  subaccount_id: state.subaccountId,
  breached: state.breaches.length > 0,
  breaches: state.breaches.map(({ limit, scope, max, value }) => ({ limit, scope, max, value })),
  kill_switch_active: state.killSwitchActive,
  open_orders: state.openOrders,
  position_qty: renderDecimal(state.positionQty),
  limits: renderLimitFields(state.limits),
  account_limits: renderLimitFields(state.accountLimits),
  timestamp: state.timestamp,
});

export const renderLimits = (limits: Limits) => ({
  subaccount_id: limits.subaccountId,
  ...renderLimitFields(limits),
  updated_at: renderOptionalTime(limits.updatedAt),
});

/** Limits are echoed as their caller spelled them. */
const renderLimitFields = (limits: Limits) => ({
  max_order_qty: limits.maxOrderQtyText,
  max_position_qty: limits.maxPositionQtyText,
  max_open_orders: limits.maxOpenOrders,
});

export const renderKillSwitch = (state: KillSwitchState) => ({
  enabled: state.enabled,
  kill_switch_active: state.active,
  subaccounts: state.subaccounts,
  updated_at: renderTime(state.updatedAt),
});

export const renderCancelSummary = (summary: CancelSummary) => ({
  subaccount_id: summary.subaccountId,
  cancelled: summary.cancelled.length,
  cancelled_order_ids: summary.cancelled,
  pending_order_ids: summary.pending,
  failed: summary.failed.map(({ id, refusal }) => ({ id, error: refusal.code, message: refusal.message })),
});
