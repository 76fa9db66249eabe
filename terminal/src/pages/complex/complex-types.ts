import type { ComplexOrderDraft, Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { parseDecimal, renderDecimal } from '../../../../src/contract/model/money.ts';
import type { PriceFormat } from '../../components/prices.ts';
import { type Matched, outcomeIn } from '../trade/matched-listings.ts';
import type { TicketFields } from '../trade/ticket-order.ts';
import { readPrice, readQty, type TypedFigure } from '../trade/typed-figures.ts';
import type { ComplexField, ComplexKind } from './complex-kinds.ts';

interface ComplexPlace {
  readonly subaccountId: string;
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome;
  readonly format: PriceFormat;
}

/** A ticket as typed: the request, null while a figure is missing, and what is wrong with a field. */
export interface ComplexDraft {
  readonly request: ComplexOrderDraft | null;
  readonly issues: Readonly<Record<string, string>>;
}

/** @param texts  the fields of the kind as typed, by their place in the request */
export function buildComplexOrder(
  kind: ComplexKind,
  ticket: Pick<TicketFields, 'side' | 'qty' | 'price' | 'reduceOnly'>,
  texts: Readonly<Record<string, string>>,
  place: ComplexPlace,
): ComplexDraft {
  const { subaccountId, market, format } = place;
  const issues: Record<string, string> = {};
  const typed: { params: Record<string, unknown>; expires_at?: string } = { params: {} };
  let isComplete = true;
  for (const field of kind.fields) {
    const { value, issue } = readField(field, texts[field.at] ?? '', format, market.price_tick);
    if (issue !== null) issues[field.at] = issue;
    else if (value !== null) put(typed, field.at.split('.'), value);
    else if (field.isRequired === true) isComplete = false;
  }
  const qty = readQty(ticket.qty).value;
  const price = readPrice(ticket.price, format, market.price_tick).value;
  if (kind.price?.isRequired === true && price === null) isComplete = false;
  if (kind.hasOwnTerms !== true && qty === null) isComplete = false;
  if (kind.isOnAsset === true && place.matched === null) isComplete = false;
  if (!isComplete || Object.keys(issues).length > 0) return { request: null, issues };
  const request: ComplexOrderDraft = {
    subaccount_id: subaccountId,
    type: kind.type,
    ...toTarget(kind, place),
    side: ticket.side,
    ...(qty === null ? {} : { qty }),
    ...(kind.price === null || price === null ? {} : { price }),
    ...(kind.canOnlyReduce === true && ticket.reduceOnly ? { reduce_only: true } : {}),
    ...(typed.expires_at === undefined ? {} : { tif: 'GTD' as const }),
    ...typed,
  };
  return { request: kind.compose === undefined ? request : kind.compose(request), issues };
}

function toTarget({ isOnAsset }: ComplexKind, { market, matched, outcome }: ComplexPlace) {
  if (isOnAsset !== true || matched === null) return { instrument_id: market.instrument_id, outcome };
  const { asset, isInverted } = matched;
  return { generic_asset_id: asset.generic_asset_id, outcome: outcomeIn(outcome, isInverted) };
}

type Value = string | number | boolean;

function readField(
  field: ComplexField,
  text: string,
  format: PriceFormat,
  tick: string,
): { readonly value: Value | null; readonly issue: string | null } {
  const { kind, choices, isRequired } = field;
  if (kind === 'price') return readPrice(text, format, tick);
  if (kind === 'distance') return readPrice(text, 'cents', tick); // 5¢, whatever prices are shown as
  if (kind === 'offset') return readOffset(text, tick);
  if (kind === 'percent') return readPercent(text);
  if (kind === 'time') return readTime(text);
  if (kind === 'qty' || kind === 'number') return readQty(text);
  if (kind === 'count') return toNumber(readQty(text), 'Not a whole number.');
  if (kind === 'duration') return readDuration(text);
  if (kind === 'check') return { value: text === 'yes' ? true : null, issue: null };
  const [first] = choices?.[0] ?? [];
  if (isRequired === true && first !== undefined) return { value: text || first, issue: null };
  const isDefault = text === '' || text === first;
  return { value: isDefault ? null : text.trim(), issue: null };
}

function toNumber({ value, issue }: TypedFigure, wrong: string) {
  if (value === null) return { value: null, issue };
  return Number.isSafeInteger(Number(value))
    ? { value: Number(value), issue }
    : { value: null, issue: wrong };
}

/** A distance such as `1¢`, or one with a minus sign; zero is the default of the service. */
export function readOffset(text: string, tick: string): TypedFigure {
  const typed = text.trim().replace('−', '-');
  if (/^[-+]?0+(\.0+)?[¢c%]?$/.test(typed)) return { value: null, issue: null };
  const { value, issue } = readPrice(typed.replace(/^[-+]/, ''), 'cents', tick);
  return { value: value !== null && typed.startsWith('-') ? `-${value}` : value, issue };
}

/** `10`, `10 %` or `2.5%` as a share of 1. */
function readPercent(text: string): TypedFigure {
  const { value, issue } = readQty(text.trim().replace(/\s*%$/, ''));
  if (issue !== null) return { value: null, issue: 'Not a percentage. Enter one such as 10.' };
  return { value: value === null ? null : renderDecimal((parseDecimal(value) ?? 0n) / 100n), issue };
}

/** The time of a `datetime-local` field, as an instant. */
function readTime(text: string): TypedFigure {
  if (text === '') return { value: null, issue: null };
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return { value: null, issue: 'Not a time.' };
  return { value: at.toISOString(), issue: null };
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `30m`, `1h` or `1.5 h` in milliseconds. A figure without a unit is in seconds. */
export function readDuration(text: string): { readonly value: number | null; readonly issue: string | null } {
  const typed = text.trim().toLowerCase();
  if (typed === '') return { value: null, issue: null };
  const [, figure, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d)?$/.exec(typed) ?? [];
  if (figure === undefined) return { value: null, issue: 'Not a duration. Enter one such as 30s, 5m or 1h.' };
  return { value: Math.round(Number(figure) * UNIT_MS[unit as keyof typeof UNIT_MS]), issue: null };
}

function put(target: Record<string, unknown>, path: readonly string[], value: Value): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = (target[name] ??= {});
  put(inner as Record<string, unknown>, rest, value);
}
