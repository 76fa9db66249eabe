export type AccountId = Brand<string, 'AccountId'>;
export type SubaccountId = Brand<string, 'SubaccountId'>; // scoped to its account
export type KeyId = Brand<string, 'KeyId'>;
export type VenueName = Brand<string, 'VenueName'>; // exact public name: Demo, or a configured venue
export type InstrumentId = Brand<number, 'InstrumentId'>; // 1..2^53-1, unique across venues, stable
export type GenericAssetId = Brand<number, 'GenericAssetId'>;
export type EventId = Brand<string, 'EventId'>; // `evt_<n>`, computed from the venue's id of the event
export type OrderId = Brand<string, 'OrderId'>; // assigned by Crossbook, `ord_<n>`
export type FillId = Brand<string, 'FillId'>; // assigned by Crossbook, `fil_<n>`
export type SessionId = Brand<string, 'SessionId'>; // of the trade socket, `ses_<hex>`
export type ParentId = Brand<string, 'ParentId'>; // of a complex order, assigned by Crossbook, `cpx_<n>`
export type ClientOrderId = Brand<string, 'ClientOrderId'>; // chosen by the caller, unique within the account
export type OrderTag = Brand<string, 'OrderTag'>; // chosen by the caller, to group orders such as those of a strategy
export type VenueOrderId = Brand<string, 'VenueOrderId'>; // assigned by the venue
export type VenueClientId = Brand<string, 'VenueClientId'>; // client order id of a leg at its venue, fixed before the send

const SUBACCOUNT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CLIENT_ORDER_ID = /^[\x21-\x7e]{1,128}$/;
export const ORDER_TAG = /^[A-Za-z0-9._:-]{1,32}$/;
const POSITIVE_INTEGER = /^[1-9][0-9]{0,15}$/;

export const parseSubaccountId = (input: unknown): SubaccountId | null =>
  typeof input === 'string' && SUBACCOUNT_ID.test(input) ? (input as SubaccountId) : null;

/** 1..128 visible ASCII characters. Null for any other input. */
export const parseClientOrderId = (input: unknown): ClientOrderId | null =>
  typeof input === 'string' && CLIENT_ORDER_ID.test(input) ? (input as ClientOrderId) : null;

export const TAG_ISSUE = 'must be 1..32 of A-Z a-z 0-9 . _ : -';

/** Null for any text that is not a tag. */
export const parseOrderTag = (input: unknown): OrderTag | null =>
  typeof input === 'string' && ORDER_TAG.test(input) ? (input as OrderTag) : null;

/** What a request is answered that names an instrument in no known form. The server replaces names by ids. */
export const INSTRUMENT_EXPECTED = 'must be an instrument id or VENUE:TICKER';

/** Accepts a JSON integer (in bodies) or digits (in paths and queries). Null for any other input. */
export function parseInstrumentId(input: unknown): InstrumentId | null {
  return parsePositiveInteger(input) as InstrumentId | null;
}

export function parseGenericAssetId(input: unknown): GenericAssetId | null {
  return parsePositiveInteger(input) as GenericAssetId | null;
}

/** `ord_1042` and `1042` name the same order. */
export function parseOrderId(input: unknown): OrderId | null {
  const digits = typeof input === 'string' && input.startsWith('ord_') ? input.slice(4) : input;
  const number = parsePositiveInteger(digits);
  return number === null ? null : toOrderId(number);
}

export const toOrderId = (number: number): OrderId => `ord_${number}` as OrderId;
export const toFillId = (number: number): FillId => `fil_${number}` as FillId;
export const toParentId = (number: number): ParentId => `cpx_${number}` as ParentId;

/** `cpx_7` and `7` name the same complex order. */
export function parseParentId(input: unknown): ParentId | null {
  const digits = typeof input === 'string' && input.startsWith('cpx_') ? input.slice(4) : input;
  const number = parsePositiveInteger(digits);
  return number === null ? null : toParentId(number);
}

/** Client order id of a child: a function of its parent and number, so that a child is never placed twice (I-P3). */
export const toChildClientId = (parentId: ParentId, child: number): ClientOrderId =>
  `${parentId}-${child}` as ClientOrderId;

const CHILD_CLIENT_ID = /^cpx_[1-9][0-9]{0,15}-([1-9][0-9]{0,15})$/;

/** The number of the child that has this client order id; null for any other id. */
export function parseChildNumber(clientOrderId: ClientOrderId | null): number | null {
  const match = clientOrderId === null ? null : CHILD_CLIENT_ID.exec(clientOrderId);
  return match === null ? null : Number(match[1]);
}

/** Null for any text that is not the id of an event. */
export const parseEventId = (input: unknown): EventId | null =>
  typeof input === 'string' && input.startsWith('evt_') && POSITIVE_INTEGER.test(input.slice(4))
    ? (input as EventId)
    : null;

/** The number inside `ord_1042`, `fil_9001` or `cpx_7`. */
export const getIdNumber = (id: OrderId | FillId | ParentId): number => Number(id.slice(4));

function parsePositiveInteger(input: unknown): number | null {
  const value = typeof input === 'string' && POSITIVE_INTEGER.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

declare const brand: unique symbol;

/** A primitive type that only its parser or constructor produces, such as `Brand<bigint, 'Price'>`. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };

/** Map key of a subaccount, or of the account itself (null). */
export type ScopeKey = string;

export const scopeKey = (accountId: AccountId, subaccountId: SubaccountId | null): ScopeKey =>
  `${accountId}/${subaccountId ?? ''}`;

export const positionKey = (accountId: AccountId, subaccountId: SubaccountId, id: InstrumentId): string =>
  `${accountId}/${subaccountId}/${id}`;

const FORM = /^cb-([1-9][0-9]{0,15})-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})$/;

/** Highest generation that a client id can contain; a leg at this generation cannot be replaced. */
export const GENERATION_MAX = 9_999;

/** The leg and generation that a client id identifies. */
export interface LegGeneration {
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** Client id of a leg at its venue, from order number, leg and generation; so it can be computed again after a crash. */
export const toLegClientId = (orderId: OrderId, leg: number, generation: number): VenueClientId =>
  `cb-${getIdNumber(orderId)}-${leg}-${generation}` as VenueClientId;

/** Parses a client id made by `toLegClientId`; null for any other id, such as an order hash. */
export function parseLegClientId(clientId: VenueClientId): LegGeneration | null {
  const match = FORM.exec(clientId);
  if (match === null) return null;
  return { orderId: toOrderId(Number(match[1])), leg: Number(match[2]), generation: Number(match[3]) };
}
