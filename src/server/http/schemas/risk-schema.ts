import { Type } from 'typebox';
import type { Limits } from '../../../domain/model/limits.ts';
import { absolute, renderDecimal, renderNotional } from '../../../domain/model/money.ts';
import { renderTime } from '../../../domain/model/time.ts';
import type { LimitUsage } from '../../../domain/risk/headroom.ts';
import type {
  CancelSummary,
  KillSwitchState,
  MarkedPosition,
  RiskState,
} from '../../../oms/trading-service.ts';
import {
  Amount,
  Decimal,
  InstrumentId,
  Nullable,
  Outcome,
  renderOptionalTime,
  Side,
  SignedAmount,
  SubaccountId,
  Time,
  Timestamp,
  VenueName,
} from './common-schema.ts';

export const PositionSchema = Type.Object(
  {
    instrument_id: InstrumentId,
    side: Side,
    qty: Amount,
    avg_price: Amount,
    unrealized_pnl: SignedAmount,
    subaccount_id: SubaccountId,
    venue: VenueName,
    outcome: Outcome,
    mark_price: Nullable(Amount),
    realized_pnl: SignedAmount,
    updated_at: Time,
  },
  {
    description:
      'The position of a subaccount in one instrument. `SELL` is short YES, which equals long NO; prices are in YES terms.',
    examples: [
      {
        instrument_id: 1001,
        side: 'SELL',
        qty: '10',
        avg_price: '0.6',
        unrealized_pnl: '0.5',
        subaccount_id: 'sa_1',
        venue: 'Demo',
        outcome: 'NO',
        mark_price: '0.55',
        realized_pnl: '0',
        updated_at: '2026-07-01T12:00:00.011Z',
      },
    ],
  },
);

const LIMIT_FIELDS = {
  max_order_qty: Nullable(Decimal),
  max_position_qty: Nullable(Decimal),
  max_open_orders: Nullable(Type.Integer({ minimum: 0 })),
};

export const LimitsSchema = Type.Object(
  { subaccount_id: Nullable(SubaccountId), ...LIMIT_FIELDS, updated_at: Nullable(Time) },
  {
    description:
      'Null means no limit. With `subaccount_id` null, the limits of the account. Both levels apply.',
    examples: [
      {
        subaccount_id: 'sa_1',
        max_order_qty: '50',
        max_position_qty: '100',
        max_open_orders: 20,
        updated_at: '2026-07-01T12:00:00.000Z',
      },
    ],
  },
);

export const LimitsChangeSchema = Type.Object(
  {
    subaccount_id: Type.Optional(SubaccountId),
    max_order_qty: Type.Optional(Nullable(Decimal)),
    max_position_qty: Type.Optional(Nullable(Decimal)),
    max_open_orders: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  },
  {
    description:
      'Omitted fields keep their values; null removes a limit. Without `subaccount_id`, the limits of the account change.',
    examples: [{ subaccount_id: 'sa_1', max_order_qty: '50' }],
  },
);

const CountSchema = Type.Integer({ minimum: 0 });

const UsageSchema = Type.Object({
  scope: Type.Enum(['subaccount', 'account']),
  max_position_qty: Type.Object({ max: Nullable(Amount), used: Amount, left: Nullable(Amount) }),
  max_open_orders: Type.Object({
    max: Nullable(CountSchema),
    used: CountSchema,
    left: Nullable(CountSchema),
  }),
});

export const RiskStateSchema = Type.Object(
  {
    subaccount_id: SubaccountId,
    breached: Type.Boolean(),
    breaches: Type.Array(
      Type.Object({
        limit: Type.Enum(['max_position_qty', 'max_open_orders']),
        scope: Type.Enum(['subaccount', 'account']),
        max: Type.String(),
        value: Type.String(),
      }),
    ),
    kill_switch_active: Type.Boolean(),
    open_orders: Type.Integer({ minimum: 0 }),
    position_qty: Amount,
    limits: Type.Object(LIMIT_FIELDS),
    account_limits: Type.Object(LIMIT_FIELDS),
    usage: Type.Array(UsageSchema, {
      description:
        'First the subaccount, then the account across all subaccounts. Computed like the limit checks: positions include open orders that may still fill.',
    }),
    timestamp: Timestamp,
  },
  {
    description: 'Limit breaches, kill switch and limit usage of a subaccount.',
    examples: [
      {
        subaccount_id: 'sa_1',
        breached: true,
        breaches: [{ limit: 'max_position_qty', scope: 'subaccount', max: '100', value: '140' }],
        kill_switch_active: false,
        open_orders: 3,
        position_qty: '140',
        limits: { max_order_qty: '50', max_position_qty: '100', max_open_orders: 20 },
        account_limits: { max_order_qty: null, max_position_qty: null, max_open_orders: null },
        usage: [
          {
            scope: 'subaccount',
            max_position_qty: { max: '100', used: '160', left: '0' },
            max_open_orders: { max: 20, used: 3, left: 17 },
          },
          {
            scope: 'account',
            max_position_qty: { max: null, used: '190', left: null },
            max_open_orders: { max: null, used: 5, left: null },
          },
        ],
        timestamp: 1782907200000,
      },
    ],
  },
);

export const KillSwitchBody = Type.Object({ enabled: Type.Boolean() }, { examples: [{ enabled: true }] });

export const KillSwitchSchema = Type.Object(
  {
    enabled: Type.Boolean(),
    kill_switch_active: Type.Boolean(),
    subaccounts: Type.Array(SubaccountId),
    updated_at: Time,
  },
  {
    description: 'The state of the kill switch and the subaccounts that it covers.',
    examples: [
      {
        enabled: true,
        kill_switch_active: true,
        subaccounts: ['sa_1', 'sa_2'],
        updated_at: '2026-07-01T12:00:00.000Z',
      },
    ],
  },
);

export const SubaccountQuery = Type.Object({ subaccount_id: SubaccountId });
export const OptionalSubaccountQuery = Type.Object({ subaccount_id: Type.Optional(SubaccountId) });

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

/** `left` is never negative, even when a limit was set below the current usage. */
const renderUsage = ({ scope, positionQty, openOrders }: LimitUsage) => ({
  scope,
  max_position_qty: {
    max: positionQty.max === null ? null : renderDecimal(positionQty.max),
    used: renderDecimal(positionQty.used),
    left: positionQty.max === null ? null : renderDecimal(computeLeft(positionQty.max, positionQty.used)),
  },
  max_open_orders: {
    ...openOrders,
    left: openOrders.max === null ? null : Math.max(0, openOrders.max - openOrders.used),
  },
});

const computeLeft = (max: bigint, used: bigint): bigint => (max > used ? max - used : 0n);

/** Limits keep the caller's spelling. */
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

/**
 * Renders a position; HTTP and the stream use the same record. Long YES is `BUY` and `YES`; long NO is `SELL`
 * and `NO`, with prices in YES terms. A closed position has quantity and average price "0".
 *
 * Source: contract, Position and NO contracts.
 */
export const renderPosition = ({ position, avgPrice, markPrice, unrealizedPnl }: MarkedPosition) => ({
  instrument_id: position.instrumentId,
  side: position.net < 0n ? ('SELL' as const) : ('BUY' as const),
  qty: renderDecimal(absolute(position.net)),
  avg_price: renderDecimal(avgPrice ?? 0n),
  unrealized_pnl: renderNotional(unrealizedPnl),
  subaccount_id: position.subaccountId,
  venue: position.venue,
  outcome: position.net < 0n ? ('NO' as const) : ('YES' as const),
  mark_price: markPrice === null ? null : renderDecimal(markPrice),
  realized_pnl: renderNotional(position.realizedPnl),
  updated_at: renderTime(position.updatedAt),
});
