import { FieldReader, isJsonObject, parseOneOf } from '../model/body-fields.ts';
import { ONE, type Price, parseDecimal, type Qty } from '../model/money.ts';
import {
  AFTER_PARTIAL,
  type IcebergParams,
  PARENT_TYPES,
  type ParentParams,
  type ParentType,
  type StopParams,
  TRIGGER_SOURCES,
} from '../model/parent.ts';
import { readBoolean } from '../order-state/parse-flags.ts';
import { parsePositivePrice, parsePositiveQty } from '../order-state/parse-order.ts';

/** The parameters of each type: true for one that an amend can change. */
const NAMES: Readonly<Record<ParentType, Readonly<Record<string, boolean>>>> = {
  STOP: {
    trigger_price: true,
    trigger_source: false,
    confirm_ms: false,
    max_slippage: false,
    after_partial: false,
    fire_if_met: false,
    max_outage_ms: false,
  },
  ICEBERG: {
    display_qty: true,
    displayed_qty: true,
    reload_delay_ms: false,
    reload_delay_s: false,
    display_jitter: false,
    max_outage_ms: false,
  },
};

const SLIPPAGE_DEFAULT = 5_000_000n as Price; // 0.05
const CONFIRM_MS_MAX = 60_000;
const RELOAD_MS_MAX = 3_600_000;
const OUTAGE_MS_MAX = 31 * 86_400_000;
const JITTER_MAX = ONE / 2n;
const PRICE_ISSUE = 'must be a decimal string between 0 and 1 with at most 8 decimals';
const QTY_ISSUE = 'must be a decimal string above 0 with at most 8 decimals';

/** Reads `params`. A parameter of another type is an issue, never ignored. Null when one is invalid. */
export function readParams(outer: FieldReader, type: ParentType, hasPrice: boolean): ParentParams | null {
  const reader = openParams(outer, type);
  if (reader === null) return null;
  return type === 'STOP' ? readStop(reader, hasPrice) : readIceberg(reader);
}

/** The parameters after an amend; `before` itself when it changes none. */
export function amendParams(outer: FieldReader, before: ParentParams): ParentParams {
  if (outer.value('params') === undefined) return before;
  const reader = openParams(outer, before.type);
  if (reader === null) return before;
  const changed = Object.keys(outer.value('params') as object);
  for (const name of changed)
    if (NAMES[before.type][name] === false) reader.addIssue(name, 'cannot be changed');
  if (changed.length === 0) return before;
  if (before.type === 'STOP') {
    const triggerPrice = reader.optional('trigger_price', parsePositivePrice, PRICE_ISSUE);
    return { ...before, triggerPrice: triggerPrice ?? before.triggerPrice };
  }
  return { ...before, displayQty: readDisplayQty(reader) ?? before.displayQty };
}

function openParams(outer: FieldReader, type: ParentType): FieldReader | null {
  const params = outer.value('params');
  if (params === undefined || !isJsonObject(params)) {
    outer.addIssue('params', params === undefined ? 'required' : 'must be an object');
    return null;
  }
  const reader = new FieldReader(params, 'params.', outer.issues);
  for (const name of Object.keys(params)) {
    if (name in NAMES[type]) continue;
    const owner = PARENT_TYPES.find((other) => name in NAMES[other]);
    reader.addIssue(
      name,
      owner === undefined ? 'is not a parameter of this type' : `is a parameter of ${owner}, not of ${type}`,
    );
  }
  return reader;
}

function readStop(reader: FieldReader, hasPrice: boolean): StopParams | null {
  const triggerPrice = reader.required('trigger_price', parsePositivePrice, PRICE_ISSUE);
  const maxSlippage = reader.optional('max_slippage', parsePositivePrice, PRICE_ISSUE);
  if (hasPrice && maxSlippage !== null) reader.addIssue('max_slippage', 'is not allowed with a price');
  const afterPartial = readChoice(reader, 'after_partial', AFTER_PARTIAL);
  if (hasPrice && afterPartial !== null) reader.addIssue('after_partial', 'is not allowed with a price');
  const params = {
    type: 'STOP',
    triggerSource: readChoice(reader, 'trigger_source', TRIGGER_SOURCES) ?? 'TOUCH',
    confirmMs: readMs(reader, 'confirm_ms', CONFIRM_MS_MAX) ?? 0,
    maxSlippage: hasPrice ? null : (maxSlippage ?? SLIPPAGE_DEFAULT),
    afterPartial: afterPartial ?? 'REPEAT',
    fireIfMet: readBoolean(reader, 'fire_if_met'),
    maxOutageMs: readMs(reader, 'max_outage_ms', OUTAGE_MS_MAX),
  } as const;
  return triggerPrice === null ? null : { ...params, triggerPrice };
}

function readIceberg(reader: FieldReader): IcebergParams | null {
  const displayQty = readDisplayQty(reader);
  const hasQty = ['display_qty', 'displayed_qty'].some((name) => reader.value(name) !== undefined);
  if (!hasQty) reader.addIssue('display_qty', 'required');
  const seconds = readMs(reader, 'reload_delay_s', RELOAD_MS_MAX / 1_000);
  const delayMs = readMs(reader, 'reload_delay_ms', RELOAD_MS_MAX);
  if (seconds !== null && delayMs !== null && seconds * 1_000 !== delayMs)
    reader.addIssue('reload_delay_s', 'differs from reload_delay_ms');
  const params = {
    type: 'ICEBERG',
    reloadDelayMs: delayMs ?? (seconds ?? 0) * 1_000,
    displayJitter:
      reader.optional('display_jitter', parseJitter, 'must be a decimal string from 0 to 0.5') ?? 0n,
    maxOutageMs: readMs(reader, 'max_outage_ms', OUTAGE_MS_MAX),
  } as const;
  return displayQty === null ? null : { ...params, displayQty };
}

/** `displayed_qty` is another name of `display_qty`. */
function readDisplayQty(reader: FieldReader): Qty | null {
  const first = reader.optional('display_qty', parsePositiveQty, QTY_ISSUE);
  const second = reader.optional('displayed_qty', parsePositiveQty, QTY_ISSUE);
  if (first !== null && second !== null && first !== second)
    reader.addIssue('displayed_qty', 'differs from display_qty');
  return first ?? second;
}

const readChoice = <Choice extends string>(
  reader: FieldReader,
  name: string,
  choices: readonly Choice[],
): Choice | null => reader.optional(name, parseOneOf(choices), `must be one of ${choices.join(', ')}`);

const readMs = (reader: FieldReader, name: string, max: number): number | null =>
  reader.optional(
    name,
    (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max ? value : null,
    `must be an integer from 0 to ${max}`,
  );

function parseJitter(value: unknown): bigint | null {
  const jitter = parseDecimal(value);
  return jitter === null || jitter > JITTER_MAX ? null : jitter;
}
