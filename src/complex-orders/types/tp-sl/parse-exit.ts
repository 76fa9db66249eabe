import {
  FieldReader,
  type GenericAsset,
  type GenericAssetId,
  type InstrumentId,
  isJsonObject,
  type NewOrder,
  type Order,
  OUTCOMES,
  type Outcome,
  parseGenericAssetId,
  parseInstrumentId,
  parseOneOf,
  parseOrderTag,
  type Qty,
  SIDES,
  type Side,
  type SubaccountId,
} from '#contract';
import { type ParseOrderRules, parseNewOrder, parsePositiveQty } from '#domain';
import { QTY_ISSUE } from '../../rules/param-readers.ts';

/** The position that an exit closes, in terms of the exit. */
export interface ExitTerms {
  readonly instrumentId: InstrumentId;
  readonly genericAssetId?: GenericAssetId; // absent: an order on the instrument
  readonly side: Side;
  readonly outcome: Outcome;
  readonly qty: Qty;
  readonly qtyText: string;
  readonly entry: NewOrder | null; // to be accepted together with the exit
}

export interface ParseExitRules extends ParseOrderRules {
  readonly asset: GenericAsset | null; // of a generic asset that the request names
  readonly attached: Order | null; // the order that the request names, if its caller may see it
}

/**
 * Derives side, outcome, instrument and quantity of an exit from its entry. The same fields in the request must not
 * contradict; the quantity may be lower.
 */
export function readExit(
  reader: FieldReader,
  subaccountId: SubaccountId | null,
  rules: ParseExitRules,
): ExitTerms | null {
  const params = reader.value('params');
  if (!isJsonObject(params) || subaccountId === null) return null;
  const isBracket = params['entry'] !== undefined && params['entry'] !== null;
  if (!isBracket && typeof params['attach_to'] !== 'string') return null; // its absence is an issue already
  const entry = isBracket ? readEntry(reader, params['entry'], subaccountId, rules) : null;
  const order = isBracket ? entry : findAttached(reader, subaccountId, rules);
  if (order === null || order.instrumentId === null) return null;
  const qty = reader.optional('qty', parsePositiveQty, QTY_ISSUE);
  const side = order.side === 'BUY' ? 'SELL' : 'BUY';
  if (qty !== null && qty > order.qty) reader.addIssue('qty', 'must not be above that of the entry');
  refuseOther(reader, 'side', parseOneOf(SIDES), side);
  refuseOther(reader, 'outcome', parseOneOf(OUTCOMES), order.outcome);
  refuseOther(reader, 'binary_outcome', parseOneOf(OUTCOMES), order.outcome);
  refuseOther(reader, 'instrument_id', parseInstrumentId, order.instrumentId);
  return {
    instrumentId: order.instrumentId,
    side,
    outcome: order.outcome,
    qty: qty ?? order.qty,
    qtyText: qty === null ? order.qtyText : (reader.value('qty') as string),
    entry,
  };
}

function refuseOther<Value>(
  reader: FieldReader,
  field: string,
  parse: (value: unknown) => Value | null,
  derived: Value,
): void {
  const value = reader.value(field);
  if (value !== undefined && parse(value) !== derived)
    reader.addIssue(field, `contradicts the entry, whose exit has ${String(derived)}`);
}

/** An order payload without ids, for the same subaccount and on one instrument. */
function readEntry(
  reader: FieldReader,
  body: unknown,
  subaccountId: SubaccountId,
  rules: ParseExitRules,
): NewOrder | null {
  const inner = new FieldReader({}, 'params.entry.', reader.issues);
  if (!isJsonObject(body)) {
    reader.addIssue('params.entry', 'must be an object');
    return null;
  }
  for (const name of ['client_order_id', 'idempotency_key'])
    if (body[name] !== undefined) inner.addIssue(name, 'is not allowed: the key of the complex order counts');
  const tag = parseOrderTag(reader.value('tag'));
  const inherited = tag === null ? {} : { tag };
  const parsed = parseNewOrder({ subaccount_id: subaccountId, ...inherited, ...body }, null, rules);
  if (!parsed.ok) {
    for (const { field, issue, condition } of parsed.error) inner.addIssue(field, issue, condition);
    return null;
  }
  const order = parsed.value;
  if (order.subaccountId !== subaccountId) inner.addIssue('subaccount_id', 'differs from that of the exit');
  if (order.instrumentId === null) inner.addIssue('instrument_id', 'required: an entry is on one instrument');
  if (order.reduceOnly) inner.addIssue('reduce_only', 'is not allowed: an entry opens a position');
  return order;
}

function findAttached(
  reader: FieldReader,
  subaccountId: SubaccountId,
  { attached }: ParseExitRules,
): Order | null {
  if (attached === null || attached.subaccountId !== subaccountId) {
    reader.addIssue('params.attach_to', 'is not an order of this subaccount');
    return null;
  }
  if (attached.instrumentId !== null) return attached;
  reader.addIssue('params.attach_to', 'must be an order on one instrument');
  return null;
}

/** The asset that a request names; null when it names none. */
export const readAssetId = (body: unknown): GenericAssetId | null =>
  isJsonObject(body) ? parseGenericAssetId(body['generic_asset_id']) : null;

/** The id of the order that a request for an exit names; null when it names none. */
export function readAttachTo(body: unknown): string | null {
  const params = isJsonObject(body) ? body['params'] : null;
  const id = isJsonObject(params) ? params['attach_to'] : null;
  return typeof id === 'string' ? id : null;
}
