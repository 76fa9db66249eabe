export type AccountId = Brand<string, 'AccountId'>;
export type SubaccountId = Brand<string, 'SubaccountId'>; // scoped to its account
export type KeyId = Brand<string, 'KeyId'>;
export type VenueName = Brand<string, 'VenueName'>; // exact public name: Demo, or a configured one
export type InstrumentId = Brand<number, 'InstrumentId'>; // 1..2^53-1, unique across venues, stable
export type GenericAssetId = Brand<number, 'GenericAssetId'>;
export type OrderId = Brand<string, 'OrderId'>; // ours, `ord_<n>`; a venue's own id is a VenueOrderId
export type FillId = Brand<string, 'FillId'>; // ours, `fil_<n>`
export type ClientOrderId = Brand<string, 'ClientOrderId'>; // the caller's; unique within the account
export type VenueOrderId = Brand<string, 'VenueOrderId'>;
export type VenueClientId = Brand<string, 'VenueClientId'>; // what we call a leg at its venue, fixed before the send

const SUBACCOUNT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CLIENT_ORDER_ID = /^[\x21-\x7e]{1,128}$/;
const POSITIVE_INTEGER = /^[1-9][0-9]{0,15}$/;

export const parseSubaccountId = (input: unknown): SubaccountId | null =>
  typeof input === 'string' && SUBACCOUNT_ID.test(input) ? (input as SubaccountId) : null;

/** 1..128 visible ASCII characters, as the contract's `client_order_id`. */
export const parseClientOrderId = (input: unknown): ClientOrderId | null =>
  typeof input === 'string' && CLIENT_ORDER_ID.test(input) ? (input as ClientOrderId) : null;

/** A JSON integer in a body, or digits in a path or query; null when it is neither. */
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

/** The number inside `ord_1042` or `fil_9001`. */
export const getIdNumber = (id: OrderId | FillId): number => Number(id.slice(4));

function parsePositiveInteger(input: unknown): number | null {
  const value = typeof input === 'string' && POSITIVE_INTEGER.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

declare const brand: unique symbol;

/** A primitive that only the function which checked it may produce: `Brand<bigint, 'Price'>`. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };

/** Names a subaccount, or the account itself (null), in the ledger's maps. */
export type ScopeKey = string;

export const scopeKey = (accountId: AccountId, subaccountId: SubaccountId | null): ScopeKey =>
  `${accountId}/${subaccountId ?? ''}`;

export const positionKey = (accountId: AccountId, subaccountId: SubaccountId, id: InstrumentId): string =>
  `${accountId}/${subaccountId}/${id}`;
