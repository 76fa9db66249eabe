import { type TSchema, Type } from 'typebox';
import {
  describeTimeIssue,
  type EventId,
  INPUT_TIME_MAX,
  INSTRUMENT_EXPECTED,
  MARKET_STATUSES,
  type Notional,
  ORDER_STATUSES,
  type OrderTag,
  OUTCOMES,
  renderDecimal,
  renderNotional,
  renderTime,
  SIDES,
  type SubaccountId,
  TAG_ISSUE,
  TIMES_IN_FORCE,
  type TimestampMs,
} from '#contract';
import { SAFETY_LEVELS } from '#relations';
import { ID_DIGITS } from '../schema-reader.ts';

/**
 * The keyword `expects` of a schema is the issue text for values that do not match it, or a function of the
 * value that returns the text. The keyword is internal and is omitted from the published documents.
 */
const DECIMAL_WORDS = 'must be a decimal string, at most 15 digits before and 8 after the point';

/** A decimal in a request; responses repeat it in the caller's spelling. */
export const Decimal = Type.String({
  pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$',
  expects: DECIMAL_WORDS,
  description: 'Exact decimal without sign, exponent or spaces.',
});

const AMOUNT_PATTERN = '^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$';

/** A decimal in a response: canonical, without trailing zeros. */
export const Amount = Type.String({
  pattern: AMOUNT_PATTERN,
  description: 'Exact decimal in canonical form.',
});

/** An amount that needs an explanation. */
export const describedAmount = (description: string) => Type.String({ pattern: AMOUNT_PATTERN, description });

export const describedSigned = (description: string) =>
  Type.String({
    pattern: '^(0|-?(0\\.[0-9]*[1-9]|[1-9][0-9]*(\\.[0-9]*[1-9])?))$',
    description,
  });

export const SignedAmount = describedSigned(
  'Exact decimal in canonical form; negative for a loss or a cost.',
);

export const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 in UTC with milliseconds.',
});

/** A count, or a number of milliseconds. */
export const Count = Type.Integer({ minimum: 0 });
/** Of sums over fills: what is missing in their fees, and in what follows from these. */
export const FillsWithoutFee = Type.Integer({
  minimum: 0,
  description: 'Fills whose fee is not known, and which the fees therefore do not include.',
});
/** A count in a request body, which must be exact. */
export const CountBody = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const Timestamp = Type.Integer({ minimum: 0, description: 'Unix milliseconds.' });

const TIME_INPUT =
  'Before the year 2100: RFC 3339, or Unix milliseconds as an integer; integers below 10^12 are Unix seconds.';

export const TimeInput = Type.String({
  pattern: '^(\\d{1,16}|\\d{4}-\\d{2}-\\d{2}[Tt][0-9:.]+([Zz]|[+-]\\d{2}:\\d{2}))$',
  expects: describeTimeIssue,
  description: TIME_INPUT,
});

// Ten digits up to 4102444799, the last second before the year 2100.
const SECONDS_DIGITS =
  '([0-3]\\d{9}|40\\d{8}|410[01]\\d{6}|4102[0-3]\\d{5}|41024[0-3]\\d{4}|410244[0-3]\\d{3}|4102444[0-7]\\d{2})';

/** A time in a request body. */
export const TimeBody = Type.Union(
  [
    Type.Integer({ minimum: 0, maximum: Math.floor(INPUT_TIME_MAX / 1000) }),
    Type.Integer({ minimum: 1_000_000_000_000, maximum: INPUT_TIME_MAX }),
    Type.String({ pattern: `^(\\d{1,9}|${SECONDS_DIGITS}|(?!0)${SECONDS_DIGITS}\\d{3})$` }),
    Type.String({
      format: 'date-time',
      pattern:
        '^([01]\\d|20)\\d{2}-\\d{2}-\\d{2}[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
    }),
  ],
  { description: TIME_INPUT },
);

/** A quantity of an order: above zero. */
export const PositiveDecimal = Type.String({
  pattern: '^(?!0(\\.0+)?$)(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$',
  description: 'Exact decimal above 0, without sign, exponent or spaces.',
});

/** A price of an order. */
export const PriceDecimal = Type.String({
  pattern: '^0\\.(?!0+$)[0-9]{1,8}$',
  description: 'Exact decimal above 0 and below 1, on the tick grid of the instrument.',
});

const ID_MAX = Number.MAX_SAFE_INTEGER;
export const InstrumentIdSchema = Type.Integer({
  minimum: 1,
  maximum: ID_MAX,
  description: 'Unique across venues, never changes.',
});
export const GenericAssetIdSchema = Type.Integer({ minimum: 1, maximum: ID_MAX });

/** An id in a request body: an integer, or the same as digits, which the body reader converts. */
const ID_INPUTS = [Type.Integer({ minimum: 1, maximum: ID_MAX }), Type.String({ pattern: ID_DIGITS })];
/** A handler receives an id also for a name: see `replaceInstrumentNames`. */
export const InstrumentIdInput = Type.Unsafe<number>(
  Type.Union([...ID_INPUTS, Type.String({ pattern: '^[^:]+:.+$', maxLength: 512 })], {
    expects: INSTRUMENT_EXPECTED,
    description: 'An instrument id, as an integer or as digits, or `Venue:native-id` or `Venue:ticker`.',
  }),
);
export const GenericAssetIdInput = Type.Unsafe<number>(
  Type.Union(ID_INPUTS, {
    expects: 'must be a positive integer',
    description: 'The id of a generic asset, as an integer or as digits.',
  }),
);

export const InstrumentRef = Type.String({
  minLength: 1,
  maxLength: 512,
  expects: INSTRUMENT_EXPECTED,
  description: 'An `instrument_id`, or `Venue:native-id` or `Venue:ticker`.',
});
export const OrderRef = Type.String({
  pattern: '^(ord_)?[1-9][0-9]{0,15}$',
  expects: 'must be an order id',
  description: '`ord_1042` or `1042`.',
});
export const ParentIdSchema = Type.String({ pattern: '^cpx_[1-9][0-9]*$' });
export const ParentRef = Type.String({
  pattern: '^(cpx_)?[1-9][0-9]{0,15}$',
  expects: 'must be the id of a complex order',
  description: '`cpx_7` or `7`.',
});
export const EventIdSchema = Type.Unsafe<EventId>(
  Type.String({ pattern: '^evt_[1-9][0-9]{0,15}$', expects: 'must be the id of an event, such as evt_31' }),
);
export const OrderIdSchema = Type.String({ pattern: '^ord_[1-9][0-9]*$' });
/** A value that passed this schema is a subaccount id. Whether the subaccount exists is checked later. */
export const SubaccountIdSchema = Type.Unsafe<SubaccountId>(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{1,64}$',
    expects: 'must be 1 to 64 letters, digits, _ or -',
  }),
);
export const ClientOrderIdSchema = Type.String({
  pattern: '^[\\x21-\\x7e]{1,128}$',
  expects: 'must be 1 to 128 visible ASCII characters',
});
export const TagSchema = Type.Unsafe<OrderTag>(
  Type.String({
    pattern: '^[A-Za-z0-9._:-]{1,32}$',
    expects: TAG_ISSUE,
    description: 'Groups orders, such as those of one strategy.',
  }),
);
export const VenueNameSchema = Type.String({ minLength: 1, description: 'Exact name of a venue.' });
export const Cursor = Type.String({ description: 'Opaque; from the response with the previous page.' });

export const SideSchema = Type.Enum([...SIDES]);
export const OutcomeSchema = Type.Enum([...OUTCOMES]);
export const TimeInForceSchema = Type.Enum([...TIMES_IN_FORCE]);
export const OrderStatusSchema = Type.Enum([...ORDER_STATUSES]);

/** @param description  of the field where that of the schema does not say what null means */
export const Nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** The maximum number of records. */
export const Limit = (byDefault: number, maximum = 1000) =>
  Type.Integer({ minimum: 1, maximum, default: byDefault });

/** With a limit, the response is one page and `X-Next-Cursor` identifies the next; without, the whole list. */
export const PageLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Page size; without it, the whole list is returned.',
  }),
);

export const SubaccountQuery = Type.Object({ subaccount_id: SubaccountIdSchema });
export const OptionalSubaccountQuery = Type.Object({ subaccount_id: Type.Optional(SubaccountIdSchema) });

export const MarketStatusSchema = Type.Enum([...MARKET_STATUSES]);
const SEARCH_TEXT_MAX = 200;

export const SearchTextSchema = Type.String({
  maxLength: SEARCH_TEXT_MAX,
  expects: `must be at most ${SEARCH_TEXT_MAX} characters`,
});
export const LabelSchema = Type.String({
  minLength: 1,
  maxLength: 256,
  expects: 'must be 1 to 256 characters',
});

export const renderOptionalTime = (at: TimestampMs | null): string | null =>
  at === null ? null : renderTime(at);

export const renderOptionalNotional = (amount: Notional | null): string | null =>
  amount === null ? null : renderNotional(amount);

export const renderOptionalDecimal = (value: bigint | null): string | null =>
  value === null ? null : renderDecimal(value);

export const SafetySchema = Type.Object(
  {
    level: Type.Enum([...SAFETY_LEVELS]),
    clauses: Type.Array(Type.Object({ name: Type.String(), words: Type.String() })),
  },
  {
    description:
      '`SAFE`: one contract, and no rule is known to differ. `CAUTION`: YES and NO agree, and each of `clauses` names a rule that differs, such as what a void contract pays. `BLOCK`: the outcomes may differ.',
  },
);
