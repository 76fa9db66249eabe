import { type AccountId, type ScopeKey, type SubaccountId, scopeKey } from './ids.ts';
import type { Notional, Qty } from './money.ts';
import { type SnakeCase, snakeCase } from './snake-case.ts';
import type { TimestampMs } from './time.ts';

// A limit that is added is one entry of the table below. Its type, stored format, column, reader, schemas, options of the
// command line and texts of the terminal follow from it; only the check, in src/orders/day-limits.ts for a limit of the past
// and in src/domain/risk/ for the others, and the migration that adds its column are written for each.

export type LimitKind = keyof Values;

interface Values {
  readonly qty: Qty; // responses have it as the caller wrote it
  readonly amount: Notional;
  readonly count: number;
}

/** One limit of a subaccount and of an account. Its name in requests and records is that of the field in snake_case. */
export interface Limit {
  readonly kind: LimitKind;
  /** What it bounds: one order; what is open now; or what was done before, counted only where it is set. */
  readonly bounds: 'order' | 'present' | 'past';
  readonly label: string; // in the terminal
  readonly typed: string; // in the help of `crossbook risk set`
  readonly about?: string; // in a record, for the documentation of the API
  readonly isSigned?: boolean; // what is used of it may be below 0
  readonly inEvery?: 'limits' | 'key'; // records that always have it; in the others it is null if it is absent
}

/** A limit of the past, which a key may have too. */
export interface DayLimit extends Limit {
  readonly kind: 'amount' | 'count';
  readonly bounds: 'past';
  readonly ofKey: {
    readonly typed: string; // in the help of `crossbook key new`
    readonly listed: string; // in the list of keys
    readonly instead?: string; // what the key of an agent has in its place; absent: it has the limit too
  };
}

/** In the order in which requests are read, and records stored. */
const LIMITS = {
  maxOrderQty: {
    kind: 'qty',
    bounds: 'order',
    label: 'Largest order',
    typed: 'maximum quantity of one order, or none',
    inEvery: 'limits',
  },
  maxPositionQty: {
    kind: 'qty',
    bounds: 'present',
    label: 'Contracts held and resting',
    typed: 'maximum position over all instruments, or none',
    inEvery: 'limits',
  },
  maxOpenOrders: {
    kind: 'count',
    bounds: 'present',
    label: 'Open orders',
    typed: 'maximum number of open orders, or none',
    inEvery: 'limits',
  },
  /** Fills of the UTC day, and what live orders may still spend. */
  dayCostMax: {
    kind: 'amount',
    bounds: 'past',
    label: 'Cost of the day',
    typed: 'what orders of a UTC day may cost, or none',
    about: 'What fills of the UTC day have cost, and what open orders may still cost.',
    inEvery: 'key',
    ofKey: { typed: 'most that the orders of a UTC day may cost', listed: 'day cost' },
  },
  /** Realized in the UTC day, and what live orders may still realize. */
  dayLossMax: {
    kind: 'amount',
    bounds: 'past',
    label: 'Loss of the day',
    typed: 'what may be lost in a UTC day, or none',
    about: 'What was lost in the UTC day, and what open orders may still lose.',
    isSigned: true,
    inEvery: 'key',
    ofKey: { typed: 'most that a UTC day may lose', listed: 'day loss' },
  },
  /** Accepted in the last 60 seconds. */
  ordersPerMinuteMax: {
    kind: 'count',
    bounds: 'past',
    label: 'Orders in a minute',
    typed: 'new orders in 60 seconds, or none',
    inEvery: 'key',
    ofKey: {
      typed: 'most orders in 60 seconds; not for an agent',
      listed: 'orders a minute',
      instead: '--orders-per-hour',
    },
  },
} as const satisfies Readonly<Record<string, Limit | DayLimit>>;

type Table = typeof LIMITS;
type Bounding<Bounds> = {
  [Name in keyof Table]: Table[Name]['bounds'] extends Bounds ? Name : never;
}[keyof Table];

/** A null limit means no limit. */
type LimitValues = { readonly [Name in keyof Table]: Values[Table[Name]['kind']] | null };
type LimitTexts = {
  readonly [Name in keyof Table as Table[Name]['kind'] extends 'qty' ? `${Name}Text` : never]: string | null;
};

export type LimitName = SnakeCase<keyof Table>;
/** A limit with a use that may exceed it. */
export type UsedLimitName = SnakeCase<Bounding<'present' | 'past'>>;

/** Risk limits of one subaccount, or of the account (`subaccountId` null). */
export interface Limits extends LimitValues, LimitTexts {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly updatedAt: TimestampMs | null; // null when never set
}

/** The limits that count what was done before. */
export type DayLimits = Pick<LimitValues, Bounding<'past'>>;

/** A limit with the name of its field, and its name in requests and records. */
export interface NamedLimit extends Limit {
  readonly field: keyof Table;
  readonly name: LimitName;
}

interface NamedDayLimit extends DayLimit {
  readonly field: keyof DayLimits;
  readonly name: SnakeCase<keyof DayLimits>;
}

export const LIMIT_LIST: readonly NamedLimit[] = Object.entries<Limit>(LIMITS).map(([field, limit]) => ({
  ...limit,
  field: field as keyof Table,
  name: snakeCase(field as keyof Table),
}));

export const DAY_LIMIT_LIST = LIMIT_LIST.filter(
  ({ bounds }) => bounds === 'past',
) as readonly object[] as readonly NamedDayLimit[];

export type LimitField = keyof (LimitValues & LimitTexts);

/** The stored fields of the limits, each with its value; the field after a quantity is its text. */
export const toLimitFields = <Value>(toValue: (limit: Limit) => Value, text: Value) =>
  Object.fromEntries(
    LIMIT_LIST.flatMap((limit) => [
      [limit.field, toValue(limit)] as const,
      ...(limit.kind === 'qty' ? [[`${limit.field}Text`, text] as const] : []),
    ]),
  ) as { readonly [Field in LimitField]: Value };

/** The same of the limits of a key. */
export const toDayLimitFields = <Value>(toValue: (limit: NamedDayLimit) => Value) =>
  Object.fromEntries(DAY_LIMIT_LIST.map((limit) => [limit.field, toValue(limit)])) as {
    readonly [Field in keyof DayLimits]: Value;
  };

export const NO_LIMITS = toLimitFields(() => null, null);

export const hasDayLimits = (limits: Partial<DayLimits>): boolean =>
  DAY_LIMIT_LIST.some(({ field }) => (limits[field] ?? null) !== null);

/** The kill switch of one subaccount, or of the account (`subaccountId` null). */
export interface KillSwitch {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly enabled: boolean;
  readonly updatedAt: TimestampMs;
}

/** Kill switches by scope: of subaccounts and of accounts. */
interface KillSwitches {
  readonly killSwitches: ReadonlyMap<ScopeKey, KillSwitch>;
}

/** True when the kill switch of the subaccount or of its account is on, so that new orders are rejected. */
export function isKillSwitchOn(
  state: KillSwitches,
  accountId: AccountId,
  subaccountId: SubaccountId,
): boolean {
  return isAccountKillSwitchOn(state, accountId) || isOn(state, accountId, subaccountId);
}

export const isAccountKillSwitchOn = (state: KillSwitches, accountId: AccountId): boolean =>
  isOn(state, accountId, null);

const isOn = (state: KillSwitches, accountId: AccountId, subaccountId: SubaccountId | null): boolean =>
  state.killSwitches.get(scopeKey(accountId, subaccountId))?.enabled ?? false;
