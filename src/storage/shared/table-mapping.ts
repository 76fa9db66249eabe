import {
  type AccountId,
  type ApiKey,
  type Approval,
  type Fill,
  type FillId,
  getIdNumber,
  type KillSwitch,
  type LimitField,
  type LimitKind,
  type Limits,
  type Notional,
  type OrderId,
  type Position,
  type PositionOperation,
  type RiskGuard,
  renderDecimal,
  renderNotional,
  type Subaccount,
  type SubaccountId,
  snakeCase,
  type TokenClaim,
  type TokenPairs,
  type TradeSessionRecord,
  toFillId,
  toLimitFields,
  toOrderId,
} from '#contract';
import {
  type AssetReview,
  decimal,
  type Format,
  format,
  type InstrumentBinding,
  integer,
  type LegName,
  type MakerProtection,
  notional,
  parseJson,
  readStored,
  text,
  UnreadableRecordError,
  type VenueMark,
} from '#domain';
import type { SqlValue } from './sql-values.ts';

/** How one field of a record is stored in one column. */
interface Column<Value> {
  readonly write: (value: Value) => SqlValue;
  readonly read: (stored: SqlValue) => Value;
  readonly name?: string; // column name, if it is not the field name in snake_case
}

/** A table whose rows are records of one type, one column per field. */
export interface Table<Shape> {
  readonly name: string;
  readonly columns: readonly string[]; // key columns first
  readonly keyColumns: number;
  readonly toParams: (value: Shape) => SqlValue[];
  /** Throws UnreadableRecordError when a column holds an invalid value. */
  readonly toRecord: (row: Readonly<Record<string, SqlValue>>) => Shape;
}

type Columns<Shape> = { readonly [Name in keyof Shape]-?: Column<Shape[Name]> };

/** @param keyColumns  number of leading fields that form the primary key */
export function table<Shape extends object>(
  name: string,
  keyColumns: number,
  fields: Columns<Shape>,
): Table<Shape> {
  const names = Object.keys(fields) as (keyof Shape & string)[];
  const columns = names.map((field) => fields[field].name ?? snakeCase(field));
  return {
    name,
    columns,
    keyColumns,
    toParams: (value) => names.map((field) => fields[field].write(value[field])),
    toRecord: (row) => {
      const value: Partial<Shape> = {};
      for (const [index, field] of names.entries()) {
        const column = columns[index] ?? field;
        value[field] = readColumn(`${name}.${column}`, fields[field], row[column] ?? null);
      }
      return value as Shape;
    },
  };
}

/** Text stored unchanged: ids, names, enumerations. The format validates what is read. */
export const textColumn = <Text extends string>(format: Format<Text>): Column<Text> => ({
  write: (value) => value,
  read: (stored) => readStored(format, stored),
});

export const integerColumn = <Integer extends number>(format: Format<Integer>): Column<Integer> => ({
  write: (value) => value,
  read: (stored) => readStored(format, stored),
});

/** A bigint as decimal text, with its renderer and the format that reads it. */
export const decimalColumn = <Units extends bigint>(
  render: (value: Units) => string,
  format: Format<Units>,
): Column<Units> => ({ write: render, read: (stored) => readStored(format, stored) });

/** Any other value, as JSON text. */
export const jsonColumn = <Value>(format: Format<Value>): Column<Value> => ({
  write: format.write,
  read: (stored) => parseJson(format, String(stored)),
});

export const booleanColumn: Column<boolean> = {
  write: (value) => (value ? 1 : 0),
  read: (stored) => {
    if (stored !== 0 && stored !== 1) throw new UnreadableRecordError('is neither 0 nor 1');
    return stored === 1;
  },
};

export const nullableColumn = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  write: (value) => (value === null ? null : column.write(value)),
  read: (stored) => (stored === null ? null : column.read(stored)),
});

function readColumn<Value>(name: string, column: Column<Value>, stored: SqlValue): Value {
  try {
    return column.read(stored);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new UnreadableRecordError(`${name} ${error.message}`);
  }
}

// Column mappings. A new field of a record does not compile until it has a column.

const accountId = textColumn(format.accountId);
const subaccountId = textColumn(format.subaccountId);
const instrumentId = integerColumn(format.instrumentId);
const venue = textColumn(format.venueName);
const timestamp = integerColumn(format.timestamp);
const money = decimalColumn(renderNotional, notional);
const qty = decimalColumn(renderDecimal, format.qty);

/** A fee; an unknown one (null) is stored as empty text, because the column of older ledgers is not nullable. */
export const feeColumn: Column<Notional | null> = {
  write: (value) => (value === null ? '' : money.write(value)),
  read: (stored) => (stored === '' ? null : money.read(stored)),
};

/** The account itself (null) is stored as empty text, because a primary key cannot be null. */
const scope: Column<SubaccountId | null> = {
  write: (value) => value ?? '',
  read: (stored) => (stored === '' ? null : readStored(format.subaccountId, stored)),
};
const orderNumber: Column<OrderId> = {
  write: getIdNumber,
  read: (stored) => toOrderId(readStored(integer(), stored)),
  name: 'order_number',
};
const fillNumber: Column<FillId> = {
  write: getIdNumber,
  read: (stored) => toFillId(readStored(integer(), stored)),
  name: 'number',
};

export const ACCOUNTS = table<{ readonly accountId: AccountId }>('accounts', 1, { accountId });

export const SUBACCOUNTS = table<Subaccount>('subaccounts', 2, {
  accountId,
  subaccountId,
  name: textColumn(text()),
});

export const KEYS = table<ApiKey>('keys', 1, {
  keyId: textColumn(format.keyId),
  accountId,
  publicKey: textColumn(text()),
  permissions: jsonColumn(format.permissions),
  subaccounts: jsonColumn(format.subaccountGrant),
  status: textColumn(format.keyStatus),
  expiresAt: nullableColumn(timestamp),
  createdAt: timestamp,
  agent: nullableColumn(jsonColumn(format.agentPolicy)),
  limits: nullableColumn(jsonColumn(format.dayLimits)),
});

const LIMIT_COLUMNS = { qty, amount: money, count: integerColumn(integer()) } satisfies Record<
  LimitKind,
  unknown
>;

export const LIMITS = table<Limits>('limits', 2, {
  accountId,
  subaccountId: scope,
  ...(toLimitFields(
    ({ kind }) => nullableColumn(LIMIT_COLUMNS[kind] as Column<unknown>),
    nullableColumn(textColumn(text())) as Column<unknown>,
  ) as unknown as Pick<Columns<Limits>, LimitField>),
  updatedAt: nullableColumn(timestamp),
});

export const KILL_SWITCHES = table<KillSwitch>('kill_switches', 2, {
  accountId,
  subaccountId: scope,
  enabled: booleanColumn,
  updatedAt: timestamp,
});

export const GUARDS = table<RiskGuard>('guards', 2, {
  keyId: textColumn(format.keyId),
  subaccountId: scope,
  accountId,
  scope: textColumn(format.guardScope),
  timeoutMs: integerColumn(integer()),
  blockAfter: booleanColumn,
  latestAt: nullableColumn(timestamp),
  blocked: booleanColumn,
  firedCount: integerColumn(integer()),
  lastFiredAt: nullableColumn(timestamp),
  updatedAt: timestamp,
});

export const PROTECTIONS = table<MakerProtection>('maker_protections', 2, {
  accountId,
  subaccountId,
  windowMs: integerColumn(integer()),
  filledQtyMax: nullableColumn(qty),
  netQtyMax: nullableColumn(qty),
  frozenMs: integerColumn(integer()),
  frozenAt: nullableColumn(timestamp),
  frozenUntil: nullableColumn(timestamp),
  breaches: integerColumn(integer()),
  updatedAt: timestamp,
});

export const SESSIONS = table<TradeSessionRecord>('sessions', 1, {
  sessionId: textColumn(format.sessionId),
  accountId,
  keyId: textColumn(format.keyId),
  subaccountId: scope,
  onDisconnect: textColumn(format.sessionScope),
  openedAt: timestamp,
});

export const APPROVALS = table<Approval>('approvals', 1, {
  id: { ...textColumn(format.approvalId), name: 'approval_id' },
  accountId,
  keyId: textColumn(format.keyId),
  subaccountId,
  clientOrderId: textColumn(text()),
  fingerprint: textColumn(text()),
  body: textColumn(text()),
  cost: money,
  status: textColumn(format.approvalStatus),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedAt: nullableColumn(timestamp),
  decidedBy: nullableColumn(textColumn(format.keyId)),
  orderId: nullableColumn(orderNumber),
});

export const OPERATIONS = table<PositionOperation>('position_operations', 1, {
  id: { ...textColumn(format.operationId), name: 'operation_id' },
  accountId,
  subaccountId,
  keyId: nullableColumn(textColumn(format.keyId)),
  idempotencyKey: nullableColumn(textColumn(text())),
  fingerprint: textColumn(text()),
  kind: textColumn(format.operationKind),
  instrumentId,
  venue,
  venueInstrumentId: textColumn(text()),
  qty: nullableColumn(qty),
  cash: money,
  redeems: jsonColumn(format.redeemedClaims),
  status: textColumn(format.operationStatus),
  seal: nullableColumn(textColumn(text())),
  venueOperationId: nullableColumn(textColumn(text())),
  transactionHash: nullableColumn(textColumn(text())),
  failure: nullableColumn(textColumn(format.operationFailure)),
  venueMessage: nullableColumn(textColumn(text())),
  createdAt: timestamp,
  sentAt: nullableColumn(timestamp),
  endedAt: nullableColumn(timestamp),
  updatedAt: timestamp,
});

export const TOKEN_CLAIMS = table<TokenClaim>('token_claims', 3, {
  accountId,
  subaccountId,
  instrumentId,
  venue,
  payout: money,
});

export const BINDINGS = table<InstrumentBinding>('bindings', 1, {
  instrumentId,
  venue,
  venueInstrumentId: textColumn(text()),
});

export const ASSET_REVIEWS = table<AssetReview>('asset_reviews', 1, {
  genericAssetId: integerColumn(format.genericAssetId),
  status: textColumn(format.reviewStatus),
  simulated: booleanColumn,
  title: textColumn(text()),
  description: nullableColumn(textColumn(text())),
  category: textColumn(text()),
  members: jsonColumn(format.reviewedMembers),
  by: { ...textColumn(text()), name: 'reviewed_by' },
  why: textColumn(text()),
  at: { ...timestamp, name: 'reviewed_at' },
});

export const VENUE_MARKS = table<VenueMark>('venue_marks', 1, { venue, mark: textColumn(text()) });

export const LEG_NAMES = table<LegName>('leg_names', 2, {
  venue,
  clientId: textColumn(format.venueClientId),
  orderId: orderNumber,
  leg: integerColumn(integer()),
  generation: integerColumn(integer()),
});

export const FILLS = table<Fill>('fills', 1, {
  id: fillNumber,
  orderId: nullableColumn(orderNumber),
  leg: nullableColumn(integerColumn(integer())),
  generation: integerColumn(integer()),
  clientOrderId: nullableColumn(textColumn(text())),
  accountId,
  subaccountId,
  instrumentId,
  venue,
  venueTradeId: textColumn(text()),
  side: textColumn(format.side),
  outcome: textColumn(format.outcome),
  price: decimalColumn(renderDecimal, format.price),
  qty,
  fee: feeColumn,
  liquidity: textColumn(format.liquidity),
  realizedPnl: money,
  timestamp,
  settlement: textColumn(format.fillSettlement),
  voids: nullableColumn({ ...fillNumber, name: 'voids' }),
  tag: nullableColumn(textColumn(text())),
  tokenSide: nullableColumn(textColumn(format.side)),
});

export const POSITIONS = table<Position>('positions', 3, {
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: decimalColumn(renderDecimal, decimal()),
  cost: money,
  realizedPnl: money,
  updatedAt: timestamp,
});

export const TOKEN_PAIRS = table<TokenPairs>('token_pairs', 3, {
  accountId,
  subaccountId,
  instrumentId,
  venue,
  pairs: qty,
});
