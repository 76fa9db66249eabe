import {
  type ClientOrderId,
  describeTimeIssue,
  err,
  type FieldIssue,
  FieldReader,
  findUnknownFields,
  INSTRUMENT_EXPECTED,
  isJsonObject,
  type NewOrder,
  ORDER_TYPES,
  type OrderType,
  OUTCOMES,
  type Outcome,
  ok,
  type Price,
  parseClientOrderId,
  parseGenericAssetId,
  parseInputTime,
  parseInstrumentId,
  parseOneOf,
  parsePrice,
  parseQty,
  parseSubaccountId,
  type Qty,
  type Result,
  ROUTING_MODES,
  type Routing,
  type RoutingMode,
  SIDES,
  type SubaccountId,
  TIMES_IN_FORCE,
  type TimeInForce,
  type TimestampMs,
  type VenueName,
} from '#contract';
import { FLAG_FIELDS, readFlags, renderFlags } from './parse-flags.ts';

export interface ParseOrderRules {
  readonly outcomeRequired: boolean;
  readonly venueNames: readonly VenueName[]; // all configured venues, valid in `routing.venues`
}

const FIELDS = new Set<string>([
  'subaccount_id',
  'instrument_id',
  'generic_asset_id',
  'side',
  'outcome',
  'binary_outcome',
  'type',
  'tif',
  'price',
  'qty',
  'routing',
  'client_order_id',
  'idempotency_key',
  'expires_at',
  ...FLAG_FIELDS,
]);

/**
 * Parses an order request and fills in defaults.
 *
 * @param headerKey  the Idempotency-Key header; null when absent
 * Rejects           with one issue for each invalid field
 * Source            contract, Orders: payload, routing, tif and MARKET rules; docs/decisions/accepting-orders.md
 */
export function parseNewOrder(
  body: unknown,
  headerKey: string | null,
  rules: ParseOrderRules,
): Result<NewOrder, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  reader.issues.push(...findUnknownFields(body, FIELDS));
  const order = readOrder(reader, headerKey, rules);
  return reader.issues.length > 0 || order === null ? err(reader.issues) : ok(order);
}

/**
 * Reads the client order id even when other fields are invalid: a known id with an invalid body is an
 * idempotency conflict, not a validation error. Null when the id is absent or invalid.
 */
export function readClientOrderId(body: unknown, headerKey: string | null): ClientOrderId | null {
  const fields = isJsonObject(body) ? body : {};
  return parseClientOrderId(headerKey ?? fields['client_order_id'] ?? fields['idempotency_key']);
}

/** The subaccount, also when other fields are invalid: the kill switch and guards are checked before them. */
export const readSubaccountId = (body: unknown): SubaccountId | null =>
  isJsonObject(body) ? parseSubaccountId(body['subaccount_id']) : null;

/**
 * Normalised text of a request. Two requests with the same meaning have the same fingerprint.
 *
 * @param qty  the quantity of the request, if the order was lowered
 */
export function computeOrderFingerprint(order: NewOrder, qty: Qty = order.qty): string {
  return [
    order.subaccountId,
    order.instrumentId ?? '',
    order.genericAssetId ?? '',
    order.side,
    order.outcome,
    order.type,
    order.tif,
    order.price ?? '',
    qty,
    order.routing.mode,
    order.routing.venues?.join(',') ?? '',
    order.expiresAt ?? '',
    ...renderFlags(order),
  ].join('|');
}

function readOrder(reader: FieldReader, headerKey: string | null, rules: ParseOrderRules): NewOrder | null {
  const subaccountId = reader.required(
    'subaccount_id',
    parseSubaccountId,
    'must be 1..64 of A-Z a-z 0-9 _ -',
  );
  const side = reader.required('side', parseOneOf(SIDES), 'must be BUY or SELL');
  const type = reader.required('type', parseOneOf(ORDER_TYPES), 'must be LIMIT or MARKET');
  const outcome = readOutcome(reader, rules);
  const qty = reader.required(
    'qty',
    parsePositiveQty,
    'must be a decimal string above 0 with at most 8 decimals',
  );
  const price = readPrice(reader, type);
  const tif = readTif(reader, type);
  const expiresAt = readExpiry(reader, tif);
  const target = readTarget(reader, rules);
  const clientOrderId = readKey(reader, headerKey);
  const flags = readFlags(reader, { type, tif, mode: target.routing.mode });
  if (subaccountId === null || side === null || type === null || qty === null) return null;
  const priceText = price === null ? null : (reader.value('price') as string);
  const qtyText = reader.value('qty') as string;
  return {
    subaccountId,
    side,
    type,
    outcome,
    qty,
    qtyText,
    price,
    priceText,
    tif,
    expiresAt,
    ...target,
    clientOrderId,
    ...flags,
  };
}

export function readOutcome(reader: FieldReader, rules: ParseOrderRules): Outcome {
  const name = reader.value('outcome') === undefined ? 'binary_outcome' : 'outcome';
  const outcome = reader.optional(name, parseOneOf(OUTCOMES), 'must be YES or NO');
  const other = reader.value('binary_outcome');
  if (name === 'outcome' && other !== undefined && other !== outcome) {
    reader.addIssue('binary_outcome', 'differs from outcome');
  }
  if (outcome === null && reader.value(name) === undefined && rules.outcomeRequired) {
    reader.addIssue('outcome', 'required');
  }
  return outcome ?? 'YES';
}

function readPrice(reader: FieldReader, type: OrderType | null): Price | null {
  if (type === 'MARKET') {
    if (reader.value('price') !== undefined) reader.addIssue('price', 'is not allowed with MARKET');
    return null;
  }
  if (type === 'LIMIT' && reader.value('price') === undefined) {
    reader.addIssue('price', 'required', 'for LIMIT');
    return null;
  }
  return reader.optional(
    'price',
    parsePositivePrice,
    'must be a decimal string between 0 and 1 with at most 8 decimals',
  );
}

/** MARKET orders never rest, so GTC, the default of other orders, becomes IOC. */
function readTif(reader: FieldReader, type: OrderType | null): TimeInForce {
  const tif = reader.optional('tif', parseOneOf(TIMES_IN_FORCE), 'must be GTC, IOC, FOK or GTD');
  if (type !== 'MARKET') return tif ?? 'GTC';
  if (tif === 'GTD') reader.addIssue('tif', 'must not be GTD with MARKET');
  return tif === 'FOK' ? 'FOK' : 'IOC';
}

/** Whether the expiry is in the future depends on the clock; the submission checks that. */
export function readExpiry(reader: FieldReader, tif: TimeInForce): TimestampMs | null {
  if (tif === 'GTD') return reader.required('expires_at', parseInputTime, describeTimeIssue);
  if (reader.value('expires_at') !== undefined) reader.addIssue('expires_at', 'is only allowed with tif GTD');
  return null;
}

type Target = Pick<NewOrder, 'instrumentId' | 'genericAssetId' | 'routing'>;

function readTarget(reader: FieldReader, rules: ParseOrderRules): Target {
  const instrumentId = reader.optional('instrument_id', parseInstrumentId, INSTRUMENT_EXPECTED);
  const genericAssetId = reader.optional(
    'generic_asset_id',
    parseGenericAssetId,
    'must be a positive integer',
  );
  const hasAsset = reader.value('generic_asset_id') !== undefined;
  const hasInstrument = reader.value('instrument_id') !== undefined;
  const routing = readRouting(reader, hasAsset && !hasInstrument ? 'BEST_PRICE' : 'DIRECT', rules);
  const isDirect = routing.mode === 'DIRECT';
  const wanted = isDirect ? 'instrument_id' : 'generic_asset_id';
  const unwanted = isDirect ? 'generic_asset_id' : 'instrument_id';
  if (reader.value(wanted) === undefined) reader.addIssue(wanted, 'required', `for ${routing.mode}`);
  if (reader.value(unwanted) !== undefined) reader.addIssue(unwanted, `is not allowed with ${routing.mode}`);
  return { instrumentId, genericAssetId, routing };
}

/** `routing` of a request; absent: the fallback at all venues. */
export function readRouting(reader: FieldReader, fallback: RoutingMode, rules: ParseOrderRules): Routing {
  const routing = reader.value('routing');
  if (routing === undefined) return { mode: fallback, venues: null };
  if (!isJsonObject(routing)) {
    reader.addIssue('routing', 'must be an object');
    return { mode: fallback, venues: null };
  }
  const inner = new FieldReader(routing, 'routing.', reader.issues);
  for (const field of Object.keys(routing)) {
    if (field !== 'mode' && field !== 'venues') inner.addIssue(field, 'is not a field of this request');
  }
  const mode =
    inner.optional('mode', parseOneOf(ROUTING_MODES), 'must be DIRECT, BEST_PRICE or SPLIT') ?? fallback;
  return { mode, venues: readVenues(inner, mode, rules) };
}

function readVenues(reader: FieldReader, mode: RoutingMode, rules: ParseOrderRules): Routing['venues'] {
  const venues = reader.value('venues');
  if (venues === undefined) return null;
  if (mode === 'DIRECT') {
    reader.addIssue('venues', 'is not allowed with DIRECT');
    return null;
  }
  if (!Array.isArray(venues) || venues.length === 0) {
    reader.addIssue('venues', 'must be a list of venue names');
    return null;
  }
  const unknown = venues.find((venue) => !rules.venueNames.includes(venue as VenueName));
  if (unknown !== undefined) reader.addIssue('venues', `must be among ${rules.venueNames.join(', ')}`);
  // In configured venue order, so that the caller's order of names does not change the fingerprint.
  return rules.venueNames.filter((name) => venues.includes(name));
}

export function readKey(reader: FieldReader, headerKey: string | null): ClientOrderId | null {
  const issue = 'must be 1..128 visible ASCII characters';
  const spellings = ['client_order_id', 'idempotency_key'] as const;
  const keys = spellings.map((name) => reader.optional(name, parseClientOrderId, issue));
  const header = headerKey === null ? null : parseClientOrderId(headerKey);
  if (headerKey !== null && header === null) reader.addIssue('Idempotency-Key', issue);
  const known = [header, ...keys].filter((key) => key !== null);
  if (known.some((key) => key !== known[0])) {
    reader.addIssue('client_order_id', 'differs from the Idempotency-Key header or its other spelling');
  }
  return known[0] ?? null;
}

export function parsePositiveQty(value: unknown): Qty | null {
  const qty = parseQty(value);
  return qty === null || qty <= 0n ? null : qty;
}

export function parsePositivePrice(value: unknown): Price | null {
  const price = parsePrice(value);
  return price === null || price <= 0n || price >= 100_000_000n ? null : price;
}
