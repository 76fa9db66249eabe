import {
  describeTimeIssue,
  err,
  type FieldIssue,
  FieldReader,
  findUnknownFields,
  INSTRUMENT_EXPECTED,
  isJsonObject,
  type NewOrder,
  type NewParent,
  ok,
  PARENT_TYPES,
  type ParamTable,
  type ParentTerms,
  type ParentType,
  type ParentTypeDefinition,
  parseInputTime,
  parseInstrumentId,
  parseOneOf,
  parseOrderTag,
  parseSubaccountId,
  type Result,
  type Routing,
  SIDES,
  type SubaccountId,
  TAG_ISSUE,
  TYPE_DEFINITIONS,
} from '#contract';
import {
  computeOrderFingerprint,
  parsePositivePrice,
  parsePositiveQty,
  readBoolean,
  readExpiry,
  readKey,
  readOutcome,
} from '#domain';
import { readAsset, readRoutedVenues } from '../types/smart-route/smart-route-rules.ts';
import { type ExitTerms, type ParseExitRules, readExit } from '../types/tp-sl/parse-exit.ts';
import { readLegTarget } from './leg-readers.ts';
import { PRICE_ISSUE, QTY_ISSUE } from './param-readers.ts';
import { amendParams, readParams } from './parse-params.ts';
import { getRules } from './rules-of-types.ts';

const FIELDS = new Set([
  'subaccount_id',
  'type',
  'instrument_id',
  'side',
  'outcome',
  'binary_outcome',
  'qty',
  'price',
  'tif',
  'expires_at',
  'post_only',
  'reduce_only',
  'params',
  'client_order_id',
  'idempotency_key',
  'tag',
]);

const ASSET_FIELDS = new Set(['generic_asset_id', 'routing']);

/** A request for a complex order, and the entry that is to be accepted together with it. */
export interface ParsedParent {
  readonly parent: NewParent;
  readonly entry: NewOrder | null;
}

/**
 * Parses a request for a complex order and fills in defaults.
 *
 * @param headerKey  the Idempotency-Key header; null when absent
 * Rejects           with one issue for each invalid field; a parameter of another type is one
 */
export function parseNewParent(
  body: unknown,
  headerKey: string | null,
  rules: ParseExitRules,
): Result<ParsedParent, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  for (const issue of findUnknownFields(body, FIELDS)) {
    if (!ASSET_FIELDS.has(issue.field)) reader.issues.push(issue);
    else if (TYPE_DEFINITIONS[body['type'] as ParentType]?.contract !== 'ASSET')
      reader.addIssue(issue.field, 'is not supported by complex orders of these types: use instrument_id');
  }
  const parent = readParent(reader, headerKey, rules);
  return reader.issues.length > 0 || parent === null ? err(reader.issues) : ok(parent);
}

function readParent(
  reader: FieldReader,
  headerKey: string | null,
  rules: ParseExitRules,
): ParsedParent | null {
  const type = reader.required(
    'type',
    parseOneOf<ParentType>(PARENT_TYPES),
    `must be one of ${PARENT_TYPES.join(', ')}`,
  );
  const subaccountId = reader.required(
    'subaccount_id',
    parseSubaccountId,
    'must be 1..64 of A-Z a-z 0-9 _ -',
  );
  const definition = type === null ? null : TYPE_DEFINITIONS[type];
  const venues = definition?.contract === 'ASSET' ? readRoutedVenues(reader, rules) : null;
  const target = readTargetOf(definition?.contract ?? 'INSTRUMENT', reader, subaccountId, venues, rules);
  const price = reader.optional('price', parsePositivePrice, PRICE_ISSUE);
  const tif = reader.optional('tif', parseOneOf(['GTC', 'GTD'] as const), 'must be GTC or GTD') ?? 'GTC';
  const expiresAt = readExpiry(reader, tif);
  const postOnly = readBoolean(reader, 'post_only');
  const isExit = definition?.contract === 'ENTRY';
  const reduceOnly = readBoolean(reader, 'reduce_only') || isExit;
  const idempotencyKey = readKey(reader, headerKey);
  const tag = reader.optional('tag', parseOrderTag, TAG_ISSUE);
  if (type === null || definition === null) return null;
  const params = readParams(reader, type, price !== null);
  const hasPrice = reader.value('price') !== undefined;
  if (!hasPrice && definition.price === 'required') reader.addIssue('price', 'required', `for ${type}`);
  if (hasPrice && definition.price === 'refused') reader.addIssue('price', `is not allowed for ${type}`);
  if (isExit && reader.value('reduce_only') === false)
    reader.addIssue('reduce_only', `cannot be false: a ${type} only reduces`);
  if (price === null && postOnly) reader.addIssue('post_only', 'needs a price: without one the child is IOC');
  if (subaccountId === null || target === null || params === null) return null;
  const { entry, ...terms } = target;
  const routed = 'venues' in params ? { ...params, venues } : params;
  const parent = {
    genericAssetId: null,
    ...terms,
    subaccountId,
    price,
    priceText: price === null ? null : (reader.value('price') as string),
    tif,
    expiresAt,
    postOnly,
    reduceOnly,
    params: routed,
    idempotencyKey,
    tag,
  };
  reader.issues.push(...getRules(params).params.findIssues(params, parent));
  return { parent, entry };
}

function readTargetOf(
  contract: ParentTypeDefinition['contract'],
  reader: FieldReader,
  subaccountId: SubaccountId | null,
  venues: Routing['venues'],
  rules: ParseExitRules,
): ExitTerms | null {
  if (contract === 'ENTRY') return readExit(reader, subaccountId, rules);
  if (contract === 'LEGS') return readLegTarget(reader, rules);
  const place = contract === 'ASSET' ? readAsset(reader, rules.asset, venues) : readInstrument(reader);
  return readTarget(reader, place, rules);
}

function readTarget(
  reader: FieldReader,
  place: Pick<ExitTerms, 'instrumentId'> | null,
  rules: ParseExitRules,
): ExitTerms | null {
  const side = reader.required('side', parseOneOf(SIDES), 'must be BUY or SELL');
  const outcome = readOutcome(reader, rules);
  const qty = reader.required('qty', parsePositiveQty, QTY_ISSUE);
  if (place === null || side === null || qty === null) return null;
  return { ...place, side, outcome, qty, qtyText: reader.value('qty') as string, entry: null };
}

function readInstrument(reader: FieldReader): Pick<ExitTerms, 'instrumentId'> | null {
  const instrumentId = reader.required('instrument_id', parseInstrumentId, INSTRUMENT_EXPECTED);
  return instrumentId === null ? null : { instrumentId };
}

/** Normalised text of a request. Two requests with the same meaning have the same fingerprint. */
export function computeParentFingerprint({ parent, entry }: ParsedParent): string {
  const { params } = parent;
  const table: ParamTable = TYPE_DEFINITIONS[params.type].params;
  // Without a parameter of a later version, the text of a request is that of an older ledger.
  const used = Object.entries(params).filter(
    ([name, value]) => value !== null || table[name]?.isAdded !== true,
  );
  const named = used.map(([name, value]) => `${name}=${renderParam(value)}`);
  return [
    'complex',
    parent.subaccountId,
    parent.genericAssetId === null ? parent.instrumentId : `asset ${parent.genericAssetId}`,
    parent.side,
    parent.outcome,
    parent.qty,
    parent.price ?? '',
    parent.tif,
    parent.expiresAt ?? '',
    ...(parent.postOnly ? ['post_only'] : []),
    ...(parent.reduceOnly ? ['reduce_only'] : []),
    ...(parent.tag === null ? [] : [`tag=${parent.tag}`]),
    ...named.toSorted(),
    ...(entry === null ? [] : [computeOrderFingerprint(entry)]),
  ].join('|');
}

const renderParam = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
    : String(value);

const AMENDABLE = new Set(['qty', 'price', 'expires_at', 'params']);

/**
 * Parses the body of an amend request: only what changes.
 *
 * Rejects fields that cannot change, invalid values, and a body that changes nothing.
 */
export function parseParentAmend(
  before: ParentTerms,
  body: unknown,
): Result<ParentTerms, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  for (const issue of findUnknownFields(body, AMENDABLE)) {
    if (FIELDS.has(issue.field)) reader.addIssue(issue.field, 'cannot be changed');
    else reader.issues.push(issue);
  }
  const qty = reader.optional('qty', parsePositiveQty, QTY_ISSUE);
  const price = reader.optional('price', parsePositivePrice, PRICE_ISSUE);
  const expiresAt = reader.optional('expires_at', parseInputTime, describeTimeIssue);
  if (expiresAt !== null && before.tif !== 'GTD')
    reader.addIssue('expires_at', 'is only allowed with tif GTD');
  if (price !== null && before.price === null)
    reader.addIssue('price', 'cannot be added to an order without one');
  const params = amendParams(reader, before.params);
  const changed = [qty, price, expiresAt].some((field) => field !== null) || params !== before.params;
  if (reader.issues.length === 0 && !changed)
    reader.addIssue('body', 'must change qty, price, expires_at or params');
  if (reader.issues.length > 0) return err(reader.issues);
  return ok({
    qty: qty ?? before.qty,
    qtyText: qty === null ? before.qtyText : (reader.value('qty') as string),
    price: price ?? before.price,
    priceText: price === null ? before.priceText : (reader.value('price') as string),
    tif: before.tif,
    expiresAt: expiresAt ?? before.expiresAt,
    params,
  });
}
