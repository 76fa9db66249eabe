import { Type } from 'typebox';
import {
  Amount,
  Decimal,
  InstrumentId,
  Nullable,
  Outcome,
  Side,
  SignedAmount,
  SubaccountId,
  Time,
  Timestamp,
  VenueName,
} from './common.ts';

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
      'What a subaccount holds of one instrument. `SELL` is short YES, that is, long NO; prices in YES terms.',
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
    description: 'Null is no limit; `subaccount_id` null is the account. Both levels hold.',
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
      'Fields left out keep their values; null clears a limit; without `subaccount_id`, the account.',
    examples: [{ subaccount_id: 'sa_1', max_order_qty: '50' }],
  },
);

const CountSchema = Type.Integer({ minimum: 0 });

const UsageSchema = Type.Object({
  scope: Type.Enum(['subaccount', 'account']),
  max_position_qty: Type.Object({ max: Nullable(Amount), used: Amount, left: Nullable(Amount) }),
  max_open_orders: Type.Object({ max: Nullable(CountSchema), used: CountSchema, left: Nullable(CountSchema) }),
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
        'The subaccount, then its account over all subaccounts. Counted as limits are checked: a position with all that may still fill.',
    }),
    timestamp: Timestamp,
  },
  {
    description: 'Whether a limit is breached and whether the kill switch is on.',
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
    description: 'The subaccounts that the switch covers.',
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
