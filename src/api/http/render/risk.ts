import { renderDecimal } from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import type { Usage } from '../../../core/risk/headroom.ts';
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
  usage: state.usage.map(renderUsage),
  timestamp: state.timestamp,
});

export const renderLimits = (limits: Limits) => ({
  subaccount_id: limits.subaccountId,
  ...renderLimitFields(limits),
  updated_at: renderOptionalTime(limits.updatedAt),
});

/** What is left is never below zero: a limit may have been set below what is used. */
const renderUsage = ({ scope, positionQty, openOrders }: Usage) => ({
  scope,
  max_position_qty: {
    max: positionQty.max === null ? null : renderDecimal(positionQty.max),
    used: renderDecimal(positionQty.used),
    left: positionQty.max === null ? null : renderDecimal(leftOf(positionQty.max, positionQty.used)),
  },
  max_open_orders: {
    ...openOrders,
    left: openOrders.max === null ? null : Math.max(0, openOrders.max - openOrders.used),
  },
});

const leftOf = (max: bigint, used: bigint): bigint => (max > used ? max - used : 0n);

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
