import { Type } from 'typebox';
import { PNL_GROUPS } from '../../../engine/pnl/pnl.ts';
import {
  InstrumentRef,
  Limit,
  SignedAmount,
  SubaccountId,
  TimeInput,
  Timestamp,
  VenueName,
} from './common.ts';
import { IntervalSchema } from './marketdata.ts';

const POINTS_BY_DEFAULT = 500;

const ValuesSchema = {
  realized_pnl: SignedAmount,
  unrealized_pnl: SignedAmount,
  fees: SignedAmount,
  equity: SignedAmount,
};

export const PnlPointSchema = Type.Object(
  { t: Timestamp, ...ValuesSchema },
  {
    description:
      'What trading has brought up to the end of the bucket that starts at `t`, since the first fill: realized, what open holdings were worth beyond their cost, fees paid, and `equity` = realized + unrealized − fees.',
    examples: [
      { t: 1782903600000, realized_pnl: '12.5', unrealized_pnl: '-0.4', fees: '1.06', equity: '11.04' },
    ],
  },
);

export const PnlShareSchema = Type.Object(
  {
    group: Type.String({ description: 'The venue, the category, or the `instrument_id` as text.' }),
    ...ValuesSchema,
  },
  {
    description: 'What one venue, category or instrument has brought within the range.',
    examples: [
      { group: 'Demo', realized_pnl: '12.5', unrealized_pnl: '-0.4', fees: '1.06', equity: '11.04' },
    ],
  },
);

const FilterSchema = {
  subaccount_id: SubaccountId,
  venue: Type.Optional(VenueName),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  instrument_id: Type.Optional(InstrumentRef),
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
};

export const PnlQuery = Type.Object({ ...FilterSchema, interval: IntervalSchema, limit: Limit(POINTS_BY_DEFAULT) });

export const PnlSharesQuery = Type.Object({
  ...FilterSchema,
  by: Type.Enum([...PNL_GROUPS], { default: 'venue' }),
});
